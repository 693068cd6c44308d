import { brand } from '../../shared/brand.ts';
import { inferenceApiPath, paths } from '../lib/paths.ts';
import { params, texts } from '../../shared/texts.ts';

export const headerTexts = texts('app/header', {
  skip: 'Skip to content',
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
