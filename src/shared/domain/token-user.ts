import { readClaims } from './token-claims.ts';
import { isUuid } from './uuid.ts';

// A separate file, because public pages load token-claims.ts and don't need this function.

/**
 * Returns the user's id from an access token, or null. The token is not verified, so use the id only to find that
 * user's own keys.
 */
export function userOfToken(token: string): string | null {
  const subject = readClaims(token)?.['sub'];
  return typeof subject === 'string' && isUuid(subject) ? subject : null;
}
