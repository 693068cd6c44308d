import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { guardFetch } from './outbound.ts';
import { createVendorLookup } from './vendor-lookup.ts';
import { createKeyVerifier } from './verify-key.ts';

const service = 'http://127.0.0.1:1';
const key = 'sk-own-key-0123456789';

let vendor: FakeVendor;
let row: Record<string, unknown>;
let rows: () => Response;
/** Fakes the service's table. All other requests use the network. */
const outside = vi.fn<typeof fetch>((input, init) => {
  const url = input instanceof Request ? input.url : input.toString();
  return url.startsWith(service) ? Promise.resolve(rows()) : fetch(input, init);
});
let verify: ReturnType<typeof createKeyVerifier>;

beforeAll(async () => void (vendor = await startVendor()));
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  outside.mockClear();
  row = { name: 'openai', display_name: 'OpenAI', endpoint_url: vendor.endpoints.openai, config: {} };
  rows = () => Response.json([row]);
  const guarded = guardFetch(outside);
  verify = createKeyVerifier({
    service: { connect: async () => ({ url: service, publishableKey: 'publishable' }) },
    findVendor: createVendorLookup(guarded),
    fetch: guarded,
  });
});

const call = () => ({
  accessToken: 'token',
  vendor: 'openai',
  endpointOrigin: new URL(vendor.endpoints.openai).origin,
  key,
  model: 'gpt-4o-mini',
});
const { signal } = new AbortController();

describe('a key that is verified on the desktop', () => {
  it('is sent to its vendor and nowhere else [KEY-019, PROV-014]', async () => {
    expect(await verify(call(), signal)).toMatchObject({
      success: true,
      message: expect.stringMatching(/^Connection successful \(\d+ms\)$/) as string,
    });
    expect(vendor.requests).toHaveLength(1);
    expect(vendor.requests[0]!.headers.authorization).toBe(`Bearer ${key}`);
    expect(vendor.requests[0]!.body).toMatchObject({ max_tokens: 5, temperature: 0.7 });
    const toService = outside.mock.calls.filter(([url]) => new URL(url as string).origin === service);
    expect(toService).toHaveLength(1);
    expect(JSON.stringify(toService)).not.toContain(key);
  });

  it.each(['http://10.0.0.5:11434', 'http://169.254.169.254', 'http://vendor.example'])(
    'is not sent to %s without encryption, with an error',
    async (origin) => {
      row = { ...row, endpoint_url: `${origin}/v1` };
      await expect(verify({ ...call(), endpointOrigin: origin }, signal)).rejects.toThrow(
        'The URL of OpenAI is not encrypted, so the key was not sent.',
      );
      expect(outside.mock.calls.filter(([url]) => (url as string).startsWith(origin))).toEqual([]);
    },
  );

  it("that is refused is reported with the catalog's message and a masked key", async () => {
    vendor.script({ kind: 'status', status: 401, body: { error: { message: `Incorrect API key: ${key}` } } });
    const result = await verify(call(), signal);
    expect(result).toMatchObject({ success: false, details: { status: 401 } });
    expect(result.message).toMatch(/^Connection failed: 401 - /);
    expect(JSON.stringify(result)).not.toContain(key);
  });

  it('is not sent to another origin than the one in the dialog', async () => {
    const named = { ...call(), endpointOrigin: 'https://api.openai.example' };
    await expect(verify(named, signal)).rejects.toMatchObject({
      name: 'VerificationRefusal',
      message: expect.stringContaining('The URL of OpenAI has changed') as string,
    });
    expect(vendor.requests).toHaveLength(0);
  });

  it('is checked against the current row, not a cached one', async () => {
    await verify(call(), signal);
    row = { ...row, endpoint_url: 'https://elsewhere.example/v1/chat/completions' };
    await expect(verify(call(), signal)).rejects.toMatchObject({ name: 'VerificationRefusal' });
    expect(vendor.requests).toHaveLength(1);
  });

  it('is not sent for a vendor that the service does not show to this user', async () => {
    rows = () => Response.json([]);
    await expect(verify(call(), signal)).rejects.toThrow('Vendor not found');
    rows = () => Response.json({ message: 'JWT expired' }, { status: 401 });
    await expect(verify(call(), signal)).rejects.toThrow('Vendor not found');
    rows = () => {
      throw new TypeError('connect ECONNREFUSED');
    };
    await expect(verify(call(), signal)).rejects.toThrow("Couldn't reach the service. Try again.");
    expect(vendor.requests).toHaveLength(0);
  });

  it('is canceled at the vendor when the dialog is closed', async () => {
    vendor.script({ kind: 'black-hole' });
    const abort = new AbortController();
    const verification = verify(call(), abort.signal);
    await expect.poll(() => vendor.requests.length).toBe(1);
    abort.abort();
    await expect(verification).rejects.toMatchObject({ code: 'aborted' });
    await expect(vendor.requests[0]!.ended).resolves.toBe('left');
  });
});
