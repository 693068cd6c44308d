import { desktopOrigin } from '../http/cors.ts';

/** The browser passes links with the desktop app's own URL scheme to the app. */
const desktopCallback = 'clover://auth/callback';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Compares origins. All loopback names refer to the same machine. */
const isSameService = (left: URL, right: URL) =>
  left.origin === right.origin ||
  (left.protocol === right.protocol &&
    left.port === right.port &&
    loopbackNames.has(left.hostname) &&
    loopbackNames.has(right.hostname));

/**
 * Returns where a link in an email may redirect to: one of our pages, or the desktop app. Replaces any other target
 * with the site's URL. Ignores the request's Host header, because the email may be opened much later.
 */
export function safeRedirectTarget(wanted: string | null | undefined, siteUrl: string): string {
  if (!wanted || !URL.canParse(wanted)) return siteUrl;
  const url = new URL(wanted);
  const isDesktop =
    url.href === desktopCallback ||
    url.href.startsWith(`${desktopCallback}?`) ||
    url.href.startsWith(`${desktopOrigin}/`);
  if (isDesktop) return url.href;
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && !url.username && !url.password && isSameService(url, new URL(siteUrl)) ? url.href : siteUrl;
}

export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Adds the parameters as a fragment, because browsers don't send fragments to servers. */
export function withFragment(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}
