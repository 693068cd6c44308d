import { protocol } from 'electron';

export const scheme = 'app';
const host = 'clover';
/** The origin of our page. Don't compare it with Node's `URL.origin`, which is "null" for custom schemes. */
export const ownOrigin = `${scheme}://${host}`;
export const homeUrl = `${ownOrigin}/chat`;

/** Returns whether a URL is one of our page. Similar URLs (`app://clover.example`, `app://x@clover`) are not. */
export function isOwnUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol: ownScheme, host: ownHost, username, password } = new URL(url);
  return ownScheme === `${scheme}:` && ownHost === host && username === '' && password === '';
}

/**
 * Makes `app://clover/` behave like a web origin: relative URLs, storage, fetch and WebCrypto work. Must be
 * called before the app is ready, because Electron throws afterwards.
 */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}
