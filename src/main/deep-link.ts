import { safeRedirect } from '../shared/domain/safe-redirect.ts';

/** The scheme of links that open the app. Other programs cannot use the page's own scheme, `app:`. */
export const linkScheme = 'clover';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** In characters. No sign-in provider's code is that long. */
const maxLength = 4096;
/** The parameters of a sign-in callback that are passed to the page. */
const callbackFields = ['code', 'error', 'error_code', 'error_description', 'state'];

/**
 * Returns the page for a `clover://…` URL: a chat, or the last step of a sign-in. Null for all other URLs, so that a
 * link can only open a known page and never trigger an action.
 */
export function pageFromDeepLink(address: string): string | null {
  if (address.length > maxLength || !URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (protocol !== `${linkScheme}:`) return null;
  const path = pathname.replace(/^\/+|\/+$/g, '');
  if (hostname === 'chat' && path === '') return '/chat';
  if (hostname === 'chat' && uuid.test(path)) return `/chat?id=${path.toLowerCase()}`;
  return hostname === 'auth' && path === 'callback' ? readCallback(searchParams) : null;
}

/** Returns the callback page with the result of a sign-in and the page to open next. Null without a result. */
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

/** Returns the page of the last link in a command line; null if there is none. */
export function pageFromCommandLine(commandLine: readonly string[]): string | null {
  const link = commandLine.findLast((argument) => argument.startsWith(`${linkScheme}:`));
  return link === undefined ? null : pageFromDeepLink(link);
}
