import { params, texts } from '../../shared/texts.ts';

/** Not in texts.ts, because every public page loads that file. */
export const accountMenuTexts = texts('app/accountMenu', {
  label: 'Account menu:',
  open: params('Account menu of {name}'),
  plans: { guest: 'Guest', starter: 'Starter', professional: 'Professional' },
  guest: 'Your chats are available in this browser for 24 hours. Create an account to keep them.',
  createAccount: 'Create account',
  upgrade: 'Upgrade',
  settings: 'Settings',
});

export const commandTexts = texts('app/command', {
  account: 'Settings',
  accountWords: 'account preferences options plan password keys profile',
  adminWords: 'console administration',
  themes: { light: 'Use light theme', dark: 'Use dark theme', auto: 'Use system theme' },
  themeWords: 'theme mode appearance colors',
  inUse: 'In use',
  settings: params('Settings: {section}'),
  sectionWords: {
    general: 'profile name email language',
    appearance: 'theme density text font size code colors',
    chat: 'reply display enter key typing',
    prompts: 'slash',
    instructions: 'about me style',
    personas: 'character',
    models: 'api key provider own developer',
    privacy: 'data export download delete account support device storage',
    account: 'usage billing upgrade cancel limit subscription',
    security: 'password two-step second factor sessions devices sign out everywhere',
    shortcuts: 'keyboard keys',
    computer: 'desktop tray login spelling service quick ask notifications updates',
    about: 'version license help',
  },
  enterKey: { send: 'Use Enter to send messages', newline: 'Use Enter for new lines' },
  enterWords: 'key ctrl shift',
  pages: {
    docs: 'Documentation',
    api: 'API documentation',
    privacy: 'Where your data goes',
    plans: 'Compare plans',
  },
  signOutWords: 'log out leave',
});
