/** `clv_` and 32 random bytes in base 62: long enough that a plain hash of it cannot be guessed back. */
const pattern = /^clv_[0-9A-Za-z]{43}$/;

const randomBytes = 32;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62 to the power of 43 is the first above 256 to the power of 32. */
const length = 43;
const shownDigits = 8;

/** Whether a bearer has the form of a key of the developer API. */
export const isApiKey = (bearer: string): boolean => pattern.test(bearer);

/** A new key. It is shown to its user once and kept nowhere; `prefix` is what tells it apart afterwards. */
export function createApiKey(): { readonly key: string; readonly prefix: string } {
  const bytes = crypto.getRandomValues(new Uint8Array(randomBytes));
  let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return { key: `clv_${text}`, prefix: `clv_${text.slice(0, shownDigits)}` };
}

/** What the database keeps of a key, in hexadecimal. Not slow on purpose: 256 random bits need no stretching. */
export async function hashApiKey(key: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
