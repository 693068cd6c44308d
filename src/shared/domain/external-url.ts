const allowedSchemes = new Set(['https:', 'http:', 'mailto:']);

/**
 * Returns the URL to open outside the app, or null if it is not safe to open. The page and the desktop's main process
 * check every link, because other schemes can run script (`javascript:`) or start a program with an attacker's
 * argument, and a URL with a user name can imitate another site.
 */
export function externalUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return allowedSchemes.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}
