import { loadModule } from './load-module.ts';

/** The claims of an access token. */
interface Claims {
  readonly sub?: string;
  readonly app_metadata?: { readonly encrypted_history?: boolean };
}

/** Null for a key, which contains no claims. */
function claimsOf(init: RequestInit | undefined): Claims | null {
  const token = new Headers(init?.headers).get('authorization')?.split('.')[1];
  try {
    return token ? (JSON.parse(atob(token.replace(/-/g, '+').replace(/_/g, '/'))) as Claims) : null;
  } catch {
    return null;
  }
}

/**
 * Encrypts and decrypts the texts of accounts with encrypted history, which their access token names. Other accounts
 * don't load that code.
 */
export const historyFetch =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const claims = claimsOf(init);
    if (!claims?.sub || !claims.app_metadata?.encrypted_history) return send(input, init);
    const { sendEncrypted } = await loadModule(() => import('./encrypted-history/requests.ts'));
    return sendEncrypted(send, claims.sub, input, init);
  };
