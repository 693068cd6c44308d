import { decodeBase64 } from './encoding.ts';

/**
 * Returns the claims of a JWT, or null if the text is not a JWT. The signature is not checked, so claims must never
 * grant anything.
 */
export function readClaims(token: string): Readonly<Record<string, unknown>> | null {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(decodeBase64(payload)));
    return typeof claims === 'object' ? (claims as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
