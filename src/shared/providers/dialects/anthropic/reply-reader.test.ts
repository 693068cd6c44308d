import { describe, expect, it } from 'vitest';
import { streamCompletion } from '../../stream-completion.ts';
import { collectDeltas } from '../../testing/collect.ts';
import { streamOptions, request, vendorAt } from '../../testing/vendors.ts';

const vendor = vendorAt('claude', 'https://claude.example', { config: { dialect: 'anthropic' } });

type Event = Readonly<Record<string, unknown>>;

async function read(response: Response) {
  const fetch = async () => response;
  const { deltas, text, error } = await collectDeltas(
    streamCompletion(vendor, request(), streamOptions({ fetch })),
  );
  const reasoning = deltas.map((delta) => delta.reasoning ?? '').join('');
  return { text, reasoning, error, end: deltas.at(-1) };
}

const readEvents = (...events: readonly unknown[]) =>
  read(
    new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    }),
  );

const start = (usage: Event = { input_tokens: 10, output_tokens: 1 }) => ({
  type: 'message_start',
  message: { model: 'm', usage },
});
const piece = (delta: Event) => ({ type: 'content_block_delta', index: 0, delta });
const hi = piece({ type: 'text_delta', text: 'Hi' });
const end = (stop_reason: unknown = 'end_turn', usage: unknown = { output_tokens: 3 }) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
});
const stop = { type: 'message_stop' };

describe('a stream', () => {
  it('ends at its last event, and later events are ignored', async () => {
    const { text, error } = await readEvents(start(), hi, end(), stop, hi, { type: 'error', error: {} });
    expect({ text, error }).toEqual({ text: 'Hi', error: undefined });
  });

  it.each<readonly [string, readonly unknown[]]>([
    ['no end at all', [start(), hi]],
    ['a last event, but no stop reason', [start(), hi, stop]],
    ['an end without a reason', [start(), hi, end(null), stop]],
  ])('is interrupted if it has %s', async (_, events) => {
    const { text, error } = await readEvents(...events);
    expect({ text, code: error?.code }).toEqual({ text: 'Hi', code: 'interrupted' });
  });

  it('may have events, blocks and deltas of unknown types', async () => {
    const { text, reasoning } = await readEvents(
      { type: 'ping' },
      start(),
      { type: 'weather', temperature: 21 },
      { type: 'content_block_start', index: 0, content_block: { type: 'server_tool_use', text: 'query' } },
      piece({ type: 'input_json_delta', partial_json: '{"text":' }),
      piece({ type: 'citations_delta', citation: { cited_text: 'text' } }),
      piece({ type: 'signature_delta', signature: 'c2lnbmF0dXJl' }),
      { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'x' } },
      { type: 'content_block_start', index: 2, content_block: { type: 'thinking', thinking: 'Hm' } },
      piece({ type: 'thinking_delta', thinking: '.' }),
      { type: 'content_block_start', index: 3, content_block: { type: 'text', text: 'Oh, ' } },
      hi,
      end(),
      stop,
    );
    expect({ text, reasoning }).toEqual({ text: 'Oh, Hi', reasoning: 'Hm.' });
  });

  it.each<readonly [string, unknown]>([
    ['no type', { delta: {} }],
    ['a type that is not a string', { type: 7 }],
    ['no delta', { type: 'content_block_delta' }],
    ['a text that is not a string', piece({ type: 'text_delta', text: 7 })],
    ['a list', []],
    ['nothing', null],
  ])('is invalid if an event has %s', async (_, event) => {
    const { text, error } = await readEvents(start(), hi, event, end(), stop);
    expect({ text, code: error?.code }).toEqual({ text: 'Hi', code: 'invalid_format' });
  });

  it.each<readonly [string, string]>([
    ['overloaded_error', 'API error (529): Sorry'],
    ['rate_limit_error', 'API error (429): Sorry'],
    ['api_error', 'API error (500): Sorry'],
    ['timeout_error', 'API error (504): Sorry'],
    ['billing_error', 'API error (402): Sorry'],
    ['request_too_large', 'API error (413): Sorry'],
    ['authentication_error', 'Authentication error (401): API key may be invalid or expired'],
    ['some_new_error', 'API error (500): Sorry'],
  ])('keeps the text before an error of the type %s', async (type, message) => {
    const { text, error } = await readEvents(start(), hi, {
      type: 'error',
      error: { type, message: 'Sorry' },
    });
    expect({ text, message: error?.message }).toEqual({ text: 'Hi', message });
  });
});

describe('the stop reason', () => {
  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
    ['pause_turn', 'unknown'],
    ['tool_use', 'unknown'],
    ['some_new_reason', 'unknown'],
    ['constructor', 'unknown'],
  ])('%s is read as %s, streamed and whole', async (reason, finishReason) => {
    expect((await readEvents(start(), hi, end(reason), stop)).end?.finishReason).toBe(finishReason);
    const message = { type: 'message', content: [{ type: 'text', text: 'Hi' }], stop_reason: reason };
    expect((await read(Response.json(message))).end?.finishReason).toBe(finishReason);
  });

  it.each([
    ['refusal', 'The model or its provider declined to answer this message.'],
    ['max_tokens', 'The model reached its output limit while it was thinking, before it wrote an answer.'],
  ])('%s without any text gets an explanation', async (reason, message) => {
    const expected = { code: 'no_answer', message };
    expect((await readEvents(start(), end(reason), stop)).error).toMatchObject(expected);
    const whole = Response.json({ type: 'message', content: [], stop_reason: reason });
    expect((await read(whole)).error).toMatchObject(expected);
  });
});

describe('the usage', () => {
  const usageOf = async (first: Event, ...last: readonly unknown[]) =>
    (await readEvents(start(first), hi, ...last.map((usage) => end('end_turn', usage)), stop)).end?.usage;

  it('includes cached tokens', async () => {
    const first = { input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 300 };
    expect(await usageOf(first, { output_tokens: 3 })).toEqual({
      promptTokens: 330,
      completionTokens: 3,
      cachedTokens: 300,
    });
  });

  it('ignores counts whose sum would not fit the database', async () => {
    const most = 2_147_483_647;
    const first = { input_tokens: 10, cache_creation_input_tokens: most, cache_read_input_tokens: most };
    expect(await usageOf(first, { output_tokens: 3 })).toEqual({ promptTokens: 10, completionTokens: 3 });
  });

  it('is the last reported usage, not a sum', async () => {
    const usage = await usageOf(
      { input_tokens: 10 },
      { output_tokens: 3 },
      { input_tokens: 12, output_tokens: 5 },
    );
    expect(usage).toEqual({ promptTokens: 12, completionTokens: 5 });
  });

  it.each<readonly [Event, unknown]>([
    [{ input_tokens: 10, output_tokens: 1 }, null],
    [{ input_tokens: 10, output_tokens: 1 }, { output_tokens: -3 }],
    [{}, { output_tokens: 3 }],
    [{ input_tokens: 1e300 }, { output_tokens: 3 }],
    [{ input_tokens: 10 }, 'many'],
  ])('is unknown if a part is missing or impossible: %j, %j', async (first, last) => {
    expect(await usageOf(first, last)).toBeUndefined();
  });
});

it('accepts a whole message as the response to a streaming request', async () => {
  const content = [
    { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
    { type: 'text', text: 'Yes' },
    { type: 'tool_use', id: 'a', name: 'b', input: {} },
    { type: 'text', text: ', sure.' },
  ];
  const whole = { type: 'message', model: 'm', content, stop_reason: 'end_turn', usage: null };
  expect(await read(Response.json(whole))).toMatchObject({ text: 'Yes, sure.', reasoning: 'Hm.' });
  expect((await read(Response.json({ type: 'message' }))).error?.code).toBe('invalid_format');
});
