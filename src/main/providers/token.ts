import { z } from 'zod';

const claimsSchema = z.object({ sub: z.uuid() });

/**
 * The user that an access token names, or null when it is no token. The signature is not checked here, as main has no
 * key for it: the answer only names a key in the keychain, and before a key is used the service has accepted the token.
 */
export function userOfToken(token: string): string | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return claims.success ? claims.data.sub : null;
  } catch {
    return null;
  }
}
