import { describe, expect, it } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '../domain/encoding.ts';
import {
  EnvelopeError,
  maxEnvelopeLength,
  maxTextBytes,
  decryptEnvelope,
  encryptEnvelope,
} from './envelope.ts';
import { createShareLink } from './share-link.ts';

const text = 'Hello, “clover” \u{1f340}';
const link = createShareLink();
const sample = await encryptEnvelope(text, link, null);
const protectedEnvelope = await encryptEnvelope(text, link, 'correct horse');

const failureOf = async (...args: Parameters<typeof decryptEnvelope>): Promise<string> => {
  try {
    await decryptEnvelope(...args);
  } catch (error) {
    if (error instanceof EnvelopeError) return error.reason;
    throw error;
  }
  return 'opened';
};

function flip(envelope: string, part: number, at: number): string {
  const parts = envelope.split('.');
  const bytes = decodeBase64Url(parts[part] ?? '') ?? new Uint8Array();
  const index = (at + bytes.length) % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return parts.with(part, encodeBase64Url(bytes)).join('.');
}

it('is decrypted with the key, and contains neither the text nor the key', async () => {
  expect(await decryptEnvelope(sample, link, null)).toBe(text);
  expect(sample).toMatch(/^1\.[\w-]{16}\.\.[\w-]+$/);
  for (const part of ['clover', encodeBase64Url(link.key), encodeBase64Url(new TextEncoder().encode(text))])
    expect(sample).not.toContain(part);
});

it('fits with the longest text, with and without a password', async () => {
  for (const password of [null, 'correct horse']) {
    const { length } = await encryptEnvelope('x'.repeat(maxTextBytes), link, password);
    expect(length).toBeLessThanOrEqual(maxEnvelopeLength);
    expect(length).toBeGreaterThan(maxEnvelopeLength - 100);
  }
});

it('is different each time', async () => {
  expect(await encryptEnvelope(text, link, null)).not.toBe(sample);
});

describe('with a password', () => {
  it('needs both the key and the password', async () => {
    expect(await decryptEnvelope(protectedEnvelope, link, 'correct horse')).toBe(text);
    expect(await failureOf(protectedEnvelope, link, null)).toBe('password');
    expect(await failureOf(protectedEnvelope, link, 'wrong horse')).toBe('wrong');
    const { key } = createShareLink();
    expect(await failureOf(protectedEnvelope, { ...link, key }, 'correct horse')).toBe('wrong');
  });

  it('accepts the same letters from another keyboard', async () => {
    const envelope = await encryptEnvelope(text, link, 'cafe\u0301');
    expect(await decryptEnvelope(envelope, link, 'caf\u00e9')).toBe(text);
  });

  it('cannot be opened as if it had none', async () => {
    const [version, nonce, , data] = protectedEnvelope.split('.');
    expect(await failureOf(`${version}.${nonce}..${data}`, link, null)).toBe('wrong');
  });
});

describe('is refused', () => {
  it.each([
    ['another key', sample, { ...link, key: createShareLink().key }],
    ['another link', sample, { ...link, id: createShareLink().id }],
    ['a changed first byte', flip(sample, 3, 0), link],
    ['a changed last byte', flip(sample, 3, -1), link],
    ['a changed nonce', flip(sample, 1, 0), link],
    ['a cut text', sample.slice(0, -4), link],
    ['an added text', `${sample}AAAA`, link],
    ['no text', sample.replace(/[^.]+$/, ''), link],
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
    sample.replace(/^1/, '2'),
    sample.replace(/^1\./, ''),
    `${sample}.x`,
    sample.replace('..', '.AAAA.'),
    sample.replace('..', '.*.'),
    sample.replace(/^1\.[^.]+/, '1.AAAA'),
    `1.${'A'.repeat(16)}..${'A'.repeat(maxEnvelopeLength)}`,
  ])('if it has another format: %.20j', async (envelope) => {
    expect(await failureOf(envelope, link, null)).toBe('damaged');
  });
});
