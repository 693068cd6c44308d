import { brand } from '../../../shared/brand.ts';

export const quickAskTexts = {
  title: 'Quick ask',
  label: 'Your question',
  placeholder: 'Ask anything…',
  hint: 'Enter asks in a new chat · Shift+Enter begins a line · Esc closes',
} as const;

export const computerTexts = {
  loading: 'Reading the settings of this computer…',
  closeToTray: 'Keep running when the window is closed',
  closeToTrayNote: `${brand} stays in the tray until you quit it there.`,
  startAtLogin: `Start ${brand} when I sign in to this computer`,
  startAtLoginMissing: 'Only an installed app can be started by the system.',
  startHidden: 'Without a window then, in the tray alone',
  startHiddenMissing: 'Only while the app keeps running in the tray.',
  spelling: 'Spelling',
  spellingNote:
    'The languages that you write in. What you write is checked on this computer; the dictionary of a language that you add is fetched from Google once.',
  noSpelling: 'Spelling is not checked.',
  addLanguage: 'Add a language',
  chooseLanguage: 'Choose…',
  removeLanguage: (name: string) => `Remove ${name}`,
  notifyReplies: 'Tell me when a reply arrives while I am elsewhere',
  notifyRepliesNote: 'With the title of the chat, never with its text.',
  quickAsk: 'Quick ask',
  quickAskNote: 'Keys that open a small window for one question, over any other program.',
  noKeys: 'No keys',
  chooseKeys: 'Choose keys',
  changeKeys: 'Change keys',
  removeKeys: 'Remove',
  pressKeys: 'Press the keys now. Esc leaves them as they are.',
  keysNeed: 'Please hold Ctrl, Alt or Cmd together with a letter, a digit, Space or F1 to F24.',
  service: 'Where your chats are kept',
  inside: `On this computer, by the service inside ${brand}.`,
  elsewhere: (address: string) => `By the service at ${address}.`,
  fixed: 'Chosen by whoever set this computer up.',
  address: 'Address of another service',
  addressHint: 'For example https://chat.example.org',
  connect: 'Connect',
  checking: 'Looking…',
  places: 'Services',
  thisComputer: 'This computer',
  inUse: 'In use',
  use: 'Use',
  useThis: (name: string) => `Use ${name}`,
  forget: 'Forget',
  forgetThis: (name: string) => `Forget ${name}`,
  ask: {
    title: (address: string) => `Use the service at ${address}?`,
    text: `${brand} starts again and asks you to sign in there, unless you still are. What you have here stays here: you can come back at any time, or bring the chats of this computer along by Import and export.`,
    backTitle: 'Go back to the service on this computer?',
    backText: `${brand} starts again with the chats that are kept here. You stay signed in at the other service.`,
    confirm: 'Start again',
    cancel: 'Cancel',
  },
  forgetting: {
    title: (address: string) => `Forget the service at ${address}?`,
    text: 'Its address, your session there and your keys for it are deleted from this computer. Your account and your chats stay with the service.',
    confirm: 'Forget',
    cancel: 'Cancel',
    keysLeft:
      'The service is forgotten. The keychain is locked or missing: keys for it may still be in there.',
  },
} as const;

export const eraseTexts = {
  title: 'Erase all data on this computer',
  lead: `Deletes all chats, images, settings, backups and saved API keys that ${brand} keeps on this computer. It can’t be undone, so download your data first if you want to keep it. Accounts at other services aren’t affected.`,
  open: 'Erase all data…',
} as const;
