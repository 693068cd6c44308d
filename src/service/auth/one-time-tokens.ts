import { createHash, createHmac, randomInt } from 'node:crypto';

/** A one-time secret in the two forms that an email contains. */
export interface OneTimeToken {
  /** Six digits for users to type. */
  readonly code: string;
  /** For the link; `token_hash` in supabase-js. Begins with `pkce_` if the link must return a PKCE code. */
  readonly token: string;
  readonly storedHash: string;
}

export interface OneTimeTokens {
  /** Creates a token for an email address. `isPkce`: the client sent a code challenge. */
  create(email: string, isPkce: boolean): OneTimeToken;
  hashOfToken(token: string): string;
  /** Returns the stored hashes that match a typed code, with and without PKCE. */
  hashesOfCode(email: string, code: string): readonly string[];
}

export const pkcePrefix = 'pkce_';

const codeDigits = 6;

/**
 * Creates codes and links for emails. The token is derived from address and code, as on the hosted service, so one row
 * stores both. It is an HMAC under a key that is not in the database, and only its hash is stored, so someone who reads
 * the database can neither use it as a link nor try all codes.
 */
export function createOneTimeTokens(secret: string): OneTimeTokens {
  // Derives a key, so that each key has one purpose.
  const key = createHmac('sha256', secret).update('one-time tokens of mails').digest();
  const tokenOf = (email: string, code: string) =>
    createHmac('sha256', key).update(`${email}\n${code}`).digest('hex');
  const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex');
  return {
    hashOfToken,
    create(email, isPkce) {
      const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
      const token = `${isPkce ? pkcePrefix : ''}${tokenOf(email, code)}`;
      return { code, token, storedHash: hashOfToken(token) };
    },
    hashesOfCode(email, code) {
      const token = tokenOf(email, code.replaceAll(/[\s-]/g, ''));
      return [hashOfToken(token), hashOfToken(pkcePrefix + token)];
    },
  };
}
