import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { goldenBody, parseGolden } from '../../../src/shared/providers/testing/golden.ts';
import { createTestContext, type TestContext } from '../_shared/testing/context.ts';
import { encryptionKeys, grantFor } from '../_shared/testing/grant.ts';
import { startOpenAiServer } from '../_shared/testing/openai-server.ts';
import { handler } from './handler.ts';

const dialects = ['anthropic', 'gemini', 'openai-responses'] as const;
type Dialect = (typeof dialects)[number];

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

async function connect(dialect: Dialect) {
  const grant = await grantFor(dialect, vendor.endpoints[dialect], { dialect });
  context = createTestContext({ encryptionKeys, answers: { 'rpc/begin_completion': grant } });
}

/** Makes the vendor respond with the content of a golden file. */
function answer(dialect: Dialect, name: string) {
  const folder = join(import.meta.dirname, '../../../src/shared/providers/golden', dialect);
  const { answered } = parseGolden(readFileSync(join(folder, `${name}.http`), 'utf8'));
  const contentType = /^content-type: (.+)$/m.exec(answered)?.[1] ?? '';
  const body = new TextDecoder().decode(goldenBody(answered));
  vendor.script({ kind: 'raw', headers: { 'content-type': contentType }, body });
}

const tools = ['weather', 'now'].map((name) => ({ type: 'function' as const, function: { name } }));
const question = { role: 'user' as const, content: 'How is the weather in Łódź?' };

describe.each(dialects)("tools of %s through OpenAI's own client", (dialect) => {
  it('are called while streaming, and their results return to the model', async () => {
    await connect(dialect);
    answer(dialect, 'tools');
    const stream = client.chat.completions.stream({ model: 'm', messages: [question], tools });
    const [choice] = (await stream.finalChatCompletion()).choices;
    expect(choice?.finish_reason).toBe('tool_calls');
    const { message } = choice!;
    const called = message.tool_calls!.map((call) => (call.type === 'function' ? call.function : null));
    expect(called.map((call) => [call?.name, JSON.parse(call?.arguments ?? '')])).toEqual([
      ['weather', { city: 'Łódź' }],
      ['now', {}],
    ]);
    expect(new Set(message.tool_calls?.map(({ id }) => id)).size).toBe(2);
    expect(context.calls.at(-1)?.body).toMatchObject({ outcome: 'answered' });

    const results = message.tool_calls!.map(({ id }) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: `result of ${id}`,
    }));
    await connect(dialect);
    answer(dialect, 'tool-results');
    const next = await client.chat.completions.create({
      model: 'm',
      messages: [question, message, ...results],
      tools,
    });
    expect(next.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ type: 'function', function: { name: 'weather' } }] },
    });
    const sent = JSON.stringify(vendor.requests.at(-1)?.body);
    for (const { content } of results) expect(sent).toContain(content);
  });

  it('are ignored in a reply if the request has none', async () => {
    await connect(dialect);
    answer(dialect, 'tool-results');
    const refused = client.chat.completions.create({ model: 'm', messages: [question] });
    await expect(refused).rejects.toThrow('Invalid response format');
  });
});

describe("a call's signature", () => {
  const results = (calls: readonly { readonly id: string }[]) =>
    calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'Sunny' }));

  it.each(['streamed', 'whole'])('returns to Gemini with the result of the call, %s', async (form) => {
    await connect('gemini');
    answer('gemini', form === 'whole' ? 'signed-calls' : 'tools');
    const body = { model: 'm', messages: [question], tools };
    const reply =
      form === 'whole'
        ? await client.chat.completions.create(body)
        : await client.chat.completions.stream(body).finalChatCompletion();
    const { message } = reply.choices[0]!;
    await connect('gemini');
    answer('gemini', 'tool-results');
    const messages = [question, message, ...results(message.tool_calls!)];
    await client.chat.completions.create({ model: 'gemini-3-pro', messages, tools });
    const { contents } = vendor.requests.at(-1)!.body as {
      contents: { parts: { functionCall?: unknown; thoughtSignature?: string }[] }[];
    };
    const signatures = contents[1]!.parts
      .filter((part) => part.functionCall)
      .map((part) => part.thoughtSignature);
    expect(signatures[0]).toBe(form === 'whole' ? 'bmV4dA==' : 'c2lnbmF0dXJl');
    expect(signatures.slice(1).filter(Boolean)).toEqual([]);
  });

  it('is refused if it is not a signature', async () => {
    await connect('gemini');
    const call = {
      id: 'call_1',
      type: 'function' as const,
      function: { name: 'now', arguments: '{}' },
      extra_content: { google: { thought_signature: '<script>' } },
    };
    const messages = [question, { role: 'assistant' as const, tool_calls: [call] }, ...results([call])];
    await expect(client.chat.completions.create({ model: 'm', messages, tools })).rejects.toThrow(
      'thought_signature',
    );
    expect(vendor.requests).toEqual([]);
  });
});

it.each(['anthropic', 'gemini'] as const)(
  'arguments that are not a JSON object are refused with 400 if %s requires one',
  async (dialect) => {
    await connect(dialect);
    const call = { id: 'call_1', type: 'function' as const, function: { name: 'now', arguments: '[1' } };
    const refused = client.chat.completions.create({
      model: 'm',
      messages: [question, { role: 'assistant', tool_calls: [call] }],
      tools,
    });
    await expect(refused).rejects.toThrow(
      '400 Bad request (400): messages: the arguments of the tool call call_1 are not a JSON object',
    );
    expect(vendor.requests).toEqual([]);
  },
);
