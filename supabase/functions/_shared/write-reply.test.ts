import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import type { FunctionContext } from './context.ts';
import { beginCompletion } from './grant.ts';
import { SqlError } from './service.ts';
import { startStoredDelivery } from './stored-delivery.ts';
import { createTestContext, testCaller } from './testing/context.ts';
import { encryptionKeys, grantFor } from './testing/grant.ts';

const target = {
  replyId: 'f0000000-0000-4000-8000-000000000001',
  questionId: 'f0000000-0000-4000-8000-000000000002',
};
const row = { id: target.replyId };

describe('storing a reply', () => {
  let vendor: FakeVendor;
  beforeAll(async () => {
    vendor = await startVendor();
  });
  afterEach(() => {
    vi.useRealTimers();
    vendor.reset();
  });
  afterAll(() => vendor.close());

  /** Starts a reply. `finish` returns the results of the calls that store the reply. */
  async function start(finish: (call: number) => unknown, seed?: string) {
    const calls: Readonly<Record<string, unknown>>[] = [];
    const granted = { ...(await grantFor('deepinfra', vendor.endpoints.deepinfra)), seed };
    const plain = createTestContext({ answers: { 'rpc/begin_completion': granted }, encryptionKeys });
    const context: FunctionContext = {
      ...plain,
      callAsService: async (name, parameters) => {
        if (name !== 'finish_completion') return plain.callAsService(name, parameters);
        calls.push(parameters);
        return finish(calls.length);
      },
    };
    const grant = await beginCompletion(context, testCaller, {
      messageId: null,
      model: 'a-model',
      target,
      tokenLimits: { prompt: 0, reply: 0 },
    });
    const messages = [{ role: 'user', content: 'Hello there' }] as const;
    const reply = startStoredDelivery(context, grant, { messages, isStreaming: true }, target);
    return { reply, calls, context: plain };
  }
  const away = () => {
    throw new SqlError('57P03');
  };

  it('is retried with the same text until the database is back', async () => {
    const { reply, calls } = await start((call) => (call < 4 ? away() : row));
    expect(await reply.ended).toMatchObject({ message: row, error: undefined, finishReason: 'stop' });
    expect(calls).toHaveLength(4);
    expect(new Set(calls.map(({ reply_text: text }) => text))).toEqual(new Set(['You said: Hello there']));
    expect(calls[3]).toMatchObject({
      reply_id: target.replyId,
      reply_status: 'complete',
      outcome: 'answered',
      vendor_name: 'deepinfra',
    });
  });

  it('ends after ten minutes without a database, with an error', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { reply, calls, context } = await start(away);
    const watcher = reply.watch({ from: 0, reasoningFrom: 0 });
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    const ended = await reply.ended;
    expect(ended.message).toBeNull();
    expect(ended.error).toMatchObject({ code: 'api' });
    // Storing is retried about every ten seconds, and the readers keep their text.
    expect(calls.length).toBeGreaterThan(50);
    expect(calls.length).toBeLessThan(75);
    expect(await watcher.next()).toEqual({ text: 'You said: Hello there' });
    expect(context.replies.get(target.replyId)).toBeUndefined();
  });

  it('is not retried for a permanent error, and retried once when the process stops', async () => {
    const permanent = await start(() => {
      throw new SqlError('23514');
    });
    expect(await permanent.reply.ended).toMatchObject({ message: null });
    expect(permanent.calls).toHaveLength(1);
    const stopping = await start(away);
    await vi.waitFor(() => expect(stopping.calls).toHaveLength(1));
    stopping.context.replies.interrupt();
    expect(await stopping.reply.ended).toMatchObject({ message: null });
    expect(stopping.calls).toHaveLength(2);
  });

  it('limits a reply and the text that it continues to one megabyte, in whole characters', async () => {
    vendor.script({ kind: 'reply', text: '🍀'.repeat(10) });
    const { reply, calls } = await start(() => row, 'x'.repeat(1_048_576 - 10));
    expect(await reply.ended).toMatchObject({ message: row, finishReason: 'length' });
    expect(calls[0]).toMatchObject({ reply_status: 'length', outcome: 'answered' });
    expect(String(calls[0]?.['reply_text']).endsWith('xx🍀🍀')).toBe(true);
    expect(Buffer.byteLength(String(calls[0]?.['reply_text']))).toBe(1_048_576 - 2);
  });

  it('is interrupted when the process stops, with its text', async () => {
    vendor.script({ kind: 'stall', after: 2 });
    const { reply, calls, context } = await start(() => row);
    const watcher = reply.watch({ from: 0, reasoningFrom: 0 });
    await watcher.next();
    await vi.waitFor(() => expect(reply.text()).toBe('You said:'));
    context.replies.interrupt();
    expect(await reply.ended).toMatchObject({ message: row, error: { code: 'interrupted' } });
    expect(calls[0]).toMatchObject({
      reply_status: 'interrupted',
      reply_text: 'You said:',
      outcome: 'answered',
    });
    await context.replies.idle();
  });
});
