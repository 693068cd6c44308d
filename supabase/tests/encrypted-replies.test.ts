import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import type { CompletionRequest } from '../../src/shared/completion/completion.ts';
import { completeThroughGateway, resumeThroughGateway } from '../../src/shared/providers/gateway.ts';
import { createChatKey, type Vault } from '../../src/shared/vault/account-keys.ts';
import type { DecryptionKeys } from '../../src/shared/vault/envelope.ts';
import type { EncryptedCheckpoints } from '../../src/shared/vault/reply-encryption.ts';
import { createCheckpointReader, decryptContent } from '../../src/shared/vault/reply-texts.ts';
import { signIn, type SignedIn } from './testing/callers.ts';
import { encryptAccount, envelope } from './testing/encrypted-accounts.ts';

const canary = 'canary-7f3a';

describeSchema('replies of an account with encrypted history', (open) => {
  let vendor: FakeVendor;
  let database: OpenedDatabase;
  /** Two processes share one database. */
  let service: RunningTestService;
  let second: RunningTestService;
  let user: SignedIn;
  let vault: Vault;
  beforeAll(async () => {
    vendor = await startVendor();
    database = await open({ migrated: true });
    service = await startTestService(database);
    second = await startTestService(database);
    await database.query(`update public.api_vendors set is_active = false where is_active`);
    await database.query(
      `update public.api_vendors set is_active = true, endpoint_url = $1 where name = 'ollama'`,
      [vendor.endpoints.ollama],
    );
    user = await signIn(service, { plan: 'professional' });
    vault = await encryptAccount(database, user.id);
  });
  afterEach(() => vendor.reset());
  afterAll(async () => {
    await Promise.all([service.close(), second.close(), vendor.close()]);
  });

  const at = ({ url }: RunningTestService) => ({ url, key: 'sb_publishable_test', token: user.token });
  const insertMessage = (id: string, chat: string, role = 'user', parent: string | null = null) =>
    database.query(
      `insert into public.chat_messages (id, chat_id, user_id, role, content, content_format, parent_id, status)
       values ($1, $2, $3, $4, $5, 'encrypted', $6, $7)`,
      [id, chat, user.id, role, envelope(), parent, role === 'user' ? 'complete' : 'length'],
    );
  const ask = async (text = `Hello ${canary}`) => {
    const [chatId, questionId, replyId] = [randomUUID(), randomUUID(), randomUUID()];
    const chat = await createChatKey(vault, chatId);
    await database.query(
      `insert into public.chat_history (id, user_id, title, chat_key) values ($1, $2, $3, $4)`,
      [chatId, user.id, envelope(), chat.envelope],
    );
    await insertMessage(questionId, chatId);
    const request: CompletionRequest = {
      messageId: questionId,
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: text }],
      reply: { replyId, questionId },
    };
    const keys: DecryptionKeys = { key: chat.key, pair: vault.pair };
    const message = { accountId: user.id, chatId, messageId: replyId };
    return {
      chatId,
      questionId,
      replyId,
      request,
      keys,
      message,
      read: (content: string) =>
        decryptContent(
          keys,
          { kind: 'message', ...message, parentId: questionId, role: 'assistant' },
          content,
        ),
    };
  };
  const signal = () => new AbortController().signal;
  const stored = async (replyId: string) =>
    (
      await database.query<{ content: string; status: string; content_format: string }>(
        `select content, status, content_format from public.chat_messages where id = $1`,
        [replyId],
      )
    )[0];
  const age = (reply: string) =>
    database.query(
      `update private.reply_progress set saved_at = saved_at - interval '1 minute' where reply_id = $1`,
      [reply],
    );
  const settle = () => database.query(`select public.settle_abandoned_replies(true)`);
  /** Finds all texts in the database that contain the canary. */
  const leaks = async () =>
    (
      await database.query<{ place: string }>(
        `select 'message' as place from public.chat_messages where content like $1 or reasoning like $1
         union all select 'piece' from private.reply_pieces where text like $1
         union all select 'vector' from private.message_vectors where vector::text like $1`,
        [`%${canary}%`],
      )
    ).map(({ place }) => place);

  it('arrive as text and are stored as envelopes, including their reasoning', async () => {
    const { request, replyId, read } = await ask();
    vendor.script({ kind: 'reply', text: `Text ${canary}`, reasoning: `Thought ${canary}` });
    const result = await completeThroughGateway(at(service), request, {
      signal: signal(),
      fetch,
      onDelta: () => {},
    });
    expect(result.text).toBe(`Text ${canary}`);
    expect(result.stored).toMatchObject({ id: replyId, content_format: 'encrypted', status: 'complete' });
    const row = result.stored as { readonly content: string };
    expect(await read(row.content)).toBe(`Text ${canary}`);
    expect(await leaks()).toEqual([]);
  });

  it('arrive from the checkpoints of another process as envelopes', async () => {
    const { request, replyId, keys, message, read } = await ask();
    const end = Promise.withResolvers<void>();
    const whole = `One two ${canary} four`;
    vendor.script({ kind: 'pace', text: whole, end: end.promise });
    const options = { signal: signal(), fetch };
    const first = completeThroughGateway(at(service), request, { ...options, onDelta: () => {} });
    await vi.waitFor(
      async () =>
        expect(
          await database.query(`select from private.reply_pieces where reply_id = $1`, [replyId]),
        ).not.toEqual([]),
      { timeout: 5000 },
    );
    const reader = createCheckpointReader(keys, message, 'text', 4);
    const checkpoints: EncryptedCheckpoints[] = [];
    let plain = '';
    const resumed = resumeThroughGateway(
      at(second),
      { replyId, from: 4, reasoningFrom: 0 },
      {
        ...options,
        onDelta: ({ text, stored: row }) => {
          plain += text;
          const update = row as { readonly checkpoints?: EncryptedCheckpoints } | undefined;
          if (update?.checkpoints) checkpoints.push(update.checkpoints);
        },
      },
    );
    await vi.waitFor(() => expect(checkpoints).not.toEqual([]), { timeout: 5000 });
    expect(await leaks()).toEqual([]);
    end.resolve();
    const { stored: row } = await resumed;
    await first;
    let text = '';
    for (const { text: pieces } of checkpoints) text += await reader.take(pieces);
    expect(plain).toBe('');
    expect(checkpoints[0]?.chat).toBe(message.chatId);
    expect(whole.slice(4)).toContain(text);
    expect(text).not.toBe('');
    expect(await read((row as { content: string }).content)).toBe(whole);
  });

  it('become lists of their checkpoints if the process is killed', async () => {
    const { request, replyId, questionId, read } = await ask();
    vendor.script({ kind: 'stall', after: 2 });
    const leaving = new AbortController();
    const page = completeThroughGateway(at(service), request, {
      signal: leaving.signal,
      fetch,
      onDelta: () => {},
    }).catch(() => {});
    await vi.waitFor(
      async () =>
        expect(
          await database.query(`select from private.reply_pieces where reply_id = $1`, [replyId]),
        ).not.toEqual([]),
      { timeout: 5000 },
    );
    await age(replyId);
    await settle();
    const row = await stored(replyId);
    expect(row).toMatchObject({ status: 'interrupted', content_format: 'encrypted' });
    expect(row?.content).toMatch(/^enc1\.c\.0:enc1\.p\./);
    expect(await read(row?.content ?? '')).toBe('You said:');
    // The writer was still running. Its text replaces the list of checkpoints, but only if it is encrypted.
    const finish = (text: string) =>
      database.query(
        `select public.finish_completion($1, $2, 'answered', reply_id => $3, reply_text => $4)`,
        [user.id, questionId, replyId, text],
      );
    await finish(`You said: ${canary}`);
    expect((await stored(replyId))?.status).toBe('interrupted');
    await finish(`enc1.p.${'B'.repeat(80)}`);
    expect(await stored(replyId)).toMatchObject({ status: 'complete', content: `enc1.p.${'B'.repeat(80)}` });
    leaving.abort();
    await page;
  });

  it('are refunded if nothing new was written', async () => {
    const { request, replyId } = await ask();
    vendor.script({ kind: 'status', status: 400, body: { error: { message: 'No' } } });
    await expect(
      completeThroughGateway(at(service), request, { signal: signal(), fetch, onDelta: () => {} }),
    ).rejects.toThrow('No');
    expect(await stored(replyId)).toBeUndefined();
    expect(await database.query(`select from private.reply_progress where reply_id = $1`, [replyId])).toEqual(
      [],
    );
  });

  it('continue a cut reply with the text from the request', async () => {
    const { request, chatId, questionId, read } = await ask('Tell me');
    const cut = randomUUID();
    await insertMessage(cut, chatId, 'assistant', questionId);
    vendor.script({ kind: 'reply', text: 'the end.' });
    const result = await completeThroughGateway(
      at(service),
      {
        ...request,
        messages: [
          ...request.messages,
          { role: 'assistant', content: 'The beginning, ' },
          { role: 'user', content: 'Continue' },
        ],
        reply: { ...request.reply!, continues: cut },
      },
      { signal: signal(), fetch, onDelta: () => {} },
    );
    expect(await read((result.stored as { content: string }).content)).toBe('The beginning, the end.');
  });
});
