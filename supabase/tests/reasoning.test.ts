import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat } from './testing/accounts.ts';
import { replyCalls } from './testing/replies.ts';

describeSchema("a reply's reasoning", (open) => {
  let database: Database;
  let calls: ReturnType<typeof replyCalls>;
  beforeAll(async () => {
    database = await open({ migrated: true });
    calls = replyCalls(database);
  });

  const beginReply = async () => {
    const account = await makeAccount(database);
    const chat = await makeChat(database, account);
    const question = await calls.ask(account, chat);
    const reply = randomUUID();
    await calls.begin(account, { question, reply });
    return { account, chat, question, reply };
  };
  const stored = async (account: Account, reply: string) =>
    (
      await as(
        database,
        account,
        `select content, reasoning, reasoning_ms, status from public.chat_messages where id = $1`,
        [reply],
      )
    )[0];
  const bytesOf = async ({ id }: Account) =>
    (
      await database.query<{ bytes: number }>(
        `select bytes::integer from private.account_usage where user_id = $1`,
        [id],
      )
    )[0]!.bytes;

  it('is stored next to the answer, read on request, and never found by the search', async () => {
    const { account, chat, question, reply } = await beginReply();
    const reasoning = 'Zebrafish 🍀';
    const row = await calls.finish(account, { question, reply, text: 'Yes.', reasoning });
    expect(row).toMatchObject({ content: 'Yes.', reasoning_ms: 1200 });
    expect(row).not.toHaveProperty('reasoning');
    expect(await stored(account, reply)).toMatchObject({ content: 'Yes.', reasoning, reasoning_ms: 1200 });
    const branch = await as(database, account, `select * from public.list_branch($1)`, [chat]);
    expect(branch.at(-1)).toMatchObject({ id: reply, reasoning_ms: 1200 });
    expect(branch.at(-1)).not.toHaveProperty('reasoning');
    const found = await database.query(
      `select from private.message_vectors where message_id = $1 and vector @@ to_tsquery('simple', 'zebrafish')`,
      [reply],
    );
    expect(found).toEqual([]);
    expect(await calls.read(account, reply)).toMatchObject({ message: { id: reply }, reasoning });
  });

  it("uses the account's space, until the chat is deleted", async () => {
    const { account, chat, question, reply } = await beginReply();
    const before = await bytesOf(account);
    await calls.finish(account, { question, reply, text: 'Yes.', reasoning: 'x'.repeat(1000) });
    expect(await bytesOf(account)).toBe(before + 1004);
    await as(database, account, `delete from public.chat_history where id = $1`, [chat]);
    expect(await bytesOf(account)).toBe(0);
  });

  it('cannot be written by clients', async () => {
    const { account, chat } = await beginReply();
    await expect(
      as(
        database,
        account,
        `insert into public.chat_messages (chat_id, role, content, reasoning, reasoning_ms)
         values ($1, 'assistant', 'Yes.', 'Hm.', 5)`,
        [chat],
      ),
    ).rejects.toThrow(/permission denied/);
  });

  it('is saved while it grows and resumed from its own position', async () => {
    const { account, reply } = await beginReply();
    await calls.save([{ reply_id: reply, start: 0, text: '', reasoning_start: 0, reasoning: 'Hm, ' }]);
    await calls.save([{ reply_id: reply, start: 0, text: 'Yes', reasoning_start: 4, reasoning: 'so' }]);
    expect(await calls.read(account, reply)).toMatchObject({
      pieces: [{ start: 0, text: 'Yes' }],
      reasoning: [
        { start: 0, text: 'Hm, ' },
        { start: 4, text: 'so' },
      ],
    });
    expect(await calls.read(account, reply, 3, 5)).toMatchObject({ reasoning: [{ start: 4, text: 'so' }] });
  });

  it('is kept if its writer disappears, even without an answer, and gets the rest later', async () => {
    const { account, question, reply } = await beginReply();
    await calls.save([{ reply_id: reply, start: 0, text: '', reasoning_start: 0, reasoning: 'Hm' }]);
    await database.query(`select public.settle_abandoned_replies(true)`);
    expect(await calls.read(account, reply)).toMatchObject({ message: { status: 'interrupted' } });
    expect(await stored(account, reply)).toMatchObject({ content: '', reasoning: 'Hm', reasoning_ms: 0 });
    expect(await calls.spent(account)).toMatchObject({ requests: 1, completion: 1, used: 1 });
    await calls.finish(account, { question, reply, text: 'Yes.', reasoning: 'Hm, so.' });
    expect(await stored(account, reply)).toEqual({
      content: 'Yes.',
      reasoning: 'Hm, so.',
      reasoning_ms: 1200,
      status: 'complete',
    });
  });

  it('of a desktop app is saved and stored as its user', async () => {
    const account = await makeAccount(database);
    const question = await calls.ask(account, await makeChat(database, account));
    const reply = randomUUID();
    await as(database, account, `select public.begin_reply($1, $2, null, $2)`, [reply, question]);
    await as(database, account, `select public.save_reply($1, 0, '', 0, 'Hm')`, [reply]);
    expect(await calls.read(account, reply)).toMatchObject({ reasoning: [{ start: 0, text: 'Hm' }] });
    await as(
      database,
      account,
      `select public.finish_reply($1, '', 'stopped', 'own', 'openai', null, 'Hm.', 70)`,
      [reply],
    );
    expect(await stored(account, reply)).toEqual({
      content: '',
      reasoning: 'Hm.',
      reasoning_ms: 70,
      status: 'stopped',
    });
  });
});
