import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { maxRecordingBytes } from '../../../src/shared/completion/recording.ts';
import { createTestContext, testCaller } from '../_shared/testing/context.ts';
import { encryptionKeys, grantFor, vendorKey } from '../_shared/testing/grant.ts';
import { handler } from './handler.ts';

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterEach(() => vendor.reset());
afterAll(() => vendor.close());

const spoken = 'canary-of-the-recording';
const webm = (text = spoken) => new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, ...new TextEncoder().encode(text)]);

interface Sent {
  readonly file?: Uint8Array<ArrayBuffer> | string;
  readonly name?: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const requestWith = (body: FormData | Uint8Array<ArrayBuffer>, headers: Sent['headers'] = {}) =>
  new Request('http://service.test/functions/v1/audio/transcriptions', {
    method: 'POST',
    headers: { authorization: `Bearer ${testCaller.token}`, ...headers },
    body,
  });

async function transcribe({ file = webm(), name = 'openai', config = {}, headers = {} }: Sent = {}) {
  const endpoint = name === 'anthropic' ? vendor.endpoints.anthropic : vendor.endpoints.openai;
  const begin = await grantFor(name, endpoint, config);
  const context = createTestContext({ encryptionKeys, answers: { 'rpc/begin_completion': begin } });
  const form = new FormData();
  if (typeof file === 'string') form.set('file', file);
  else form.set('file', new Blob([file], { type: 'text/html' }), 'evil.html');
  const response = await handler(requestWith(form, headers), context);
  const body = (await response.json()) as { text?: string; error?: { code: string; message: string } };
  return { response, body, context, settled: context.calls.at(-1) };
}

describe('the text of a recording', () => {
  it("comes from the vendor with the service's key, and is counted, not stored", async () => {
    vendor.script({ kind: 'reply', text: ' Three leaves. ' });
    const { response, body, context, settled } = await transcribe();
    expect([response.status, body]).toEqual([200, { text: 'Three leaves.' }]);
    const [sent] = vendor.requests;
    expect(sent?.path).toBe('/v1/audio/transcriptions');
    expect(sent?.headers.authorization).toBe(`Bearer ${vendorKey}`);
    expect(sent?.body).toEqual({
      // The type is detected from the bytes, and the name reveals nothing about the user.
      file: { name: 'speech.webm', type: 'audio/webm', data: Buffer.from(webm()).toString('base64') },
      model: 'gpt-4o-mini-transcribe',
      response_format: 'json',
    });
    expect(settled).toMatchObject({
      path: 'rpc/finish_completion',
      body: { outcome: 'answered', model_id: 'gpt-4o-mini-transcribe' },
    });
    const stored = JSON.stringify([context.calls, context.logged]);
    expect(stored).not.toMatch(/canary|leaves/);
  });

  it('uses the model that an administrator named, and an own key', async () => {
    const own = { 'x-provider-key': 'sk-own', 'x-clover-vendor': 'openai', 'x-provider-origin': vendor.url };
    await transcribe({ config: { transcription_model: 'whisper-9' }, headers: own });
    expect(vendor.requests[0]?.body['model']).toBe('whisper-9');
    expect(vendor.requests[0]?.headers.authorization).toBe('Bearer sk-own');
  });

  it.each([
    ['a text', 'hello', 'file: must be a recording as WebM'],
    ['a page', new TextEncoder().encode('<html>'), 'file: must be a recording as WebM'],
    ['nothing', new Uint8Array(), 'file: must be a recording as WebM'],
  ])('is refused for %s, without a call', async (_, file, message) => {
    const { response, body, context } = await transcribe({ file });
    expect(response.status).toBe(400);
    expect(body.error?.message).toContain(message);
    expect([context.calls, vendor.requests]).toEqual([[], []]);
  });

  it('is refused without a form', async () => {
    const response = await handler(requestWith(webm()), createTestContext({ answers: {} }));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('file: must be a recording, in a form');
  });

  it('is refused for a recording that is too long', async () => {
    const context = createTestContext({ answers: {} });
    const response = await handler(requestWith(new Uint8Array(maxRecordingBytes + 20_000)), context);
    expect(response.status).toBe(413);
    expect(vendor.requests).toEqual([]);
  });

  it("is refused and refunded if the vendor can't turn speech into text", async () => {
    const { response, body, settled } = await transcribe({
      name: 'anthropic',
      config: { dialect: 'anthropic', transcription_model: 'x' },
    });
    expect([response.status, body.error?.code]).toEqual([503, 'unsupported_vendor']);
    expect(settled).toMatchObject({ body: { outcome: 'failed' } });
    expect(vendor.requests).toEqual([]);
  });

  it.each([
    [{ kind: 'status', status: 401 } as const, 'authentication'],
    [{ kind: 'html', status: 200 } as const, 'invalid_json'],
    [
      { kind: 'raw', headers: { 'content-type': 'application/json' }, body: '{"words":[]}' } as const,
      'invalid_format',
    ],
  ])('fails with the catalog for %j, and is refunded', async (behavior, code) => {
    vendor.script(behavior);
    const { body, settled } = await transcribe();
    expect(body.error?.code).toBe(code);
    expect(settled).toMatchObject({ body: { outcome: 'failed' } });
  });
});
