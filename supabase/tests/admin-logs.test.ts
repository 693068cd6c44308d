import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { openConsole, type SignedIn } from './testing/callers.ts';
import { as, makeAccount } from './testing/accounts.ts';

describeSchema('logs and permissions for administrators', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;

  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
  });
  afterAll(() => service.close());

  const read = async (path: string, body: unknown = {}) => {
    const answer = await admin.post(`admin/${path}`, body);
    expect([path, answer.status, answer.text.slice(0, 200)]).toEqual([path, 200, expect.any(String)]);
    return answer.body;
  };
  const write = (user: string, count: number, act = 'user.test') =>
    database.query(
      `insert into public.user_activity_logs (user_id, admin_id, action_type, created_at)
       select $1, $2, $3, now() - make_interval(hours => n) from generate_series(1, $4::int) n`,
      [user, admin.id, act, count],
    );

  it('pages through the audit log, fifty entries at a time, newest first [ADMIN-016] [ADMIN-017] [ADMIN-045] [ADMIN-047]', async () => {
    const { id } = await makeAccount(database);
    await write(id, 60);
    const first = await read('logs/list', { user: id });
    expect([first.entries.length, first.total, first.total_is_exact]).toEqual([50, 60, true]);
    expect(first.entries[0]).toMatchObject({
      user_id: id,
      user_email: `${id}@example.test`,
      admin_id: admin.id,
      admin_email: expect.stringContaining('@'),
      action_type: 'user.test',
    });
    const times = first.entries.map(({ created_at }: { created_at: string }) => Date.parse(created_at));
    expect(times).toEqual(times.toSorted((one: number, other: number) => other - one));
    expect((await read('logs/list', { user: id, page: 2 })).entries).toHaveLength(10);
  });

  it('filters by action, administrator, user and time', async () => {
    const { id } = await makeAccount(database);
    await write(id, 3, 'user.one');
    await write(id, 2, 'vendor.other');
    const total = async (filter: unknown) =>
      (await read('logs/list', { user: id, ...(filter as object) })).total;
    expect(await total({ action: 'user.' })).toBe(3);
    expect(await total({ action: 'user_one' })).toBe(0);
    expect(await total({ action: 'vendor.other' })).toBe(2);
    expect(await total({ admin: randomUUID() })).toBe(0);
    expect(await total({ admin: admin.id })).toBe(5);
    const from = new Date(Date.now() - 2.5 * 3_600_000).toISOString();
    expect(await total({ from })).toBe(4);
    expect(await total({ to: from })).toBe(1);
    expect((await read('logs/list', {})).actions).toEqual(
      expect.arrayContaining(['user.one', 'vendor.other']),
    );
  });

  it('finds entries about and by an account by its id or the start of its email', async () => {
    const { id } = await makeAccount(database);
    const administrator = await makeAccount(database);
    await write(id, 3, 'user.three');
    await database.query(
      `insert into public.user_activity_logs (user_id, admin_id, action_type) values ($1, $2, 'user.by')`,
      [randomUUID(), administrator.id],
    );
    const actionsOf = async (account: string) =>
      (await read('logs/list', { account })).entries.map(
        ({ action_type }: { action_type: string }) => action_type,
      );
    const three = ['user.three', 'user.three', 'user.three'];
    expect(await actionsOf(id)).toEqual(three);
    expect(await actionsOf(` ${id.slice(0, 30).toUpperCase()}`)).toEqual(three);
    expect(await actionsOf(administrator.id)).toEqual(['user.by']);
    expect(await actionsOf(`${administrator.id}@example.test`)).toEqual(['user.by']);
    expect(await actionsOf('%')).toEqual([]);
    const { rows } = await read('logs/export', { account: `${id}@` });
    expect(rows).toBe(3);
    // The user whose entries were exported gets an access receipt.
    expect((await read('logs/list', { user: id, action: 'log.export' })).total).toBe(1);
  });

  it('refuses the start of more than 100 emails, because their entries are not found by an index', async () => {
    await database.query(
      `insert into auth.users (id, aud, role, email, created_at)
       select gen_random_uuid(), 'authenticated', 'authenticated', 'many-' || n || '@example.test', now()
       from generate_series(1, 101) n`,
    );
    for (const action of ['list', 'export'])
      expect(await admin.post(`admin/logs/${action}`, { account: 'many-' })).toMatchObject({
        status: 409,
        body: { error: { code: 'too_many', message: expect.stringContaining('Enter more of the email.') } },
      });
    expect((await read('logs/list', { account: 'many-1' })).total).toBe(0);
  });

  it('names the provider and the model of an entry, even after the provider was removed', async () => {
    await database.query(
      `insert into public.removed_vendors (name, display_name) values ('the-hub', 'The Hub')`,
    );
    const about = async (details: object) => {
      const { id } = await makeAccount(database);
      await database.query(
        `insert into public.user_activity_logs (user_id, action_type, action_details) values ($1, 'vendor.any', $2::text::jsonb)`,
        [id, JSON.stringify(details)],
      );
      const [entry] = (await read('logs/list', { user: id })).entries;
      const [newest] = (await read('activity/recent')).entries;
      expect([newest.user_id, newest.subject]).toEqual([id, entry.subject]);
      return entry.subject;
    };
    expect(await about({ vendor: 'deepinfra' })).toBe('DeepInfra');
    expect(await about({ vendor: 'the-hub', model: 'a/b' })).toBe('The Hub: a/b');
    expect(await about({ vendor: 'gone' })).toBe('gone');
    expect(await about({ name: 'Translator' })).toBe('Translator');
    expect(await about({ role: 'banned' })).toBeNull();
  });

  it('finds action types by an index, without reading the complete log', async () => {
    const plan = await database.transaction(async (tx) => {
      // With so few rows the planner doesn't use the index, so this only tests that it can be used.
      await tx.query(`set local enable_seqscan = off`);
      const [acts] = await tx.query<{ statement: string }>(
        `select prosrc as statement from pg_proc where proname = 'logged_action_types'`,
      );
      const [page] = await tx.query<{ statement: string }>(
        `select 'select from public.user_activity_logs l where ' || private.log_condition('{"action": "user."}') as statement`,
      );
      const [accounts] = await tx.query<{ statement: string }>(
        `select 'select from public.user_activity_logs l where '
           || private.log_condition(jsonb_build_object('accounts', jsonb_build_array(gen_random_uuid()))) as statement`,
      );
      const lines = await Promise.all(
        [acts, page, accounts].map((each) =>
          tx.query<{ 'QUERY PLAN': string }>(`explain ${each!.statement}`),
        ),
      );
      return lines.map((each) => each.map((line) => line['QUERY PLAN']).join('\n'));
    });
    expect(plan[0]).toMatch(/Limit[^]*Index Only Scan using user_activity_logs_action_type_idx/);
    expect(plan[1]).toMatch(/Index Cond: .*action_type.* >= 'user\.'/);
    expect(plan[2]).toMatch(/BitmapOr[^]*user_activity_logs_user_id_idx[^]*user_activity_logs_admin_id_idx/);
  });

  it('exports the log as CSV without formulas, and logs the export', async () => {
    const { id } = await makeAccount(database);
    await database.query(
      `insert into public.user_activity_logs (user_id, admin_id, action_type, action_details, user_agent)
       values ($1, $2, 'user.test', '{"reason": "=1+1"}', '=HYPERLINK("http://evil.test")')`,
      [id, admin.id],
    );
    const { csv, rows, is_cut, file_name } = await read('logs/export', { user: id });
    expect([rows, is_cut]).toEqual([1, false]);
    expect(file_name).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
    expect((await read('logs/list', { user: id, action: 'log.export' })).entries[0].action_details).toEqual({
      rows: 1,
    });
  });

  it('lists new accounts and admin actions, newest first [ADMIN-009]', async () => {
    const { id } = await makeAccount(database);
    await database.query(
      `insert into public.user_activity_logs (user_id, action_type) values ($1, 'plan.subscribe')`,
      [id],
    );
    const { entries } = await read('activity/recent');
    const about = entries.filter(({ user_id }: { user_id: string }) => user_id === id);
    expect(
      about
        .map(({ kind, action_type }: { kind: string; action_type: string }) => [kind, action_type])
        .toSorted(),
    ).toEqual([
      ['account', 'account.create'],
      ['act', 'plan.subscribe'],
    ]);
    const times = entries.map(({ at }: { at: string }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((one: number, other: number) => other - one));
  });

  it('lists entries with the same time in a fixed order, even at the limit', async () => {
    const { id } = await makeAccount(database);
    const written = await database.query<{ id: string }>(
      `insert into public.user_activity_logs (user_id, action_type)
       select $1, 'user.tied' from generate_series(1, 150) returning 'act:' || id as id`,
      [id],
    );
    const { entries } = await read('activity/recent');
    const inOrder = written.map((row) => row.id).toSorted();
    expect(entries.map((entry: { id: string }) => entry.id)).toEqual(inOrder.slice(0, 100));
  });

  it('counts users who were active in the last 15 minutes', async () => {
    const { id } = await makeAccount(database);
    await database.query(
      `insert into public.message_reservations (message_id, user_id, usage_day, last_attempt_at)
       values (gen_random_uuid(), $1, private.today(), now()),
         (gen_random_uuid(), $1, private.today(), now()),
         (gen_random_uuid(), $2, private.today(), now() - interval '1 hour')`,
      [id, admin.id],
    );
    expect((await read('activity/recent')).active_users).toBe(1);
  });

  it("lists permissions from the database's policies [ADMIN-011]", async () => {
    const { roles, permissions, acts } = await read('roles/list');
    expect(roles.map(({ role }: { role: string }) => role)).toEqual(['admin', 'restricted', 'banned']);
    expect(roles[0].members).toBe(1);
    expect(permissions).toContainEqual({
      table: 'user_roles',
      operation: 'select',
      database_role: 'authenticated',
      sentence: 'Users can read their own roles, administrators every role',
      names_administrators: true,
    });
    // No policy gives administrators access to other users' chats.
    expect(
      permissions.filter(
        ({ table, names_administrators }: { table: string; names_administrators: boolean }) =>
          table.startsWith('chat_') && names_administrators,
      ),
    ).toEqual([]);
    const [{ count }] = (await database.query<{ count: number }>(
      `select count(*)::int as count from pg_policies where schemaname = 'public'`,
    )) as [{ count: number }];
    expect(permissions.length).toBeGreaterThanOrEqual(count);
    expect(acts.filter(({ sentence }: { sentence: string }) => sentence === '')).toEqual([]);
    expect(acts.map(({ name }: { name: string }) => name)).toContain('act_on_user');
  });

  it('shows users what was done to their account, but not by whom', async () => {
    const person = await makeAccount(database);
    const act = (action: string, body: object) => read(`users/${action}`, { user: person.id, ...body });
    await act('set-role', { role: 'restricted', granted: true, reason: 'Noise' });
    await act('lift', {});
    await read('logs/export', { user: person.id });
    const receipts = await as<Record<string, unknown>>(
      database,
      person,
      `select * from public.my_access_receipts()`,
    );
    expect(receipts.map(({ action_type, reason }) => [action_type, reason])).toEqual([
      ['log.export', null],
      ['user.lift', null],
      ['user.grant-role', 'Noise'],
    ]);
    expect(JSON.stringify(receipts)).not.toContain(admin.id);
    expect(
      await as(database, await makeAccount(database), `select * from public.my_access_receipts()`),
    ).toEqual([]);
  });

  it('pages through receipts, even if several have the same time', async () => {
    const person = await makeAccount(database);
    const noted = await database.query<{ id: string }>(
      `insert into public.user_activity_logs (user_id, admin_id, action_type, created_at)
       select $1, $2, 'user.show', '2026-11-02 12:00+00' from generate_series(1, 5) returning id`,
      [person.id, admin.id],
    );
    const ids: string[] = [];
    for (let before: string | null = null; ids.length < 10;) {
      const page: { id: string }[] = await as(
        database,
        person,
        `select id from public.my_access_receipts(${before === null ? 'null' : `'${before}'`}, 2)`,
      );
      before = page.at(-1)?.id ?? null;
      if (before === null) break;
      ids.push(...page.map(({ id }) => id));
    }
    expect(ids.toSorted()).toEqual(noted.map(({ id }) => id).toSorted());
    // Another user's receipt is not a valid position in this user's list.
    const other = await makeAccount(database);
    const [theirs] = await database.query<{ id: string }>(
      `insert into public.user_activity_logs (user_id, admin_id, action_type) values ($1, $2, 'user.show') returning id`,
      [other.id, admin.id],
    );
    expect(await as(database, person, `select id from public.my_access_receipts('${theirs?.id}')`)).toEqual(
      [],
    );
  });
});
