import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { guardFetch } from './outbound.ts';
import { createOwnModels } from './own-models.ts';
import { createVendorLookup } from './vendor-lookup.ts';

const service = 'http://127.0.0.1:1';

let vendor: FakeVendor;
let endpoint: string;
let listed: unknown;
const outside = vi.fn<typeof fetch>((input, init) => {
  const url = input instanceof Request ? input.url : input.toString();
  if (url.startsWith(`${service}/rest/v1/api_vendors`))
    return Promise.resolve(
      Response.json([
        { name: 'ollama', display_name: 'Ollama', endpoint_url: endpoint, config: { needs_key: false } },
      ]),
    );
  if (url.startsWith(service)) return Promise.resolve(Response.json(listed));
  return fetch(input, init);
});
let list: ReturnType<typeof createOwnModels>;

beforeAll(async () => void (vendor = await startVendor()));
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  outside.mockClear();
  endpoint = vendor.endpoints.ollama;
  const guarded = guardFetch(outside);
  list = createOwnModels({
    service: { connect: async () => ({ url: service, publishableKey: 'publishable' }) },
    findVendor: createVendorLookup(guarded),
    fetch: guarded,
  });
});
const ask = async () => (await list('token', 'ollama', new AbortController().signal)).map(({ id }) => id);

describe("the models of the user's own server", () => {
  it('are requested from the server on this computer', async () => {
    expect(await ask()).toContain('gpt-4o-mini');
    expect(vendor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/models']);
  });

  it("are requested from the service if the server is elsewhere, and only this vendor's are used", async () => {
    endpoint = 'http://models.house.example/v1/chat/completions';
    listed = {
      data: [
        { id: 'llama3.1:8b', owned_by: 'ollama' },
        { id: 'gpt-4o', owned_by: 'openai' },
      ],
    };
    expect(await ask()).toEqual(['llama3.1:8b']);
    expect(outside.mock.calls.at(-1)?.[0]).toBe(`${service}/functions/v1/models?vendor=ollama`);
    expect(vendor.requests).toHaveLength(0);
  });

  it('are empty if another program responds at its URL', async () => {
    vendor.script({ kind: 'html', status: 502 });
    expect(await ask()).toEqual([]);
  });

  it('are empty if the service has no list of them', async () => {
    endpoint = 'http://models.house.example/v1/chat/completions';
    listed = { error: { message: 'no' } };
    expect(await ask()).toEqual([]);
  });
});
