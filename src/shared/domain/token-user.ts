import { readClaims } from './token-claims.ts';
import { isUuid } from './uuid.ts';

// Not in token-claims.ts, because public pages load that file.

/** The id of the user whom an access token names, or null. It only selects that user's own keys. */
export function userOfToken(token: string): string | null {
  const subject = readClaims(token)?.['sub'];
  return typeof subject === 'string' && isUuid(subject) ? subject : null;
}
