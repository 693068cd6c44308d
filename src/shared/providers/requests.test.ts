import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { streamOptions, request, testKey, vendorAt } from './testing/vendors.ts';

let server: FakeVendor;
beforeAll(async () => {
  server = await startVendor();
});
afterEach(() => server.reset());
afterAll(() => server.close());

type Kind = keyof FakeVendor['endpoints'];

async function call(name: Kind, changes = {}, vendorChanges = {}) {
  const vendor = vendorAt(name, server.endpoints[name], vendorChanges);
  const collected = await collectDeltas(streamCompletion(vendor, request(changes), streamOptions()));
  const sent = server.requests.at(-1)!;
  return { ...collected, sent };
}

const messages = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Hello there' },
];
const whole = { stream: false };

describe('the request to each vendor', () => {
  it('is a POST of JSON with a bearer key, and X-Request-ID for the hosted open-model provider [PROV-001] [PROV-004]', async () => {
    const { sent } = await call('deepinfra', whole);
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/openai/chat/completions' });
    expect(sent.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Bearer ${testKey}`,
      'x-request-id': 'request-1',
    });
  });

  it('has model, messages, temperature and max_tokens 1024 for it [PROV-002] [PROV-005] [PROV-013] [PROV-017]', async () => {
    const { sent } = await call('deepinfra', whole);
    expect(sent.body).toEqual({ model: 'some/model', messages, temperature: 0.7, max_tokens: 1024 });
  });

  it('has the 1000 tokens of the chat screen if a request sets them [PROV-011] [PROV-012]', async () => {
    const { sent } = await call('deepinfra', { ...whole, maxTokens: 1000 });
    expect(sent.body).toMatchObject({ max_tokens: 1000 });
  });

  it('has model, messages and temperature only for the second provider [PROV-008]', async () => {
    const { sent, text } = await call('openrouter', { ...whole, maxTokens: 1000 });
    expect(sent.body).toEqual({ model: 'some/model', messages, temperature: 0.7 });
    expect(sent.headers).not.toHaveProperty('x-request-id');
    expect(text).toBe('You said: Hello there');
  });

  it('has max_tokens 4000 and stream false for the general-purpose provider [PROV-010]', async () => {
    const { sent, text } = await call('openai', whole);
    expect(sent.body).toEqual({
      model: 'some/model',
      messages,
      temperature: 0.7,
      max_tokens: 4000,
      stream: false,
    });
    expect(text).toBe('You said: Hello there');
  });

  it('has key, model_id, messages, max_tokens 1000, temperature 0.7 and stream false for the third [PROV-009]', async () => {
    const { sent, text } = await call('modelslab');
    expect(sent.body).toEqual({
      key: testKey,
      model_id: 'some/model',
      messages,
      max_tokens: 1000,
      temperature: 0.7,
      stream: false,
    });
    expect(sent.headers).not.toHaveProperty('authorization');
    expect(text).toBe('You said: Hello there');
  });

  it('requests a stream with usage only if the vendor can stream', async () => {
    const { sent } = await call('openai');
    expect(sent.body).toEqual({
      model: 'some/model',
      messages,
      temperature: 0.7,
      max_tokens: 4000,
      stream: true,
      stream_options: { include_usage: true },
    });
    const configured = await call('openai', {}, { config: { stream: false } });
    expect(configured.sent.body).toMatchObject({ stream: false });
    expect(configured.text).toBe('You said: Hello there');
  });

  it('has max_completion_tokens that include thinking, and no temperature, for its reasoning models', async () => {
    for (const model of ['gpt-5-mini', 'o3', 'o4-mini-2025-04-16']) {
      const { sent } = await call('openai', { ...whole, model, temperature: 0.2, maxTokens: 1000 });
      expect(sent.body).toEqual({ model, messages, max_completion_tokens: 1000 + 16_384, stream: false });
    }
    const { sent } = await call('openai', { ...whole, model: 'gpt-4.1-2025-04-14' });
    expect(sent.body).toMatchObject({ temperature: 0.7, max_tokens: 4000 });
  });

  it('has temperature 1 if the caller knows that the model creates images [PROV-018]', async () => {
    const messages = [{ role: 'user' as const, content: 'Draw a picture of a fox' }];
    const vendor = vendorAt('openai', server.endpoints.openai);
    await collectDeltas(
      streamCompletion(vendor, request({ messages }), streamOptions({ supportsImages: true })),
    );
    await collectDeltas(streamCompletion(vendor, request({ messages }), streamOptions()));
    expect(server.requests.map(({ body }) => body['temperature'])).toEqual([1, 0.7]);
  });

  it('needs no key for a local server, but sends one that is set', async () => {
    const without = await call('ollama', whole, { apiKey: null });
    expect(without.sent.headers).not.toHaveProperty('authorization');
    expect(without.text).toBe('You said: Hello there');
    const { sent } = await call('ollama', whole);
    expect(sent.headers).toMatchObject({ authorization: `Bearer ${testKey}` });
  });

  it.each(['', '/', '/v1', '/v1/', '/v1/chat/completions'])(
    'is sent to the completions of a local server whose URL ends in %j',
    async (path) => {
      const vendor = vendorAt('ollama', `${server.url}${path}`);
      await collectDeltas(streamCompletion(vendor, request(), streamOptions()));
      expect(server.requests.map(({ path: asked }) => asked)).toEqual(['/v1/chat/completions']);
    },
  );
});

describe('the result', () => {
  it('is the content of the first choice, with vendor, finish reason and usage [PROV-003] [PROV-006]', async () => {
    const { deltas } = await call('deepinfra', whole);
    expect(deltas).toEqual([
      {
        text: 'You said: Hello there',
        finishReason: 'stop',
        usage: { promptTokens: 4, completionTokens: 4 },
        model: 'some/model',
        vendor: 'deepinfra',
      },
    ]);
  });

  it('is the same text in deltas when it streams', async () => {
    const { deltas, text } = await call('deepinfra');
    expect(text).toBe('You said: Hello there');
    expect(deltas[0]).toEqual({ text: 'You', model: 'some/model', vendor: 'deepinfra' });
    expect(deltas.at(-1)).toEqual({
      text: '',
      finishReason: 'stop',
      usage: { promptTokens: 4, completionTokens: 4 },
    });
  });

  it.each([
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['eos', 'unknown'],
    ['constructor', 'unknown'],
  ])('reads the finish reason %s as %s, whole or streamed', async (word, finishReason) => {
    for (const stream of [false, true]) {
      server.script({ kind: 'reply', text: 'Hi', finishReason: word });
      expect((await call('openai', { stream })).deltas.at(-1)?.finishReason).toBe(finishReason);
    }
  });

  it('accepts JSON as the response to a streaming request', async () => {
    server.script({ kind: 'whole' });
    const { deltas, text } = await call('openrouter');
    expect(text).toBe('You said: Hello there');
    expect(deltas).toHaveLength(1);
  });

  it.each([
    [{ prompt_tokens: 1e300, completion_tokens: 1 }],
    [{ prompt_tokens: -1, completion_tokens: 1 }],
    ['many'],
    [null],
  ])('is only the text if the usage is %j', async (usage) => {
    const choices = [{ message: { content: 'Hi' }, finish_reason: 'stop' }];
    const fetch = async () => Response.json({ choices, usage });
    const vendor = vendorAt('openai', 'https://vendor.example/chat');
    const { deltas } = await collectDeltas(
      streamCompletion(vendor, request(whole), streamOptions({ fetch })),
    );
    expect(deltas).toEqual([{ text: 'Hi', finishReason: 'stop', model: 'some/model', vendor: 'openai' }]);
  });
});
