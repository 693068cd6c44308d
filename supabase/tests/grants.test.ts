import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';

const looseViews = `
  select oid::regclass::text as name from pg_class
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('v', 'm')
    and (relkind = 'm' or not coalesce(reloptions && array['security_invoker=true', 'security_invoker=on'], false))`;

/**
 * Finds functions that write without a where clause, because a hosted project's REST interface refuses that
 * (safeupdate).
 */
const boundlessWrites = `
  select p.oid::regprocedure::text as name
  from pg_proc p,
    regexp_split_to_table(regexp_replace(p.prosrc, '--[^\\n]*', '', 'g'), ';') as statement
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and statement ~* '\\m(delete\\s+from|update)\\s+(public|private|auth)\\.' and statement !~* '\\mwhere\\M'`;

describeSchema('who may do what', (open) => {
  let database: Database;
  const names = async (sql: string): Promise<string[]> =>
    (await database.query<{ name: string }>(sql)).map(({ name }) => name);
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  // If you changed grants on purpose, run `npx vitest run --project service supabase/tests/grants.test.ts -u` and read
  // the diff.
  it('matches the list, for every table and column', async () => {
    const lines = await names(
      `with columns as (
         select role, c.oid as relation, a.attname, p.privilege, a.attnum,
           has_column_privilege(role, c.oid, a.attnum, p.privilege) as may
         from unnest(array['anon', 'authenticated', 'service_role']) as role,
           unnest(array['SELECT', 'INSERT', 'UPDATE']) as p(privilege),
           pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm')
       ),
       grants as (
         select role, relation::regclass::text as object, privilege,
           case when bool_and(may) then '' else ' (' || string_agg(attname, ', ' order by attnum) filter (where may) || ')' end as part
         from columns group by role, relation, privilege having bool_or(may)
         union all
         select role, c.oid::regclass::text, privilege, ''
         from unnest(array['anon', 'authenticated', 'service_role']) as role,
           unnest(array['DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as privilege, pg_class c
         where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm')
           and has_table_privilege(role, c.oid, privilege)
         union all
         select role, 'schema ' || nspname, privilege, ''
         from unnest(array['anon', 'authenticated', 'service_role']) as role,
           unnest(array['USAGE', 'CREATE']) as privilege, pg_namespace
         where nspname in ('public', 'private') and has_schema_privilege(role, nspname, privilege)
       )
       select format('%s %s: %s', role, object, string_agg(privilege || part, ', ' order by privilege)) as name
       from grants group by role, object order by role collate "C", object collate "C"`,
    );
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('grants.txt');
  });

  it('lets no client read a column with a secret or its hash', async () => {
    const readable = await names(
      `select distinct c.relname || '.' || a.attname as name
       from unnest(array['anon', 'authenticated']) as role,
         pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and a.attname ~ '(secret|hash|encrypted|nonce|cipher|api_key|(^|_)(key|token|password)$)'
         -- Whether there is a key, and the name of a setting.
         and a.atttypid <> 'boolean'::regtype and a.attname <> 'setting_key'
         -- Only their owner reads these keys and can decrypt them.
         and c.relname || '.' || a.attname not in (
           'account_encryption.public_key', 'account_encryption.private_key', 'unlock_methods.wrapped_key',
          'chat_history.chat_key'
         )
         and has_column_privilege(role, c.oid, a.attnum, 'select')
       order by 1`,
    );
    expect(readable).toEqual([]);
  });

  it('depends on the caller in every view, and no view stores rows', async () => {
    expect(await names(looseViews)).toEqual([]);
    await database.execute('create view public.loose as select 1');
    expect(await names(looseViews)).toEqual(['loose']);
    await database.execute('drop view public.loose');
  });

  it('has a where clause in every write by a function', async () => {
    expect(await names(boundlessWrites)).toEqual([]);
    await database.execute(
      `create function public.loose() returns void language sql as 'delete from public.ai_models'`,
    );
    expect(await names(boundlessWrites)).toEqual(['loose()']);
    await database.execute('drop function public.loose()');
  });
});
