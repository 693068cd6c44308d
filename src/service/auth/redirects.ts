import { desktopOrigin } from '../http/cors.ts';

/** Where the desktop app takes links from the browser. */
const desktopCallback = 'clover://auth/callback';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Two names of this machine are one place: the service answers to all of them. */
const isSamePlace = (left: URL, right: URL) =>
  left.origin === right.origin ||
  (left.protocol === right.protocol &&
    left.port === right.port &&
    loopbackNames.has(left.hostname) &&
    loopbackNames.has(right.hostname));

/**
 * Where a mail's link may lead in the end: a page of our own, or the desktop app. Anything else, and nothing, becomes
 * the site's own address. The request's Host has no say, because a mail outlives the request that caused it.
 */
export function safeTarget(wanted: string | null, siteUrl: string): string {
  if (!wanted || !URL.canParse(wanted)) return siteUrl;
  const url = new URL(wanted);
  const isDesktop =
    url.href === desktopCallback ||
    url.href.startsWith(`${desktopCallback}?`) ||
    url.href.startsWith(`${desktopOrigin}/`);
  if (isDesktop) return url.href;
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && !url.username && !url.password && isSamePlace(url, new URL(siteUrl)) ? url.href : siteUrl;
}

/** The address with parameters laid over its query. */
export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The address with parameters as its fragment, which no server and no log sees. */
export function withFragment(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}
