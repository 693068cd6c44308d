import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type Behavior, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { generateImage } from './generate-image.ts';
import { streamOptions, testKey, vendorAt } from './testing/vendors.ts';

let server: FakeVendor;
beforeAll(async () => {
  server = await startVendor();
});
afterEach(() => server.reset());
afterAll(() => server.close());

type Kind = keyof FakeVendor['endpoints'];

const imageRequest = { prompt: 'A fox in the snow', size: '1024x1024', quality: 'high' };
const generate = (name: Kind, answer?: Behavior, changes = {}) => {
  if (answer) server.script(answer);
  return generateImage(vendorAt(name, server.endpoints[name], changes), imageRequest, streamOptions());
};
const answering = (...data: readonly unknown[]): Behavior => ({
  kind: 'status',
  status: 200,
  body: { data },
});

describe('an image', () => {
  it.each([
    [
      'deepinfra',
      '/v1/openai/images/generations',
      {
        model: 'black-forest-labs/FLUX-1-schnell',
        n: 1,
        size: '1024x1024',
        response_format: 'b64_json',
      },
    ],
    ['openrouter', '/api/v1/images', { model: 'bytedance-seed/seedream-4.5', size: '1024x1024' }],
    [
      'openai',
      '/v1/images/generations',
      { model: 'gpt-image-2.5-flare', n: 1, size: '1024x1024', quality: 'high' },
    ],
    [
      'ollama',
      '/v1/images/generations',
      { model: 'x/z-image-turbo', size: '1024x1024', response_format: 'b64_json' },
    ],
  ] as const)('is requested from %s in its own format, without a temperature', async (name, path, body) => {
    const image = await generate(name);
    expect(image.kind).toBe('bytes');
    expect(image.kind === 'bytes' && Buffer.from(image.bytes).subarray(1, 4).toString()).toBe('PNG');
    expect(server.requests).toMatchObject([
      { method: 'POST', path, headers: { authorization: `Bearer ${testKey}` } },
    ]);
    expect(server.requests[0]?.body).toEqual({ prompt: imageRequest.prompt, ...body });
  });

  it("is created by the model of the vendor's config", async () => {
    await generate('ollama', undefined, { config: { image_model: 'flux' }, apiKey: null });
    expect(server.requests[0]?.body['model']).toBe('flux');
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is returned as a URL, or as a data URL in either field', async () => {
    const url = 'https://images.vendor.example/1.png';
    expect(await generate('ollama', answering({ url }))).toEqual({ kind: 'url', url });
    const data = 'data:image/png;base64,aGk=';
    for (const answer of [{ url: data }, { b64_json: data }, { b64_json: 'aG\nk=', url: 7 }]) {
      expect(await generate('ollama', answering(answer))).toEqual({
        kind: 'bytes',
        bytes: new TextEncoder().encode('hi'),
      });
    }
  });
});

describe('a failed image request', () => {
  it.each(['modelslab', 'demo'])('is refused for %s, which creates no images', async (name) => {
    const generated = generateImage(
      vendorAt(name, server.endpoints.modelslab),
      imageRequest,
      streamOptions(),
    );
    await expect(generated).rejects.toMatchObject({
      code: 'unsupported_vendor',
      message: 'The Vendor cannot create images',
    });
    expect(server.requests).toEqual([]);
  });

  it('is refused for an unknown vendor [VENDOR-024]', async () => {
    const generated = generateImage(vendorAt('constructor', server.url), imageRequest, streamOptions());
    await expect(generated).rejects.toMatchObject({ message: 'Unsupported vendor' });
  });

  it.each<readonly [string, Behavior]>([
    ['nothing', answering()],
    ['an empty text', answering({ b64_json: '' })],
    ['invalid base64', answering({ b64_json: '%%%' })],
    ['another URL', answering({ url: 'file:///etc/passwd' })],
    ['script', answering({ url: 'javascript:alert(1)' })],
    ['another shape', { kind: 'status', status: 200, body: { images: [] } }],
    ['more than 6 MiB', answering({ b64_json: 'A'.repeat(6_291_456) })],
  ])('reports %s as an invalid response [PROV-028]', async (_, answer) => {
    await expect(generate('openai', answer)).rejects.toMatchObject({
      code: 'invalid_format',
      message: 'Invalid response format from API',
    });
  });

  it.each<readonly [string, Behavior, string]>([
    ['a page', { kind: 'html', status: 200 }, 'Invalid JSON response from API'],
    [
      'a refused prompt',
      { kind: 'status', status: 400, body: { error: { message: 'Your prompt was refused' } } },
      'Bad request (400): Your prompt was refused',
    ],
    [
      'an error under status 200',
      { kind: 'status', status: 200, body: { error: { message: 'Busy', type: 'server_error' } } },
      'API error (500): Busy',
    ],
  ])("is %s, reported with the catalog's message", async (_, answer, message) => {
    await expect(generate('deepinfra', answer)).rejects.toMatchObject({ message });
  });
});
