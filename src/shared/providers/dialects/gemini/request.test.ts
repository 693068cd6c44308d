import { describe, expect, it } from 'vitest';
import { checkConnection } from '../../check-connection.ts';
import { listModels } from '../../list-models.ts';
import { streamCompletion } from '../../stream-completion.ts';
import { collectDeltas } from '../../testing/collect.ts';
import { streamOptions, request, testKey, vendorAt } from '../../testing/vendors.ts';
import { bodyOf } from './request.ts';

const config = { dialect: 'gemini' } as const;
const vendorOf = (endpoint: string) => vendorAt('google', endpoint, { config });
const base = 'https://google.example/v1beta';

const prompt = (model: string, temperature = 0.7) => ({
  ...request(),
  model,
  temperature,
  maxTokens: undefined,
  isStreaming: false,
  isTest: false,
});

describe('thoughts', () => {
  const thinking = expect.objectContaining({ thinkingConfig: { includeThoughts: true } });

  it.each([
    'gemini-2.5-pro',
    'models/gemini-2.5-flash',
    'gemini-2.5-flash-preview-09-2025',
    'gemini-3.1-pro',
  ])('are requested from %s, except in tests', (model) => {
    expect(bodyOf(prompt(model))['generationConfig']).toEqual(thinking);
    expect(bodyOf({ ...prompt(model), isTest: true })['generationConfig']).not.toEqual(thinking);
  });

  it.each([
    'gemini-2.0-flash',
    'gemini-2.5-flash-lite',
    'gemini-2.5-flash-image',
    'gemini-3-pro-image-preview',
    'gemma-3-27b-it',
  ])('are not requested from %s, which would refuse', (model) => {
    expect(bodyOf(prompt(model))['generationConfig']).not.toEqual(thinking);
  });
});

describe('the signature of a call', () => {
  const call = (id: string, signature?: string) => ({
    id,
    type: 'function',
    function: { name: 'now', arguments: '{}' },
    ...(signature && { extra_content: { google: { thought_signature: signature } } }),
  });
  const signaturesOf = (model: string, ...calls: readonly unknown[]) => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', tool_calls: calls },
    ];
    const { contents } = bodyOf({ ...prompt(model), passed: { messages } }) as {
      contents: { parts: { thoughtSignature?: string }[] }[];
    };
    return contents[1]!.parts.map(({ thoughtSignature }) => thoughtSignature);
  };
  const placeholder = 'skip_thought_signature_validator';

  it('is sent back unchanged with its call', () => {
    expect(signaturesOf('gemini-3-pro', call('1', 'YQ=='), call('2'))).toEqual(['YQ==', undefined]);
    expect(signaturesOf('gemini-2.5-pro', call('1', 'YQ=='), call('2'))).toEqual(['YQ==', undefined]);
  });

  it("is replaced if it was lost at a turn's first call and the model needs it", () => {
    expect(signaturesOf('models/gemini-3-pro', call('1'), call('2', 'YQ=='))).toEqual([placeholder, 'YQ==']);
    expect(signaturesOf('gemini-2.5-pro', call('1'))).toEqual([undefined]);
  });
});

it('may have a temperature up to 2', () => {
  expect(bodyOf(prompt('m', 2))['generationConfig']).toEqual({ temperature: 2 });
});

it('has the system prompt in the first message of Gemma, which refuses it elsewhere', () => {
  expect(bodyOf(prompt('gemma-3-27b-it'))).toMatchObject({
    contents: [{ role: 'user', parts: [{ text: 'Be kind.\n\nHello there' }] }],
  });
  expect(bodyOf(prompt('gemma-3-27b-it'))).not.toHaveProperty('systemInstruction');
});

describe('the URL', () => {
  const sentTo = async (endpoint: string, model: string, stream = false) => {
    let sent: Request | undefined;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sent = new Request(input, init);
      return Response.json({ models: [], candidates: [] });
    };
    if (model === 'list') await listModels(vendorOf(endpoint), streamOptions({ fetch }));
    else
      await collectDeltas(
        streamCompletion(vendorOf(endpoint), request({ model, stream }), streamOptions({ fetch })),
      );
    return sent?.url;
  };

  it.each([
    '',
    '/',
    '/v1beta',
    '/v1beta/',
    '/v1beta/models',
    '/v1beta/models/gemini-2.5-pro:generateContent',
  ])('may end in %j', async (end) => {
    const endpoint = `https://google.example${end}`;
    expect(await sentTo(endpoint, 'm')).toBe(`${base}/models/m:generateContent`);
    expect(await sentTo(endpoint, 'm', true)).toBe(`${base}/models/m:streamGenerateContent?alt=sse`);
    expect(await sentTo(endpoint, 'list')).toBe(`${base}/models?pageSize=1000`);
  });

  it('keeps the path and the query of a gateway', async () => {
    const gateway = 'https://gateway.example/google/v1?tenant=a';
    expect(await sentTo(gateway, 'm', true)).toBe(
      'https://gateway.example/google/v1/models/m:streamGenerateContent?tenant=a&alt=sse',
    );
    expect(await sentTo(gateway, 'list')).toBe(
      'https://gateway.example/google/v1/models?tenant=a&pageSize=1000',
    );
  });

  it.each([
    ['models/m', 'm'],
    ['../../other', '..%2F..%2Fother'],
    ['..', '..'],
    ['a b?c#d', 'a%20b%3Fc%23d'],
    ['half \ud800', 'half%20%EF%BF%BD'],
  ])('stays below /models for any name: %j', async (model, name) => {
    expect(await sentTo(base, model)).toBe(`${base}/models/${name}:generateContent`);
  });
});

describe('a refusal', () => {
  const refuse = (status: number, body: unknown) => async () => Response.json(body, { status });
  const badKey = { error: { code: 400, message: 'No', details: [{}, null, { reason: 'API_KEY_INVALID' }] } };
  const ask = async (fetch: typeof globalThis.fetch) =>
    (await collectDeltas(streamCompletion(vendorOf(base), request(), streamOptions({ fetch })))).error;

  it('of a wrong key is recognized, although its status is 400', async () => {
    const expected = {
      code: 'authentication',
      message: 'Authentication error (400): API key may be invalid or expired',
    };
    expect(await ask(refuse(400, badKey))).toMatchObject(expected);
    expect(await ask(refuse(400, [badKey]))).toMatchObject(expected);
    const tested = await checkConnection(vendorOf(base), 'm', {
      ...streamOptions({ fetch: refuse(400, badKey) }),
      purpose: 'key',
    });
    expect(tested).toMatchObject({ success: false, details: { status: 400, code: 'authentication' } });
  });

  it('is read from a list with one error', async () => {
    const error = { code: 429, message: 'Slow down', status: 'RESOURCE_EXHAUSTED' };
    expect((await ask(refuse(429, [{ error }])))?.message).toBe('API error (429): Slow down');
    expect((await ask(refuse(429, [])))?.message).toBe('API error (429): No details were given');
  });

  it('never quotes the key, and the URL never contains it', async () => {
    let address = '';
    const fetch: typeof globalThis.fetch = async (input) => {
      address = new Request(input).url;
      return Response.json({ error: { code: 400, message: `Odd key ${testKey}` } }, { status: 400 });
    };
    expect((await ask(fetch))?.message).toBe('Bad request (400): Odd key [hidden]');
    expect(address).not.toContain(testKey);
  });
});
