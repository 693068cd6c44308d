import { createHash, createHmac, randomBytes } from 'node:crypto';

export interface RefreshTokens {
  /** Creates a token of 256 random bits. */
  first(): string;
  /** Derives the successor of `token`, which is always the same. */
  successorOf(token: string): string;
  /** Returns the stored hash. A plain hash is enough, because 256 random bits can't be guessed. */
  hashOf(token: string): string;
}

/**
 * A session's refresh tokens form a chain: each one is an HMAC of the previous one, under a key that is not in the
 * database.
 *
 * If a client sends a token twice (two tabs, a lost response), it gets the same successor again, as on the hosted
 * service, although only hashes are stored. Without the key, neither a copy of the database nor an old token can open a
 * session.
 */
export function createRefreshTokens(secret: string): RefreshTokens {
  // Derives a key, so that each key has one purpose.
  const key = createHmac('sha256', secret).update('refresh token chain').digest();
  return {
    first: () => randomBytes(32).toString('base64url'),
    successorOf: (token) => createHmac('sha256', key).update(token).digest('base64url'),
    hashOf: (token) => createHash('sha256').update(token).digest('base64url'),
  };
}
