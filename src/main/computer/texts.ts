import { brand } from '../../shared/brand.ts';
import { params, plural, texts } from '../../shared/texts.ts';

export const trayTexts = texts('main/tray', {
  show: `Open ${brand}`,
  newChat: 'New Chat',
  quickAsk: 'Quick Ask',
  quit: `Quit ${brand}`,
});

export const noticeTexts = texts('main/notice', {
  reply: params('New reply in "{title}"'),
  message: 'Message',
  unread: plural({ one: '{count} chat with a new reply', other: '{count} chats with new replies' }),
});

/** Explains why a setting could not be changed. */
export const refusalTexts = texts('main/refusals', {
  login: "Your system doesn't allow this. Change it in the system settings.",
  tray: "This desktop has no tray, so you wouldn't be able to reopen the window after closing it.",
  keys: 'Another program uses this shortcut. Choose a different one.',
  dictionary: 'There is no dictionary for this language. Choose another one.',
});
