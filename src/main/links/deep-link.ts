import { safeRedirect } from '../../shared/domain/safe-redirect.ts';

/** The scheme that other programs open the app by. Not the page's own `app:`, which nothing outside may reach. */
export const linkScheme = 'clover';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Longer than any code that a sign-in provider sends. */
const longest = 4096;
/** What a sign-in may bring back. Everything else in the query stays outside. */
const callbackFields = ['code', 'error', 'error_code', 'error_description', 'state'];

/**
 * The page that an address of the form `clover://…` leads to: a chat, or the end of a sign-in. Null for every other
 * one: whoever writes a link chooses among known pages and can make the app do nothing.
 */
export function readDeepLink(address: string): string | null {
  if (address.length > longest || !URL.canParse(address)) return null;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  if (protocol !== `${linkScheme}:`) return null;
  const place = pathname.replace(/^\/+|\/+$/g, '');
  if (hostname === 'chat' && place === '') return '/chat';
  if (hostname === 'chat' && uuid.test(place)) return `/chat?id=${place.toLowerCase()}`;
  return hostname === 'auth' && place === 'callback' ? readCallback(searchParams) : null;
}

/** The end of a sign-in, and where it leads on to: the page that the person wanted, inside the product only. */
function readCallback(query: URLSearchParams): string | null {
  const kept = new URLSearchParams();
  for (const name of callbackFields) {
    const value = query.get(name);
    if (value !== null) kept.set(name, value);
  }
  if (kept.size === 0) return null;
  const target = safeRedirect(query.get('redirectTo'), '');
  if (target !== '') kept.set('redirectTo', target);
  return `/auth/callback?${kept.toString()}`;
}

/** The page that a start asks for, by its arguments; null where none of them is a link of ours. */
export function deepLinkIn(commandLine: readonly string[]): string | null {
  const link = commandLine.findLast((argument) => argument.startsWith(`${linkScheme}:`));
  return link === undefined ? null : readDeepLink(link);
}
