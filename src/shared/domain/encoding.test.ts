import { describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64, encodeHex } from './encoding.ts';

it('encodes bytes in hexadecimal', () => {
  expect(encodeHex(Uint8Array.of(0, 9, 171, 255))).toBe('0009abff');
});

describe('base64', () => {
  it.each([0, 1, 2, 3, 0x80_00, 0x80_01, 1_048_577])(
    'encodes and decodes %i bytes without a change',
    (length) => {
      const bytes = new Uint8Array(length).map((_, index) => (index * 31) % 256);
      const text = encodeBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(Buffer.compare(decodeBase64(text), bytes)).toBe(0);
    },
  );

  it('refuses other text', () => {
    expect(() => decodeBase64('a§b')).toThrow('character');
  });
});
