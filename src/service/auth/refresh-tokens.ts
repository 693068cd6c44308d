import { createHash, createHmac, randomBytes } from 'node:crypto';

export interface RefreshTokens {
  /** 256 random bits. */
  first(): string;
  /** Derives the token that follows `token`: always the same one. */
  successorOf(token: string): string;
  /** Returns the stored hash. A plain hash is enough, because 256 random bits can't be guessed. */
  hashOf(token: string): string;
}

/**
 * A session's refresh tokens form a chain: each is an HMAC of the previous one, under a key that is not in the
 * database.
 *
 * If a client sends a token twice (two tabs, a lost response), it gets the same successor again, as on the hosted
 * service, although only hashes are stored. A copy of the database can't open a session, and neither can an old token
 * without the key.
 */
export function createRefreshTokens(secret: string): RefreshTokens {
  // Derived, so that each key has one purpose.
  const key = createHmac('sha256', secret).update('refresh token chain').digest();
  return {
    first: () => randomBytes(32).toString('base64url'),
    successorOf: (token) => createHmac('sha256', key).update(token).digest('base64url'),
    hashOf: (token) => createHash('sha256').update(token).digest('base64url'),
  };
}
