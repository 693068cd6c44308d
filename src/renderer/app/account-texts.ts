import { params, texts } from '../lib/texts.ts';

/** Apart from texts.ts, which every public page loads. */
export const accountMenuTexts = texts('app/accountMenu', {
  label: 'Account menu:',
  open: params('Account menu of {name}'),
  plans: { guest: 'Guest', starter: 'Starter', professional: 'Professional' },
  createAccount: 'Create an account',
  upgrade: 'Upgrade',
  settings: 'Settings',
});

/** The words are keywords for searching. */
export const commandTexts = texts('app/command', {
  account: 'Account',
  accountWords: 'settings plan password keys profile',
  adminWords: 'console administration',
  themes: { light: 'Use light theme', dark: 'Use dark theme', auto: 'Use system theme' },
  themeWords: 'theme mode appearance colors',
  inUse: 'In use',
  signOutWords: 'log out leave',
});
