import { describe, expect, it } from 'vitest';
import { decryptKey, encryptKey, EnvelopeError, readKeyRing } from './envelope.ts';

const key = (letter: string) => btoa(letter.repeat(32));
const binding = { vendorId: 'c0000000-0000-4000-8000-000000000001', origin: 'https://api.example.com' };

describe("a vendor key's envelope", () => {
  it('decrypts what it encrypted, and reveals neither key nor secret', async () => {
    const ring = await readKeyRing(`one:${key('a')}`);
    const envelope = await encryptKey(ring, 'sk-geheim ü 🍀', binding);
    expect(envelope).toMatch(/^v1\.one\.[A-Za-z0-9+/=]+\.[A-Za-z0-9+/=]+$/);
    expect(await decryptKey(ring, envelope, binding)).toBe('sk-geheim ü 🍀');
  });

  it('never returns the same envelope twice', async () => {
    const ring = await readKeyRing(`one:${key('a')}`);
    const envelopes = await Promise.all(Array.from({ length: 50 }, () => encryptKey(ring, 'same', binding)));
    expect(new Set(envelopes).size).toBe(50);
  });

  it('does not decrypt for another vendor or origin', async () => {
    const ring = await readKeyRing(`one:${key('a')}`);
    const envelope = await encryptKey(ring, 'secret', binding);
    await expect(decryptKey(ring, envelope, { ...binding, vendorId: 'other' })).rejects.toThrow(
      EnvelopeError,
    );
    await expect(decryptKey(ring, envelope, { ...binding, origin: 'https://evil.example' })).rejects.toThrow(
      EnvelopeError,
    );
  });

  it('does not decrypt if any part was changed', async () => {
    const ring = await readKeyRing(`one:${key('a')},two:${key('a')}`);
    const envelope = await encryptKey(ring, 'secret', binding);
    const [version, id, nonce, text] = envelope.split('.') as [string, string, string, string];
    const flip = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
    const changed = [
      `v2.${id}.${nonce}.${text}`,
      // The same key under another id. The id is authenticated too.
      `${version}.two.${nonce}.${text}`,
      `${version}.${id}.${flip(nonce)}.${text}`,
      `${version}.${id}.${nonce}.${flip(text)}`,
      `${version}.${id}.${nonce}.${text.slice(0, -4)}`,
      `${version}.${id}.${nonce}`,
      `${envelope}.more`,
      '',
      'plain-key',
    ];
    for (const envelopeChanged of changed)
      await expect(decryptKey(ring, envelopeChanged, binding)).rejects.toThrow(EnvelopeError);
  });

  it('encrypts with the first key and decrypts with any, so that keys can be rotated', async () => {
    const old = await encryptKey(await readKeyRing(`old:${key('a')}`), 'secret', binding);
    const ring = await readKeyRing(`new:${key('b')}, old:${key('a')}`);
    expect(await decryptKey(ring, old, binding)).toBe('secret');
    expect(await encryptKey(ring, 'secret', binding)).toMatch(/^v1\.new\./);
    await expect(decryptKey(await readKeyRing(`new:${key('b')}`), old, binding)).rejects.toThrow(
      EnvelopeError,
    );
  });

  it.each(['', 'one', 'one:', `one:${btoa('short')}`, 'one:!!!', `one:${key('a')},`, `a.b:${key('a')}`])(
    'refuses the ring %j without repeating it',
    async (ring) => {
      const refused: unknown = await readKeyRing(ring).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(EnvelopeError);
      expect(String(refused)).not.toContain(key('a'));
    },
  );
});
