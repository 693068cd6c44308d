import { describe, expect, it } from 'vitest';
import { checkConnection } from '../../check-connection.ts';
import { listModels } from '../../list-models.ts';
import { streamCompletion } from '../../stream-completion.ts';
import { collectDeltas } from '../../testing/collect.ts';
import { streamOptions, request, testKey, vendorAt } from '../../testing/vendors.ts';
import { bodyOf } from './request.ts';

const config = { dialect: 'anthropic' } as const;
const prompt = (model: string, temperature: number | undefined = 0.7) => ({
  ...request(),
  model,
  temperature,
  maxTokens: undefined,
  isStreaming: false,
  isTest: false,
});

describe('the temperature', () => {
  it.each([
    'claude-3-5-sonnet-20241022',
    'claude-2.1',
    'claude-sonnet-4-20250514',
    'claude-opus-4-1-20250805',
    'claude-haiku-4-5',
    'anthropic/claude-sonnet-4.5',
    'claude-opus-4-6',
    'another-model',
  ])('is sent to %s, limited to 1', (model) => {
    expect(bodyOf(prompt(model))).toHaveProperty('temperature', 0.7);
    expect(bodyOf(prompt(model, 2))).toHaveProperty('temperature', 1);
  });

  it.each([
    'claude-opus-4-7',
    'claude-opus-4-8-20260401',
    'anthropic/claude-opus-4.7',
    'claude-opus-4-10',
    'claude-sonnet-5',
    'claude-haiku-5-5',
    'claude-fable-5',
    'claude-mythos-preview',
  ])('is not sent to %s, which would refuse it', (model) => {
    expect(bodyOf(prompt(model))).not.toHaveProperty('temperature');
  });
});

it('every request to Claude has a token limit, because Anthropic requires one', () => {
  expect(bodyOf(prompt('m'))).toHaveProperty('max_tokens', 4096);
  expect(bodyOf({ ...prompt('m'), maxTokens: 7 })).toHaveProperty('max_tokens', 7);
});

describe('the URL for Claude', () => {
  const sentTo = async (endpoint: string, call: 'reply' | 'list') => {
    let sent: Request | undefined;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sent = new Request(input, init);
      return Response.json({ data: [], type: 'message', content: [{ type: 'text', text: 'Hi' }] });
    };
    const vendor = vendorAt('claude', endpoint, { config });
    if (call === 'reply') await collectDeltas(streamCompletion(vendor, request(), streamOptions({ fetch })));
    else await listModels(vendor, streamOptions({ fetch }));
    return sent?.url;
  };

  it.each(['', '/', '/v1', '/v1/', '/v1/messages'])('may end in %j', async (end) => {
    expect(await sentTo(`https://claude.example${end}`, 'reply')).toBe('https://claude.example/v1/messages');
    expect(await sentTo(`https://claude.example${end}`, 'list')).toBe(
      'https://claude.example/v1/models?limit=1000',
    );
  });

  it('of a gateway is used unchanged, and must end in /messages for a model list', async () => {
    const gateway = 'https://gateway.example/claude?version=2';
    expect(await sentTo(gateway, 'reply')).toBe(gateway);
    await expect(sentTo(gateway, 'list')).rejects.toMatchObject({
      message: 'The endpoint of this provider does not end in /messages',
    });
  });
});

describe('the key', () => {
  it('is required, unless it is in another header or the vendor needs none', async () => {
    const fetch = async () => Response.json({ type: 'message', content: [{ type: 'text', text: 'Hi' }] });
    const ask = (changes: object) =>
      collectDeltas(
        streamCompletion(
          vendorAt('claude', 'https://claude.example', { apiKey: null, config, ...changes }),
          request(),
          streamOptions({ fetch }),
        ),
      );
    expect((await ask({})).error).toMatchObject({ code: 'missing_key' });
    expect((await ask({ config: { ...config, needs_key: false } })).text).toBe('Hi');
    expect((await ask({ headers: { 'x-api-key': 'secret-0123456789abcdef' } })).text).toBe('Hi');
  });

  it('is never quoted from an error: not from a body, a stream or a connection test', async () => {
    const body = JSON.stringify({
      type: 'error',
      error: { type: 'invalid_request_error', message: `The key ${testKey} is odd.` },
    });
    const vendor = vendorAt('claude', 'https://claude.example', { config });
    const refused = async () => new Response(body, { status: 400 });
    const streamed = async () =>
      new Response(`data: ${body}\n\n`, { headers: { 'content-type': 'text/event-stream' } });
    for (const fetch of [refused, streamed]) {
      const { error } = await collectDeltas(streamCompletion(vendor, request(), streamOptions({ fetch })));
      expect(error?.message).toBe('Bad request (400): The key [hidden] is odd.');
    }
    const tested = await checkConnection(vendor, 'm', {
      ...streamOptions({ fetch: refused }),
      purpose: 'key',
    });
    expect(tested.message).toContain('The key [hidden] is odd.');
    expect(JSON.stringify(tested)).not.toContain(testKey);
  });
});
