const allowed = new Set(['https:', 'http:', 'mailto:']);

/**
 * The address to open outside the app, or null when it may not leave it. Everything that opens a link asks here, the
 * page and the desktop's main alike: any other scheme can run script (`javascript:`) or start a program of the computer
 * with an argument of a stranger's choice, and an address with a user name in it dresses up as another site.
 */
export function externalUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return allowed.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}
