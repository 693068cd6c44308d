import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { callable, callableInternals } from './callable-functions.ts';

/** Policies that needn't check whether the caller is banned, with the reason. */
const withoutBanCheck: Readonly<Record<string, string>> = {
  'Visitors can read public settings': 'no user data',
  'Users can read public settings, administrators every setting': 'no user data',
  'Users can read their own roles, administrators every role': 'a banned user must be able to see the ban',
  'Users can read when their own account changed': 'a banned user must see it immediately',
};

describeSchema('schema rules', (open) => {
  let database: Database;
  const names = async (sql: string): Promise<string[]> =>
    (await database.query<{ name: string }>(sql)).map(({ name }) => name);

  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  it('enables row-level security for every table', async () => {
    expect(
      await names(
        `select oid::regclass::text as name from pg_class
         where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')
           and not relrowsecurity`,
      ),
    ).toEqual([]);
  });

  it('grants no access to tables in the internal schema', async () => {
    expect(
      await names(
        `select table_name || ' to ' || grantee as name from information_schema.role_table_grants
         where table_schema = 'private' and grantee in ('PUBLIC', 'anon', 'authenticated', 'service_role')`,
      ),
    ).toEqual([]);
  });

  it('allows visitors to select public settings and nothing else', async () => {
    expect(
      await names(
        `select distinct table_name || ' ' || privilege_type as name from information_schema.column_privileges
         where table_schema = 'public' and grantee in ('PUBLIC', 'anon')`,
      ),
    ).toEqual(['system_settings SELECT']);
  });

  it('sets an empty search path on every function', async () => {
    expect(
      await names(
        `select oid::regprocedure::text as name from pg_proc
         where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
           and not coalesce(proconfig @> array['search_path=""'], false)`,
      ),
    ).toEqual([]);
  });

  it.each(['anon', 'authenticated', 'service_role'] as const)(
    'allows %s to execute the listed functions only',
    async (role) => {
      const executable = (schema: string) =>
        names(
          `select proname || '(' || pg_get_function_identity_arguments(oid) || ')' as name from pg_proc
           where pronamespace = '${schema}'::regnamespace and has_function_privilege('${role}', oid, 'execute')
             and proargnames[1] is distinct from 'actor'
           order by proname`,
        );
      expect(await executable('public')).toEqual(callable[role]);
      expect(await executable('private')).toEqual(callableInternals[role]);
    },
  );

  it('grants admin actions to the service only, and each checks the actor first', async () => {
    const actions = await database.query<{
      name: string;
      roles: string[];
      asks: boolean;
      reads_first: boolean;
      said: string | null;
    }>(
      `select proname as name, obj_description(oid, 'pg_proc') as said,
         array(
           select rolname::text from pg_roles
           where rolname in ('anon', 'authenticated', 'service_role')
             and has_function_privilege(rolname, p.oid, 'execute')
         ) as roles,
         prosrc ~ '^\\s*(declare[^;]*(;[^;]*)*?)?begin\\s+perform private\\.(begin_admin_action|begin_user_actions)\\(actor\\);' as asks,
         -- The values of declarations are read before the check.
         exists (
           select from regexp_matches(substring(prosrc from '^(.*?)begin\\s+perform '), 'private\\.(\\w+)\\(', 'g') called
           join pg_proc c on c.proname = called[1]
             -- Without strings, because some build statements that run later.
             and regexp_replace(c.prosrc, '''[^'']*''|\\$\\w+\\$[^$]*\\$\\w+\\$', '', 'g') ~ '\\mfrom (public|private)\\.'
         ) as reads_first
       from pg_proc p where pronamespace = 'public'::regnamespace and proargnames[1] = 'actor'`,
    );
    expect(actions.length).toBeGreaterThan(20);
    expect(actions.filter(({ roles }) => roles.join() !== 'service_role')).toEqual([]);
    expect(actions.filter(({ asks }) => !asks).map(({ name }) => name)).toEqual([]);
    expect(actions.filter(({ reads_first }) => reads_first).map(({ name }) => name)).toEqual([]);
    expect(actions.filter(({ said }) => !said).map(({ name }) => name)).toEqual([]);
  });

  it('has an index for every foreign key', async () => {
    expect(
      await names(
        `select conrelid::regclass || '.' || conname as name from pg_constraint f
         where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
           and not exists (
             select from pg_index i
             where i.indrelid = f.conrelid
               -- A partial index works only if its condition follows from the key being set.
               and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
               and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey
           )`,
      ),
    ).toEqual([]);
  });

  it('has a uuid key for every published table, which reveals nothing when a deletion is sent', async () => {
    const published = await names(
      `select tablename as name from pg_publication_tables
       where pubname = 'supabase_realtime' and schemaname = 'public' order by 1`,
    );
    expect(published).toEqual([
      'account_changes',
      'ai_models',
      'api_vendor_models',
      'api_vendors',
      'chat_history',
      'chat_messages',
      'projects',
      'running_replies',
      'user_activity_logs',
      'user_roles',
    ]);
    const keys = await database.query<{ table: string; type: string }>(
      `select c.relname as table, format_type(a.atttypid, a.atttypmod) as type
       from pg_index i
       join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
       where i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
       order by c.relname`,
      [published],
    );
    expect(keys).toEqual(published.map((table) => ({ table, type: 'uuid' })));
  });

  it('has one policy per table, operation and role, for named roles, each named as a sentence', async () => {
    const policies = await database.query<{
      tablename: string;
      policyname: string;
      cmd: string;
      roles: string;
    }>(
      `select tablename, policyname, cmd, roles::text as roles from pg_policies where schemaname = 'public'`,
    );
    const places = policies.map(({ tablename, cmd, roles }) => `${tablename} ${cmd} ${roles}`);
    expect(new Set(places).size).toBe(places.length);
    const loose = policies.filter(
      ({ policyname, cmd, roles }) =>
        cmd === 'ALL' ||
        !/^\{(anon|authenticated)\}$/.test(roles) ||
        !/^(Users|Visitors|Administrators) can \w+/.test(policyname),
    );
    expect(loose).toEqual([]);
  });

  it('checks in every policy on user data whether the caller is banned [ROLE-011]', async () => {
    const policies = await database.query<{ policyname: string; tests: string }>(
      `select policyname, concat_ws(' ', qual, with_check) as tests from pg_policies where schemaname = 'public'`,
    );
    const uncheckedPolicies = policies.filter(({ tests }) => !/private\.(may_read|may_send)\(\)/.test(tests));
    const onlyAdmins = uncheckedPolicies.filter(
      ({ policyname, tests }) =>
        policyname.startsWith('Administrators can') && tests.includes('private.is_admin()'),
    );
    expect(
      uncheckedPolicies
        .filter((policy) => !onlyAdmins.includes(policy))
        .map(({ policyname }) => policyname)
        .toSorted(),
    ).toEqual(Object.keys(withoutBanCheck).toSorted());
  });

  it("checks in every policy on a user's rows whether the session is active", async () => {
    // may_read, may_send and is_admin call has_session themselves.
    expect(
      await names(
        `select policyname as name from pg_policies
         where schemaname = 'public' and concat_ws(' ', qual, with_check) ~ 'auth\\.uid'
           and concat_ws(' ', qual, with_check) !~ 'may_read|may_send|has_session'`,
      ),
    ).toEqual([]);
  });

  it('checks the caller once per statement and not for each row', async () => {
    const policies = await database.query<{ policyname: string; tests: string }>(
      `select policyname, concat_ws(' ', qual, with_check) as tests from pg_policies where schemaname = 'public'`,
    );
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
    const byRow = policies.filter(
      ({ tests }) =>
        count(tests, /SELECT (auth\.uid|private\.\w+|(public\.)?history_since)\(\)/g) !==
        count(tests, /\b(auth\.uid|private\.\w+|history_since)\(\)/g),
    );
    expect(policies.length).toBeGreaterThan(20);
    expect(byRow).toEqual([]);
  });

  it('gives administrators no policy on what users write', async () => {
    expect(
      await names(
        `select policyname as name from pg_policies
         where schemaname = 'public'
           and tablename in (
             'account_instructions', 'chat_history', 'chat_messages', 'memories', 'message_images', 'personas',
             'project_files', 'projects', 'reply_passages', 'saved_prompts'
           )
           and concat_ws(' ', qual, with_check) ~ 'is_admin|has_role'`,
      ),
    ).toEqual([]);
  });

  it('describes every table', async () => {
    expect(
      await names(
        `select oid::regclass::text as name from pg_class
         where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
           and coalesce(obj_description(oid, 'pg_class'), '') = ''`,
      ),
    ).toEqual([]);
  });

  it('gives clients no access to tables and functions of later migrations by default', async () => {
    await database.execute(
      `create table public.forgotten (id integer);
       create function public.forgotten_function() returns integer language sql as 'select 1';`,
    );
    expect(
      await database.query(
        `select has_table_privilege(role, 'public.forgotten', 'select, insert, update, delete, truncate') as opened,
           has_function_privilege(role, 'public.forgotten_function()', 'execute') as callable
         from unnest(array['anon', 'authenticated']) as role`,
      ),
    ).toEqual([
      { opened: false, callable: false },
      { opened: false, callable: false },
    ]);
    await database.execute('drop table public.forgotten; drop function public.forgotten_function();');
  });
});
