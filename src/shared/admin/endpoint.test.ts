import { describe, expect, it } from 'vitest';
import { checkEndpoint } from './endpoint.ts';

const openai = { mayBePrivate: false, allowsPrivate: true } as const;
const ollama = { mayBePrivate: true, allowsPrivate: true } as const;

describe('the endpoint of a vendor', () => {
  it.each([
    [' https://api.example.com/v1/chat/completions ', 'https://api.example.com/v1/chat/completions'],
    ['HTTPS://API.Example.COM:443/V1', 'https://api.example.com/V1'],
    ['https://api.example.com', 'https://api.example.com/'],
    ['https://api.example.com/a/../b', 'https://api.example.com/b'],
  ])('is normalized: %s', (text, url) => {
    expect(checkEndpoint(text, openai)).toEqual({ ok: true, url });
  });

  it.each([
    'http://api.example.com/v1',
    'ftp://api.example.com',
    'javascript:alert(1)',
    'https://name:secret@api.example.com/v1',
    'https://secret@api.example.com/v1',
    'https://api.example.com\\@evil.test/v1',
    'https://api.example.com/v1?api_key=secret',
    'https://api.example.com/v1#x',
    'https://\u212Aey.example.com/v1',
    'https://api.exam ple.com/v1',
    'api.example.com',
    '',
    `https://api.example.com/${'a'.repeat(2000)}`,
  ])('is refused: %s', (text) => {
    expect(checkEndpoint(text, openai)).toEqual({ ok: false, reason: expect.stringMatching(/^\w.*\.$/) });
  });

  it.each([
    'http://localhost:11434/v1',
    'http://127.1:11434/v1',
    'http://0x7f.1/v1',
    'http://192.168.1.4:1234/v1',
    'http://[::1]:1234/v1',
    'https://nas.local/v1',
  ])('may be private for a local server if the installation allows it: %s', (text) => {
    expect(checkEndpoint(text, ollama).ok).toBe(true);
    expect(checkEndpoint(text, { ...ollama, allowsPrivate: false })).toMatchObject({ ok: false });
    expect(checkEndpoint(text, openai)).toMatchObject({ ok: false });
  });

  it.each(['http://169.254.169.254/v1', 'http://0xa9fea9fe/v1', 'http://metadata.google.internal/v1'])(
    "cannot be a cloud's metadata service: %s",
    (text) => {
      expect(checkEndpoint(text, ollama)).toMatchObject({ ok: false });
    },
  );

  it('must be https for a self-hosted server on the internet', () => {
    expect(checkEndpoint('http://models.example.com/v1', ollama).ok).toBe(false);
    expect(checkEndpoint('https://models.example.com/v1', ollama).ok).toBe(true);
  });
});
