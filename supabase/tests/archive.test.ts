import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf, send } from './testing/accounts.ts';

describeSchema('archived chats', (open) => {
  let database: Database;
  let user: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeAccount(database, { plan: 'professional' });
  });

  const archive = (chat: string, account = user) =>
    as(
      database,
      account,
      `update public.chat_history set archived_at = '2026-11-01T00:00:00Z' where id = $1 returning id`,
      [chat],
    );
  const isArchived = async (chat: string) => {
    const [row] = await database.query<{ is_archived: boolean }>(
      `select archived_at is not null as is_archived from public.chat_history where id = $1`,
      [chat],
    );
    return row?.is_archived;
  };
  const store = (chat: string, role: string, origin: string | null) =>
    database.query(
      `insert into public.chat_messages (chat_id, user_id, role, content, origin) values ($1, $2, $3, 'Hello', $4)`,
      [chat, user.id, role, origin],
    );

  it('are archived by their owner only, without changing their time', async () => {
    const chat = await makeChat(database, user);
    const stranger = await makeAccount(database);
    expect(await archive(chat, stranger)).toEqual([]);
    const timeOf = () => database.query(`select updated_at from public.chat_history where id = $1`, [chat]);
    const before = await timeOf();
    expect(await archive(chat)).toEqual([{ id: chat }]);
    expect(await timeOf()).toEqual(before);
    const refusal = await refusalOf(
      as(database, user, `insert into public.chat_history (title, archived_at) values ('x', now())`),
    );
    expect(refusal.code).toBe('42501');
  });

  it.each([
    ['a message of the user restores', 'user', null, false],
    ['a reply leaves', 'assistant', null, true],
    ['an imported message leaves', 'user', 'import', true],
  ])('%s the chat', async (_what, role, origin, expected) => {
    const chat = await makeChat(database, user);
    await archive(chat);
    await store(chat, role, origin);
    expect(await isArchived(chat)).toBe(expected);
  });

  it('are found, marked as archived', async () => {
    const chat = await makeChat(database, user, 'Quagga');
    await archive(chat);
    const found = await as(
      database,
      user,
      `select chat_id, is_archived from public.search_messages('quagga')`,
    );
    expect(found).toEqual([{ chat_id: chat, is_archived: true }]);
  });

  it('are exported, and imported as archived, but not with a time in the future', async () => {
    const [chat, other] = [await makeChat(database, user, 'Kept'), await makeChat(database, user, 'Listed')];
    await archive(chat);
    const exported = await as<{ id: string; archived_at: Date | null }>(
      database,
      user,
      `select id, archived_at from public.export_chats()`,
    );
    const times = new Map(exported.map(({ id, archived_at }) => [id, archived_at && new Date(archived_at)]));
    expect([times.get(chat), times.get(other)]).toEqual([new Date('2026-11-01T00:00:00Z'), null]);

    const message = { id: crypto.randomUUID(), role: 'user', content: 'Hello' };
    const file = { id: crypto.randomUUID(), title: 'Imported', messages: [message] };
    await as(database, user, `select public.import_chats($1::jsonb)`, [
      [{ ...file, archived_at: '2999-01-01T00:00:00Z' }],
    ]);
    const [stored] = await database.query<{ is_archived: boolean }>(
      `select archived_at <= now() as is_archived from public.chat_history where id = $1`,
      [file.id],
    );
    expect(stored).toEqual({ is_archived: true });
  });
});

describeSchema('chat filters', (open) => {
  let database: Database;
  let user: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeAccount(database, { plan: 'professional' });
  });

  const factsOf = async (chat: string) => {
    const [row] = await as<{ has_code: boolean; model_ids: string[] }>(
      database,
      user,
      `select has_code, model_ids from public.chat_history where id = $1`,
      [chat],
    );
    return row && { ...row, model_ids: row.model_ids.toSorted((one, other) => one.localeCompare(other)) };
  };
  const reply = async (chat: string, content: string, model: string) => {
    const [row] = await as<{ id: string }>(
      database,
      user,
      `insert into public.chat_messages (chat_id, user_id, role, content, model_id)
       values ($1, $2, 'assistant', $3, $4) returning id`,
      [chat, user.id, content, model],
    );
    return row!.id;
  };

  describe("from a chat's messages", () => {
    it('list which models answered, and whether there is code', async () => {
      const chat = await makeChat(database, user);
      await send(database, user, chat);
      expect(await factsOf(chat)).toEqual({ has_code: false, model_ids: [] });
      await reply(chat, 'Hello', 'a/one');
      const code = await reply(chat, '```js\nlet x;\n```', 'b/two');
      expect(await factsOf(chat)).toEqual({ has_code: true, model_ids: ['a/one', 'b/two'] });
      await as(database, user, `select public.delete_version($1)`, [code]);
      expect(await factsOf(chat)).toEqual({ has_code: false, model_ids: ['a/one'] });
    });

    it('list at most 20 models, so that the row stays small', async () => {
      const chat = await makeChat(database, user);
      for (let n = 0; n < 25; n += 1) await reply(chat, 'Hello', `vendor/${n}`);
      expect((await factsOf(chat))?.model_ids).toHaveLength(20);
    });
  });

  it('limit a search, separately and combined', async () => {
    const titles = ['plain', 'code', 'archived', 'pinned'];
    const chats = new Map<string, string>();
    for (const title of titles) {
      const chat = await makeChat(database, user, `${title} numbat`);
      chats.set(chat, title);
      await reply(
        chat,
        title === 'code' ? 'numbat ```x```' : 'numbat',
        title === 'plain' ? 'a/one' : 'b/two',
      );
    }
    const idOf = (wanted: string) => [...chats].find(([, title]) => title === wanted)?.[0];
    await database.query(`update public.chat_history set archived_at = now() where id = $1`, [
      idOf('archived'),
    ]);
    await database.query(`update public.chat_history set pinned_at = now() where id = $1`, [idOf('pinned')]);
    await database.query(
      `update public.chat_history set updated_at = now() - interval '9 days' where id = $1`,
      [idOf('plain')],
    );
    await database.query(
      `update private.message_vectors set written_at = now() - interval '9 days' where chat_id = $1`,
      [idOf('plain')],
    );
    const find = async (filters: string) => {
      const rows = await as<{ chat_id: string; message_id: string | null }>(
        database,
        user,
        `select chat_id, message_id from public.search_messages('numbat', max_results => 100${filters})`,
      );
      return [...new Set(rows.map(({ chat_id }) => chats.get(chat_id) ?? ''))].toSorted((one, other) =>
        one.localeCompare(other),
      );
    };
    expect(await find('')).toEqual(['archived', 'code', 'pinned', 'plain']);
    expect(await find(`, model => 'a/one'`)).toEqual(['plain']);
    expect(await find(`, with_code => true`)).toEqual(['code']);
    expect(await find(`, archived => true`)).toEqual(['archived']);
    expect(await find(`, archived => false, pinned => true`)).toEqual(['pinned']);
    expect(await find(`, since => now() - interval '1 day'`)).toEqual(['archived', 'code', 'pinned']);
    expect(await find(`, before => now() - interval '1 day'`)).toEqual(['plain']);
    expect(await find(`, model => 'b/two', archived => true, with_code => true`)).toEqual([]);
  });
});
