/** A placeholder origin, to check whether the resolved URL leaves it. */
const base = new URL('https://product.invalid');

const maxTargetLength = 2048;

/** Browsers drop control characters and turn backslashes into slashes, so `/\evil` would leave the site. */
// oxlint-disable-next-line no-control-regex -- it searches for control characters
const unsafeCharacters = /[\u0000-\u001f\u007f\\]/;

/**
 * Returns the page to open after signing in: a path inside the product with its query and hash, or `fallback`
 * (ACCT-007). Check every `redirectTo` with this function, because a link could send a user who has just signed in to
 * another site.
 */
export function safeRedirect(target: string | null | undefined, fallback: string): string {
  if (typeof target !== 'string' || target.length > maxTargetLength) return fallback;
  if (!target.startsWith('/') || target.startsWith('//') || unsafeCharacters.test(target)) return fallback;
  let url: URL;
  try {
    url = new URL(target, base);
  } catch {
    return fallback;
  }
  // `/..//evil.example` resolves to the path `//evil.example`, which a browser reads as a host.
  if (url.origin !== base.origin || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
