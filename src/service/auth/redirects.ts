import { desktopOrigin } from '../http/cors.ts';

/** Where the desktop app receives links from the browser. */
const desktopCallback = 'clover://auth/callback';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** All names of this machine mean the same service. */
const isSamePlace = (left: URL, right: URL) =>
  left.origin === right.origin ||
  (left.protocol === right.protocol &&
    left.port === right.port &&
    loopbackNames.has(left.hostname) &&
    loopbackNames.has(right.hostname));

/**
 * The allowed target of an email's link: one of our pages, or the desktop app. Anything else becomes the site's URL.
 * The request's Host header is ignored, because an email can be opened much later.
 */
export function safeTarget(wanted: string | null | undefined, siteUrl: string): string {
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

/** The URL with these query parameters. */
export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The URL with parameters as its fragment, which no server sees or logs. */
export function withFragment(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}
