import { describe, expect, it } from 'vitest';
import { streamCompletion } from '../../stream-completion.ts';
import { collectDeltas } from '../../testing/collect.ts';
import { streamOptions, request, testKey, vendorAt } from '../../testing/vendors.ts';

const vendor = vendorAt('google', 'https://google.example', { config: { dialect: 'gemini' } });

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

const piece = (parts: readonly unknown[], more: Event = {}) => ({
  candidates: [{ content: { parts } }],
  ...more,
});
const hi = piece([{ text: 'Hi' }]);
const end = (finishReason: unknown = 'STOP', more: Event = {}) => ({
  candidates: [{ finishReason }],
  ...more,
});

describe('a stream', () => {
  it('is interrupted if it ends without a finish reason', async () => {
    const { text, error } = await readEvents(hi, hi);
    expect({ text, code: error?.code }).toEqual({ text: 'HiHi', code: 'interrupted' });
  });

  it('may have parts and events without text', async () => {
    const { text, reasoning } = await readEvents(
      { usageMetadata: { promptTokenCount: 3 } },
      { candidates: null },
      { candidates: [{}] },
      piece([{ thought: true, text: 'Hm' }, { thought: true }, { inlineData: { data: 'x' } }]),
      piece([
        { functionCall: { name: 'text' } },
        { text: 'A' },
        { text: '', thoughtSignature: 'c2ln' },
        { text: 'B' },
      ]),
      { ...end(), promptFeedback: {} },
    );
    expect({ text, reasoning }).toEqual({ text: 'AB', reasoning: 'Hm' });
  });

  it.each<readonly [string, unknown]>([
    ['a text that is not a string', piece([{ text: 7 }])],
    ['parts that are not a list', { candidates: [{ content: { parts: 'Hi' } }] }],
    ['candidates that are not a list', { candidates: 'Hi' }],
    ['a list', [hi]],
    ['nothing', null],
  ])('is invalid if an event has %s', async (_, event) => {
    const { text, error } = await readEvents(hi, event, end());
    expect({ text, code: error?.code }).toEqual({ text: 'Hi', code: 'invalid_format' });
  });

  it('keeps the text before an error', async () => {
    const { text, error } = await readEvents(hi, {
      error: { code: 500, message: 'Sorry', status: 'INTERNAL' },
    });
    expect({ text, message: error?.message }).toEqual({ text: 'Hi', message: 'API error (500): Sorry' });
  });
});

describe('the finish reason', () => {
  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['BLOCKLIST', 'content_filter'],
    ['PROHIBITED_CONTENT', 'content_filter'],
    ['SPII', 'content_filter'],
    ['OTHER', 'unknown'],
    ['MALFORMED_FUNCTION_CALL', 'unknown'],
    ['toString', 'unknown'],
  ])('%s is read as %s, streamed and whole', async (reason, finishReason) => {
    expect((await readEvents(hi, end(reason))).end?.finishReason).toBe(finishReason);
    const whole = { candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: reason }] };
    expect((await read(Response.json(whole))).end?.finishReason).toBe(finishReason);
  });

  it.each<readonly [string, Event, string]>([
    ['a refused prompt', { promptFeedback: { blockReason: 'SAFETY' } }, 'no_answer'],
    ['a refused reply', end('SAFETY'), 'no_answer'],
    ['a limit that the thoughts used up', end('MAX_TOKENS'), 'no_answer'],
    ['nothing', end(), 'invalid_format'],
  ])('is explained if there is no text: %s', async (_, reply, code) => {
    expect((await readEvents(reply)).error?.code).toBe(code);
    expect((await read(Response.json(reply))).error?.code).toBe(code);
  });
});

describe('the usage', () => {
  const usageOf = async (...usages: readonly unknown[]) =>
    (await readEvents(hi, ...usages.map((usageMetadata) => piece([], { usageMetadata })), end())).end?.usage;

  it('adds the thoughts to the answer, and the results of tools to the prompt', async () => {
    const usage = {
      promptTokenCount: 3,
      toolUsePromptTokenCount: 4,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 6,
    };
    expect(await usageOf(usage)).toEqual({ promptTokens: 7, completionTokens: 11, reasoningTokens: 6 });
  });

  it('is the last reported usage, not a sum', async () => {
    const usage = (candidatesTokenCount: number) => ({ promptTokenCount: 3, candidatesTokenCount });
    expect(await usageOf(usage(1), usage(2))).toEqual({ promptTokens: 3, completionTokens: 2 });
  });

  it.each<readonly [unknown]>([
    [{ promptTokenCount: 3 }],
    [{ candidatesTokenCount: 3 }],
    [{ promptTokenCount: -1, candidatesTokenCount: 3 }],
    [{ promptTokenCount: 3, candidatesTokenCount: 1e300 }],
    [{ promptTokenCount: 3, candidatesTokenCount: 2_147_483_647, thoughtsTokenCount: 2_147_483_647 }],
    ['many'],
  ])('is unknown if a part is missing or impossible: %j', async (usage) => {
    expect(await usageOf(usage)).toBeUndefined();
  });
});

it('accepts a whole reply as the response to a streaming request', async () => {
  const parts = [{ text: 'Hm.', thought: true }, { text: 'Yes' }, { text: '.' }];
  const whole = { candidates: [{ content: { parts }, finishReason: 'STOP' }] };
  expect(await read(Response.json(whole))).toMatchObject({ text: 'Yes.', reasoning: 'Hm.' });
  expect((await read(Response.json({ hello: 'world' }))).error?.code).toBe('invalid_format');
});

describe('the signature of a call', () => {
  const callsOf = async (thoughtSignature: unknown) => {
    const parts = [{ functionCall: { name: 'now' }, thoughtSignature }, { functionCall: { name: 'now' } }];
    const body = { candidates: [{ content: { parts }, finishReason: 'STOP' }] };
    const fetch = async () => Response.json(body);
    const withTools = request({ passed: { tools: [] }, stream: false });
    const { deltas } = await collectDeltas(streamCompletion(vendor, withTools, streamOptions({ fetch })));
    return deltas.flatMap((delta) => delta.toolCalls ?? []).map(({ signature }) => signature);
  };

  it('is read with its call', async () => {
    expect(await callsOf('YS8r_-==')).toEqual(['YS8r_-==', undefined]);
  });

  it.each([[7], [''], ['a b'], ['a'.repeat(262_145)]])(
    'is ignored if it is invalid: %.10j',
    async (signature) => {
      expect(await callsOf(signature)).toEqual([undefined, undefined]);
    },
  );

  it('never quotes the key', async () => {
    expect(JSON.stringify(await callsOf(`abc${testKey}`))).not.toContain(testKey);
  });
});
