import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';

/**
 * Functions of `public` by the roles that may execute them. Only the owner may execute functions that are not listed.
 * Admin actions, which take `actor` first, are tested separately below.
 */
const callable = {
  anon: ['open_shared_chat(share uuid)', 'require_session()', 'schema_version()'],
  authenticated: [
    'activate_vendor(vendor_id uuid)',
    'add_unlock_method(method jsonb, replaces uuid)',
    'answer_merge_request(target uuid, agrees boolean)',
    'app_start(project text, max_chats integer, max_pinned integer)',
    'begin_reply(reply_id uuid, question_id uuid, continues uuid, request_id uuid, instructions text[])',
    'cancel_subscription()',
    'convert_chats(chats jsonb)',
    'convert_files(files jsonb)',
    'convert_image(id uuid, content_type text, content text)',
    'convert_messages(messages jsonb)',
    'convert_row(of_table text, id uuid, stored jsonb, converted jsonb)',
    'copy_message_image(source uuid, copy uuid, message uuid, content_type text, content text)',
    'count_branch(chat uuid)',
    'count_hidden_chats()',
    'current_plan()',
    'delete_hidden_chats()',
    'delete_version(message uuid)',
    'end_session(session_id uuid)',
    'export_account()',
    'export_chats(after uuid, only_hidden boolean)',
    'export_messages(chat uuid, after bigint)',
    'find_system_message(before uuid)',
    'find_system_prompt(before uuid)',
    'finish_reply(reply_id uuid, text text, status text, model_id text, vendor_id text, unavailable_vendor text, reasoning text, reasoning_ms integer, requested_model text, prompt_tokens integer, completion_tokens integer, reasoning_tokens integer, cached_tokens integer, reply_ms integer)',
    'finish_turning_off()',
    'finish_turning_on()',
    'fork_chat(message uuid, new_chat uuid, since uuid)',
    'get_api_usage()',
    'get_chat_usage(chat uuid)',
    'get_message_quota()',
    'get_usage_budget()',
    'get_user_activity(target_user_id uuid, limit_count integer, offset_count integer)',
    'has_role(role_name text)',
    'history_since()',
    'import_chats(chats jsonb)',
    'list_branch(chat uuid, before uuid, max_messages integer)',
    'list_sessions()',
    'list_unconverted(max_bytes integer)',
    'list_unconverted_files(after text)',
    'list_unconverted_images(after uuid)',
    'my_access_receipts(before uuid, max_results integer)',
    'my_merge_request()',
    'open_shared_chat(share uuid)',
    'own_access()',
    'own_standing()',
    'prepare_chat(chat uuid)',
    'read_message_image(image_id uuid)',
    'read_reply(reply_id uuid, start integer, reasoning_start integer)',
    'release_reservation(message_id uuid)',
    'remove_unlock_method(method uuid)',
    'require_session()',
    'reserve_message(message_id uuid)',
    'revoke_api_key(key_id uuid)',
    'save_account_instructions(about text, style text, is_used boolean, known_revision integer)',
    'save_reply(reply_id uuid, start integer, text text, reasoning_start integer, reasoning text)',
    'schema_version()',
    'search_messages(query text, before timestamp with time zone, max_results integer, since timestamp with time zone, model text, with_code boolean, archived boolean, pinned boolean, project text)',
    'session_requirement()',
    'set_support_consent(is_given boolean)',
    'show_version(message uuid)',
    'start_turning_off()',
    'stop_reply(reply_id uuid)',
    'subscribe(billing text)',
    'turn_on_encryption(public_key text, private_key text, methods jsonb)',
    'use_memory(is_on boolean)',
    'use_unlock_method(method uuid)',
  ],
  service_role: [
    'begin_completion(user_id uuid, message_id uuid, vendor_name text, model_id text, client_address_hash text, session_id uuid, api_key_hash text, is_own_key boolean, reply_id uuid, question_id uuid, continues uuid, prompt_tokens bigint, reply_tokens bigint, instructions text[])',
    'begin_connection_check(user_id uuid, vendor_name text, model_id text)',
    'begin_key_check(user_id uuid, vendor_name text)',
    'begin_model_list(user_id uuid, session_id uuid, api_key_hash text)',
    'create_api_key(user_id uuid, name text, prefix text, key_hash text)',
    'find_model_vendor(model_id text)',
    'finish_completion(user_id uuid, message_id uuid, outcome text, vendor_id uuid, model_id text, prompt_tokens integer, completion_tokens integer, is_estimated boolean, reply_id uuid, reply_text text, reply_status text, vendor_name text, unavailable_vendor text, reply_reasoning text, reasoning_ms integer, requested_model text, reasoning_tokens integer, cached_tokens integer, reply_ms integer, unavailable_reason text)',
    'finish_vendor_check(vendor_id uuid, subject text, claim uuid, result jsonb)',
    'has_role(role_name text)',
    'purge_counts()',
    'purge_guests()',
    'purge_images()',
    'purge_unconfirmed()',
    'read_vendor_check(vendor_id uuid, subject text)',
    'require_session()',
    'save_replies(pieces jsonb)',
    'settle_abandoned_replies(is_sole_writer boolean)',
    'store_message_image(owner_id uuid, content_type text, content text, image_id uuid, reply_id uuid)',
  ],
} as const;

/**
 * Private functions that policies and checks need, and those that admin actions call as the service role. None gives its caller
 * more access. Callers only learn whether they are an administrator, have a session, and may read and send.
 */
const callableInternals = {
  anon: [],
  authenticated: [
    'are_chat_parameters(parameters jsonb)',
    'fits(value text, characters integer)',
    'fits_bytes(value text, bytes integer)',
    'has_session()',
    'is_admin()',
    'is_envelope(value text)',
    'is_own_path(path text)',
    'is_reply_envelope(value text)',
    'may_read()',
    'may_send()',
    'require_admin()',
  ],
  service_role: [
    'are_chat_parameters(parameters jsonb)',
    'close_overdue_views()',
    'curated_models()',
    'fits(value text, characters integer)',
    'fits_bytes(value text, bytes integer)',
    'is_admin()',
    'is_envelope(value text)',
    'is_reply_envelope(value text)',
    'is_valid_setting(key text, value text)',
    'last_failure(vendor api_vendors)',
    'lock_models()',
    'lock_vendor(vendor_name text)',
    'log_admin_action(act text, target_user uuid, details jsonb)',
    'model_in_log(model_id text)',
    'name_for_vendor(display_name text)',
    'origin_of(url text)',
    'published_personas_view()',
    'published_prompts_view()',
    'refusal(code text, message text)',
    'require_admin()',
    'vendor_models()',
    'vendor_not_found()',
    'vendor_view(vendor api_vendors)',
    'vendor_with_key(vendor api_vendors)',
  ],
} as const;

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
             'projects', 'saved_prompts'
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
