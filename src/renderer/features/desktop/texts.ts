import { brand } from '../../../shared/brand.ts';
import { params, texts } from '../../../shared/texts.ts';

export const quickAskTexts = texts('desktop/quickAsk', {
  title: 'Quick ask',
  continue: `Continue in ${brand}`,
  close: 'Close',
});

export const computerTexts = texts('desktop/computer', {
  loading: 'Loading settings…',
  closeToTray: 'Keep running when the window is closed',
  closeToTrayNote: `${brand} stays in the tray until you quit it there.`,
  startAtLogin: `Start ${brand} when I sign in to this computer`,
  startAtLoginMissing: 'Only works in an installed app.',
  startHidden: 'Start in the tray, without a window',
  startHiddenMissing: 'Only works if the app keeps running in the tray.',
  spelling: 'Spelling',
  spellingNote:
    'The languages you write in. Your text is checked on this computer. When you add a language, its dictionary is downloaded from Google once.',
  noSpelling: "Spelling isn't checked.",
  addLanguage: 'Add a language',
  chooseLanguage: 'Choose…',
  removeLanguage: params('Remove {name}'),
  notifyReplies: 'Notify me when a reply arrives in the background',
  notifyRepliesNote: 'Shows the title of the chat, never its text.',
  checkForUpdates: 'Check for updates once a day',
  checkForUpdatesNote: `${brand}'s download server sees this computer's IP address.`,
  quickAsk: 'Quick ask',
  quickAskNote: 'A keyboard shortcut that opens a small chat over any other app.',
  noKeys: 'No shortcut',
  chooseKeys: 'Choose shortcut',
  changeKeys: 'Change shortcut',
  removeKeys: 'Remove',
  pressKeys: 'Press the keys now, or Esc to cancel.',
  keysNeed: 'Use Ctrl, Alt or Cmd with a letter, a digit, Space or F1 to F24.',
  service: 'Where your chats are stored',
  inside: 'On this computer.',
  elsewhere: params('At {address}.'),
  fixed: 'Set by the administrator of this computer.',
  address: 'URL of another service',
  addressHint: 'For example https://chat.example.org',
  connect: 'Connect',
  checking: 'Connecting…',
  services: 'Services',
  thisComputer: 'This computer',
  inUse: 'In use',
  use: 'Use',
  useThis: params('Use {name}'),
  forget: 'Forget',
  forgetThis: params('Forget {name}'),
  switching: {
    title: params('Use the service at {address}?'),
    text: `${brand} restarts, and you sign in there if you aren't already. Your chats here stay on this computer. You can come back at any time, or copy them with Import and export.`,
    backTitle: 'Go back to the service on this computer?',
    backText: `${brand} restarts with the chats on this computer. You stay signed in at the other service.`,
    confirm: 'Restart',
    cancel: 'Cancel',
  },
  forgetting: {
    title: params('Forget the service at {address}?'),
    text: 'Its URL, your session there and your keys for it are deleted from this computer. Your account and your chats stay with the service.',
    confirm: 'Forget',
    cancel: 'Cancel',
    keysLeft:
      'The service was removed, but its keys may still be in the keychain, because the keychain is locked or missing.',
  },
});

export const reportTexts = texts('desktop/report', {
  title: 'Report a problem',
  lead: `The report contains version numbers and recent activity of ${brand}, but no chats, keys or URLs. ${brand} doesn't send it. Read it, then give it to someone who can help you.`,
  open: 'Show the report',
  report: 'Report',
  copy: 'Copy',
  copied: 'Report copied to clipboard',
  save: 'Save…',
});

export const eraseTexts = texts('desktop/erase', {
  title: 'Erase all data on this computer',
  lead: `Deletes all chats, images, settings, backups and saved API keys of ${brand} on this computer. This can't be undone. If you want to keep your data, download it first. Accounts at other services aren't affected.`,
  open: 'Erase all data…',
});
