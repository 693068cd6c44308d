import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Refresh tokens. The database contains only their hashes. */
export interface RefreshTokens {
  /** The first token of a session: 256 random bits. */
  first(): string;
  /** The token that follows `token`; always the same one. */
  successorOf(token: string): string;
  /** The stored hash. A plain hash is enough, because 256 random bits cannot be guessed. */
  hashOf(token: string): string;
}

/**
 * A session's tokens form a chain: each is an HMAC of the previous one, under a key that is not in the database.
 *
 * Therefore a token that is sent twice (two tabs, a lost response) gets the same successor again, as on hosted, although
 * only hashes are stored. A copy of the database opens no session, and neither does an old token without the key.
 */
export function createRefreshTokens(secret: string): RefreshTokens {
  // Derived, so that each key serves one purpose.
  const key = createHmac('sha256', secret).update('refresh token chain').digest();
  return {
    first: () => randomBytes(32).toString('base64url'),
    successorOf: (token) => createHmac('sha256', key).update(token).digest('base64url'),
    hashOf: (token) => createHash('sha256').update(token).digest('base64url'),
  };
}
