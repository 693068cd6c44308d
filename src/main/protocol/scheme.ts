import { protocol } from 'electron';

export const scheme = 'app';
const host = 'clover';
/** The origin of our page. Node's `URL.origin` is "null" for custom schemes, so never compare with it. */
export const ownOrigin = `${scheme}://${host}`;
export const homeUrl = `${ownOrigin}/chat`;

/** True only for our page, not for similar URLs (`app://clover.example`, `app://x@clover`, `about:blank`). */
export function isOwnUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol: ownScheme, host: ownHost, username, password } = new URL(url);
  return ownScheme === `${scheme}:` && ownHost === host && username === '' && password === '';
}

/**
 * Makes `app://clover/` behave like a web origin: relative URLs, storage, fetch, and a secure context for WebCrypto.
 * Must be called before the app is ready, otherwise Electron ignores it.
 */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}
