import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { serviceClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf, send } from './testing/accounts.ts';

describeSchema('retention', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  /** Creates a chat with one reply. The chat was last changed `age` ago. */
  const agedChat = async (account: Account, age: string) => {
    const chat = await makeChat(database, account);
    await send(database, account, chat, { role: 'assistant' });
    await database.query(`update public.chat_history set updated_at = now() - $2::interval where id = $1`, [
      chat,
      age,
    ]);
    return chat;
  };
  const visible = async (account: Account) => ({
    chats: (await as(database, account, `select id from public.chat_history`)).length,
    messages: (await as(database, account, `select id from public.chat_messages`)).length,
  });
  const hidden = async (account: Account) =>
    Number((await as<{ n: unknown }>(database, account, `select public.count_hidden_chats() as n`))[0]?.n);
  const stored = async ({ id }: Account) =>
    (await database.query(`select from public.chat_history where user_id = $1`, [id])).length;

  it('shows Starter the last 24 hours, messages with their chat, and keeps the rest [ROLE-015]', async () => {
    const starter = await makeAccount(database);
    await agedChat(starter, '23 hours 59 minutes');
    await agedChat(starter, '24 hours 1 minute');
    expect(await visible(starter)).toEqual({ chats: 1, messages: 1 });
    expect(await hidden(starter)).toBe(1);
    expect(await stored(starter)).toBe(2);
  });

  it('shows Professional everything, from the moment of the upgrade [ROLE-018]', async () => {
    const account = await makeAccount(database);
    await agedChat(account, '10 years');
    expect(await visible(account)).toEqual({ chats: 0, messages: 0 });
    await database.query(
      `insert into public.subscriptions (user_id, plan, source) values ($1, 'professional', 'simulated')`,
      [account.id],
    );
    expect(await visible(account)).toEqual({ chats: 1, messages: 1 });
    expect(await hidden(account)).toBe(0);
  });

  it('shows no messages from a hidden chat', async () => {
    const [writer, owner] = [await makeAccount(database), await makeAccount(database)];
    const chat = await agedChat(writer, '1 hour');
    expect(await visible(writer)).toEqual({ chats: 1, messages: 1 });
    await database.query(`update public.chat_history set user_id = $2 where id = $1`, [chat, owner.id]);
    expect(await visible(writer)).toEqual({ chats: 0, messages: 0 });
  });

  it('applies to the chat: an old message stays while its chat is in use', async () => {
    const starter = await makeAccount(database);
    const chat = await agedChat(starter, '1 hour');
    await database.query(
      `update public.chat_messages set created_at = now() - interval '3 days' where chat_id = $1`,
      [chat],
    );
    expect(await visible(starter)).toEqual({ chats: 1, messages: 1 });
  });

  it('refuses to rename, continue or delete a hidden chat by its id', async () => {
    const starter = await makeAccount(database);
    const chat = await agedChat(starter, '2 days');
    expect(
      await as(
        database,
        starter,
        `update public.chat_history set title = 'Back' where id = $1 returning id`,
        [chat],
      ),
    ).toEqual([]);
    expect((await refusalOf(send(database, starter, chat))).code).toBe('42501');
    await as(database, starter, `delete from public.chat_history where id = $1`, [chat]);
    expect(await stored(starter)).toBe(1);
  });

  it('does not change hidden chats in a statement without a condition', async () => {
    const starter = await makeAccount(database);
    await agedChat(starter, '2 days');
    await agedChat(starter, '1 hour');
    await as(database, starter, `update public.chat_history set title = 'Back'`);
    expect([await visible(starter), await hidden(starter)]).toEqual([{ chats: 1, messages: 1 }, 1]);
    await as(database, starter, `delete from public.chat_messages`);
    await as(database, starter, `delete from public.chat_history`);
    const [left] = await database.query<{ chats: unknown; messages: unknown }>(
      `select count(distinct c.id) as chats, count(m.id) as messages
       from public.chat_history c join public.chat_messages m on m.chat_id = c.id where c.user_id = $1`,
      [starter.id],
    );
    expect([Number(left?.chats), Number(left?.messages)]).toEqual([1, 1]);
  });

  it('allows users to delete what is hidden from them, and nothing else', async () => {
    const [starter, other] = [await makeAccount(database), await makeAccount(database)];
    await agedChat(starter, '2 days');
    await agedChat(starter, '1 hour');
    await agedChat(other, '2 days');
    const [erased] = await as<{ n: unknown }>(database, starter, `select public.delete_hidden_chats() as n`);
    expect(Number(erased?.n)).toBe(1);
    expect([await stored(starter), await stored(other)]).toEqual([1, 1]);
  });

  it('purges guests after 24 hours with all their data, and no account', async () => {
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
    const [oldGuest, newGuest, oldUser] = [
      await makeAccount(database, { isGuest: true, createdAt: old }),
      await makeAccount(database, { isGuest: true }),
      await makeAccount(database, { createdAt: old }),
    ];
    for (const account of [oldGuest, newGuest, oldUser]) {
      const chat = await makeChat(database, account);
      await send(database, account, chat);
    }
    await database.query(`select public.purge_guests()`);
    expect([await stored(oldGuest), await stored(newGuest), await stored(oldUser)]).toEqual([0, 1, 1]);
    expect(await database.query(`select from auth.users where id = $1`, [oldGuest.id])).toEqual([]);
    for (const caller of [oldUser, { claims: serviceClaims }])
      expect((await refusalOf(as(database, caller, `select public.purge_guests()`))).code).toBe('42501');
  });

  it('purges a sign-up that was not confirmed for a week, and no other account', async () => {
    const day = 24 * 60 * 60 * 1000;
    const account = async (mailedDaysAgo: number | null, change = '') => {
      const { id } = await makeAccount(database);
      const mailed = mailedDaysAgo === null ? null : new Date(Date.now() - mailedDaysAgo * day).toISOString();
      await database.query(
        `update auth.users set created_at = now() - interval '1 year', confirmation_sent_at = $2 ${change} where id = $1`,
        [id, mailed],
      );
      return id;
    };
    const forgotten = await account(8);
    const remaining = [
      await account(6),
      await account(8, ', email_confirmed_at = now()'),
      await account(8, ', last_sign_in_at = now()'),
      await account(8, ', recovery_sent_at = now()'),
      await account(8, ', invited_at = now()'),
      // Created by an administrator, so no confirmation was emailed.
      await account(null),
    ];
    await database.query(`select public.purge_unconfirmed()`);
    const left = await database.query<{ id: string }>(`select id from auth.users where id = any($1)`, [
      [forgotten, ...remaining],
    ]);
    expect(left.map(({ id }) => id).toSorted()).toEqual(remaining.toSorted());
  });

  it('keeps a guest who has become an account', async () => {
    const guest = await makeAccount(database, {
      isGuest: true,
      createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000),
    });
    await makeChat(database, guest);
    await database.query(`update auth.users set is_anonymous = false where id = $1`, [guest.id]);
    await database.query(`select public.purge_guests()`);
    expect(await stored(guest)).toBe(1);
    expect(await as(database, guest, `select public.current_plan() as plan`)).toEqual([{ plan: 'starter' }]);
  });
});
