import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createTestContext, testCaller, testSessionId } from '../_shared/testing/context.ts';
import { handler } from './handler.ts';

const created_at = '2026-11-01T00:00:00+00:00';
const model = (id: string) => ({ id, created_at });
const ownServer = {
  id: 'c0000000-0000-4000-8000-000000000001',
  name: 'ollama',
  display_name: 'Ollama',
  api_key_encrypted: null,
  config: { needs_key: false },
};
const claim = 'd0000000-0000-4000-8000-000000000001';

let server: FakeVendor;
beforeAll(async () => {
  server = await startVendor();
});
afterEach(() => server.reset());
afterAll(() => server.close());

function ask(
  answers: Readonly<Record<string, unknown>>,
  {
    method = 'GET',
    token = testCaller.token,
    path = '',
    signal,
  }: {
    readonly method?: string;
    readonly token?: string;
    readonly path?: string;
    readonly signal?: AbortSignal;
  } = {},
) {
  const context = createTestContext({ answers });
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request(`http://service.test/functions/v1/models${path}`, {
    method,
    headers,
    ...(signal && { signal }),
  });
  return handler(request, context).then((response) => ({ response, context }));
}

const unlisted = (check: unknown) => ({
  'rpc/begin_model_list': {
    ok: true,
    vendor: { ...ownServer, endpoint_url: server.endpoints.ollama },
    models: null,
    created_at,
    subject: 'models',
    check,
    others: [],
  },
});

describe('the list of models', () => {
  it("contains the models of all enabled vendors once, in OpenAI's format", async () => {
    const { response, context } = await ask({
      'rpc/begin_model_list': {
        ok: true,
        vendor: { name: 'openai' },
        models: [model('gpt-4o'), model('gpt-4o-mini')],
        others: [
          { ...model('gpt-4o'), vendor: 'hub' },
          { ...model('hub/large'), vendor: 'hub' },
        ],
      },
    });
    expect(await response.json()).toEqual({
      object: 'list',
      data: [
        ['gpt-4o', 'openai'],
        ['gpt-4o-mini', 'openai'],
        ['hub/large', 'hub'],
      ].map(([id, owned_by]) => ({ id, object: 'model', created: 1_793_491_200, owned_by })),
    });
    expect(context.calls[0]?.body).toEqual({
      user_id: testCaller.userId,
      session_id: testSessionId,
      api_key_hash: null,
    });
  });

  it('stops loading when its caller disconnects', async () => {
    for (const wait of [0, 20]) {
      const { response, context } = await ask(unlisted({ state: 'pending' }), {
        signal: AbortSignal.timeout(wait),
      });
      expect(response.status).toBe(499);
      expect(context.calls.map(({ path }) => path)).not.toContain('rpc/read_vendor_check');
    }
  });

  it('is empty while no vendor is active', async () => {
    const { response } = await ask({
      'rpc/begin_model_list': { ok: true, vendor: null, models: [], others: [] },
    });
    expect(await response.json()).toEqual({ object: 'list', data: [] });
  });

  it('is requested from the server itself if the database lists no models, and shared', async () => {
    const { response, context } = await ask(unlisted({ state: 'claimed', claim }));
    const { data } = (await response.json()) as { data: { id: string; owned_by: string }[] };
    expect(data).toContainEqual({
      id: 'gpt-4o-mini',
      object: 'model',
      created: 1_793_491_200,
      owned_by: 'ollama',
    });
    expect(server.requests.map(({ method, path }) => [method, path])).toEqual([['GET', '/v1/models']]);
    expect(context.calls.at(-1)).toMatchObject({
      path: 'rpc/finish_vendor_check',
      body: { subject: 'models', claim, result: { ids: data.map(({ id }) => id) } },
    });
  });

  it.each([
    ['none', 0, 'llama', 0],
    ['3,000', 3000, 'llama', 3000],
    ['as many as the database shares', 5000, '模'.repeat(190), 3456],
  ])('may have %s models', async (_, count, name, expected) => {
    const data = Array.from({ length: count }, (_model, index) => ({ id: `${name}-${index}` }));
    server.script({ kind: 'status', status: 200, body: { data } });
    const { response, context } = await ask(unlisted({ state: 'claimed', claim }));
    const listed = ((await response.json()) as { data: unknown[] }).data;
    const shared = context.calls.at(-1)?.body['result'] as { ids: unknown[] };
    expect([listed.length, shared.ids.length]).toEqual([expected, expected]);
    expect(Buffer.byteLength(JSON.stringify(shared))).toBeLessThan(2_097_152);
  });

  it('is shared with another caller, without another request to the server', async () => {
    const { response } = await ask(unlisted({ state: 'finished', result: { ids: ['llama'] } }));
    expect(await response.json()).toMatchObject({ data: [{ id: 'llama' }] });
    expect(server.requests).toEqual([]);
  });

  it('waits for the caller who is loading it', async () => {
    const { response, context } = await ask({
      ...unlisted({ state: 'pending' }),
      'rpc/read_vendor_check': { state: 'finished', result: { ids: ['llama'] } },
    });
    expect(await response.json()).toMatchObject({ data: [{ id: 'llama' }] });
    expect(server.requests).toEqual([]);
    expect(context.calls.map(({ path }) => path)).toEqual(['rpc/begin_model_list', 'rpc/read_vendor_check']);
  });

  it('reports that the server failed, and shares that result too', async () => {
    server.script({ kind: 'status', status: 500, body: { error: { message: 'out of memory' } } });
    const { response, context } = await ask(unlisted({ state: 'claimed', claim }));
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      error: { code: 'api', message: 'API error (500): out of memory' },
    });
    expect(context.calls.at(-1)?.body['result']).toEqual({
      error: { code: 'api', message: 'API error (500): out of memory' },
    });
  });

  it('is available to allowed callers, by GET, at its own URL', async () => {
    expect((await ask({}, { token: 'forged' })).response.status).toBe(401);
    expect((await ask({}, { method: 'POST' })).response.status).toBe(405);
    expect((await ask({}, { path: '/unknown' })).response.status).toBe(404);
    const revoked = { ok: false, code: 'unauthenticated', message: 'This API key is not valid.' };
    expect((await ask({ 'rpc/begin_model_list': revoked })).response.status).toBe(401);
    const { response, context } = await ask({}, { method: 'OPTIONS', token: '' });
    expect(response.status).toBe(204);
    expect(context.calls).toEqual([]);
  });

  it('throws if the service refuses the request, without quoting its response', async () => {
    const refused = Response.json(
      { code: '42501', message: 'permission denied for secret' },
      { status: 403 },
    );
    await expect(ask({ 'rpc/begin_model_list': refused })).rejects.toThrow('A SQL function failed (42501)');
  });
});
