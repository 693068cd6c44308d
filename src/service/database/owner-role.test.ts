import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { parseEnvironment } from '../environment.ts';
import { silentLog } from '../log.ts';
import { loadSecrets } from '../secrets.ts';
import { start, type RunningService } from '../start.ts';
import { startPostgres, type PostgresServer } from '../testing/postgres-server.ts';
import { DatabaseRightsMissing } from './missing-rights.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const places = {
  web: join(root, 'out', 'web'),
  migrations: join(root, 'supabase', 'migrations'),
  seed: join(root, 'supabase', 'seed.sql'),
  template: join(root, 'out', 'template'),
};

const statementsForRoles = [
  'create role anon nologin noinherit;',
  'create role authenticated nologin noinherit;',
  'create role service_role nologin noinherit;',
  'grant anon, authenticated, service_role to owner;',
];

// Uses a separate server, because a superuser has already created the roles on the shared one.
describe.runIf(inject('databases').postgres)('a PostgreSQL role that only owns its database', () => {
  let directory: string;
  let server: PostgresServer;
  const services: RunningService[] = [];

  const administer = async (database: string, ...statements: string[]) => {
    const sql = postgres(`${server.url}/${database}`, { max: 1, onnotice: () => {} });
    try {
      let rows: readonly Record<string, unknown>[] = [];
      for (const statement of statements) rows = [...(await sql.unsafe(statement))];
      return rows;
    } finally {
      await sql.end();
    }
  };
  const startService = async () => {
    const { host } = new URL(server.url);
    const environment = parseEnvironment({
      PORT: '0',
      CLOVER_DATA_DIR: join(directory, 'data'),
      CLOVER_DATABASE_URL: `postgres://owner:secret@${host}/owner`,
      CLOVER_ADMIN_PASSWORD: 'a good long password',
    });
    const service = await start(environment, places, silentLog);
    services.push(service);
    return service;
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'clover-owner-'));
    await chmod(directory, 0o711);
    const started = await startPostgres(join(directory, 'postgres'));
    if (!started) throw new Error('PostgreSQL is not installed here');
    server = started;
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.close()));
    // Drops the roles at the end, because they belong to the whole server.
    const roles = `select rolname from pg_roles where rolname in ('owner', 'anon', 'authenticated', 'service_role')`;
    await administer('postgres', 'drop database owner');
    for (const { rolname } of await administer('postgres', roles))
      await administer('postgres', `drop role ${String(rolname)}`);
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** Reads and writes as an administrator through service_role, and as a user. */
  const expectService = async ({ url, publishableKey }: RunningService) => {
    const client = createClient(url, publishableKey, { auth: { persistSession: false } });
    const { data } = await client.auth.signInWithPassword({
      email: 'admin@clover.local',
      password: 'a good long password',
    });
    const chat = await client
      .from('chat_history')
      .insert({ user_id: data.user!.id, title: 'Mine' })
      .select('title');
    expect(chat.data).toEqual([{ title: 'Mine' }]);
    const roles = await client.functions.invoke<{ permissions: { database_role: string }[] }>(
      'admin/roles/list',
      { body: {} },
    );
    expect(roles.error).toBeNull();
    expect(new Set(roles.data?.permissions.map((each) => each.database_role))).toEqual(
      new Set(['anon', 'authenticated']),
    );
    const guest = createClient(url, publishableKey, { auth: { persistSession: false } });
    await guest.auth.signInAnonymously();
    expect((await guest.from('chat_history').select('title')).data).toEqual([]);

    const { secretKey } = await loadSecrets(join(directory, 'data', 'secrets.json'));
    const admin = createClient(url, secretKey, { auth: { persistSession: false } });
    expect((await admin.from('chat_history').select('title')).data).toEqual([{ title: 'Mine' }]);
    expect((await admin.from('user_roles').select('role').eq('role', 'admin')).data).toHaveLength(1);
  };

  it('starts without help if it may create roles, although none of them can bypass row-level security', async () => {
    await administer(
      'postgres',
      `create role owner login createrole password 'secret'`,
      'create database owner owner owner',
    );
    await expectService(await startService());
    expect(
      await administer('owner', `select rolbypassrls from pg_roles where rolname = 'service_role'`),
    ).toEqual([{ rolbypassrls: false }]);
  }, 60_000);

  it('gets the exact statements if it may not create roles, changes nothing, and starts after they ran', async () => {
    await administer(
      'postgres',
      `create role owner login password 'secret'`,
      'create database owner owner owner',
    );
    const refused = await startService().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseRightsMissing);
    const { statements, message } = refused as DatabaseRightsMissing;
    expect(statements).toEqual(statementsForRoles);
    for (const statement of statements) expect(message).toContain(`\n  ${statement}\n`);
    const left = `select nspname from pg_namespace where nspname in ('auth', 'extensions', 'private', 'clover_realtime', 'supabase_migrations')`;
    expect(await administer('owner', left)).toEqual([]);

    await administer('owner', ...statements);
    await expectService(await startService());
  }, 60_000);

  it('gets the statement for its ownership if it may only connect', async () => {
    await administer('postgres', `create role owner login password 'secret'`, 'create database owner');
    const refused = await startService().catch((error: unknown) => error);
    expect((refused as DatabaseRightsMissing).statements).toEqual([
      ...statementsForRoles,
      'alter database owner owner to owner;',
    ]);
    await administer('owner', ...(refused as DatabaseRightsMissing).statements);
    await startService();
  }, 60_000);
});
