import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { createRest, type Rest } from '../../src/service/rest/rest.ts';
import { restClient } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf, send } from './testing/accounts.ts';

describeSchema('chats', (open) => {
  let database: OpenedDatabase;
  let rest: Rest;
  let user: Account;
  const client = (account: Account) => restClient(rest, account.claims);
  const chatRow = async (id: string) =>
    (
      await database.query<Record<string, unknown>>(`select * from public.chat_history where id = $1`, [id])
    )[0];
  /** Makes a chat older, which only the database's owner can do. */
  const age = (id: string, interval: string) =>
    database.query(
      `update public.chat_history set created_at = now() - $2::interval, updated_at = now() - $2::interval where id = $1`,
      [id, interval],
    );

  beforeAll(async () => {
    database = await open({ migrated: true });
    rest = createRest(database);
    user = await makeAccount(database, { plan: 'professional' });
  });

  it('has the documented columns [DATA-001] [DATA-003]', async () => {
    const columns = await database.query<{ table: string; columns: string[] }>(
      `select table_name as table, jsonb_agg(column_name::text) as columns from information_schema.columns
       where table_schema = 'public' and table_name in ('chat_history', 'chat_messages') group by 1 order by 1`,
    );
    expect(columns[0]?.columns).toEqual(
      expect.arrayContaining(['id', 'user_id', 'title', 'project_id', 'created_at', 'updated_at']),
    );
    expect(columns[1]?.columns).toEqual(
      expect.arrayContaining(['id', 'chat_id', 'user_id', 'role', 'content', 'created_at']),
    );
  });

  it('accepts the documented insert and fills in the rest [DATA-002] [DATA-027]', async () => {
    const id = randomUUID();
    const { data, error } = await client(user)
      .from('chat_history')
      .insert({ id, user_id: user.id, title: 'A question' })
      .select()
      .single();
    expect(error).toBeNull();
    expect(data).toMatchObject({
      id,
      title: 'A question',
      project_id: 'blue_clover',
      active_message_id: null,
    });
  });

  it("lists one of the user's projects, the last changed first [DATA-026]", async () => {
    const lister = await makeAccount(database, { plan: 'professional' });
    const [oldest, newest, middle] = [
      await makeChat(database, lister, 'oldest'),
      await makeChat(database, lister, 'newest'),
      await makeChat(database, lister, 'middle'),
    ];
    await age(oldest!, '3 hours');
    await age(newest!, '1 hour');
    await age(middle!, '2 hours');
    const { data } = await client(lister)
      .from('chat_history')
      .select('title')
      .eq('user_id', lister.id)
      .eq('project_id', 'blue_clover')
      .order('updated_at', { ascending: false });
    expect(data).toEqual([{ title: 'newest' }, { title: 'middle' }, { title: 'oldest' }]);
  });

  it('accepts the documented rename and sets the time itself [DATA-028]', async () => {
    const chat = await makeChat(database, user);
    await age(chat, '2 hours');
    const { error } = await client(user)
      .from('chat_history')
      .update({ title: 'Renamed', updated_at: '2001-01-01T00:00:00Z' })
      .eq('id', chat);
    expect(error).toBeNull();
    const [row] = await database.query(
      `select title, updated_at > now() - interval '1 minute' as is_now from public.chat_history where id = $1`,
      [chat],
    );
    expect(row).toEqual({ title: 'Renamed', is_now: true });
  });

  it('does not move a chat that is pinned or renamed to the same title', async () => {
    const chat = await makeChat(database, user, 'Same');
    await age(chat, '2 hours');
    const before = await chatRow(chat);
    await as(
      database,
      user,
      `update public.chat_history set title = 'Same', updated_at = now() where id = $1`,
      [chat],
    );
    await as(database, user, `update public.chat_history set pinned_at = now() where id = $1`, [chat]);
    expect((await chatRow(chat))?.['updated_at']).toBe(before?.['updated_at']);
  });

  it.each(['', '   ', '\n\t'])('refuses the blank title %j', async (title) => {
    const chat = await makeChat(database, user);
    const refusal = await refusalOf(
      as(database, user, `update public.chat_history set title = $2 where id = $1`, [chat, title]),
    );
    expect(refusal.code).toBe('23514');
  });

  it.each([`user_id = gen_random_uuid()`, `created_at = now()`, `has_code = true`])(
    'refuses a client that sets %s of a chat',
    async (change) => {
      const chat = await makeChat(database, user);
      const refusal = await refusalOf(
        as(database, user, `update public.chat_history set ${change} where id = $1`, [chat]),
      );
      expect(refusal.code).toBe('42501');
    },
  );

  it('deletes a chat by id with its messages, even if those were deleted first [DATA-029] [DATA-033]', async () => {
    const [first, second] = [await makeChat(database, user), await makeChat(database, user)];
    for (const chat of [first, second]) await send(database, user, chat!);
    const asUser = client(user);
    expect((await asUser.from('chat_history').delete().eq('id', first!)).error).toBeNull();
    expect((await asUser.from('chat_messages').delete().eq('chat_id', second!)).error).toBeNull();
    expect((await asUser.from('chat_history').delete().eq('id', second!)).error).toBeNull();
    expect(
      await database.query(`select from public.chat_messages where chat_id in ($1, $2)`, [first, second]),
    ).toEqual([]);
  });

  it('deletes empty chats as `deleteEmptyChat` does, and keeps one that another device has sent a message to', async () => {
    const [empty, used] = [await makeChat(database, user), await makeChat(database, user)];
    await send(database, user, used);
    await client(user).from('chat_history').delete().is('active_message_id', null);
    expect([await chatRow(empty), (await chatRow(used))?.['id']]).toEqual([undefined, used]);
  });

  it('moves a chat to the top when a message arrives [DATA-034]', async () => {
    const chat = await makeChat(database, user);
    await age(chat, '2 hours');
    await send(database, user, chat);
    const [row] = await database.query(
      `select updated_at > now() - interval '1 minute' as is_now from public.chat_history where id = $1`,
      [chat],
    );
    expect(row).toEqual({ is_now: true });
  });

  describe('messages', () => {
    it('accepts the documented insert and reads it back [DATA-032]', async () => {
      const chat = await makeChat(database, user);
      const asUser = client(user);
      for (const content of ['one', 'two', 'three']) {
        const { error } = await asUser
          .from('chat_messages')
          .insert({ chat_id: chat, user_id: user.id, role: 'user', content });
        expect(error).toBeNull();
      }
      const { data } = await asUser
        .from('chat_messages')
        .select()
        .eq('chat_id', chat)
        .order('created_at')
        .order('seq');
      expect(data?.map(({ content, status, origin }) => ({ content, status, origin }))).toEqual(
        ['one', 'two', 'three'].map((content) => ({ content, status: 'complete', origin: null })),
      );
    });

    it('reads the messages of one chat by time, then by order of arrival [DATA-031]', async () => {
      const [chat, other] = [await makeChat(database, user), await makeChat(database, user)];
      for (const content of ['late', 'first of two', 'second of two', 'early'])
        await send(database, user, chat, { content });
      await send(database, user, other, { content: 'elsewhere' });
      // The messages must be ordered by these times, which differ from the order of arrival.
      await database.query(
        `update public.chat_messages set created_at = '2026-11-20 10:00+00'::timestamptz
           + case content when 'early' then 0 when 'late' then 2 else 1 end * interval '1 minute'
         where chat_id = $1`,
        [chat],
      );
      const { data } = await client(user)
        .from('chat_messages')
        .select('content')
        .eq('chat_id', chat)
        .order('created_at')
        .order('seq');
      expect(data?.map(({ content }) => content)).toEqual(['early', 'first of two', 'second of two', 'late']);
    });

    it('keeps the order of messages with the same time', async () => {
      const chat = await makeChat(database, user);
      await database.asCaller(user.claims, async (tx) => {
        for (let index = 0; index < 20; index += 1)
          await tx.query(
            `insert into public.chat_messages (chat_id, user_id, role, content) values ($1, $2, 'assistant', $3)`,
            [chat, user.id, String(index)],
          );
      });
      const rows = await as<{ content: string }>(
        database,
        user,
        `select content from public.chat_messages where chat_id = $1 order by created_at, seq`,
        [chat],
      );
      expect(rows.map(({ content }) => content)).toEqual(
        Array.from({ length: 20 }, (_, index) => String(index)),
      );
    });

    it('continues the active branch when no previous message is named', async () => {
      const chat = await makeChat(database, user);
      const first = await send(database, user, chat);
      const second = await send(database, user, chat, { role: 'assistant' });
      expect((await chatRow(chat))?.['active_message_id']).toBe(second);
      expect(
        await database.query(`select parent_id from public.chat_messages where chat_id = $1 order by seq`, [
          chat,
        ]),
      ).toEqual([{ parent_id: null }, { parent_id: first }]);
    });

    it('chains the rows of one insert, and makes the last one active', async () => {
      const chat = await makeChat(database, user);
      const before = await send(database, user, chat);
      const [system, question] = [randomUUID(), randomUUID()];
      const { error } = await client(user)
        .from('chat_messages')
        .insert([
          { id: system, chat_id: chat, user_id: user.id, role: 'system', content: 'Be brief.' },
          { id: question, chat_id: chat, user_id: user.id, role: 'user', content: 'Why?' },
        ]);
      expect(error).toBeNull();
      expect(
        await database.query(
          `select id, parent_id from public.chat_messages where chat_id = $1 order by seq offset 1`,
          [chat],
        ),
      ).toEqual([
        { id: system, parent_id: before },
        { id: question, parent_id: system },
      ]);
      expect((await chatRow(chat))?.['active_message_id']).toBe(question);
    });

    it('adds a version of another message, and of the first one', async () => {
      const chat = await makeChat(database, user);
      const first = await send(database, user, chat);
      await send(database, user, chat, { role: 'assistant' });
      const again = await send(database, user, chat, { role: 'assistant', parent: first });
      const edited = randomUUID();
      await send(database, user, chat, { id: edited, parent: edited });
      const parents = await database.query<{ id: string; parent_id: string | null }>(
        `select id, parent_id from public.chat_messages where id in ($1, $2)`,
        [again, edited],
      );
      expect(new Map(parents.map(({ id, parent_id }) => [id, parent_id]))).toEqual(
        new Map([
          [again, first],
          [edited, null],
        ]),
      );
      expect((await chatRow(chat))?.['active_message_id']).toBe(edited);
    });

    it("switches to another version, but not to another chat's message", async () => {
      const [chat, other] = [await makeChat(database, user), await makeChat(database, user)];
      const first = await send(database, user, chat);
      await send(database, user, chat);
      const foreign = await send(database, user, other);
      const activate = (message: string) =>
        as(
          database,
          user,
          `update public.chat_history set active_message_id = $2 where id = $1 returning id`,
          [chat, message],
        );
      expect(await activate(first)).toHaveLength(1);
      expect((await refusalOf(activate(foreign))).code).toBe('23503');
      expect((await refusalOf(send(database, user, chat, { parent: foreign }))).code).toBe('23503');
    });

    it('falls back to the newest remaining message when the active one is deleted', async () => {
      const chat = await makeChat(database, user);
      const first = await send(database, user, chat);
      const last = await send(database, user, chat);
      await as(database, user, `delete from public.chat_messages where id = $1`, [last]);
      expect((await chatRow(chat))?.['active_message_id']).toBe(first);
      await as(database, user, `delete from public.chat_messages where chat_id = $1`, [chat]);
      expect((await chatRow(chat))?.['active_message_id']).toBeNull();
    });

    it("refuses to write into another user's chat, whatever user_id it names", async () => {
      const other = await makeAccount(database, { plan: 'professional' });
      const foreign = await makeChat(database, other);
      for (const [chat, owner] of [
        [foreign, user.id],
        [foreign, other.id],
        [randomUUID(), user.id],
        [await makeChat(database, user), other.id],
      ])
        expect(
          await refusalOf(
            as(
              database,
              user,
              `insert into public.chat_messages (chat_id, user_id, role, content) values ($1, $2, 'user', 'x')`,
              [chat, owner],
            ),
          ),
        ).toMatchObject({ code: '42501', message: 'Messages can only be added to your own chats.' });
    });

    it('refuses, even for the service, a message with another owner than its chat', async () => {
      const other = await makeAccount(database);
      const chat = await makeChat(database, user);
      expect(
        (
          await refusalOf(
            database.query(
              `insert into public.chat_messages (chat_id, user_id, role, content) values ($1, $2, 'assistant', 'x')`,
              [chat, other.id],
            ),
          )
        ).code,
      ).toBe('42501');
    });

    it.each(['created_at', 'seq', 'origin'])('refuses a client that writes %s', async (column) => {
      const chat = await makeChat(database, user);
      const value = { created_at: `'2001-01-01'`, seq: '1', origin: `'import'` }[column];
      const refusal = await refusalOf(
        as(
          database,
          user,
          `insert into public.chat_messages (chat_id, user_id, role, content, ${column}) values ($1, $2, 'user', 'x', ${value})`,
          [chat, user.id],
        ),
      );
      // seq is refused earlier, because it is always generated.
      expect(refusal.code).toBe(column === 'seq' ? '428C9' : '42501');
    });

    it('accepts 1 MiB of text and refuses one byte more', async () => {
      const chat = await makeChat(database, user);
      const most = 'é'.repeat(524_288);
      const id = await send(database, user, chat, { content: most });
      const [row] = await as<{ content: string }>(
        database,
        user,
        `select content from public.chat_messages where id = $1`,
        [id],
      );
      expect(row?.content === most).toBe(true);
      expect((await refusalOf(send(database, user, chat, { content: `${most}x` }))).code).toBe('23514');
    });

    it('accepts a message without text, and refuses blanks, an unknown role and a NUL', async () => {
      const chat = await makeChat(database, user);
      expect(await send(database, user, chat, { content: '' })).toEqual(expect.any(String));
      expect((await refusalOf(send(database, user, chat, { content: ' \n' }))).code).toBe('23514');
      expect((await refusalOf(send(database, user, chat, { role: 'robot' as 'user' }))).code).toBe('23514');
      expect((await refusalOf(send(database, user, chat, { content: 'a\0b' }))).code).toBe('22021');
    });

    it('survives the deletion of a long branch, from its root and with its chat', async () => {
      const chat = await makeChat(database, user);
      await database.query(
        `insert into public.chat_messages (chat_id, user_id, role, content, origin)
         select $1, $2, 'user', 'x', 'import' from generate_series(1, 3000)`,
        [chat, user.id],
      );
      await as(
        database,
        user,
        `delete from public.chat_messages where id = (select id from public.chat_messages where chat_id = $1 order by seq limit 1)`,
        [chat],
      );
      expect(
        await as(database, user, `select id from public.chat_messages where chat_id = $1`, [chat]),
      ).toHaveLength(2999);
      await as(database, user, `delete from public.chat_history where id = $1`, [chat]);
      expect(await database.query(`select from public.chat_messages where chat_id = $1`, [chat])).toEqual([]);
    });
  });
});
