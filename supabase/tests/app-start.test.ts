import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount } from './testing/accounts.ts';

interface Start {
  readonly access: unknown;
  readonly starter: readonly { readonly setting_key: string; readonly setting_value: string }[];
  readonly has_chats: boolean;
  readonly chats: readonly { readonly title: string }[];
  readonly pinned: readonly { readonly title: string }[];
  readonly quota: unknown;
  readonly vendors: readonly { readonly name: string }[];
  readonly models: readonly { readonly model_id: string }[];
}

describeSchema('what the chat shows first', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  const addChat = (account: Account, title: string, age: string, changes = '') =>
    database.query(
      `insert into public.chat_history (id, user_id, title, project_id, updated_at, pinned_at, archived_at)
       values ($1, $2, $3, 'blue_clover', now() - $4::interval,
         ${changes === 'pinned' ? 'now()' : 'null'}, ${changes === 'archived' ? 'now()' : 'null'})`,
      [randomUUID(), account.id, title, age],
    );
  const startOf = async (account: Account, chats = 50, pinned = 200) => {
    const [row] = await as<{ start: Start }>(
      database,
      account,
      'select public.app_start($1, $2, $3) as start',
      ['blue_clover', chats, pinned],
    );
    if (!row) throw new Error('No row');
    return row.start;
  };
  const titles = (chats: Start['chats']) => chats.map(({ title }) => title);

  it('finds the pinned chats without reading all of them', async () => {
    const account = await makeAccount(database);
    await database.query(
      `insert into public.chat_history (user_id, title, pinned_at)
       select $1, 'Chat ' || n, case when n = 1 then now() end from generate_series(1, 3000) n`,
      [account.id],
    );
    await database.query('analyze public.chat_history');
    const plan = await database.query<{ 'QUERY PLAN': string }>(
      `explain select id from public.chat_history
       where user_id = $1 and project_id = 'blue_clover' and archived_at is null and pinned_at is not null
       order by pinned_at desc limit 50`,
      [account.id],
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('chat_history_pinned_idx');
  });

  it("is the user's own chats, the last changed first, and the pinned ones, without archived ones", async () => {
    const [account, other] = [await makeAccount(database), await makeAccount(database)];
    await addChat(account, 'Old', '2 hours');
    await addChat(account, 'New', '1 hour');
    await addChat(account, 'Pinned', '3 hours', 'pinned');
    await addChat(account, 'Archived', '4 hours', 'archived');
    await addChat(other, "Someone else's", '1 minute', 'pinned');
    const { chats, pinned } = await startOf(account);
    expect(titles(chats)).toEqual(['New', 'Old', 'Pinned']);
    expect(titles(pinned)).toEqual(['Pinned']);
    expect(Object.keys(chats[0] ?? {})).toEqual([
      'id',
      'title',
      'project_id',
      'created_at',
      'updated_at',
      'pinned_at',
      'archived_at',
      'model_id',
      'vendor_id',
      'parameters',
      'chat_key',
    ]);
    expect(titles((await startOf(account, 1, 0)).chats)).toEqual(['New']);
    expect((await startOf(account, 1, 0)).pinned).toEqual([]);
  });

  it('knows whether the user has any chats, such as archived ones', async () => {
    const [account, other] = [await makeAccount(database), await makeAccount(database)];
    await addChat(other, "Someone else's", '1 minute');
    expect((await startOf(account)).has_chats).toBe(false);
    await addChat(account, 'Archived', '1 hour', 'archived');
    expect(await startOf(account)).toMatchObject({ chats: [], has_chats: true });
  });

  it('has the access and the settings of Starter like their separate requests', async () => {
    const account = await makeAccount(database);
    const { access, starter } = await startOf(account);
    const own = <Row>(sql: string) => as<Row>(database, account, sql);
    expect([{ access }]).toEqual(await own('select public.own_access() as access'));
    const byKey = (rows: Start['starter']) =>
      rows.toSorted((a, b) => a.setting_key.localeCompare(b.setting_key));
    expect(byKey(starter)).toEqual(
      byKey(
        await own(`select setting_key, setting_value from public.system_settings
          where setting_key like 'starter\\_%'`),
      ),
    );
    expect(starter).toHaveLength(3);
  });

  it('has the quota of a banned user, who must learn about the ban', async () => {
    const account = await makeAccount(database);
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [account.id]);
    await addChat(account, 'Hidden', '1 hour');
    expect(await startOf(account)).toMatchObject({ access: { access: 'banned' }, chats: [] });
  });

  it('has the same quota, vendors and models as their separate requests', async () => {
    const account = await makeAccount(database);
    const { quota, vendors, models } = await startOf(account);
    const own = <Row>(sql: string) => as<Row>(database, account, sql);
    expect([{ quota }]).toEqual(await own('select public.get_message_quota() as quota'));
    expect(vendors.map(({ name }) => ({ name }))).toEqual(
      await own('select name from public.api_vendors order by priority_order, name'),
    );
    expect(models.map(({ model_id }) => ({ model_id }))).toEqual(
      await own('select model_id from public.ai_models order by "order"'),
    );
    expect(vendors.length).toBeGreaterThan(0);
    expect(JSON.stringify(vendors)).not.toContain('encrypted');
  });

  it('is refused without a session', async () => {
    await expect(
      database.query(`set role anon; select public.app_start('blue_clover', 50, 200)`),
    ).rejects.toThrow('permission denied');
  });

  it('contains a digest that differs once a listed chat of the user has changed', async () => {
    const [account, other] = [await makeAccount(database), await makeAccount(database)];
    await addChat(account, 'Garden', '5 hours');
    await addChat(account, 'Old and pinned', '6 hours', 'pinned');
    await database.query(
      `insert into public.chat_history (user_id, title, updated_at)
       select $1, 'Chat ' || n, now() - n * interval '1 minute' from generate_series(1, 200) n`,
      [account.id],
    );
    const digestOf = async () => {
      const [row] = await as<{ access: { chat_list: string } }>(
        database,
        account,
        'select public.own_access() as access',
      );
      return row?.access.chat_list;
    };
    const digests = [await digestOf()];
    await addChat(other, "Someone else's", '1 minute');
    expect(await digestOf()).toBe(digests[0]);
    expect((await startOf(account)).access).toMatchObject({ chat_list: digests[0] });
    const chat = "public.chat_history where user_id = $1 and title = 'Chat 7'";
    const set = (change: string) =>
      `update public.chat_history set ${change} where user_id = $1 and title = 'Chat 7'`;
    for (const change of [
      set('pinned_at = now()'),
      set('archived_at = now()'),
      set('archived_at = null, pinned_at = null'),
      `delete from ${chat}`,
      "delete from public.chat_history where user_id = $1 and title = 'Old and pinned'",
    ]) {
      await database.query(change, [account.id]);
      digests.push(await digestOf());
    }
    for (const [place, digest] of digests.entries())
      expect(digest, `change ${place}`).not.toBe(digests[place - 1]);
    // Undoing a change restores the digest.
    expect(digests[3]).toBe(digests[0]);
  });

  it('contains digests that differ once a project of the user, a model or a vendor has changed', async () => {
    const [account, other] = [await makeAccount(database), await makeAccount(database)];
    const digestsOf = async () => {
      const [row] = await as<{ access: Record<'project_list' | 'model_list', string> }>(
        database,
        account,
        'select public.own_access() as access',
      );
      return { projects: row?.access.project_list, models: row?.access.model_list };
    };
    const addProject = (owner: string) =>
      database.query(`insert into public.projects (user_id, name) values ($1, 'Garden')`, [owner]);
    let before = await digestsOf();
    await addProject(other.id);
    expect(await digestsOf()).toEqual(before);
    expect((await startOf(account)).access).toMatchObject({
      project_list: before.projects,
      model_list: before.models,
    });
    await addProject(account.id);
    for (const change of [
      `update public.projects set instructions = 'Be brief.'`,
      'delete from public.projects',
      `update public.api_vendors set is_enabled = true where name = 'ollama'`,
      `insert into public.api_vendor_models (vendor_id, model_id, display_name)
       select id, 'new', 'New' from public.api_vendors where name = 'ollama'`,
      `update public.ai_models set is_new = not is_new where model_id = (select min(model_id) from public.ai_models)`,
      `delete from public.api_vendor_models where model_id = 'new'`,
    ]) {
      const [list, unchanged] = change.includes('projects')
        ? (['projects', 'models'] as const)
        : (['models', 'projects'] as const);
      before = await digestsOf();
      await database.query(change);
      const after = await digestsOf();
      expect({ change, digest: after[list] }).not.toEqual({ change, digest: before[list] });
      expect({ change, digest: after[unchanged] }).toEqual({ change, digest: before[unchanged] });
    }
  });
});
