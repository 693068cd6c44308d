/** Parameters by which a URL decides about encryption itself. */
const decisions = ['sslmode', 'ssl', 'sslrootcert'];

/**
 * The driver's settings for a connection that is encrypted where the server can, as PostgreSQL's own programs do. The
 * driver alone would send everything open. `sslmode` in the URL demands more (`verify-full`) or less (`disable`).
 */
export function encryptionOf(url: string): { readonly ssl?: 'prefer' } {
  const asked = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  return decisions.some((name) => asked.has(name)) ? {} : { ssl: 'prefer' };
}
