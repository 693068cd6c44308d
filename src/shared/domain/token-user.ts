import { readClaims } from './token-claims.ts';
import { isUuid } from './uuid.ts';

// A separate file, because public pages load token-claims.ts and don't need this.

/** The id of the user whom an access token names, or null. It only selects that user's own keys. */
export function userOfToken(token: string): string | null {
  const subject = readClaims(token)?.['sub'];
  return typeof subject === 'string' && isUuid(subject) ? subject : null;
}
