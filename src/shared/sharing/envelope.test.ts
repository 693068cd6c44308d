import { describe, expect, it } from 'vitest';
import { EnvelopeError, maxEnvelopeLength, maxTextBytes, openEnvelope, sealEnvelope } from './envelope.ts';
import { createShareLink, decodeBase64Url, encodeBase64Url } from './share-link.ts';

const text = 'Hello, “clover” \u{1f340}';
const link = createShareLink();
const sealed = await sealEnvelope(text, link, null);
const protectedEnvelope = await sealEnvelope(text, link, 'correct horse');

const failureOf = async (...args: Parameters<typeof openEnvelope>): Promise<string> => {
  try {
    await openEnvelope(...args);
  } catch (error) {
    if (error instanceof EnvelopeError) return error.reason;
    throw error;
  }
  return 'opened';
};

/** The envelope with one bit of a part flipped. */
function flip(envelope: string, part: number, at: number): string {
  const parts = envelope.split('.');
  const bytes = decodeBase64Url(parts[part] ?? '') ?? new Uint8Array();
  const index = (at + bytes.length) % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return parts.with(part, encodeBase64Url(bytes)).join('.');
}

it('opens with the key, and does not contain the text or the key', async () => {
  expect(await openEnvelope(sealed, link, null)).toBe(text);
  expect(sealed).toMatch(/^1\.[\w-]{16}\.\.[\w-]+$/);
  for (const part of ['clover', encodeBase64Url(link.key), encodeBase64Url(new TextEncoder().encode(text))])
    expect(sealed).not.toContain(part);
});

it('fits with the longest text, with and without a password', async () => {
  for (const password of [null, 'correct horse']) {
    const { length } = await sealEnvelope('x'.repeat(maxTextBytes), link, password);
    expect(length).toBeLessThanOrEqual(maxEnvelopeLength);
    expect(length).toBeGreaterThan(maxEnvelopeLength - 100);
  }
});

it('is different each time', async () => {
  expect(await sealEnvelope(text, link, null)).not.toBe(sealed);
});

describe('with a password', () => {
  it('needs both the key and the password', async () => {
    expect(await openEnvelope(protectedEnvelope, link, 'correct horse')).toBe(text);
    expect(await failureOf(protectedEnvelope, link, null)).toBe('password');
    expect(await failureOf(protectedEnvelope, link, 'wrong horse')).toBe('wrong');
    const { key } = createShareLink();
    expect(await failureOf(protectedEnvelope, { ...link, key }, 'correct horse')).toBe('wrong');
  });

  it('accepts the same letters from another keyboard', async () => {
    const envelope = await sealEnvelope(text, link, 'cafe\u0301');
    expect(await openEnvelope(envelope, link, 'caf\u00e9')).toBe(text);
  });

  it('can not be opened as if it had none', async () => {
    const [version, nonce, , data] = protectedEnvelope.split('.');
    expect(await failureOf(`${version}.${nonce}..${data}`, link, null)).toBe('wrong');
  });
});

describe('is refused', () => {
  it.each([
    ['another key', sealed, { ...link, key: createShareLink().key }],
    ['another link', sealed, { ...link, id: createShareLink().id }],
    ['a changed first byte', flip(sealed, 3, 0), link],
    ['a changed last byte', flip(sealed, 3, -1), link],
    ['a changed nonce', flip(sealed, 1, 0), link],
    ['a cut text', sealed.slice(0, -4), link],
    ['an added text', `${sealed}AAAA`, link],
    ['no text', sealed.replace(/[^.]+$/, ''), link],
  ])('with %s', async (_name, envelope, opened) => {
    expect(await failureOf(envelope, opened, null)).toBe('wrong');
  });

  it('with a changed salt', async () => {
    expect(await failureOf(flip(protectedEnvelope, 2, 0), link, 'correct horse')).toBe('wrong');
  });

  it.each([
    '',
    'x',
    '1...',
    sealed.replace(/^1/, '2'),
    sealed.replace(/^1\./, ''),
    `${sealed}.x`,
    sealed.replace('..', '.AAAA.'),
    sealed.replace('..', '.*.'),
    sealed.replace(/^1\.[^.]+/, '1.AAAA'),
    `1.${'A'.repeat(16)}..${'A'.repeat(maxEnvelopeLength)}`,
  ])('if it has another format: %.20j', async (envelope) => {
    expect(await failureOf(envelope, link, null)).toBe('damaged');
  });
});
