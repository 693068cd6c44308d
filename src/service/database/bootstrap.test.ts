import { beforeAll, expect, it } from 'vitest';
import { authSchema } from '../auth/schema.ts';
import { describeDatabases } from '../testing/databases.ts';
import { bootstrap } from './bootstrap.ts';
import type { OpenedDatabase } from './opened-database.ts';

describeDatabases('the bootstrap before the first migration', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  it('can be run again', async () => {
    // Removes the comment, as an update of the product would. Otherwise the script would not run again.
    await database.execute(
      'create table kept (id int); alter publication supabase_realtime add table kept; comment on schema auth is null;',
    );
    await bootstrap(database, { authSchema });
    const tables = await database.query(
      `select tablename from pg_publication_tables where pubname = 'supabase_realtime'`,
    );
    expect(tables).toEqual([{ tablename: 'kept' }]);
  });

  it('creates client roles without login, and lets only the service role bypass row-level security', async () => {
    const roles = await database.query(
      `select rolname, rolcanlogin, rolbypassrls, rolsuper from pg_roles
       where rolname in ('anon', 'authenticated', 'service_role') order by rolname`,
    );
    expect(roles).toEqual([
      { rolname: 'anon', rolcanlogin: false, rolbypassrls: false, rolsuper: false },
      { rolname: 'authenticated', rolcanlogin: false, rolbypassrls: false, rolsuper: false },
      { rolname: 'service_role', rolcanlogin: false, rolbypassrls: true, rolsuper: false },
    ]);
  });

  it('hides the tables of the auth service from every client role', async () => {
    const open = await database.query(
      `select table_name, grantee from information_schema.role_table_grants
       where table_schema = 'auth' and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')`,
    );
    expect(open).toEqual([]);
  });

  it('gives visitors and users no access to new tables, unless hosted privileges are requested', async () => {
    const grantees = async (table: string) => {
      const rows = await database.query<{ grantee: string }>(
        `select distinct grantee from information_schema.role_table_grants
         where table_name = $1 and grantee in ('anon', 'authenticated', 'service_role') order by 1`,
        [table],
      );
      return rows.map(({ grantee }) => grantee);
    };
    await bootstrap(database, { authSchema, privileges: 'deny' });
    await database.execute('create table closed (id int)');
    expect(await grantees('closed')).toEqual(['service_role']);
    await bootstrap(database, { authSchema, privileges: 'hosted' });
    await database.execute('create table open_by_default (id int)');
    expect(await grantees('open_by_default')).toEqual(['anon', 'authenticated', 'service_role']);
  });

  it('runs once if two services start at the same time', async () => {
    await Promise.all([bootstrap(database, { authSchema }), bootstrap(database, { authSchema })]);
    expect(await database.query(`select count(*) as roles from pg_roles where rolname = 'anon'`)).toEqual([
      { roles: 1 },
    ]);
  });
});
