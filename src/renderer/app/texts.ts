import { brand } from '../../shared/brand.ts';
import { inferenceApiPath, paths } from '../lib/paths.ts';
import { params, texts } from '../lib/texts.ts';

export const headerTexts = texts('app/header', {
  skip: 'Skip to content',
  skipToChat: 'Skip to the conversation',
  navigation: 'Main',
  home: `${brand}, home`,
  features: 'Features',
  pricing: 'Pricing',
  admin: 'Admin Panel',
  greeting: params('Hello, {name}'),
  chat: 'Chat Now',
  signOut: 'Sign Out',
  signIn: 'Sign In',
  signUp: 'Sign Up',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
});

export const accountMenuTexts = texts('app/accountMenu', {
  label: 'Account menu:',
  open: params('Account menu of {name}'),
  plans: { guest: 'Guest', starter: 'Starter', professional: 'Professional' },
  createAccount: 'Create an account',
  upgrade: 'Upgrade',
  settings: 'Settings',
});

/** [SITE-079, SITE-080] */
export const footerLinks = [
  ['home', paths.home],
  ['about', paths.features],
  ['features', paths.features],
  ['api', inferenceApiPath],
  ['signIn', paths.signIn],
  ['docs', paths.docs],
  ['privacy', paths.privacy],
] as const;

export const footerTexts = texts('app/footer', {
  navigation: 'Footer',
  links: {
    home: 'Home',
    about: 'About',
    features: 'Features',
    api: 'API',
    signIn: 'Login',
    docs: 'Docs',
    privacy: 'Privacy',
  },
  promise: 'Private, and you can check it.',
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
