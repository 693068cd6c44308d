import { encodeHex } from '../../../src/shared/domain/encoding.ts';

/** `clv_` and 32 random bytes in base 62. Too long to guess, even for someone who has the plain hash. */
const pattern = /^clv_[0-9A-Za-z]{43}$/;

const randomBytes = 32;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 digits, because 62 ** 43 is the first power above 256 ** 32. */
const length = 43;
const prefixDigits = 8;

export const isApiKey = (bearer: string): boolean => pattern.test(bearer);

/** Creates a key. It is shown to its user once and not stored. Lists only show `prefix`. */
export function createApiKey(): { readonly key: string; readonly prefix: string } {
  const bytes = crypto.getRandomValues(new Uint8Array(randomBytes));
  let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return { key: `clv_${text}`, prefix: `clv_${text.slice(0, prefixDigits)}` };
}

/** Hashes a key for the database, in hexadecimal. A fast hash is enough, because 256 random bits can't be guessed. */
export const hashApiKey = async (key: string): Promise<string> =>
  encodeHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
