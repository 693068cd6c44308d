import { beforeEach, describe, expect, it, vi } from 'vitest';
import { guardFetch } from './outbound.ts';

const upstream = vi.fn<typeof fetch>(async () => new Response('ok'));
const guarded = guardFetch(upstream);

beforeEach(() => {
  upstream.mockClear();
});

describe('a call that carries a secret', () => {
  it.each([
    'http://api.example/v1',
    'http://192.168.1.5:11434/v1',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'file:///etc/passwd',
    'ftp://api.example/',
    'https://me@api.example/',
    'https://:p@api.example/',
  ])('does not go to %s', async (url) => {
    await expect(guarded(url)).rejects.toThrow(TypeError);
    expect(upstream).not.toHaveBeenCalled();
  });

  it.each([
    'https://api.example/v1',
    'http://127.0.0.1:11434/v1',
    'http://localhost:3000/',
    'http://[::1]:3000/',
  ])('goes to %s, and follows no redirect', async (url) => {
    await guarded(url, { method: 'POST', redirect: 'follow' });
    expect(upstream).toHaveBeenCalledExactlyOnceWith(url, {
      method: 'POST',
      redirect: 'error',
      credentials: 'omit',
    });
  });
});
