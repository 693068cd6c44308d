import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { serviceClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, refusalOf } from './testing/accounts.ts';

describeSchema('administration', (open) => {
  let database: Database;
  let admin: Account;
  let user: Account;
  beforeAll(async () => {
    database = await open({ migrated: true });
    admin = await makeAccount(database, { roles: ['admin'] });
    user = await makeAccount(database);
  });
  beforeEach(async () => {
    await database.query(`update public.api_vendors set api_key_encrypted = null`);
    await as(database, admin, `select public.activate_vendor($1)`, [await vendorId('demo')]);
  });

  const vendorId = async (name: string) =>
    (await database.query<{ id: string }>(`select id from public.api_vendors where name = $1`, [name]))[0]!
      .id;
  const activate = (id: string, by = admin) =>
    as(database, by, `select public.activate_vendor(vendor_id => $1)`, [id]);
  const active = async () =>
    database.query(
      `select v.name, s.setting_value as setting from public.api_vendors v, public.system_settings s
       where v.is_active and s.setting_key = 'active_vendor'`,
    );
  const setKey = (name: string, key = 'encrypted') =>
    database.query(
      `update public.api_vendors set api_key_encrypted = $2, key_last4 = 'wxyz' where name = $1`,
      [name, key],
    );
  const vendor = async (name: string) =>
    (
      await database.query<Record<string, unknown>>(
        `select has_key, key_last4, config, endpoint_url from public.api_vendors where name = $1`,
        [name],
      )
    )[0];

  it('activates one vendor, deactivates the others, saves its name and logs it [VENDOR-003] [VENDOR-004] [VENDOR-005] [VENDOR-008]', async () => {
    await setKey('openai');
    await activate(await vendorId('openai'));
    expect(await active()).toEqual([{ name: 'openai', setting: 'openai' }]);
    expect(
      await as(
        database,
        admin,
        `select admin_id, action_details from public.user_activity_logs where action_type = 'vendor.activate' and action_details ->> 'vendor' = 'openai'`,
      ),
    ).toEqual([{ admin_id: admin.id, action_details: { vendor: 'openai' } }]);
  });

  it('refuses an unknown vendor [VENDOR-021]', async () => {
    expect(await refusalOf(activate(randomUUID()))).toEqual({
      code: 'P0001',
      message: 'Vendor not found',
      hint: 'not_found',
    });
  });

  it('refuses a vendor without its key, and keeps the active one [VENDOR-006] [VENDOR-022]', async () => {
    expect(await refusalOf(activate(await vendorId('openai')))).toEqual({
      code: 'P0001',
      message: 'Cannot activate OpenAI: API key is required. Please set the API key first.',
      hint: 'missing_key',
    });
    expect(await active()).toEqual([{ name: 'demo', setting: 'demo' }]);
  });

  it('activates a vendor that needs no key', async () => {
    await activate(await vendorId('ollama'));
    expect(await active()).toEqual([{ name: 'ollama', setting: 'ollama' }]);
  });

  it('keeps exactly one active when administrators activate different ones in parallel [VENDOR-003]', async () => {
    const names = ['openai', 'deepinfra', 'openrouter', 'ollama', 'demo'];
    for (const name of names) await setKey(name);
    const ids = await Promise.all(names.map(vendorId));
    await Promise.all([...ids, ...ids].map((id) => activate(id)));
    const rows = await active();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.['name']).toBe(rows[0]?.['setting']);
  });

  it('refuses two active vendors from every role', async () => {
    expect((await refusalOf(database.query(`update public.api_vendors set is_active = true`))).code).toBe(
      '23505',
    );
  });

  it('allows no one else to activate a vendor', async () => {
    const id = await vendorId('ollama');
    expect((await refusalOf(activate(id, user))).code).toBe('42501');
    expect((await refusalOf(activate(id, { id: '', claims: serviceClaims }))).code).toBe('42501');
  });

  it("clears a vendor's key when its origin changes, not when its path does [DATA-020]", async () => {
    await setKey('openai');
    const move = (url: string) =>
      database.query(`update public.api_vendors set endpoint_url = $1 where name = 'openai'`, [url]);
    const before = (await vendor('openai'))?.['endpoint_url'];
    await move('https://API.openai.com/v2/chat');
    expect(await vendor('openai')).toMatchObject({ has_key: true, key_last4: 'wxyz' });
    await move('https://api.openai.com.evil.test/v1');
    expect(await vendor('openai')).toMatchObject({ has_key: false, key_last4: null });
    await move(String(before));
  });

  it('keeps a key that is entered together with the new origin', async () => {
    await setKey('openai');
    await database.query(
      `update public.api_vendors set endpoint_url = 'https://eu.example.test/v1', api_key_encrypted = 'other', key_last4 = '1234' where name = 'openai'`,
    );
    expect(await vendor('openai')).toMatchObject({ has_key: true, key_last4: '1234' });
  });

  it.each(['ftp://files.test', 'https://name:secret@vendor.test/v1', 'javascript:alert(1)', 'vendor.test'])(
    'refuses the endpoint %s',
    async (url) => {
      const refusal = await refusalOf(
        database.query(`update public.api_vendors set endpoint_url = $1 where name = 'openrouter'`, [url]),
      );
      expect(refusal.code).toBe('23514');
    },
  );

  it("accepts a vendor's config as JSON and as JSON text [VENDOR-013]", async () => {
    await database.query(
      `update public.api_vendors set config = to_jsonb('{"stream": false}'::text) where name = 'modelslab'`,
    );
    expect((await vendor('modelslab'))?.['config']).toEqual({ stream: false });
    expect(
      (
        await refusalOf(
          database.query(`update public.api_vendors set config = '[]' where name = 'modelslab'`),
        )
      ).code,
    ).toBe('23514');
  });

  it('reports the requests of each user, most requests first [DATA-016] [DATA-037] [ADMIN-048]', async () => {
    const busy = await makeAccount(database);
    await database.query(
      `insert into public.message_usage (user_id, usage_day, model_id, requests)
       values ($1, '2026-11-01', 'a', 2), ($2, '2026-11-01', 'a', 3), ($2, '2026-11-02', 'b', 4)`,
      [user.id, busy.id],
    );
    expect(await as(database, admin, `select * from public.get_api_usage()`)).toEqual([
      { user_id: busy.id, total_requests: expect.toSatisfy((value) => Number(value) === 7) },
      { user_id: user.id, total_requests: expect.toSatisfy((value) => Number(value) === 2) },
    ]);
    expect((await refusalOf(as(database, user, `select * from public.get_api_usage()`))).code).toBe('42501');
  });

  it("pages through a user's activity, newest first, fifty at a time [DATA-038] [ADMIN-047]", async () => {
    const subject = await makeAccount(database);
    await database.query(
      `insert into public.user_activity_logs (user_id, admin_id, action_type, created_at)
       select $1, $2, 'user.act-' || n, now() - make_interval(mins => n) from generate_series(1, 60) n`,
      [subject.id, admin.id],
    );
    const page = async (call: string) =>
      (
        await as<{ action_type: string }>(
          database,
          admin,
          `select action_type from public.get_user_activity(${call})`,
        )
      ).map(({ action_type }) => action_type);
    const first = await page(`target_user_id => '${subject.id}'`);
    expect([first.length, first[0]]).toEqual([50, 'user.act-1']);
    expect(
      await page(`target_user_id => '${subject.id}', limit_count => 20, offset_count => 50`),
    ).toHaveLength(10);
    expect(await page(`target_user_id => '${subject.id}', limit_count => -1, offset_count => -5`)).toEqual(
      [],
    );
    const own = as(database, user, `select * from public.get_user_activity($1)`, [user.id]);
    expect((await refusalOf(own)).code).toBe('42501');
  });

  it('changes no account without an administrator, even as the service role', async () => {
    const refused = as(
      database,
      { claims: serviceClaims },
      `select private.apply_user_action($1, '{"type": "delete"}')`,
      [user.id],
    );
    expect(await refusalOf(refused)).toMatchObject({ code: '42501', hint: 'admin' });
  });

  it('never changes or deletes a row of the audit log, for any role', async () => {
    await as(
      database,
      { claims: serviceClaims },
      `insert into public.user_activity_logs (action_type) values ('test')`,
    );
    const statements = [
      `update public.user_activity_logs set action_type = 'other'`,
      `delete from public.user_activity_logs`,
      `truncate public.user_activity_logs`,
    ];
    for (const statement of statements) {
      expect((await refusalOf(database.query(statement))).code).toBe('42501');
      expect((await refusalOf(as(database, { claims: serviceClaims }, statement))).code).toBe('42501');
    }
  });

  it('refuses emails in the audit log, and IP addresses except for admin actions', async () => {
    const log = (columns: string, values: string) =>
      database.query(
        `insert into public.user_activity_logs (action_type, ${columns}) values ('test', ${values})`,
      );
    expect((await refusalOf(log('action_details', `'{"to": "someone@example.test"}'`))).code).toBe('23514');
    expect((await refusalOf(log('user_id, ip_address', `'${user.id}', '192.0.2.1'`))).code).toBe('23514');
    await log('admin_id, ip_address, user_agent', `'${admin.id}', '192.0.2.1', 'a browser'`);
    await log('action_details', `'{"handle": "@someone"}'`);
    expect(
      await database.query(`select from public.user_activity_logs where ip_address = '192.0.2.1'`),
    ).toHaveLength(1);
  });

  it("keeps a deleted account's log", async () => {
    const leaver = await makeAccount(database);
    await database.query(
      `insert into public.user_activity_logs (user_id, action_type) values ($1, 'account.delete')`,
      [leaver.id],
    );
    await database.query(`delete from auth.users where id = $1`, [leaver.id]);
    expect(
      await database.query(`select from public.user_activity_logs where user_id = $1`, [leaver.id]),
    ).toHaveLength(1);
  });

  it.each<readonly [string, string, readonly string[]]>([
    [
      'user_activity_logs',
      'DATA-010',
      [
        'id',
        'user_id',
        'admin_id',
        'action_type',
        'action_details',
        'ip_address',
        'user_agent',
        'created_at',
      ],
    ],
    [
      'bulk_operations',
      'DATA-011',
      [
        'admin_id',
        'operation_type',
        'target_user_ids',
        'operation_details',
        'total_count',
        'progress',
        'status',
        'completed_at',
      ],
    ],
    [
      'temporary_restrictions',
      'DATA-012',
      ['user_id', 'restriction_type', 'reason', 'expires_at', 'created_by', 'is_active', 'created_at'],
    ],
    [
      'user_verification_status',
      'DATA-013',
      ['user_id', 'email_verified', 'email_verified_at', 'forced_password_reset', 'forced_password_reset_at'],
    ],
    [
      'user_sessions',
      'DATA-014',
      ['user_id', 'admin_id', 'session_type', 'created_at', 'expires_at', 'ended_at', 'is_active'],
    ],
    [
      'llm_api_keys',
      'DATA-015',
      ['id', 'user_id', 'name', 'prefix', 'key_hash', 'last_used_at', 'revoked_at', 'created_at'],
    ],
  ])('keeps the documented columns in %s [%s]', async (table, _row, columns) => {
    const rows = await database.query<{ name: string }>(
      `select column_name::text as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    );
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...columns]));
  });
});
