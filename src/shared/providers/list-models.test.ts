import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type Behavior, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { listModels } from './list-models.ts';
import { streamOptions, testKey, vendorAt } from './testing/vendors.ts';

let server: FakeVendor;
beforeAll(async () => {
  server = await startVendor();
});
afterEach(() => server.reset());
afterAll(() => server.close());

type Kind = keyof FakeVendor['endpoints'];

const list = (name: Kind, answer?: Behavior, changes = {}) => {
  if (answer) server.script(answer);
  return listModels(vendorAt(name, server.endpoints[name], changes), streamOptions());
};
const answering = (body: unknown): Behavior => ({ kind: 'status', status: 200, body });

describe("a vendor's own list of models", () => {
  it.each([
    ['deepinfra', '/v1/openai/models'],
    ['openrouter', '/api/v1/models'],
    ['openai', '/v1/models'],
    ['ollama', '/v1/models'],
  ] as const)('is requested from %s at %s, with the key', async (name, path) => {
    const models = await list(name);
    expect(models.map(({ id }) => id)).toContain('gpt-4o-mini');
    expect(server.requests).toMatchObject([
      { method: 'GET', path, headers: { authorization: `Bearer ${testKey}` } },
    ]);
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it.each(['', '/v1'])('is requested from a local server at %j, without a key', async (path) => {
    await listModels(vendorAt('ollama', `${server.url}${path}`, { apiKey: null }), streamOptions());
    expect(server.requests[0]?.path).toBe('/v1/models');
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it("keeps the URL's query, which some gateways need", async () => {
    const address = `${server.url}/deployments/a/chat/completions?api-version=2024-10-21`;
    await listModels(vendorAt('openai', address), streamOptions());
    expect(server.requests[0]?.path).toBe('/deployments/a/models?api-version=2024-10-21');
  });

  it('returns id, name and context length from any known field names', async () => {
    const body = {
      object: 'list',
      data: [
        { id: 'a', name: 'Model A', context_length: 8192 },
        { id: 'b', metadata: { context_length: 4096 } },
        { id: 'c', max_model_len: 2048, name: 7 },
        { id: 'd', context_window: 1024, metadata: null },
        { id: 'e', context_length: 'much' },
      ],
    };
    expect(await list('openrouter', answering(body))).toEqual([
      { id: 'a', displayName: 'Model A', contextLength: 8192 },
      { id: 'b', displayName: 'b', contextLength: 4096 },
      { id: 'c', displayName: 'c', contextLength: 2048 },
      { id: 'd', displayName: 'd', contextLength: 1024 },
      { id: 'e', displayName: 'e' },
    ]);
  });

  it('may be a bare list, and may be empty', async () => {
    expect(await list('ollama', answering([{ id: 'a' }]))).toEqual([{ id: 'a', displayName: 'a' }]);
    expect(await list('ollama', answering({ data: [] }))).toEqual([]);
  });

  it('skips unreadable and duplicate entries', async () => {
    const garbage = [null, 7, 'text', {}, { id: '' }, { id: '  ' }, { id: 5 }, { id: 'x'.repeat(201) }];
    const data = [
      ...garbage,
      { id: 'two\nlines' },
      { id: 'half \ud800' },
      { id: 'good' },
      { id: 'good', name: 'Again' },
    ];
    expect(await list('openai', answering({ data }))).toEqual([{ id: 'good', displayName: 'good' }]);
  });

  it('ends after 5000 models', async () => {
    const data = Array.from({ length: 5500 }, (_, index) => ({ id: `model-${index}` }));
    expect(await list('openai', answering({ data }))).toHaveLength(5000);
  });
});

describe('a list that cannot be loaded', () => {
  it.each(['modelslab', 'demo'])('is reported for %s, which offers none [VENDOR-026]', async (name) => {
    const listed = listModels(vendorAt(name, server.endpoints.modelslab), streamOptions());
    await expect(listed).rejects.toMatchObject({ message: 'No available models for this vendor' });
    expect(server.requests).toEqual([]);
  });

  it.each<readonly [string, Behavior, string, string]>([
    [
      'a wrong key',
      { kind: 'status', status: 401 },
      'authentication',
      'Authentication error (401): API key may be invalid or expired',
    ],
    ['a page', { kind: 'html', status: 200 }, 'invalid_json', 'Invalid JSON response from API'],
    ['no list', answering({ data: 'none' }), 'invalid_format', 'Invalid response format from API'],
    ['null', answering('null'), 'invalid_format', 'Invalid response format from API'],
    [
      'an error under status 200',
      answering({ error: { message: 'Slow down', code: 429 } }),
      'api',
      'API error (429): Slow down',
    ],
    [
      'more than 16 MiB',
      answering({ data: ['x'.repeat(16_777_216)] }),
      'invalid_format',
      'Invalid response format from API',
    ],
  ])("is reported with the catalog's message: %s", async (_, answer, code, message) => {
    await expect(list('openai', answer)).rejects.toMatchObject({ code, message });
  });

  it('is not requested if the endpoint has another path', async () => {
    const vendor = vendorAt('openai', `${server.url}/v1/generate`);
    await expect(listModels(vendor, streamOptions())).rejects.toMatchObject({
      code: 'not_found',
      message: 'The endpoint of this provider does not end in /chat/completions',
    });
    expect(server.requests).toEqual([]);
  });

  it('needs a key if the vendor does', async () => {
    await expect(list('openai', undefined, { apiKey: null })).rejects.toMatchObject({ code: 'missing_key' });
  });
});
