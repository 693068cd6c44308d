import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createTestContext, type TestContext } from '../_shared/testing/context.ts';
import { collectItems, startOpenAiServer } from '../_shared/testing/openai-server.ts';
import { handler as models } from '../models/handler.ts';
import { handler } from './handler.ts';
import { encryptionKeys, grantFor } from '../_shared/testing/grant.ts';

let vendor: FakeVendor;
let context: TestContext;
let client: OpenAI;

let closeServer: () => Promise<unknown>;
beforeAll(async () => {
  vendor = await startVendor();
  const server = await startOpenAiServer(
    (path) => (path.endsWith('/models') ? models : handler),
    () => context,
  );
  ({ client, close: closeServer } = server);
});
afterEach(() => vendor.reset());
afterAll(() => Promise.all([vendor.close(), closeServer()]));

async function connect(name = 'openai', begin?: unknown) {
  const endpoint = name === 'demo' ? null : vendor.endpoints.openai;
  const model = (id: string) => ({ id, created_at: '2026-11-01T00:00:00+00:00' });
  context = createTestContext({
    encryptionKeys,
    answers: {
      'rpc/begin_completion': begin ?? (await grantFor(name, endpoint)),
      'rpc/begin_model_list': {
        ok: true,
        vendor: { name },
        models: ['a/one', 'c/three'].map(model),
        others: [],
      },
    },
  });
}

const hello = {
  model: 'gpt-4.1-2025-04-14',
  messages: [{ role: 'user' as const, content: 'Hello there friend' }],
};

describe("the gateway through OpenAI's own client", () => {
  it('returns reasoning next to the answer, with and without streaming', async () => {
    vendor.always({ kind: 'reply', reasoning: 'Let me think.', text: 'Yes indeed.' });
    await connect();
    const whole = await client.chat.completions.create(hello);
    expect(whole.choices[0]?.message).toMatchObject({
      content: 'Yes indeed.',
      reasoning_content: 'Let me think.',
    });
    await connect();
    const chunks = await collectItems(await client.chat.completions.create({ ...hello, stream: true }));
    const deltas = chunks.map(({ choices }) => choices[0]?.delta as Record<string, string | undefined>);
    expect(deltas[0]).toEqual({ role: 'assistant', reasoning_content: 'Let' });
    const join = (name: string) => deltas.map((delta) => delta[name] ?? '').join('');
    expect(join('reasoning_content')).toBe('Let me think.');
    expect(join('content')).toBe('Yes indeed.');
  });

  it('replies without streaming', async () => {
    await connect();
    const reply = await client.chat.completions.create(hello);
    expect(reply.choices[0]?.message.content).toBe('You said: Hello there friend');
    expect(reply.choices[0]?.finish_reason).toBe('stop');
    expect(reply.usage).toEqual({ prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 });
  });

  it('streams word by word, with usage if it is requested', async () => {
    await connect();
    for (const include_usage of [true, false]) {
      const stream = await client.chat.completions.create({
        ...hello,
        stream: true,
        stream_options: { include_usage },
      });
      const chunks = await collectItems(stream);
      const words = chunks.map(({ choices }) => choices[0]?.delta.content).filter(Boolean);
      expect(words).toEqual(['You', ' said:', ' Hello', ' there', ' friend']);
      expect(chunks.at(include_usage ? -2 : -1)?.choices[0]?.finish_reason).toBe('stop');
      expect(chunks.map(({ usage }) => usage?.total_tokens).filter(Boolean)).toEqual(
        include_usage ? [8] : [],
      );
    }
  });

  it('returns the first word while the vendor is still writing', async () => {
    await connect();
    vendor.script({ kind: 'stall', after: 2 });
    const stream = await client.chat.completions.create({ ...hello, stream: true });
    const first = await stream[Symbol.asyncIterator]().next();
    expect(first.value?.choices[0]?.delta.content).toBe('You');
    stream.controller.abort();
    expect(await vendor.requests[0]?.ended).toBe('left');
    await vi.waitFor(() =>
      expect(context.calls.at(-1)).toMatchObject({
        path: 'rpc/finish_completion',
        body: { outcome: 'answered', is_estimated: true },
      }),
    );
  });

  it('works with its stream helper and the demo', async () => {
    await connect('demo');
    const reply = await client.chat.completions.stream({ ...hello, max_tokens: 20 }).finalChatCompletion();
    expect(reply.choices[0]?.message.content).toContain('This is a demonstration.');
    expect(reply.choices[0]?.finish_reason).toBe('length');
  });

  it.each([
    ['quota', OpenAI.RateLimitError, 429],
    ['forbidden', OpenAI.PermissionDeniedError, 403],
    ['no_vendor', OpenAI.InternalServerError, 503],
  ] as const)('throws its own error for %s after a single attempt', async (code, kind, status) => {
    await connect('openai', { ok: false, code, message: `Refused: ${code}` });
    const refused = await client.chat.completions.create(hello).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(kind);
    expect(refused).toMatchObject({ status, code, message: `${status} Refused: ${code}` });
    expect(context.calls).toHaveLength(1);
  });

  it('throws for a wrong key, and for an error during a stream', async () => {
    await connect();
    const stranger = client.withOptions({ apiKey: 'wrong' });
    await expect(stranger.chat.completions.create(hello)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    vendor.script({ kind: 'error-event', after: 2, error: { message: 'overloaded', code: 503 } });
    const stream = await client.chat.completions.create({ ...hello, stream: true });
    const words: string[] = [];
    const read = async () => {
      for await (const { choices } of stream) words.push(choices[0]?.delta.content ?? '');
    };
    await expect(read()).rejects.toThrow('API error (503): overloaded');
    expect(words).toEqual(['You', ' said:']);
  });

  it("lists the active vendor's models in order", async () => {
    await connect();
    expect((await collectItems(client.models.list())).map(({ id }) => id)).toEqual(['a/one', 'c/three']);
  });
});
