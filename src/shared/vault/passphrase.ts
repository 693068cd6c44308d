import { argon2id } from '@noble/hashes/argon2.js';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * RFC 9106's second recommended option, but with one lane, because browsers have no threads for more. Fixed, so that
 * the service can't request a cheaper one.
 */
const cost = { m: 65_536, t: 3, p: 1, version: 0x13, dkLen: 32 } as const;

/** Takes about a second of processor time and 64 MiB: call it in a worker. */
export function stretchPassphrase(passphrase: string, salt: Bytes): Bytes {
  // Keyboards encode accents in different ways.
  const text = new TextEncoder().encode(passphrase.normalize('NFKC'));
  return new Uint8Array(argon2id(text, salt, cost));
}
