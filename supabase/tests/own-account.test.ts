import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, send } from './testing/accounts.ts';

describeSchema("the user's own account", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  const accessOf = async (account: Account) =>
    (await as<{ access: string }>(database, account, 'select public.own_standing() as access'))[0]?.access;
  const changesOf = (account: Account) =>
    as<{ changed_at: string }>(database, account, 'select changed_at from public.account_changes');
  const hide = (chat: string) =>
    database.query(`update public.chat_history set updated_at = now() - interval '3 days' where id = $1`, [
      chat,
    ]);

  it("returns the account's access in one response", async () => {
    const [account, other] = [await makeAccount(database), await makeAccount(database)];
    const access = async () =>
      (await as<{ access: unknown }>(database, account, 'select public.own_access() as access'))[0]?.access;
    const ordinary = {
      access: 'active',
      plan: 'starter',
      is_admin: false,
      requirement: null,
      encryption: null,
      running: [],
      chat_list: expect.stringMatching(/^[0-9a-f]{32}$/),
      project_list: '',
      model_list: expect.any(String),
    };
    expect(await access()).toEqual(ordinary);
    // There is a second administrator, because the last one can't be banned.
    await database.query(
      `insert into public.user_roles (user_id, role) values ($1, 'admin'), ($2, 'admin')`,
      [account.id, other.id],
    );
    expect(await access()).toEqual({ ...ordinary, is_admin: true });
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [account.id]);
    expect(await access()).toEqual({ ...ordinary, access: 'banned' });
  });

  it('reports changes of roles, restrictions, plan and forced resets, even to a banned user', async () => {
    const account = await makeAccount(database);
    expect(await changesOf(account)).toEqual([]);
    let last = '';
    const changed = async () => {
      const [row, ...more] = await changesOf(account);
      const isNew = row !== undefined && more.length === 0 && row.changed_at !== last;
      last = row?.changed_at ?? '';
      return isNew;
    };
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'restricted')`, [
      account.id,
    ]);
    expect([await changed(), await accessOf(account)]).toEqual([true, 'restricted']);
    await database.query(`delete from public.user_roles where user_id = $1`, [account.id]);
    expect([await changed(), await accessOf(account)]).toEqual([true, 'active']);
    await database.query(
      `insert into public.subscriptions (user_id, plan, source) values ($1, 'starter', 'admin')`,
      [account.id],
    );
    expect(await changed()).toBe(true);
    await database.query(
      `insert into public.user_verification_status (user_id, forced_password_reset) values ($1, true)`,
      [account.id],
    );
    expect(await changed()).toBe(true);
    await database.query(
      `insert into public.temporary_restrictions (user_id, restriction_type, expires_at)
       values ($1, 'ban', now() + interval '1 hour')`,
      [account.id],
    );
    expect([await changed(), await accessOf(account)]).toEqual([true, 'banned']);
    expect(await changesOf(await makeAccount(database))).toEqual([]);
    // There is no one left to notify, and nothing prevents the deletion.
    await database.query('delete from auth.users where id = $1', [account.id]);
  });

  it('is exported completely, including what the plan hides, without data of others and without keys', async () => {
    const account = await makeAccount(database);
    const shown = await makeChat(database, account, 'Shown');
    const old = await makeChat(database, account, 'Old');
    await send(database, account, shown, { content: 'Question' });
    await send(database, account, old, { role: 'assistant', content: 'Old answer' });
    const question = await send(database, account, shown, { content: 'See the file.' });
    const path = `${account.id}/${randomUUID()}`;
    await database.query(
      `insert into storage.objects (bucket_id, name, metadata)
       values ('attachments', $1, '{"size": 5, "mimetype": "text/plain"}')`,
      [path],
    );
    await database.query(
      `insert into public.message_attachments
         (user_id, chat_id, message_id, position, kind, name, media_type, size, text, object_path)
       values ($1, $2, $3, 0, 'document', 'notes.txt', 'text/plain', 5, 'Notes', $4)`,
      [account.id, shown, question, path],
    );
    await hide(old);
    const other = await makeAccount(database);
    await makeChat(database, other, 'Foreign');
    await database.query(
      `insert into public.llm_api_keys (user_id, name, prefix, key_hash) values ($1, 'Mine', 'clv_abcd', $2)`,
      [account.id, 'f'.repeat(64)],
    );

    const chats = await as<{ id: string; title: string; is_hidden: boolean }>(
      database,
      account,
      'select id, title, is_hidden from public.export_chats() order by title',
    );
    expect(chats).toEqual([
      { id: old, title: 'Old', is_hidden: true },
      { id: shown, title: 'Shown', is_hidden: false },
    ]);
    const hidden = await as<{ title: string }>(
      database,
      account,
      'select title from public.export_chats(only_hidden => true)',
    );
    expect(hidden).toEqual([{ title: 'Old' }]);
    const messages = await as<{ content: string }>(
      database,
      account,
      'select content from public.export_messages($1)',
      [old],
    );
    expect(messages).toEqual([{ content: 'Old answer' }]);
    expect(await as(database, other, 'select * from public.export_messages($1)', [old])).toEqual([]);

    const [row] = await as<{ account: Record<string, unknown> }>(
      database,
      account,
      'select public.export_account() as account',
    );
    expect(row?.account).toMatchObject({
      account: { id: account.id, is_guest: false },
      plan: 'starter',
      support_consent: false,
      api_keys: [{ name: 'Mine', prefix: 'clv_abcd' }],
      files: [
        { message_id: question, name: 'notes.txt', media_type: 'text/plain', size: 5, object_path: path },
      ],
    });
    expect(JSON.stringify(row)).not.toContain('f'.repeat(16));
    expect(JSON.stringify(row)).not.toContain(other.id);
  });

  it('exports long chats in parts of a few megabytes, each message once', async () => {
    const account = await makeAccount(database);
    const chat = await makeChat(database, account, 'Long');
    for (let at = 0; at < 6; at += 1)
      await send(database, account, chat, { role: 'assistant', content: `${at}`.repeat(1_000_000) });
    const seen: string[] = [];
    let after: number | null = null;
    let calls = 0;
    for (let isMore = true; isMore; calls += 1) {
      const page: { seq: number; content: string }[] = await as(
        database,
        account,
        'select seq, content from public.export_messages($1, $2)',
        [chat, after],
      );
      seen.push(...page.map(({ content }) => content.slice(0, 1)));
      after = Number(page.at(-1)?.seq ?? after);
      isMore = page.length > 0;
    }
    expect(seen).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(calls).toBe(3);
  });

  it('is not exported for a banned user', async () => {
    const banned = await makeAccount(database, { roles: ['banned'] });
    await expect(as(database, banned, 'select public.export_account()')).rejects.toMatchObject({
      code: '42501',
    });
    expect(await as(database, banned, 'select * from public.export_chats()')).toEqual([]);
  });
});
