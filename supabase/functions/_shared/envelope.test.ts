import { describe, expect, it } from 'vitest';
import { EnvelopeError, open, readKeyRing, seal } from './envelope.ts';

const key = (letter: string) => btoa(letter.repeat(32));
const binding = { vendorId: 'c0000000-0000-4000-8000-000000000001', origin: 'https://api.example.com' };

describe('the envelope of vendor keys', () => {
  it('opens what it sealed, and shows neither key nor secret', async () => {
    const ring = await readKeyRing(`one:${key('a')}`);
    const envelope = await seal(ring, 'sk-geheim ü 🍀', binding);
    expect(envelope).toMatch(/^v1\.one\.[A-Za-z0-9+/=]+\.[A-Za-z0-9+/=]+$/);
    expect(await open(ring, envelope, binding)).toBe('sk-geheim ü 🍀');
  });

  it('never seals twice alike', async () => {
    const ring = await readKeyRing(`one:${key('a')}`);
    const sealed = await Promise.all(Array.from({ length: 50 }, () => seal(ring, 'same', binding)));
    expect(new Set(sealed).size).toBe(50);
  });

  it('does not open for another vendor or another origin', async () => {
    const ring = await readKeyRing(`one:${key('a')}`);
    const envelope = await seal(ring, 'secret', binding);
    await expect(open(ring, envelope, { ...binding, vendorId: 'other' })).rejects.toThrow(EnvelopeError);
    await expect(open(ring, envelope, { ...binding, origin: 'https://evil.example' })).rejects.toThrow(
      EnvelopeError,
    );
  });

  it('does not open when any part was changed', async () => {
    const ring = await readKeyRing(`one:${key('a')},two:${key('a')}`);
    const envelope = await seal(ring, 'secret', binding);
    const [version, id, nonce, text] = envelope.split('.') as [string, string, string, string];
    const flip = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
    const changed = [
      `v2.${id}.${nonce}.${text}`,
      // The same key under another name: the name is sealed in as well.
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
      await expect(open(ring, envelopeChanged, binding)).rejects.toThrow(EnvelopeError);
  });

  it('seals with the first key and opens with any, so that keys can be rotated', async () => {
    const old = await seal(await readKeyRing(`old:${key('a')}`), 'secret', binding);
    const ring = await readKeyRing(`new:${key('b')}, old:${key('a')}`);
    expect(await open(ring, old, binding)).toBe('secret');
    expect(await seal(ring, 'secret', binding)).toMatch(/^v1\.new\./);
    await expect(open(await readKeyRing(`new:${key('b')}`), old, binding)).rejects.toThrow(EnvelopeError);
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
