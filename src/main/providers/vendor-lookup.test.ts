import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createVendorLookup, vendorCacheTime } from './vendor-lookup.ts';

const connection = { url: 'http://127.0.0.1:4321', publishableKey: 'publishable' };
const { signal } = new AbortController();
const row = {
  name: 'openai',
  display_name: 'OpenAI',
  endpoint_url: 'https://api.example/v1/chat',
  config: '{"stream":false}',
};

let now: number;
let answer: { status: number; body: unknown };
const upstream = vi.fn<typeof fetch>(async () => Response.json(answer.body, { status: answer.status }));
let find: ReturnType<typeof createVendorLookup>;

beforeEach(() => {
  now = 0;
  answer = { status: 200, body: [row] };
  upstream.mockClear();
  find = createVendorLookup(upstream, () => now);
});

describe('a vendor', () => {
  it('is read by name as the user, with the origin that receives its key', async () => {
    expect(await find(connection, 'token', 'openai', signal)).toStrictEqual({
      name: 'openai',
      displayName: 'OpenAI',
      endpointUrl: row.endpoint_url,
      config: expect.objectContaining({ stream: false }) as unknown,
      origin: 'https://api.example',
      isEnabled: false,
    });
    const [url, init] = upstream.mock.calls[0]!;
    expect(new URL(url as string).searchParams.get('name')).toBe('eq.openai');
    expect(init?.headers).toStrictEqual({ apikey: 'publishable', authorization: 'Bearer token' });
  });

  it('is the active vendor if no name is given', async () => {
    await find(connection, 'token', undefined, signal);
    const { searchParams } = new URL(upstream.mock.calls[0]![0] as string);
    expect([searchParams.get('is_active'), searchParams.get('name')]).toStrictEqual(['is.true', null]);
  });

  it('cannot have a name that changes the query', async () => {
    await find(connection, 'token', 'x&select=api_key_encrypted', signal);
    const { searchParams } = new URL(upstream.mock.calls[0]![0] as string);
    expect(searchParams.getAll('select')).toStrictEqual(['name,display_name,endpoint_url,config,is_enabled']);
  });

  it('has no origin if it needs no network', async () => {
    answer.body = [{ ...row, endpoint_url: null }];
    expect((await find(connection, 'token', 'demo', signal))?.origin).toBeNull();
  });

  it('is cached for a while, but only for the same token', async () => {
    await find(connection, 'token', 'openai', signal);
    now = vendorCacheTime - 1;
    await find(connection, 'token', 'openai', signal);
    expect(upstream).toHaveBeenCalledTimes(1);
    await find(connection, 'another token', 'openai', signal);
    expect(upstream).toHaveBeenCalledTimes(2);
    now = vendorCacheTime;
    await find(connection, 'token', 'openai', signal);
    expect(upstream).toHaveBeenCalledTimes(3);
  });

  it('is requested again immediately after a refusal or an invalid response', async () => {
    answer = { status: 401, body: [row] };
    expect(await find(connection, 'token', 'openai', signal)).toBeNull();
    answer = { status: 200, body: { rows: [row] } };
    expect(await find(connection, 'token', 'openai', signal)).toBeNull();
    answer = { status: 200, body: [row] };
    expect(await find(connection, 'token', 'openai', signal)).not.toBeNull();
  });
});
