import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import type { CompletionMessage, ReplyTarget } from '../../shared/completion/completion.ts';
import { createCheckpointReader, decryptContent, decryptReasoning } from '../../shared/vault/reply-texts.ts';
import { createSampleAccount } from '../../shared/vault/testing/sample-account.ts';
import { guardFetch } from '../providers/outbound.ts';
import { createReplies, type Replies } from './replies.ts';
import { createReplyCalls } from './reply-calls.ts';
import { type FakeReplyService, startReplyService, tokenOf } from './testing/fake-reply-service.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createUnsavedReplies } from './unsaved-replies.ts';

const canary = 'canary-7f3a';
const replyId = '0b8b7a38-6f0e-4b5e-8f3a-2f8f5a1f2c3d';
const questionId = '1b8b7a38-6f0e-4b5e-8f3a-2f8f5a1f2c3d';

describe('replies that main writes for an encrypted history', () => {
  let account: Awaited<ReturnType<typeof createSampleAccount>>;
  let vendor: FakeVendor;
  let service: FakeReplyService;
  let directory: string;
  let tokens: Tokens;
  let replies: Replies;
  beforeAll(async () => {
    account = await createSampleAccount();
    vendor = await startVendor();
  });
  afterAll(() => vendor.close());
  beforeEach(async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vendor.reset();
    service = await startReplyService();
    service.encryption = {
      account: account.accountId,
      chat: account.chatId,
      public_key: account.stored.publicKey,
    };
    directory = await mkdtemp(join(tmpdir(), 'clover-replies-'));
    startApp();
  });
  afterEach(async () => {
    service.isAway = false;
    await replies.close();
    service.close();
    await rm(directory, { recursive: true });
  });

  const startApp = () => {
    const fetch = guardFetch(globalThis.fetch);
    tokens = createTokens(service.service, fetch);
    const unsaved = createUnsavedReplies(directory, service.service.identity);
    const calls = createReplyCalls(service.service, fetch);
    replies = createReplies({ calls, tokens, unsaved, fetch, onStored: () => {} });
  };
  const accessToken = () => tokenOf(account.accountId);
  function write(messages: readonly CompletionMessage[], changes: Partial<ReplyTarget> = {}) {
    let seen = '';
    const { signal } = new AbortController();
    const result = replies.write(
      account.accountId,
      {
        vendor: {
          name: 'openai',
          displayName: 'OpenAI',
          endpointUrl: vendor.endpoints.openai,
          config: {},
          apiKey: 'sk-own-key',
        },
        request: { messageId: questionId, model: 'gpt-4o-mini', messages },
        target: { replyId, questionId, publicKey: account.stored.publicKey, ...changes },
        accessToken: accessToken(),
      },
      { signal, onDelta: ({ text }) => void (seen += text) },
    );
    result.catch(() => {});
    return { result, seen: () => seen };
  }
  const message = () => ({ accountId: account.accountId, chatId: account.chatId, messageId: replyId });
  const read = (stored: string | undefined) =>
    decryptContent(
      account.keys,
      { kind: 'message', ...message(), parentId: questionId, role: 'assistant' },
      stored ?? '',
    );
  const question = [{ role: 'user', content: 'Hello' }] as const;

  it('are stored encrypted, while the page reads the text itself', async () => {
    vendor.script({ kind: 'reply', text: `Text ${canary}`, reasoning: `Thought ${canary}` });
    const { result, seen } = write(question);
    expect(await result).toMatchObject({ text: `Text ${canary}` });
    expect(seen()).toBe(`Text ${canary}`);
    const stored = service.replies.get(replyId);
    expect(await read(stored?.text)).toBe(`Text ${canary}`);
    expect(await decryptReasoning(account.keys, message(), stored?.reasoning ?? '')).toBe(
      `Thought ${canary}`,
    );
    expect(service.bodies.join()).not.toContain(canary);
  });

  it.each(['no key', 'another key'])('end unrequested if the service returns %s', async (returned) => {
    const other = (await createSampleAccount()).stored.publicKey;
    service.encryption = returned === 'no key' ? null : { ...service.encryption!, public_key: other };
    vendor.script({ kind: 'reply', text: `Text ${canary}` });
    await expect(write(question).result).rejects.toMatchObject({ code: 'bad_request' });
    expect(vendor.requests).toEqual([]);
    expect(service.replies.get(replyId)?.text ?? '').toBe('');
    // Otherwise, the chat would be busy until the service ends the reply by itself.
    const calls = service.calls.filter((name) => name.endsWith('_reply'));
    expect(calls).toEqual(['begin_reply', 'finish_reply']);
    expect(service.bodies.join()).not.toContain(canary);
  });

  it('are saved in encrypted checkpoints while they run', async () => {
    const end = Promise.withResolvers<void>();
    vendor.script({ kind: 'pace', text: `Text ${canary}`, end: end.promise });
    const { result } = write(question);
    await expect.poll(() => service.replies.get(replyId)?.text, { timeout: 5000 }).toMatch(/^enc1\.p\./);
    const piece = { start: 0, text: service.replies.get(replyId)?.text ?? '' };
    const reader = createCheckpointReader(account.keys, message(), 'text');
    expect(await reader.take([piece])).toContain('Text');
    end.resolve();
    await result;
    expect(service.bodies.join()).not.toContain(canary);
  });

  it('wait on this computer as envelopes while the service is unreachable', async () => {
    const end = Promise.withResolvers<void>();
    vendor.script({ kind: 'pace', text: `Text ${canary}`, end: end.promise });
    const { seen } = write(question);
    await expect.poll(seen).toBe(`Text ${canary}`);
    service.isAway = true;
    end.resolve();
    const folder = join(directory, 'unsaved-replies');
    await expect.poll(() => readdir(folder).catch(() => []), { timeout: 5000 }).toHaveLength(1);
    expect(await readFile(join(folder, `${replyId}.json`), 'utf8')).not.toContain(canary);
    service.isAway = false;
    startApp();
    // With the user's next token, the app stores replies that its earlier run could not.
    tokens.use(accessToken());
    await expect.poll(() => service.replies.get(replyId)?.status, { timeout: 5000 }).toBe('complete');
    expect(await read(service.replies.get(replyId)?.text)).toBe(`Text ${canary}`);
  });

  it('begin with the cut reply from the request, because the service cannot read the stored one', async () => {
    vendor.script({ kind: 'reply', text: 'the end.' });
    const { result } = write(
      [...question, { role: 'assistant', content: 'The beginning, ' }, { role: 'user', content: 'Continue' }],
      { continues: '2b8b7a38-6f0e-4b5e-8f3a-2f8f5a1f2c3d' },
    );
    await result;
    expect(await read(service.replies.get(replyId)?.text)).toBe('The beginning, the end.');
  });
});
