import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAuth, type AuthHarness } from './auth/testing/harness.ts';
import type { OpenedDatabase } from './database/opened-database.ts';
import { parseEnvironment } from './environment.ts';
import { prepareFirstStart } from './first-start.ts';
import { describeDatabases } from './testing/databases.ts';

describeDatabases('the first start', (open) => {
  let database: OpenedDatabase;
  let harness: AuthHarness;
  let dataDir: string;
  beforeAll(async () => {
    database = await open({ migrated: true });
    harness = startAuth(database);
    dataDir = await mkdtemp(join(tmpdir(), 'clover-first-start-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const prepare = (variables: Record<string, string> = {}) =>
    prepareFirstStart(database, harness.auth, parseEnvironment({ CLOVER_DATA_DIR: dataDir, ...variables }));
  const signIn = (email: string, password: string) =>
    harness.client().auth.signInWithPassword({ email, password });
  const rolesOf = async (email: string) =>
    (
      await database.query<{ role: string; plan: string | null }>(
        `select r.role::text, s.plan from auth.users u join public.user_roles r on r.user_id = u.id
         left join public.subscriptions s on s.user_id = u.id where u.email = $1 and r.role = 'admin'`,
        [email],
      )
    )[0];

  it("completes an administrator's account that an earlier start left without role and plan, and reports a working password", async () => {
    const email = 'admin@clover.local';
    await harness.auth.createUser({ email, password: 'unknown password', isEmailConfirmed: true });
    const { adminPassword } = await prepare();
    expect((await signIn(email, adminPassword ?? '')).error).toBeNull();
    expect((await signIn(email, 'unknown password')).error?.code).toBe('invalid_credentials');
    expect(await rolesOf(email)).toEqual({ role: 'admin', plan: 'professional' });
    expect(await prepare()).toEqual({ adminPassword: null });
  });
});
