import { safeRedirect } from '../shared/domain/safe-redirect.ts';

/** The scheme of links that open the app. Not the page's own `app:`, which is not accessible from outside. */
export const linkScheme = 'clover';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Longer than any code that a sign-in provider sends. */
const maxLength = 4096;
/** Query parameters of a sign-in that are passed on. */
const callbackFields = ['code', 'error', 'error_code', 'error_description', 'state'];

/**
 * The page for a `clover://…` URL: a chat, or the end of a sign-in. Null for all others, so that a link can only choose
 * a known page and never trigger an action.
 */
export function readDeepLink(address: string): string | null {
  if (address.length > maxLength || !URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (protocol !== `${linkScheme}:`) return null;
  const path = pathname.replace(/^\/+|\/+$/g, '');
  if (hostname === 'chat' && path === '') return '/chat';
  if (hostname === 'chat' && uuid.test(path)) return `/chat?id=${path.toLowerCase()}`;
  return hostname === 'auth' && path === 'callback' ? readCallback(searchParams) : null;
}

/** Reads the result of a sign-in, and the page of the app that the user wanted. */
function readCallback(query: URLSearchParams): string | null {
  const passed = new URLSearchParams();
  for (const name of callbackFields) {
    const value = query.get(name);
    if (value !== null) passed.set(name, value);
  }
  if (passed.size === 0) return null;
  const target = safeRedirect(query.get('redirectTo'), '');
  if (target !== '') passed.set('redirectTo', target);
  return `/auth/callback?${passed.toString()}`;
}

/** The page requested by the app's arguments; null if none of them is our link. */
export function deepLinkIn(commandLine: readonly string[]): string | null {
  const link = commandLine.findLast((argument) => argument.startsWith(`${linkScheme}:`));
  return link === undefined ? null : readDeepLink(link);
}
