import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startVendor, type Behavior, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { checkConnection } from './check-connection.ts';
import { connectionResultSchema } from './connection-result.ts';
import { streamOptions, testKey, vendorAt } from './testing/vendors.ts';

let server: FakeVendor;
beforeAll(async () => {
  server = await startVendor();
});
afterEach(() => server.reset());
afterAll(() => server.close());

type Kind = keyof FakeVendor['endpoints'];
const styles = ['deepinfra', 'openrouter', 'openai', 'ollama'] as const;

const check = (name: Kind, fault?: Behavior, purpose: 'vendor' | 'key' = 'vendor', changes = {}) => {
  if (fault) server.script(fault);
  return checkConnection(vendorAt(name, server.endpoints[name], changes), 'some/model', {
    ...streamOptions(),
    purpose,
  });
};

const hello = { role: 'user', content: 'Hello' };
const system = { role: 'system', content: 'You are a helpful assistant.' };

describe('the test of a vendor', () => {
  it.each(styles)('posts Hello with max_tokens 1 to the endpoint of %s [VENDOR-015]', async (name) => {
    const result = await check(name);
    expect(result.success).toBe(true);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: new URL(server.endpoints[name]).pathname,
      headers: { authorization: `Bearer ${testKey}` },
    });
    expect(server.requests[0]?.body).toMatchObject({ model: 'some/model', messages: [hello], max_tokens: 1 });
    expect(server.requests[0]?.body).not.toHaveProperty('temperature');
    expect(server.requests[0]?.body['stream']).not.toBe(true);
  });

  it('uses the format of the third provider [VENDOR-015]', async () => {
    expect((await check('modelslab')).success).toBe(true);
    expect(server.requests[0]?.body).toEqual({
      key: testKey,
      model_id: 'some/model',
      messages: [hello],
      max_tokens: 1,
      stream: false,
    });
  });

  it('needs no key for a local server', async () => {
    expect((await check('ollama', undefined, 'vendor', { apiKey: null })).success).toBe(true);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('always succeeds for the demo, without a request', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    const vendor = vendorAt('demo', '', { apiKey: null });
    const result = await checkConnection(vendor, 'any', { ...streamOptions({ fetch }), purpose: 'vendor' });
    expect(result).toMatchObject({ success: true, details: { status: null, code: null } });
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the verification of a key', () => {
  it.each([...styles, 'modelslab'] as const)(
    'sends a system prompt and Hello, max_tokens 5 and temperature 0.7 to %s [PROV-014]',
    async (name) => {
      expect((await check(name, undefined, 'key')).success).toBe(true);
      expect(server.requests[0]?.body).toMatchObject({
        messages: [system, hello],
        max_tokens: 5,
        temperature: 0.7,
      });
    },
  );
});

describe('the result', () => {
  it('contains success, latency, message and details [VENDOR-017] [VENDOR-018]', async () => {
    const result = await check('deepinfra', { kind: 'pace', first: 30 });
    expect(result.latency).toBeGreaterThanOrEqual(25);
    expect(result).toEqual({
      success: true,
      latency: result.latency,
      message: `Connection successful (${result.latency}ms)`,
      details: { vendor: 'deepinfra', model: 'some/model', status: 200, code: null },
    });
    expect(connectionResultSchema.parse(result)).toEqual(result);
  });

  it.each<readonly [Behavior, string, number, string]>([
    [{ kind: 'status', status: 401, body: 'Wrong key' }, 'Wrong key', 401, 'authentication'],
    [{ kind: 'status', status: 404, body: { detail: 'No' } }, '{"detail":"No"}', 404, 'not_found'],
    [{ kind: 'status', status: 503, body: '' }, 'No details were given', 503, 'api'],
    [{ kind: 'html', status: 502 }, 'Bad gateway nginx', 502, 'api'],
  ])('describes a refusal by its status and body (%j) [VENDOR-019]', async (fault, body, status, code) => {
    for (const name of ['openai', 'modelslab'] as const) {
      expect(await check(name, fault)).toMatchObject({
        success: false,
        message: `Connection failed: ${status} - ${body}`,
        details: { vendor: name, status, code },
      });
    }
  });

  it.each<readonly [string, Behavior]>([
    ['a page', { kind: 'html', status: 200 }],
    ['an error', { kind: 'status', status: 200, body: { error: { message: 'No credit' }, choices: [] } }],
    ['a refusal', { kind: 'status', status: 200, body: { status: 'error', message: 'Invalid api_key' } }],
    ['another service', { kind: 'status', status: 200, body: { hello: 'world' } }],
    ['nothing', { kind: 'status', status: 200, body: '' }],
  ])('treats %s with status 200 as a refusal [VENDOR-019]', async (_, fault) => {
    const result = await check('openrouter', fault);
    expect(result).toMatchObject({ success: false, details: { status: 200, code: 'invalid_format' } });
    expect(result.message).toMatch(/^Connection failed: 200 - ./);
  });

  it('accepts an empty reply, because a single token may be empty', async () => {
    expect((await check('openai', { kind: 'empty' })).success).toBe(true);
  });

  it('accepts a reasoning model that used up its few tokens', async () => {
    const message =
      'Could not finish the message because max_tokens or model output limit was reached. Please try again.';
    const result = await check('openai', { kind: 'status', status: 400, body: { error: { message } } });
    expect(result).toMatchObject({ success: true, details: { status: 400, code: null } });
    const refused = await check('openai', { kind: 'status', status: 429, body: { error: { message } } });
    expect(refused.success).toBe(false);
  });

  it('quotes at most 200 characters and never the key [VENDOR-019]', async () => {
    const body = { error: { message: `Bad key ${testKey}. ${'And so on. '.repeat(60)}` } };
    const { message } = await check('openai', { kind: 'status', status: 401, body });
    expect(message).toContain('Bad key [hidden]');
    expect(message.length).toBeLessThanOrEqual('Connection failed: 401 - '.length + 200);
  });

  it.each([
    ['http://127.0.0.1:1/chat/completions', testKey, 'the API could not be reached', 'network'],
    ['no URL', testKey, 'the API could not be reached', 'network'],
    ['http://127.0.0.1:1/chat/completions', null, 'API key is required', 'missing_key'],
  ])(
    'reports a failed request as a connection error (%s, %s) [VENDOR-020]',
    async (address, apiKey, text, code) => {
      const vendor = vendorAt('openai', address, { apiKey });
      expect(await checkConnection(vendor, 'm', { ...streamOptions(), purpose: 'vendor' })).toMatchObject({
        success: false,
        message: `Connection error: ${text}`,
        details: { status: null, code },
      });
    },
  );

  it('rejects if the caller disconnects or the vendor is unknown', async () => {
    const signal = AbortSignal.abort();
    const vendor = vendorAt('openai', server.endpoints.openai);
    const left = checkConnection(vendor, 'm', { ...streamOptions({ signal }), purpose: 'key' });
    await expect(left).rejects.toMatchObject({ code: 'aborted' });
    const unknown = checkConnection(vendorAt('other', server.url), 'm', {
      ...streamOptions(),
      purpose: 'key',
    });
    await expect(unknown).rejects.toMatchObject({ message: 'Unsupported vendor' });
  });
});

describe('a silent vendor', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('times out after 30 seconds [VENDOR-020] [PROV-021]', async () => {
    const fetch = () => new Promise<Response>(() => {});
    const vendor = vendorAt('deepinfra', 'https://vendor.example/chat/completions');
    const checked = checkConnection(vendor, 'm', { ...streamOptions({ fetch }), purpose: 'vendor' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await checked).toMatchObject({
      success: false,
      message: 'Connection error: Request timed out after 30 seconds',
      details: { code: 'timeout' },
    });
    expect(vi.getTimerCount()).toBe(0);
  });
});
