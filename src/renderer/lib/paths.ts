/** All paths of the app in one place, so that a typo fails the build. */
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
  history: '/history',
  checkout: '/checkout',
  account: '/account',
  admin: '/admin',
  /** The desktop app's quick-ask window. */
  quickAsk: '/quick-ask',
  /** Console pages (features/admin/pages.ts) that other screens link to. */
  adminVendors: '/admin/api-vendors',
  adminSettings: '/admin/settings',
} as const;

/** Returns the path of a section of the settings (features/account/settings/sections.ts). */
export const settingsPath = (section: string): string => `${paths.account}/${section}`;

/** The landing page's section for developers [SITE-080]. */
export const inferenceApiPath = `${paths.home}#api`;

/** Returns the chat's path, optionally with a chat [CHAT-002] and a message. */
export const chatPath = (chatId?: string | null, messageId?: string): string => {
  if (!chatId) return paths.chat;
  const message = messageId === undefined ? '' : `&message=${encodeURIComponent(messageId)}`;
  return `${paths.chat}?id=${encodeURIComponent(chatId)}${message}`;
};

export const comparePath = (chatId: string, questionId: string): string =>
  `${chatPath(chatId)}&compare=${encodeURIComponent(questionId)}`;

/** True for pages with the chat's sidebar. */
export const isChatPage = (pathname: string): boolean =>
  pathname === paths.chat || pathname === paths.history;

/** Returns the sign-in path. After sign-in, the page redirects to `target` (path and query) [ACCT-004, ACCT-005]. */
export const signInPath = (target?: string): string => withRedirect(paths.signIn, target);

/** Returns the path after signing out: the home page, or the console's sign-in page [SITE-030, ACCT-046]. */
export const pathAfterSignOut = (pathname: string): string =>
  pathname === paths.admin || pathname.startsWith(`${paths.admin}/`) ? signInPath(paths.admin) : paths.home;

/** [ACCT-001] */
export const signUpPath = (target?: string): string => withRedirect(paths.signUp, target);

export const resetPasswordPath = (target?: string): string => withRedirect(paths.resetPassword, target);

/** Starts the demo immediately [ACCT-003, ACCT-011]. */
export const demoPath = `${paths.signIn}?demo=true`;

function withRedirect(path: string, target: string | undefined): string {
  return target ? `${path}?redirectTo=${encodeURIComponent(target)}` : path;
}
