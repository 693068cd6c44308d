import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat } from './testing/accounts.ts';
import { replyCalls } from './testing/replies.ts';

describeSchema('replies whose writer has disappeared', (open) => {
  let database: Database;
  let calls: ReturnType<typeof replyCalls>;
  beforeAll(async () => {
    database = await open({ migrated: true });
    calls = replyCalls(database);
    // No replies are settled during the first ten seconds after the database has started.
    await vi.waitUntil(
      async () => {
        const [row] = await database.query<{ is_over: boolean }>(
          `select pg_postmaster_start_time() < now() - interval '10 seconds' as is_over`,
        );
        return row?.is_over;
      },
      { timeout: 15_000, interval: 500 },
    );
  }, 30_000);

  const makeReply = async (saved: string | null = 'Some text') => {
    const account = await makeAccount(database);
    const question = await calls.ask(account, await makeChat(database, account));
    const reply = randomUUID();
    await calls.begin(account, { question, reply });
    if (saved !== null)
      await calls.save([
        {
          reply_id: reply,
          start: 0,
          text: saved,
          model_id: 'a-model',
          vendor_name: 'demo',
          prompt_tokens: 7,
        },
      ]);
    return { account, question, reply };
  };
  const settle = async (isSoleWriter = false) =>
    (
      await database.query<{ count: number }>(`select public.settle_abandoned_replies($1) as count`, [
        isSoleWriter,
      ])
    )[0]!.count;
  const stored = (account: Account, reply: string) =>
    as<{ content: string; status: string }>(
      database,
      account,
      `select content, status from public.chat_messages where id = $1`,
      [reply],
    );

  it('become interrupted messages with their text, counted once with estimated tokens', async () => {
    const { account, question, reply } = await makeReply();
    expect(await settle()).toBe(0);
    await calls.age(reply, 11);
    expect(await settle()).toBe(1);
    expect(await settle()).toBe(0);
    expect(await stored(account, reply)).toEqual([{ content: 'Some text', status: 'interrupted' }]);
    expect(await calls.spent(account)).toEqual({
      requests: 1,
      prompt: 7,
      completion: 3,
      used: 1,
      inFlight: 0,
    });
    expect(await calls.left(reply)).toEqual({ progress: 0, pieces: 0 });
    expect(await calls.begin(account, { question, reply })).toMatchObject({ code: 'reply_exists' });
  });

  it('are refunded without text, and stopped ones stay stopped', async () => {
    const silent = await makeReply(null);
    const stopped = await makeReply();
    await calls.stop(stopped.account, stopped.reply);
    for (const { reply } of [silent, stopped]) await calls.age(reply, 11);
    expect(await settle()).toBe(2);
    expect(await stored(silent.account, silent.reply)).toEqual([]);
    expect(await calls.spent(silent.account)).toMatchObject({ requests: 0, used: 0, inFlight: 0 });
    expect(await stored(stopped.account, stopped.reply)).toMatchObject([{ status: 'stopped' }]);
  });

  it('without text are not requested again under their id', async () => {
    const { account, question, reply } = await makeReply(null);
    const other = await makeReply(null);
    for (const each of [reply, other.reply]) await calls.age(each, 11);
    await settle();
    expect(await calls.begin(account, { question, reply })).toMatchObject({ ok: false, code: 'interrupted' });
    expect(await calls.begin(account, { question, reply: randomUUID() })).toMatchObject({ ok: true });
    // The same applies if the account is merged into another one.
    const target = await makeAccount(database);
    await database.query(`select private.move_content($1, $2)`, [account.id, target.id]);
    await database.query(`delete from auth.users where id = $1`, [account.id]);
    expect(await calls.begin(target, { question, reply })).toMatchObject({ ok: false, code: 'interrupted' });
    // After 30 days, no page remembers the id.
    await database.query(
      `update private.lost_replies set lost_at = now() - interval '31 days' where reply_id = $1`,
      [other.reply],
    );
    await database.query(`select private.purge_expired()`);
    expect(
      await database.query(`select from private.lost_replies where reply_id = $1`, [other.reply]),
    ).toEqual([]);
  });

  it('are settled on request, and live ones are not', async () => {
    const live = await makeReply();
    const { account, reply } = await makeReply();
    await calls.age(reply, 11);
    await calls.save([{ reply_id: live.reply, start: 9, text: '' }]);
    expect(await calls.read(live.account, live.reply)).toMatchObject({ pieces: [{ text: 'Some text' }] });
    expect(await calls.read(account, reply)).toMatchObject({ message: { content: 'Some text' } });
  });

  it('are all settled at the start of the only process, except those of desktop apps', async () => {
    const { account, reply } = await makeReply();
    const direct = randomUUID();
    const question = await calls.ask(account, await makeChat(database, account));
    await as(database, account, `select public.begin_reply($1, $2, null, $2)`, [direct, question]);
    expect(await settle(true)).toBeGreaterThan(0);
    expect(await stored(account, reply)).toMatchObject([{ status: 'interrupted' }]);
    expect(await calls.left(direct)).toMatchObject({ progress: 1 });
  });

  it('get the rest of their text if the writer returns, and count once', async () => {
    const { account, question, reply } = await makeReply();
    await calls.age(reply, 11);
    await settle();
    expect(await calls.finish(account, { question, reply, text: 'Another text' })).toMatchObject({
      content: 'Some text',
    });
    expect(await calls.finish(account, { question, reply, text: 'Some text and an okapi' })).toMatchObject({
      content: 'Some text and an okapi',
      status: 'complete',
    });
    // The reply is complete, so nothing may change it now.
    expect(await calls.finish(account, { question, reply, text: 'Some text and an okapi!' })).toMatchObject({
      content: 'Some text and an okapi',
    });
    expect((await calls.spent(account)).requests).toBe(1);
    expect(await as(database, account, `select message_id from public.search_messages('okapi')`)).toEqual([
      { message_id: reply },
    ]);
    expect(
      await database.query(
        `select u.bytes::integer as counted,
           (select sum(octet_length(m.content))::integer from public.chat_messages m where m.user_id = u.user_id) as bytes
         from private.account_usage u where u.user_id = $1`,
        [account.id],
      ),
    ).toSatisfy(([row]: { counted: number; bytes: number }[]) => row?.counted === row?.bytes);
  });
});
