import { createHash, createHmac, randomInt } from 'node:crypto';

/** A code for one use, in the two forms in which a mail carries it. */
export interface OneTimeToken {
  /** Six digits to type. */
  readonly code: string;
  /** What a link carries; `token_hash` of supabase-js. Begins with `pkce_` where the link must lead to a code of PKCE. */
  readonly token: string;
  /** What is stored. */
  readonly storedHash: string;
}

export interface OneTimeTokens {
  /** A new code for the mailbox `email`; `isPkce` when the client that asked has shown a code challenge. */
  create(email: string, isPkce: boolean): OneTimeToken;
  /** What is stored of the token in a link. */
  hashOfToken(token: string): string;
  /** What may be stored of a code that was typed, for a request with or without PKCE. */
  hashesOfCode(email: string, code: string): readonly string[];
}

export const pkcePrefix = 'pkce_';

const codeDigits = 6;

/**
 * Codes and links for mails. The token is made of the mailbox and the code, as on hosted, so one row serves both; it
 * is an HMAC under a key that is not in the database. Whoever reads the database has only a hash of that: he can
 * neither use it as a link nor try all six digits against it.
 */
export function createOneTimeTokens(secret: string): OneTimeTokens {
  // Derived, so that no value serves two purposes.
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
