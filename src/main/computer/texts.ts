import { brand } from '../../shared/brand.ts';

export const trayTexts = {
  show: `Open ${brand}`,
  newChat: 'New Chat',
  quickAsk: 'Quick Ask',
  quit: `Quit ${brand}`,
} as const;

export const noticeTexts = {
  reply: (chatTitle: string) => `New reply in "${chatTitle}"`,
} as const;

/** Why a setting could not be changed. */
export const refusalTexts = {
  login: "Your system doesn't allow this. Change it in the system settings.",
  tray: "This desktop has no tray, so you wouldn't be able to reopen the window after closing it.",
  keys: 'Another program uses this shortcut. Choose a different one.',
  dictionary: 'There is no dictionary for this language. Choose another one.',
} as const;
