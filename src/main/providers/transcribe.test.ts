import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { guardFetch } from './outbound.ts';
import { createTranscribe } from './transcribe.ts';
import { createVendorLookup } from './vendor-lookup.ts';

const service = 'http://127.0.0.1:1';
const userId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const accessToken = `h.${Buffer.from(JSON.stringify({ sub: userId })).toString('base64url')}.s`;
const bytes = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3]);

let vendor: FakeVendor;
let key: string | null;
let endpoint: string;
const outside = vi.fn<typeof fetch>(async (input, init) => {
  const url = input instanceof Request ? input.url : input.toString();
  if (url.startsWith(`${service}/rest/v1/api_vendors`))
    return Response.json([{ name: 'openai', display_name: 'OpenAI', endpoint_url: endpoint, config: {} }]);
  if (url.startsWith(service)) return Response.json({ text: 'Through the service.' });
  return fetch(input, init);
});

beforeAll(async () => void (vendor = await startVendor()));
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  outside.mockClear();
  endpoint = vendor.endpoints.openai;
});

function ask(recording = bytes) {
  const guarded = guardFetch(outside);
  const transcribe = createTranscribe({
    service: {
      identity: 'embedded:installation',
      connect: async () => ({ url: service, publishableKey: 'publishable' }),
    },
    vault: { get: async () => key },
    findVendor: createVendorLookup(guarded),
    fetch: guarded,
  });
  const request = { bytes: recording, accessToken, vendor: 'openai' };
  return transcribe(request, new AbortController().signal);
}
const called = () =>
  outside.mock.calls.map(([input]) => new URL(input instanceof Request ? input.url : input).host);

describe('recorded speech on the desktop', () => {
  it('goes to the vendor alone with a key of the keychain', async () => {
    key = 'sk-own-key';
    expect(await ask()).toBe('Hello from the microphone.');
    const [sent] = vendor.requests;
    expect(sent?.path).toBe('/v1/audio/transcriptions');
    expect(sent?.headers.authorization).toBe('Bearer sk-own-key');
    expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(called()).toEqual([new URL(service).host, new URL(vendor.url).host]);
  });

  it('goes through the service without one', async () => {
    key = null;
    endpoint = 'https://api.openai.example/v1/chat/completions';
    expect(await ask()).toBe('Through the service.');
    const [input, init] = outside.mock.calls.at(-1)!;
    expect(input).toBe(`${service}/functions/v1/audio/transcriptions`);
    expect(new Headers(init?.headers).get('x-clover-vendor')).toBe('openai');
    expect(vendor.requests).toEqual([]);
  });

  it('is refused if it is not a recording, without a request', async () => {
    await expect(ask(new Uint8Array([1, 2, 3, 4]))).rejects.toThrow("The recording can't be read.");
    expect(outside).not.toHaveBeenCalled();
  });
});
