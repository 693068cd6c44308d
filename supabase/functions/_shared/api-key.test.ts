import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApiKey, hashApiKey, isApiKey } from './api-key.ts';

afterEach(() => vi.restoreAllMocks());

const fill = (byte: number) =>
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    (bytes as unknown as Uint8Array).fill(byte);
    return bytes;
  });

describe('an API key', () => {
  it('consists of the prefix and 32 random bytes in base 62, always with the same length [DATA-015]', () => {
    for (const byte of [0, 255]) {
      fill(byte);
      const { key, prefix } = createApiKey();
      expect(key).toMatch(/^clv_[0-9A-Za-z]{43}$/);
      expect(key.startsWith(prefix)).toBe(true);
      expect(prefix).toHaveLength(12);
      const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
      const value = Array.from(key.slice(4)).reduce(
        (sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)),
        0n,
      );
      expect(value).toBe(byte === 0 ? 0n : 256n ** 32n - 1n);
      vi.restoreAllMocks();
    }
    expect(new Set(Array.from({ length: 100 }, () => createApiKey().key)).size).toBe(100);
  });

  it('differs from an access token, and is stored as its SHA-256', async () => {
    const { key } = createApiKey();
    expect(isApiKey(key)).toBe(true);
    for (const other of [
      `${key}0`,
      key.slice(0, -1),
      key.replace('clv_', 'clw_'),
      'eyJhbGciOiJIUzI1NiJ9.e30.x',
    ])
      expect(isApiKey(other)).toBe(false);
    expect(await hashApiKey(key)).toBe(createHash('sha256').update(key).digest('hex'));
  });
});
