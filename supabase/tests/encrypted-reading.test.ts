import { beforeAll, describe, expect, it } from 'vitest';
import type { CompletionResult, Delta } from '../../src/shared/completion/completion.ts';
import { createReplyEncrypter, type ReplyEncrypter } from '../../src/shared/vault/reply-encryption.ts';
import { createSampleAccount } from '../../src/shared/vault/testing/sample-account.ts';
import { readEncryptedReply, type ReplyOptions } from '../../src/shared/encrypted-history/replies.ts';
import { setFindVault } from '../../src/shared/encrypted-history/open-history.ts';
import type { TextService } from '../../src/shared/encrypted-history/service.ts';
import { sentences } from '../../src/shared/encrypted-history/sentences.ts';

const ids = { replyId: crypto.randomUUID(), questionId: crypto.randomUUID() };

describe('reading an encrypted reply', () => {
  let account: Awaited<ReturnType<typeof createSampleAccount>>;
  let encrypter: ReplyEncrypter;
  let service: TextService;
  beforeAll(async () => {
    account = await createSampleAccount();
    encrypter = await createReplyEncrypter(
      { account: account.accountId, chat: account.chatId, public_key: account.stored.publicKey },
      ids,
    );
    service = {
      read: async (table) =>
        table === 'account_encryption'
          ? [{ state: 'on', public_key: account.stored.publicKey }]
          : [{ id: account.chatId, chat_key: account.chatKeyEnvelope }],
      call: () => Promise.reject(new Error('not called')),
    };
    setFindVault(async () => account.vault);
  });

  async function read(
    send: (options: ReplyOptions) => Promise<Partial<CompletionResult>>,
    from = 0,
  ): Promise<{ deltas: Delta[]; stored: unknown }> {
    const deltas: Delta[] = [];
    const { stored } = await readEncryptedReply(
      async (options) => ({ text: '', model: '', finishReason: 'stop' as const, ...(await send(options)) }),
      {
        accountId: account.accountId,
        start: { replyId: ids.replyId, from, reasoningFrom: 0 },
        service,
      },
      { signal: new AbortController().signal, onDelta: (delta) => void deltas.push(delta) },
    );
    return { deltas, stored };
  }
  const row = async (content: string) => ({
    id: ids.replyId,
    chat_id: account.chatId,
    parent_id: ids.questionId,
    role: 'assistant',
    content,
  });
  const piece = async (start: number, text: string, of: 'text' | 'reasoning' = 'text') => ({
    start,
    text: await encrypter.checkpoint(of, start, text),
  });

  it('passes on text as it arrives, and decrypts the stored row', async () => {
    const stored = await row(await encrypter.content('Hello'));
    const result = await read(async ({ onDelta }) => {
      onDelta({ text: 'Hel' });
      onDelta({ text: 'lo' });
      return { stored };
    });
    expect(result.deltas).toEqual([{ text: 'Hel' }, { text: 'lo' }]);
    expect(result.stored).toEqual({ ...stored, content: 'Hello' });
  });

  it('decrypts the checkpoints of another process in order, from its position', async () => {
    const first = { chat: account.chatId, text: [await piece(0, 'One two')], reasoning: [] };
    const second = {
      chat: account.chatId,
      text: [await piece(7, ' three')],
      reasoning: [await piece(0, 'Hm', 'reasoning')],
    };
    const { deltas } = await read(async ({ onDelta }) => {
      for (const checkpoints of [first, second]) onDelta({ text: '', stored: { checkpoints } });
      return { stored: await row(await encrypter.content('One two three')) };
    }, 4);
    expect(deltas).toEqual([{ text: 'two' }, { text: ' three', reasoning: 'Hm' }]);
  });

  it('shows that a reply failed verification, without an error', async () => {
    const other = await createReplyEncrypter(
      { account: account.accountId, chat: account.chatId, public_key: account.stored.publicKey },
      { ...ids, questionId: crypto.randomUUID() },
    );
    const moved = { ...(await piece(0, 'One')), start: 3 };
    const { deltas, stored } = await read(async ({ onDelta }) => {
      onDelta({ text: '', stored: { checkpoints: { chat: account.chatId, text: [moved], reasoning: [] } } });
      return { stored: await row(await other.content('Another answer')) };
    });
    expect(deltas).toEqual([]);
    expect(stored).toMatchObject({ content: sentences().failed });
  });
});
