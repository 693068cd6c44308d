import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createCheckpointReader, decryptContent } from '../../../src/shared/vault/reply-texts.ts';
import { createSampleAccount } from '../../../src/shared/vault/testing/sample-account.ts';
import { beginCompletion } from './grant.ts';
import { startStoredDelivery } from './stored-delivery.ts';
import { createTestContext, type ServiceCall, testCaller } from './testing/context.ts';
import { encryptionKeys, grantFor } from './testing/grant.ts';

const target = {
  replyId: 'f0000000-0000-4000-8000-000000000001',
  questionId: 'f0000000-0000-4000-8000-000000000002',
};

describe('the reply of an account with encrypted history', () => {
  let vendor: FakeVendor;
  let account: Awaited<ReturnType<typeof createSampleAccount>>;
  beforeAll(async () => {
    vendor = await startVendor();
    account = await createSampleAccount();
  });
  afterEach(() => vendor.reset());
  afterAll(() => vendor.close());

  async function start(
    text: string,
    {
      publicKey = account.stored.publicKey,
      continuedText,
    }: { publicKey?: string; continuedText?: string } = {},
  ) {
    const granted = {
      ...(await grantFor('deepinfra', vendor.endpoints.deepinfra)),
      encryption: { account: account.accountId, chat: account.chatId, public_key: publicKey },
    };
    const context = createTestContext({
      answers: { 'rpc/begin_completion': granted, 'rpc/save_replies': { [target.replyId]: 'saved' } },
      encryptionKeys,
    });
    const continued = continuedText === undefined ? {} : { continues: target.questionId };
    const grant = await beginCompletion(context, testCaller, {
      messageId: null,
      model: 'a-model',
      target: { ...target, ...continued },
      continuedText,
      tokenLimits: { prompt: 0, reply: 0 },
    });
    const messages = [{ role: 'user', content: text }] as const;
    const reply = startStoredDelivery(context, grant, { messages, isStreaming: true }, target);
    return { reply, calls: context.calls, logged: context.logged };
  }
  const finished = (calls: readonly ServiceCall[]) =>
    calls.find(({ path }) => path === 'rpc/finish_completion')?.body as Readonly<Record<string, string>>;
  const saved = (calls: readonly ServiceCall[]) =>
    calls
      .filter(({ path }) => path === 'rpc/save_replies')
      .flatMap(({ body }) => body['pieces'] as { start: number; text: string }[])
      .filter(({ text }) => text !== '');
  const message = () => ({
    accountId: account.accountId,
    chatId: account.chatId,
    messageId: target.replyId,
  });
  const read = (stored: string) =>
    decryptContent(
      account.keys,
      { kind: 'message', ...message(), parentId: target.questionId, role: 'assistant' },
      stored,
    );

  it('is stored encrypted, and in plain text nowhere', async () => {
    const { reply, calls, logged } = await start('canary-7f3a');
    await reply.ended;
    // Readers in this process get the text, not the envelope.
    expect(await reply.watch({ from: 0, reasoningFrom: 0 }).next()).toEqual({
      text: 'You said: canary-7f3a',
    });
    expect(await read(finished(calls)['reply_text'] ?? '')).toBe('You said: canary-7f3a');
    expect(JSON.stringify([calls, logged])).not.toContain('canary-7f3a');
  });

  it('is saved in encrypted checkpoints, which give the same text', async () => {
    const ending = Promise.withResolvers<void>();
    vendor.script({ kind: 'pace', text: 'One canary-7f3a three', end: ending.promise });
    const { reply, calls } = await start('Count');
    await vi.waitFor(() => expect(saved(calls).length).toBeGreaterThan(0), { timeout: 8000 });
    ending.resolve();
    await reply.ended;
    const text = await createCheckpointReader(account.keys, message(), 'text').take(saved(calls));
    expect(text).toContain('canary-7f3a');
    expect(await read(finished(calls)['reply_text'] ?? '')).toContain(text);
    expect(JSON.stringify(calls)).not.toContain('canary-7f3a');
  });

  it('begins with the cut reply that the client sent, because the service cannot read the stored one', async () => {
    const { reply, calls } = await start('Continue', { continuedText: 'The beginning. ' });
    await reply.ended;
    expect(await read(finished(calls)['reply_text'] ?? '')).toBe('The beginning. You said: Continue');
  });

  it('is not requested at all if the public key is invalid', async () => {
    await expect(start('canary-7f3a', { publicKey: 'A'.repeat(42) })).rejects.toThrow('public key');
    expect(vendor.requests).toHaveLength(0);
  });
});
