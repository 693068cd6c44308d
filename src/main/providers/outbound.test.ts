import { beforeEach, describe, expect, it, vi } from 'vitest';
import { guardFetch } from './outbound.ts';

const upstream = vi.fn<typeof fetch>(async () => new Response('ok'));
const guarded = guardFetch(upstream);

beforeEach(() => {
  upstream.mockClear();
});

describe('a request with a secret', () => {
  it.each([
    'http://api.example/v1',
    'http://192.168.1.5:11434/v1',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'file:///etc/passwd',
    'ftp://api.example/',
    'https://me@api.example/',
    'https://:p@api.example/',
  ])('is not sent to %s', async (url) => {
    await expect(guarded(url)).rejects.toThrow(TypeError);
    expect(upstream).not.toHaveBeenCalled();
  });

  it.each([
    ['net::ERR_CERT_AUTHORITY_INVALID', /^The certificate of api\.example is not trusted/],
    ['net::ERR_CERT_DATE_INVALID', /^The certificate of api\.example has expired/],
    ['net::ERR_CERT_COMMON_NAME_INVALID', /^The server that responded has no certificate for api\.example/],
    ['net::ERR_SSL_PROTOCOL_ERROR', /^Couldn't connect securely to api\.example.*Check the URL\.$/],
    ['net::ERR_PROXY_CONNECTION_FAILED', /^This computer's proxy blocked the request to api\.example/],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', /^This computer's proxy/],
  ])('explains the problem: %s', async (code, sentence) => {
    upstream.mockRejectedValueOnce(new Error(code));
    await expect(guarded('https://api.example/v1')).rejects.toMatchObject({
      name: 'CompletionError',
      code: 'network',
      message: expect.stringMatching(sentence) as string,
    });
  });

  it('does not change other errors', async () => {
    const failure = new Error('net::ERR_INTERNET_DISCONNECTED');
    upstream.mockRejectedValueOnce(failure);
    await expect(guarded('https://api.example/v1')).rejects.toBe(failure);
  });

  it.each([
    'https://api.example/v1',
    'http://127.0.0.1:11434/v1',
    'http://localhost:3000/',
    'http://[::1]:3000/',
  ])('is sent to %s without following redirects', async (url) => {
    await guarded(url, { method: 'POST', redirect: 'follow' });
    expect(upstream).toHaveBeenCalledExactlyOnceWith(url, {
      method: 'POST',
      redirect: 'error',
      credentials: 'omit',
    });
  });
});
