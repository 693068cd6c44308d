import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate, readMigrations } from '../../src/service/database/migrate.ts';
import { openDatabase } from '../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { platformRole, prepareHostedProject } from '../../src/service/testing/hosted-project.ts';
import { startPostgres, type PostgresServer } from '../../src/service/testing/postgres-server.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const sources = { migrations: path('../migrations'), seed: path('../seed.sql') };

// The short version of `npm run prove -- everywhere`, which runs all suites of this folder on a hosted project.
describe.runIf(inject('databases').postgres)('a hosted project', () => {
  let folder: string;
  let server: PostgresServer;
  let database: OpenedDatabase;
  let applied: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-hosted-'));
    await chmod(folder, 0o711);
    server = (await startPostgres(join(folder, 'postgres'), platformRole))!;
    const administration = await openDatabase({ url: `${server.url}/postgres`, isShared: true });
    await administration.execute('create database project owner postgres');
    await administration.close();
    await prepareHostedProject(`${server.url}/project`);
    database = await openDatabase({ url: `${server.ownerUrl}/project` });
    applied = await migrate(database, sources);
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** Connects as `role`, like the platform's services. */
  const asRole = async <T>(role: string, work: (database: OpenedDatabase) => Promise<T>): Promise<T> => {
    const administration = await openDatabase({
      url: `${server.url}/project`,
      maxSessions: 1,
      isShared: true,
    });
    try {
      await administration.query(`set session authorization ${role}`);
      return await work(administration);
    } finally {
      await administration.close();
    }
  };

  it('accepts every migration and the seed from a role that is not a superuser', async () => {
    expect(
      await database.query(
        `select current_user::text as me, rolsuper from pg_roles where rolname = current_user`,
      ),
    ).toEqual([{ me: 'postgres', rolsuper: false }]);
    const files = (await readMigrations(sources.migrations)).map(({ file }) => file);
    expect(applied).toEqual([...files, 'seed.sql']);
  });

  it('lets its auth service write accounts, despite our triggers', async () => {
    const id = randomUUID();
    const countAccounts = () => database.query(`select private.counter_total('accounts')::int as accounts`);
    const before = await countAccounts();
    await asRole('supabase_auth_admin', async (auth) => {
      const change = (assignment: string) =>
        auth.query(`update auth.users set ${assignment} where id = $1`, [id]);
      await auth.query(
        `insert into auth.users (id, email, encrypted_password) values ($1, 'ada@example.org', 'x')`,
        [id],
      );
      await change('email_confirmed_at = now()');
      await change('last_sign_in_at = now()');
      await change(`encrypted_password = 'y', raw_user_meta_data = '{"name": "Ada"}'`);
      await change(`banned_until = now() + interval '1 hour'`);
      const [known] = await database.query(
        `select d.email, v.email_verified from private.user_directory d
         join public.user_verification_status v using (user_id) where user_id = $1`,
        [id],
      );
      expect(known).toEqual({ email: 'ada@example.org', email_verified: true });
      expect(await countAccounts()).not.toEqual(before);
      await auth.query('delete from auth.users where id = $1', [id]);
    });
    expect(await database.query('select from private.user_directory where user_id = $1', [id])).toEqual([]);
    expect(await countAccounts()).toEqual(before);
  });

  it('lets its REST interface act as users, who reach only their own rows', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    await database.query(
      `insert into auth.users (id, email) select id, id || '@example.org' from unnest($1::uuid[]) as id`,
      [[ada, ben]],
    );
    const titles = await asRole('authenticator', async (interface_) => {
      const as = (id: string, statement: string) =>
        interface_.asCaller({ role: 'authenticated', sub: id, aal: 'aal1' }, (tx) => tx.query(statement));
      await as(ada, `insert into public.chat_history (user_id, title) values ('${ada}', 'Mine')`);
      return Promise.all([ada, ben].map((id) => as(id, 'select title from public.chat_history')));
    });
    expect(titles).toEqual([[{ title: 'Mine' }], []]);
  });
});
