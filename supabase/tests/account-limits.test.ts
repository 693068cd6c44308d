import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { as, makeAccount, makeChat, refusalOf, send, type Account } from './testing/accounts.ts';

describeSchema("an account's limits", (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open({ migrated: true });
    await set({
      starter_messages_per_day: 1000,
      starter_chats: 3,
      starter_stored_messages: 5,
      starter_stored_megabytes: 1,
      starter_writes_per_minute: 1000,
      guest_writes_per_minute: 4,
      guest_stored_messages: 2,
    });
  });

  const set = async (settings: Readonly<Record<string, number>>) => {
    for (const [key, value] of Object.entries(settings))
      await database.query(
        `insert into public.system_settings (setting_key, setting_value) values ($1, $2)
         on conflict (setting_key) do update set setting_value = excluded.setting_value`,
        [key, String(value)],
      );
  };
  /** Returns an account's saved usage together with its real usage. */
  const usageOf = async ({ id }: Pick<Account, 'id'>) => {
    const [row] = await database.query<{ kept: object; real: object }>(
      `select jsonb_build_object('chats', u.chats, 'messages', u.messages, 'bytes', u.bytes) as kept,
         jsonb_build_object(
           'chats', (select count(*) from public.chat_history c where c.user_id = u.user_id),
           'messages', (select count(*) from public.chat_messages m where m.user_id = u.user_id),
           'bytes', (select coalesce(sum(octet_length(content)), 0) from public.chat_messages m where m.user_id = u.user_id)
             + (select coalesce(sum(octet_length(content)), 0) from public.message_images i where i.user_id = u.user_id)
         ) as real
       from private.account_usage u where u.user_id = $1`,
      [id],
    );
    return row;
  };
  const expectTrue = async (account: Pick<Account, 'id'>) => {
    const usage = await usageOf(account);
    expect(usage?.kept).toEqual(usage?.real);
  };
  const importChat = (account: Account, messages: readonly object[]) =>
    as<{ answers: { outcome: string; code?: string }[] }>(
      database,
      account,
      `select public.import_chats($1::text::jsonb) as answers`,
      [JSON.stringify([{ id: randomUUID(), title: 'Imported', messages }])],
    ).then(([row]) => row!.answers[0]!);

  describe('what it stores', () => {
    it("refuses a chat beyond the plan's limit, names the limit, and allows one for each deleted chat", async () => {
      const account = await makeAccount(database);
      const [first] = [await makeChat(database, account), await makeChat(database, account)];
      await makeChat(database, account);
      expect(await refusalOf(makeChat(database, account))).toEqual({
        code: 'P0001',
        hint: 'limit',
        message: 'You can keep 3 chats. Delete chats that you no longer need, then try again.',
      });
      await as(database, account, `delete from public.chat_history where id = $1`, [first]);
      await makeChat(database, account);
      await expectTrue(account);
    });

    it.each(['user', 'assistant', 'system'] as const)('counts messages with the role %s', async (role) => {
      const account = await makeAccount(database);
      const chat = await makeChat(database, account);
      for (let sent = 0; sent < 5; sent += 1) await send(database, account, chat, { role });
      expect(await refusalOf(send(database, account, chat, { role }))).toMatchObject({
        hint: 'limit',
        message: expect.stringContaining('You can keep 5 messages.'),
      });
      await expectTrue(account);
    });

    it('refuses a statement of many rows completely', async () => {
      const account = await makeAccount(database);
      const chat = await makeChat(database, account);
      const refused = as(
        database,
        account,
        `insert into public.chat_messages (chat_id, role, content)
         select $1, 'assistant', 'row ' || n from generate_series(1, 6) n`,
        [chat],
      );
      expect((await refusalOf(refused)).hint).toBe('limit');
      expect(await as(database, account, `select id from public.chat_messages`)).toEqual([]);
      await expectTrue(account);
    });

    it('counts bytes, including images and what is deleted on the same day', async () => {
      const account = await makeAccount(database);
      const chat = await makeChat(database, account);
      const half = 'x'.repeat(600_000);
      const message = await send(database, account, chat, { role: 'assistant', content: half });
      expect((await refusalOf(send(database, account, chat, { content: half }))).message).toContain(
        'You can keep 1 MB of messages and images.',
      );
      const image = database.query(
        `select public.store_message_image($1, 'image/png', encode(decode(repeat('00', 600000), 'hex'), 'base64'))`,
        [account.id],
      );
      expect((await refusalOf(image)).message).toContain('You can keep 1 MB');
      await as(database, account, `delete from public.chat_messages where id = $1`, [message]);
      await expectTrue(account);
      expect(await refusalOf(send(database, account, chat, { content: half }))).toMatchObject({
        code: 'PT429',
        message: 'You can save 1 MB a day. Try again tomorrow (UTC).',
      });
      await database.query(`update private.account_usage set day = day - 1 where user_id = $1`, [account.id]);
      await send(database, account, chat, { content: half });
      await expectTrue(account);
    });

    it('counts imports and forks, and reports that an import is over the limit', async () => {
      const account = await makeAccount(database);
      const rows = (count: number) =>
        Array.from({ length: count }, (_, index) => ({
          id: randomUUID(),
          role: 'assistant',
          content: `Row ${index}`,
        }));
      expect(await importChat(account, rows(6))).toMatchObject({ outcome: 'refused', code: 'limit' });
      const messages = rows(3);
      expect(await importChat(account, messages)).toMatchObject({ outcome: 'imported' });
      await expectTrue(account);
      const fork = (message: unknown) =>
        as(database, account, `select public.fork_chat($1, $2)`, [message, randomUUID()]);
      await fork(messages[0]!.id);
      await fork(messages[0]!.id);
      await expectTrue(account);
      expect((await refusalOf(fork(messages[0]!.id))).hint).toBe('limit');
      await expectTrue(account);
    });

    it('is much lower for a guest', async () => {
      const guest = await makeAccount(database, { isGuest: true });
      const chat = await makeChat(database, guest);
      for (let sent = 0; sent < 2; sent += 1) await send(database, guest, chat, { role: 'system' });
      expect((await refusalOf(send(database, guest, chat, { role: 'system' }))).message).toContain(
        'You can keep 2 messages.',
      );
    });

    it('is the sum of both accounts after a merge, even above the limit', async () => {
      const [source, target] = [await makeAccount(database), await makeAccount(database)];
      for (const account of [source, target])
        for (let created = 0; created < 2; created += 1)
          await send(database, account, await makeChat(database, account), { role: 'assistant' });
      await database.query(`select private.move_content($1, $2)`, [source.id, target.id]);
      await database.query(`delete from auth.users where id = $1`, [source.id]);
      await expectTrue(target);
      expect(await usageOf(target)).toMatchObject({ kept: { chats: 4, messages: 4 } });
      expect((await refusalOf(makeChat(database, target))).hint).toBe('limit');
      await as(database, target, `delete from public.chat_history`);
      await expectTrue(target);
      await makeChat(database, target);
    });

    it('is deleted with the account', async () => {
      const account = await makeAccount(database);
      await send(database, account, await makeChat(database, account), { role: 'assistant' });
      await database.query(`delete from auth.users where id = $1`, [account.id]);
      expect(await usageOf(account)).toBeUndefined();
    });
  });

  describe('how fast it writes', () => {
    it('is refused with 429 beyond the limit per minute, including renames and reservations', async () => {
      const guest = await makeAccount(database, { isGuest: true });
      const chat = await makeChat(database, guest);
      const rename = () =>
        as(database, guest, `update public.chat_history set title = 'New' where id = $1`, [chat]);
      await rename();
      await as(database, guest, `select public.reserve_message($1)`, [randomUUID()]);
      await send(database, guest, chat, { role: 'assistant' });
      const tooMany = {
        code: 'PT429',
        hint: 'limit',
        message: 'You can save 4 chats and messages a minute. Wait a minute, then try again.',
      };
      expect(await refusalOf(rename())).toEqual(tooMany);
      expect(await refusalOf(send(database, guest, chat, { role: 'assistant' }))).toEqual(tooMany);
      expect(
        await refusalOf(as(database, guest, `select public.reserve_message($1)`, [randomUUID()])),
      ).toEqual(tooMany);
      await database.query(
        `update private.account_usage set minute_began_at = now() - interval '61 seconds' where user_id = $1`,
        [guest.id],
      );
      await rename();
    });

    it('does not count deletes', async () => {
      const guest = await makeAccount(database, { isGuest: true });
      const chats = [];
      for (let created = 0; created < 4; created += 1) chats.push(await makeChat(database, guest));
      for (const chat of chats)
        await as(database, guest, `delete from public.chat_history where id = $1`, [chat]);
      expect((await refusalOf(makeChat(database, guest))).code).toBe('PT429');
    });

    it("is limited for entries in the account's own log", async () => {
      const account = await makeAccount(database);
      const toggle = (isGiven: boolean) =>
        as(database, account, `select public.set_support_consent($1)`, [isGiven]);
      await database.query(
        `insert into public.user_activity_logs (user_id, action_type, action_details)
         select $1, 'support.consent', '{}' from generate_series(1, 199)`,
        [account.id],
      );
      await toggle(true);
      expect(await refusalOf(toggle(false))).toMatchObject({ code: 'PT429', hint: 'limit' });
    });
  });

  it('does not allow two parallel writers to exceed the limit', async () => {
    const account = await makeAccount(database, { plan: 'professional' });
    await set({ professional_stored_messages: 20 });
    const chats = await Promise.all(Array.from({ length: 8 }, () => makeChat(database, account)));
    const attempts = chats.flatMap((chat) =>
      Array.from({ length: 5 }, () =>
        send(database, account, chat, { role: 'assistant' }).then(
          () => 'stored',
          (error: { hint?: string }) => error.hint,
        ),
      ),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === 'limit')).toHaveLength(20);
    await expectTrue(account);
  });

  it('does not limit the service itself, but counts what it writes', async () => {
    const account = await makeAccount(database);
    const chat = await makeChat(database, account);
    await database.query(
      `insert into public.chat_messages (chat_id, user_id, role, content)
       select $1, $2, 'assistant', 'row ' || n from generate_series(1, 9) n`,
      [chat, account.id],
    );
    await expectTrue(account);
    expect((await refusalOf(send(database, account, chat, { role: 'assistant' }))).hint).toBe('limit');
  });
});
