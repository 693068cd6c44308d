import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type Behavior, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { maxImageDataLength } from '../../../src/shared/completion/completion.ts';
import { createTestContext, type TestContext } from '../_shared/testing/context.ts';
import { encryptionKeys, grantFor, vendorKey } from '../_shared/testing/grant.ts';
import { collectItems, startOpenAiServer } from '../_shared/testing/openai-server.ts';
import { handler } from './handler.ts';

let vendor: FakeVendor;
let context: TestContext;
let client: OpenAI;
let closeServer: () => Promise<unknown>;

beforeAll(async () => {
  vendor = await startVendor();
  ({ client, close: closeServer } = await startOpenAiServer(
    () => handler,
    () => context,
  ));
});
afterEach(() => vendor.reset());
afterAll(() => Promise.all([vendor.close(), closeServer()]));

async function connect(kind: 'openai' | 'anthropic' | 'gemini' | 'openai-responses' = 'openai') {
  const config = kind === 'openai' ? {} : { dialect: kind };
  const grant = await grantFor(kind, vendor.endpoints[kind], config);
  context = createTestContext({
    encryptionKeys,
    answers: { 'rpc/begin_completion': grant, 'rpc/finish_completion': { id: 'stored' } },
  });
}

const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'weather',
      description: 'The weather of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
];
const question = {
  model: 'm',
  messages: [{ role: 'user' as const, content: 'How is the weather in Łódź?' }],
};

const call = { id: 'call_1', type: 'function' as const, function: { name: 'weather', arguments: '{}' } };
const chunk = (delta: unknown, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const streamed = (...chunks: readonly string[]): Behavior => ({
  kind: 'raw',
  headers: { 'content-type': 'text/event-stream' },
  body: `${chunks.join('')}data: [DONE]\n\n`,
});
const piece = (text: string, fields: object = {}, index = 0) =>
  chunk({ tool_calls: [{ index, ...fields, function: { arguments: text } }] });
const opening = (id: string, index = 0) =>
  chunk({ tool_calls: [{ index, id, type: 'function', function: { name: 'weather', arguments: '' } }] });
const whole = (message: unknown, finish_reason = 'tool_calls'): Behavior => ({
  kind: 'raw',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ choices: [{ index: 0, message, finish_reason }] }),
});

const sent = () => vendor.requests.at(-1)?.body ?? {};

describe("tools through OpenAI's own client", () => {
  it('are called without streaming, and their results return to the model', async () => {
    await connect();
    vendor.script(whole({ role: 'assistant', content: null, tool_calls: [call] }));
    const { choices } = await client.chat.completions.create({ ...question, tools, tool_choice: 'auto' });
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null, tool_calls: [call] },
    });
    expect(sent()).toMatchObject({ tools, tool_choice: 'auto' });

    const messages = [
      ...question.messages,
      { role: 'assistant' as const, content: null, tool_calls: [call] },
      { role: 'tool' as const, tool_call_id: 'call_1', content: 'Sunny' },
    ];
    await connect();
    vendor.script({ kind: 'reply', text: 'It is sunny.' });
    const answer = await client.chat.completions.create({ model: 'm', messages, tools });
    expect(answer.choices[0]?.message.content).toBe('It is sunny.');
    expect(sent()['messages']).toEqual(messages);
  });

  it("are called while streaming, even two in one reply, and joined by the client's stream helper", async () => {
    await connect();
    vendor.script(
      streamed(
        chunk({ role: 'assistant', content: 'Let me see.' }),
        opening('call_1'),
        piece('{"city":'),
        opening('call_2', 1),
        piece('"Łódź"}'),
        piece('{"city":"Gdańsk"}', {}, 1),
        chunk({}, 'tool_calls'),
      ),
    );
    const reply = await client.chat.completions.stream({ ...question, tools }).finalChatCompletion();
    const [choice] = reply.choices;
    expect(choice?.finish_reason).toBe('tool_calls');
    expect(choice?.message.content).toBe('Let me see.');
    expect(choice?.message.tool_calls).toMatchObject([
      { id: 'call_1', function: { name: 'weather', arguments: '{"city":"Łódź"}' } },
      { id: 'call_2', function: { name: 'weather', arguments: '{"city":"Gdańsk"}' } },
    ]);
    expect(context.calls.at(-1)?.body).toMatchObject({ outcome: 'answered' });
  });

  it("never show the vendor's key, even in pieces", async () => {
    await connect();
    const half = vendorKey.length / 2;
    vendor.script(
      streamed(
        opening('call_1'),
        piece(`{"key":"${vendorKey.slice(0, half)}`),
        piece(`${vendorKey.slice(half)}"}`),
        chunk({}, 'tool_calls'),
      ),
    );
    const stream = await client.chat.completions.create({ ...question, tools, stream: true });
    const pieces = (await collectItems(stream)).flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    const written = pieces.map(({ function: called }) => called?.arguments ?? '').join('');
    expect(written).not.toContain(vendorKey);
    expect(JSON.parse(written)).toHaveProperty('key');
  });

  it('are ignored in a reply if the request has none', async () => {
    await connect();
    vendor.script(
      streamed(chunk({ content: 'Yes.' }), opening('call_1'), piece('{}'), chunk({}, 'tool_calls')),
    );
    const chunks = await collectItems(await client.chat.completions.create({ ...question, stream: true }));
    expect(chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])).toEqual([]);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });
});

describe("other fields through OpenAI's own client", () => {
  const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } };
  const address = { type: 'image_url' as const, image_url: { url: 'https://example.com/cat.png' } };
  const fields = {
    response_format: {
      type: 'json_schema' as const,
      json_schema: { name: 'reply', schema: { type: 'object' }, strict: true },
    },
    seed: 7,
    stop: ['END'],
    presence_penalty: 0.5,
    frequency_penalty: -0.5,
    parallel_tool_calls: false,
  };

  it('reach the vendor unchanged, with and without streaming', async () => {
    for (const stream of [false, true]) {
      await connect();
      const content = [{ type: 'text' as const, text: 'What is this?' }, image];
      const reply = await client.chat.completions.create({
        model: 'm',
        messages: [{ role: 'user', content }],
        ...fields,
        n: 1,
        max_completion_tokens: 50,
        stream,
      });
      if (Symbol.asyncIterator in reply) await collectItems(reply);
      expect(sent()).toMatchObject({ ...fields, messages: [{ role: 'user', content }], max_tokens: 50 });
      expect(sent()).not.toHaveProperty('n');
    }
  });

  it('are translated if the dialect has another name for them', async () => {
    await connect('anthropic');
    await client.chat.completions.create({ ...question, stop: 'END' });
    expect(sent()).toMatchObject({ stop_sequences: ['END'] });
    await connect('gemini');
    await client.chat.completions.create({ ...question, stop: ['END'], seed: 7 });
    expect(sent()).toMatchObject({ generationConfig: { stopSequences: ['END'], seed: 7 } });
  });

  const content = [{ type: 'text' as const, text: 'What is this?' }, image];
  const inline = { role: 'user', content: expect.anything() as unknown };
  it.each([
    ['openai', { messages: [{ role: 'user', content }] }],
    ['openai-responses', { input: [inline] }],
    ['anthropic', { messages: [inline] }],
    ['gemini', { contents: [{ role: 'user', parts: expect.anything() as unknown }] }],
  ] as const)('images in the request reach %s, also if the reply is stored', async (kind, body) => {
    await connect(kind);
    const id = crypto.randomUUID();
    const headers = { 'x-clover-message-id': id, 'x-clover-reply-id': id, 'x-clover-question-id': id };
    await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content }] }, { headers });
    expect(sent()).toMatchObject(body);
    expect(JSON.stringify(sent())).toContain('AAAA');
    expect(context.calls[0]?.body).toMatchObject({ prompt_tokens: 40_000 + 13 + 16 });
  });

  it('images between texts keep their place if the dialect supports that', async () => {
    await connect();
    const around = [image, { type: 'text' as const, text: 'Before or after?' }, address];
    await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: around }] });
    expect(sent()['messages']).toEqual([{ role: 'user', content: around }]);
  });

  it.each([
    ['a type that vendors do not read', 'data:image/svg+xml;base64,AAAA'],
    ['data that are not base64', 'data:image/png;base64,A?=='],
    ['a URL without TLS', 'http://example.com/cat.png'],
    ['too much data', `data:image/png;base64,${'A'.repeat(maxImageDataLength + 4)}`],
  ])('an image is refused with 400 for %s', async (_, url) => {
    await connect();
    const part = { type: 'image_url' as const, image_url: { url } };
    const refused = client.chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: [part] }],
    });
    await expect(refused).rejects.toThrow(/image/);
    expect(context.calls).toEqual([]);
  });

  it.each([
    ['gemini', 'parallel_tool_calls', { tools, parallel_tool_calls: false }],
    ['openai-responses', 'stop', { stop: 'END' }],
    ['anthropic', 'response_format', { response_format: fields.response_format }],
    ['anthropic', 'seed', { seed: 7 }],
    ['gemini', 'messages', { messages: [{ role: 'user' as const, content: [address] }] }],
  ] as const)('are refused with 400 and their name if %s has no %s', async (kind, name, given) => {
    await connect(kind);
    const refused = await client.chat.completions
      .create({ ...question, ...given } as OpenAI.ChatCompletionCreateParamsNonStreaming)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OpenAI.BadRequestError);
    expect(refused).toMatchObject({ code: 'bad_request' });
    expect((refused as Error).message).toContain(`${name}: `);
    expect((refused as Error).message).toMatch(/not supported for models of (?:The|this) Vendor/i);
    expect(vendor.requests).toEqual([]);
    expect(context.calls.at(-1)?.body).toMatchObject({ outcome: 'failed' });
  });

  it('cannot be part of a stored reply', async () => {
    await connect();
    const id = crypto.randomUUID();
    const headers = { 'x-clover-message-id': id, 'x-clover-reply-id': id, 'x-clover-question-id': id };
    await expect(client.chat.completions.create({ ...question, tools }, { headers })).rejects.toThrow(
      'Replies with tools or image URLs cannot be stored',
    );
    expect(context.calls).toEqual([]);
  });
});
