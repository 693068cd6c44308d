const allowed = new Set(['https:', 'http:', 'mailto:']);

/**
 * The address to open outside the app, or null when its scheme may not leave it. Everything that opens a link asks
 * here, because `javascript:` and `file:` in a reply must stay text.
 */
export function externalUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return allowed.has(url.protocol) ? url.href : null;
}
