import { brand } from '../../shared/brand.ts';
import { inferenceApiPath, paths } from '../lib/paths.ts';

export const headerTexts = {
  skip: 'Skip to content',
  navigation: 'Main',
  home: `${brand}, home`,
  features: 'Features',
  pricing: 'Pricing',
  admin: 'Admin Panel',
  greeting: (name: string) => `Hello, ${name}`,
  chat: 'Chat Now',
  signOut: 'Sign Out',
  signIn: 'Sign In',
  signUp: 'Sign Up',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
} as const;

/** [SITE-079, SITE-080] */
export const footerLinks = [
  { label: 'Home', to: paths.home },
  { label: 'About', to: paths.features },
  { label: 'Features', to: paths.features },
  { label: 'API', to: inferenceApiPath },
  { label: 'Login', to: paths.signIn },
  { label: 'Docs', to: paths.docs },
  { label: 'Privacy', to: paths.privacy },
] as const;

export const footerTexts = {
  navigation: 'Footer',
  promise: 'Private, and you can check it.',
} as const;

/** The words are keywords for searching. */
export const commandTexts = {
  account: 'Account',
  accountWords: 'settings plan password keys profile',
  adminWords: 'console administration',
  themes: { light: 'Use light theme', dark: 'Use dark theme', auto: 'Use system theme' },
  themeWords: 'theme mode appearance colors',
  inUse: 'In use',
  signOutWords: 'log out leave',
} as const;
