import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Refresh tokens of which the database holds hashes alone. */
export interface RefreshTokens {
  /** The first token of a session: 256 random bits. */
  first(): string;
  /** The token that follows `token`; always the same one. */
  successorOf(token: string): string;
  /** What is stored instead of `token`. A plain hash will do, because there is nothing to guess in 256 random bits. */
  hashOf(token: string): string;
}

/**
 * A session's tokens form a chain: each is an HMAC of the one before, under a key that is not in the database.
 *
 * Because of this the answer to a token that is shown twice (two tabs, a lost answer) can be the same successor
 * again, as hosted does it, although only hashes are stored: whoever reads the database, or a backup, gets no
 * session; nor does one who has an old token without the key.
 */
export function createRefreshTokens(secret: string): RefreshTokens {
  // Derived, so that no value serves two purposes.
  const key = createHmac('sha256', secret).update('refresh token chain').digest();
  return {
    first: () => randomBytes(32).toString('base64url'),
    successorOf: (token) => createHmac('sha256', key).update(token).digest('base64url'),
    hashOf: (token) => createHash('sha256').update(token).digest('base64url'),
  };
}
