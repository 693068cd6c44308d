import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { userClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { as, makeAccount } from './testing/accounts.ts';
import { openConsole, signIn, type SignedIn } from './testing/callers.ts';

describeSchema('exports of users and usage', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;

  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
  });
  afterAll(() => service.close());

  const exportUsers = async (filter: object) => (await admin.post('admin/users/export', filter)).body;
  const logOf = (action: string) =>
    database.query<{ user_id: string | null; action_details: unknown }>(
      `select user_id, action_details from public.user_activity_logs where action_type = $1 order by created_at, id`,
      [action],
    );
  const makeUsers = (count: number, name: string) =>
    database.query(
      `insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at)
       select gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@example.test',
         jsonb_build_object('name', $1::text), now() - make_interval(secs => n)
       from generate_series(1, $2::int) n`,
      [name, count],
    );

  it('contain the accounts that match the filter, newest first, with formulas as text', async () => {
    const name = `=cmd()${randomUUID()}`;
    await makeUsers(2, name);
    const { csv, rows, is_cut, file_name } = await exportUsers({ search: name });
    expect([rows, is_cut]).toEqual([2, false]);
    expect(file_name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
    const lines = csv.trimEnd().split('\r\n');
    expect(lines[0]).toContain('"id","email","name","guest"');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"'${name}"`);
    const created = lines.slice(1).map((line: string) => Date.parse(line.split(',')[9]!.slice(1, -1)));
    expect(created[0]).toBeGreaterThan(created[1]);
  });

  it('contain every account once, over several pages, and are logged once without the search text', async () => {
    const name = `many ${randomUUID()}`;
    await makeUsers(501, name);
    const before = (await logOf('user.export')).length;
    const { csv, rows } = await exportUsers({ search: name, plan: 'starter' });
    const ids = csv
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line: string) => line.slice(0, 38));
    expect([rows, new Set(ids).size]).toEqual([501, 501]);
    expect((await logOf('user.export')).slice(before)).toEqual([
      { user_id: null, action_details: { filter: { plan: 'starter' }, is_searched: true } },
    ]);
  });

  it("of users are on everyone's list of receipts", async () => {
    const { id } = await makeAccount(database);
    await exportUsers({ plan: 'professional' });
    const receipts = await as<{ action_type: string }>(
      database,
      { claims: userClaims(id) },
      `select action_type from public.my_access_receipts()`,
    );
    expect(receipts.map(({ action_type }) => action_type)).toEqual(['user.export']);
  });

  it('of usage are logged, but viewing usage is not', async () => {
    const body = { from: '2026-11-01', to: '2026-11-20', group: 'user' };
    await admin.post('admin/stats/analytics', body);
    expect(await logOf('usage.export')).toEqual([]);
    expect((await admin.post('admin/stats/export', body)).status).toBe(200);
    expect(await logOf('usage.export')).toEqual([
      { user_id: null, action_details: { by: 'user', from: '2026-11-01', to: '2026-11-20' } },
    ]);
  });

  it('are refused to everyone but administrators, and not logged', async () => {
    const person = await signIn(service);
    const before = await logOf('user.export');
    expect((await person.post('admin/users/export')).status).toBe(403);
    expect(await logOf('user.export')).toEqual(before);
  });
});
