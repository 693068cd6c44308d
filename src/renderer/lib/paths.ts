import type { Billing, Tier } from '../../shared/domain/plans.ts';

/** Every address of the app. A mistyped one fails the build instead of the person. */
export const paths = {
  home: '/',
  features: '/features',
  pricing: '/pricing',
  privacy: '/privacy',
  docs: '/docs',
  apiDocs: '/docs/api',
  signUp: '/signup',
  signIn: '/signin',
  authCallback: '/auth/callback',
  resetPassword: '/reset-password',
  chat: '/chat',
  checkout: '/checkout',
  account: '/account',
  admin: '/admin',
  /** The small window of the desktop app. */
  quickAsk: '/quick-ask',
  /** A page of the console (features/admin/pages.ts) that other screens lead to. */
  adminVendors: '/admin/api-vendors',
} as const;

/** The landing page's section for developers, which leads on to `apiDocs` [SITE-080]. */
export const inferenceApiPath = `${paths.home}#api`;

/** The chat screen, opened at one chat when an id is given [CHAT-002], and there at one of its messages. */
export const chatPath = (chatId?: string | null, messageId?: string): string => {
  if (!chatId) return paths.chat;
  const message = messageId === undefined ? '' : `&message=${encodeURIComponent(messageId)}`;
  return `${paths.chat}?id=${encodeURIComponent(chatId)}${message}`;
};

/** The part of an address that chooses a plan; monthly is what is meant without a word [PRICE-013]. */
export const planQuery = (name: 'tier' | 'selected', tier: Tier, billing: Billing): string =>
  `${name}=${tier}${billing === 'annual' ? '&billing=annual' : ''}`;

/** The checkout of a plan [PRICE-014, PRICE-020]. */
export const checkoutPath = (tier: Tier, billing: Billing): string =>
  `${paths.checkout}?${planQuery('tier', tier, billing)}`;

/** The sign-in page that leads on to `target` (path and query, kept whole) [ACCT-004, ACCT-005]. */
export const signInPath = (target?: string): string => withRedirect(paths.signIn, target);

/** Where a person goes who signs out: home, and from the console to its sign-in [SITE-030, ACCT-046]. */
export const pathAfterSignOut = (pathname: string): string =>
  pathname === paths.admin || pathname.startsWith(`${paths.admin}/`) ? signInPath(paths.admin) : paths.home;

/** The sign-up page that leads on to `target` [ACCT-001]. */
export const signUpPath = (target?: string): string => withRedirect(paths.signUp, target);

/** The page where a new password is chosen, leading on to `target`. */
export const resetPasswordPath = (target?: string): string => withRedirect(paths.resetPassword, target);

/** The sign-in page that starts the demo at once [ACCT-003, ACCT-011]. */
export const demoPath = `${paths.signIn}?demo=true`;

function withRedirect(path: string, target: string | undefined): string {
  return target ? `${path}?redirectTo=${encodeURIComponent(target)}` : path;
}
