-- Administration: reading the audit log, actions on accounts, views of accounts, merges and bulk operations.
-- Tables: user_sessions, bulk_operations, private.bulk_targets, private.merge_requests.

create table public.user_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  admin_id uuid not null,
  session_type text not null default 'impersonation' check (session_type = 'impersonation'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '60 minutes',
  ended_at timestamptz,
  constraint user_sessions_ended check (is_active or ended_at is not null)
);
comment on table public.user_sessions is 'Views of accounts by administrators (read-only, at most 60 minutes).';
create index user_sessions_user_id_idx on public.user_sessions (user_id, created_at desc);
-- An administrator has at most one open view.
create unique index user_sessions_one_active_idx on public.user_sessions (admin_id) where is_active;

create table public.bulk_operations (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null,
  operation_type text not null check (operation_type ~ '^[a-z][a-z0-9_.-]{0,99}$'),
  target_user_ids uuid[] not null check (cardinality(target_user_ids) between 1 and 10000),
  operation_details jsonb not null default '{}' check (jsonb_typeof(operation_details) = 'object'),
  total_count integer not null check (total_count >= 0),
  progress integer not null default 0 check (progress between 0 and total_count),
  status text not null default 'in_progress' check (status in ('in_progress', 'completed')),
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint bulk_operations_completed check ((status = 'completed') = (completed_at is not null))
);
comment on table public.bulk_operations is
  'Admin actions on many accounts; progress counts the accounts that are done, each once.';
create index bulk_operations_created_at_idx on public.bulk_operations (created_at desc);

create table private.bulk_targets (
  operation_id uuid not null references public.bulk_operations (id) on delete cascade,
  place integer not null,
  user_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'refused')),
  message text,
  primary key (operation_id, place),
  unique (operation_id, user_id)
);
comment on table private.bulk_targets is
  'Accounts of a bulk operation in their order. No foreign key to the account: the operation may delete it.';
comment on column private.bulk_targets.message is 'Why it was refused.';
create index bulk_targets_pending_idx on private.bulk_targets (operation_id, place) where state = 'pending';
create index bulk_targets_refused_idx on private.bulk_targets (operation_id, place) where state = 'refused';

create table private.merge_requests (
  source_user uuid primary key references auth.users (id) on delete cascade,
  target_user uuid not null references auth.users (id) on delete cascade,
  target_email text not null,
  asked_at timestamptz not null default now(),
  agreed_at timestamptz
);
comment on table private.merge_requests is
  'Merges that administrators ask for. The owner of the source agrees or declines while signed in to it.';
comment on column private.merge_requests.target_email is
  'The email address that the owner saw. If the target''s changes, the agreement is void.';
create index merge_requests_target_user_idx on private.merge_requests (target_user);

-- Who may read what. Writing takes a function.

alter table public.user_sessions enable row level security;
alter table public.bulk_operations enable row level security;
alter table private.bulk_targets enable row level security;
alter table private.merge_requests enable row level security;

grant select (id, user_id, admin_id, session_type, is_active, created_at, expires_at, ended_at)
  on table public.user_sessions to authenticated;
grant select (
    id, admin_id, operation_type, target_user_ids, operation_details, total_count, progress, status, completed_at,
    created_at
  )
  on table public.bulk_operations to authenticated;
grant select, insert, update, delete on table public.user_sessions, public.bulk_operations to service_role;

create policy "Administrators can read the views of accounts"
  on public.user_sessions for select to authenticated
  using ((select private.is_admin()));

create policy "Administrators can read bulk operations"
  on public.bulk_operations for select to authenticated
  using ((select private.is_admin()));

-- The audit log

create function private.log_view(entry public.user_activity_logs) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', entry.id, 'user_id', entry.user_id, 'user_email', private.email_of(entry.user_id),
      'admin_id', entry.admin_id, 'admin_email', private.email_of(entry.admin_id),
      'action_type', entry.action_type, 'action_details', entry.action_details,
      'ip_address', entry.ip_address, 'user_agent', entry.user_agent, 'created_at', entry.created_at
    )
  $$;

create function private.log_condition(filter jsonb) returns text
  language sql stable set search_path = ''
  -- SQL text with each value quoted: see private.user_condition.
  as $$
    select concat_ws(
      ' and ',
      'true',
      case when filter ->> 'action' <> ''
        then format('l.action_type collate "C" like %L', private.like_pattern(filter ->> 'action') || '%') end,
      case when filter ->> 'user' is not null then format('l.user_id = %L', (filter ->> 'user')::uuid) end,
      case when filter ->> 'admin' is not null then format('l.admin_id = %L', (filter ->> 'admin')::uuid) end,
      case when filter ->> 'from' is not null
        then format('l.created_at >= %L', (filter ->> 'from')::timestamptz) end,
      case when filter ->> 'to' is not null
        then format('l.created_at <= %L', (filter ->> 'to')::timestamptz) end
    )
  $$;

create function private.log_page(condition text, page integer, page_size integer) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  declare
    entries jsonb;
  begin
    execute format(
      'select coalesce(jsonb_agg(private.log_view(f.entry) order by f.created_at desc, f.id), ''[]'')
       from (select l as entry, l.created_at, l.id from public.user_activity_logs l where %s
             order by l.created_at desc, l.id limit %s offset %s) f',
      condition, page_size, (page - 1)::bigint * page_size
    ) into entries;
    return entries;
  end
  $$;

create function private.logged_action_types() returns text[]
  language sql stable set search_path = ''
  -- Steps from one type to the next by the index: a plain "distinct" would read the complete log.
  as $$
    with recursive act (name) as (
      select min(l.action_type collate "C") from public.user_activity_logs l
      union all
      select (
        select min(l.action_type collate "C") from public.user_activity_logs l where l.action_type collate "C" > a.name
      )
      from act a where a.name is not null
    )
    select coalesce(array_agg(a.name order by a.name) filter (where a.name is not null), '{}') from act a
  $$;

create function public.list_log(
  actor jsonb, filter jsonb default '{}', page integer default 1, page_size integer default 50
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the internal directory.
  as $$
  declare
    condition text;
    counted record;
  begin
    perform private.begin_admin_action(actor);
    condition := private.log_condition(filter);
    select * into counted from private.count_up_to(
      format('select from public.user_activity_logs l where %s', condition), 10000
    );
    return jsonb_build_object(
      'ok', true,
      'entries', private.log_page(
        condition, least(greatest(page, 1), 100000), least(greatest(page_size, 1), 100)
      ),
      'total', counted.total, 'total_is_exact', counted.is_exact, 'actions', to_jsonb(private.logged_action_types())
    );
  end
  $$;
comment on function public.list_log(jsonb, jsonb, integer, integer) is
  'Lists a page of the audit log, newest first. {ok, entries, total, total_is_exact, actions}';

create function public.export_log(actor jsonb, filter jsonb default '{}', max_rows integer default 50000) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the internal directory and writes the log.
  as $$
  declare
    entries jsonb;
  begin
    perform private.begin_admin_action(actor);
    -- One more than allowed, to show whether there were more.
    entries := private.log_page(private.log_condition(filter), 1, export_log.max_rows + 1);
    perform private.log_admin_action('log.export', (filter ->> 'user')::uuid, jsonb_build_object(
      'rows', least(jsonb_array_length(entries), export_log.max_rows)
    ));
    return jsonb_build_object('ok', true, 'entries', entries);
  end
  $$;
comment on function public.export_log(jsonb, jsonb, integer) is
  'Exports the audit log: at most max_rows and one more, which shows that there are more. Logged. {ok, entries}';

create function public.recent_activity(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the internal directory.
  as $$
  begin
    perform private.begin_admin_action(actor);
    return (
      with happened as (
        (
          select 'act:' || l.id as id, 'act' as kind, l.created_at as at, l.user_id, l.admin_id, l.action_type
          from public.user_activity_logs l
          order by l.created_at desc, l.id limit 100
        )
        union all
        (
          select 'account:' || d.user_id, 'account', d.created_at, d.user_id, null,
            case when d.is_guest then 'account.guest' else 'account.create' end
          from private.user_directory d
          order by d.created_at desc, d.user_id limit 100
        )
      ),
      newest as (select * from happened h order by h.at desc, h.id collate "C" limit 100)
      select jsonb_build_object(
        'ok', true,
        'entries', coalesce(jsonb_agg(jsonb_build_object(
          'id', n.id, 'kind', n.kind, 'at', n.at, 'user_id', n.user_id, 'user_email', private.email_of(n.user_id),
          'admin_id', n.admin_id, 'admin_email', private.email_of(n.admin_id), 'action_type', n.action_type
        ) order by n.at desc, n.id collate "C"), '[]'::jsonb),
        'active_users', (
          select count(distinct r.user_id) from public.message_reservations r
          where r.last_attempt_at > now() - interval '15 minutes'
        )
      )
      from newest n
    );
  end
  $$;
comment on function public.recent_activity(jsonb) is
  'Lists recent admin actions and new accounts, newest first, at most 100. {ok, entries, active_users}';

create function public.get_user_activity(
  target_user_id uuid, limit_count integer default 50, offset_count integer default 0
) returns setof public.user_activity_logs
  language plpgsql stable set search_path = ''
  as $$
  begin
    perform private.require_admin();
    return query
      select l.*
      from public.user_activity_logs l
      where l.user_id = target_user_id
      order by l.created_at desc, l.id
      limit least(greatest(coalesce(limit_count, 50), 0), 500)
      offset greatest(coalesce(offset_count, 0), 0);
  end
  $$;
comment on function public.get_user_activity(uuid, integer, integer) is
  'Log entries about a user, newest first, at most 500 per call. Administrators only.';

-- Roles and accounts

create function public.list_roles(actor jsonb) returns jsonb
  language plpgsql set search_path = ''
  -- Read from the catalog, so that the page always shows the rules that apply.
  as $$
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object(
      'ok', true,
      'roles', (
        select jsonb_agg(jsonb_build_object(
          'role', each.role,
          'members', (select count(*) from public.user_roles r where r.role = each.role)
        ) order by each.place)
        from unnest(array['admin', 'restricted', 'banned']) with ordinality as each (role, place)
      ),
      'permissions', coalesce((
        select jsonb_agg(jsonb_build_object(
          'table', p.tablename, 'operation', lower(p.cmd), 'database_role', role.name, 'sentence', p.policyname,
          'names_administrators', coalesce(p.qual, '') || coalesce(p.with_check, '') like '%is_admin%'
        ) order by p.tablename, p.cmd, role.name, p.policyname)
        from pg_catalog.pg_policies p cross join unnest(p.roles) as role (name)
        -- If service_role does not bypass row-level security, it has a policy on each table.
        where p.schemaname = 'public' and role.name <> 'service_role'
      ), '[]'::jsonb),
      'acts', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', f.proname, 'sentence', coalesce(pg_catalog.obj_description(f.oid, 'pg_proc'), '')
        ) order by f.proname)
        from pg_catalog.pg_proc f
        where f.pronamespace = 'public'::regnamespace and f.proargnames[1] = 'actor'
      ), '[]'::jsonb)
    );
  end
  $$;
comment on function public.list_roles(jsonb) is
  'Lists the roles with their number of members, the policies of the tables, and the admin actions. {ok, roles, permissions, acts}';

create function private.user_view(target uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', d.user_id,
      'email', d.email,
      'name', d.name,
      'is_guest', d.is_guest,
      'email_verified', coalesce((select u.email_confirmed_at is not null from auth.users u where u.id = target), false),
      'created_at', d.created_at,
      'last_sign_in_at', d.last_sign_in_at,
      'plan', private.plan_of(target),
      'plan_ends_at', (select s.ends_at from public.subscriptions s where s.user_id = target and s.plan = 'professional'),
      'roles', coalesce(
        (select jsonb_agg(r.role order by r.role) from public.user_roles r where r.user_id = target), '[]'::jsonb
      ),
      'access', private.access_of(target),
      'restrictions', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', t.id, 'restriction_type', t.restriction_type, 'reason', t.reason, 'expires_at', t.expires_at,
            'created_by', t.created_by, 'created_at', t.created_at
          ) order by t.expires_at desc, t.id
        )
        from public.temporary_restrictions t
        where t.user_id = target and t.is_active and t.expires_at > now()
      ), '[]'::jsonb),
      'forced_password_reset', coalesce(
        (select v.forced_password_reset from public.user_verification_status v where v.user_id = target), false
      ),
      'requests', coalesce((
        select sum(m.requests) from public.message_usage m
        where m.user_id = target and m.usage_day > private.today() - 30
      ), 0)
    )
    from private.user_directory d
    where d.user_id = target
  $$;
comment on function private.user_view(uuid) is 'An account as administrators see it; null if there is none.';

create function private.user_condition(filter jsonb) returns text
  language plpgsql stable set search_path = ''
  -- SQL text with each value quoted: only the conditions that are really set let the planner use an index.
  as $$
  declare
    wanted constant text := lower(btrim(coalesce(filter ->> 'search', '')));
    live constant text :=
      $live$exists (select from public.subscriptions s where s.user_id = d.user_id and s.plan = 'professional'
        and s.started_at <= now() and (s.ends_at is null or s.ends_at > now()))$live$;
    conditions text[] := array['true'];
  begin
    if wanted ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      conditions := conditions || format('d.user_id = %L', wanted);
    elsif char_length(wanted) >= 3 then
      conditions := conditions || format('d.search_text like %L', '%' || private.like_pattern(wanted) || '%');
    elsif wanted <> '' then
      -- Too short for trigrams, and two letters occur in nearly every name: only prefixes match.
      conditions := conditions || format(
        '(d.email_key like %1$L or d.name_key like %1$L)', private.like_pattern(wanted) || '%'
      );
    end if;
    if filter ->> 'role' is not null then
      conditions := conditions || format(
        'd.user_id in (select r.user_id from public.user_roles r where r.role = %L)', filter ->> 'role'
      );
    end if;
    conditions := conditions || case filter ->> 'plan'
      when 'guest' then 'd.is_guest'
      when 'professional' then format('not d.is_guest and %s', live)
      when 'starter' then format('not d.is_guest and not %s', live)
    end;
    return array_to_string(conditions, ' and ');
  end
  $$;
comment on function private.user_condition(jsonb) is
  'The condition on private.user_directory d for {search, role, plan}; a missing field does not filter.';

create function private.user_page_query(filter jsonb, sort text, direction text, page integer, page_size integer)
  returns text
  language sql stable set search_path = ''
  as $$
    select format(
      'select d.user_id from private.user_directory d where %s order by %s limit %s offset %s',
      private.user_condition(filter),
      case sort
        when 'email' then case direction when 'asc' then 'd.email_key, d.user_id' else 'd.email_key desc, d.user_id desc' end
        when 'name' then case direction when 'asc' then 'd.name_key, d.user_id' else 'd.name_key desc, d.user_id desc' end
        when 'last_sign_in_at' then case direction
          when 'asc' then 'd.last_sign_in_at nulls first, d.user_id desc'
          else 'd.last_sign_in_at desc nulls last, d.user_id'
        end
        else case direction when 'asc' then 'd.created_at, d.user_id desc' else 'd.created_at desc, d.user_id' end
      end,
      least(greatest(page_size, 1), 100),
      (least(greatest(page, 1), 100000) - 1)::bigint * least(greatest(page_size, 1), 100)
    )
  $$;
comment on function private.user_page_query(jsonb, text, text, integer, integer) is
  'The statement of one page, separate so that tests can check its plan.';

create function public.list_users(
  actor jsonb, filter jsonb default '{}', sort text default 'created_at', direction text default 'desc',
  page integer default 1, page_size integer default 50
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the internal directory.
  as $$
  declare
    condition constant text := private.user_condition(filter);
    counted record;
    ids uuid[];
  begin
    perform private.begin_admin_action(actor);
    execute format(
      'select coalesce(array_agg(found.user_id), ''{}'') from (%s) found',
      private.user_page_query(filter, sort, direction, page, page_size)
    ) into ids;
    if condition = 'true' then
      select private.counter_total('accounts')::integer as total, true as is_exact into counted;
    else
      -- Counting stops where no one would page any further.
      select * into counted from private.count_up_to(
        format('select from private.user_directory d where %s', condition), 10000
      );
    end if;
    return jsonb_build_object(
      'ok', true,
      'users', coalesce(
        (select jsonb_agg(private.user_view(each.id) order by each.place)
         from unnest(ids) with ordinality as each (id, place)),
        '[]'::jsonb
      ),
      'total', counted.total, 'total_is_exact', counted.is_exact,
      'guests', case when condition = 'true' then private.counter_total('guests') end
    );
  end
  $$;
comment on function public.list_users(jsonb, jsonb, text, text, integer, integer) is
  'Lists a page of accounts. guests is null with a filter. {ok, users, total, total_is_exact, guests}';

create function public.export_users(actor jsonb, filter jsonb default '{}', after uuid default null, max_rows integer default 500)
  returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the internal directory and writes the log.
  as $$
  declare
    ids uuid[];
  begin
    perform private.begin_admin_action(actor);
    if export_users.after is null then
      -- Without the search text: it may be an email address, which the log must not contain.
      perform private.log_admin_action('user.export', null, jsonb_build_object(
        'filter', jsonb_strip_nulls(filter - 'search'), 'is_searched', coalesce(filter ->> 'search', '') <> ''
      ));
    end if;
    execute format(
      'select coalesce(array_agg(f.user_id order by f.user_id), ''{}'') from (
         select d.user_id from private.user_directory d where %s and %s order by d.user_id limit %s
       ) f',
      private.user_condition(filter),
      case when export_users.after is null then 'true' else format('d.user_id > %L', export_users.after) end,
      least(greatest(export_users.max_rows, 1), 1000)
    ) into ids;
    return jsonb_build_object('ok', true, 'users', coalesce(
      (select jsonb_agg(private.user_view(each.id) order by each.place)
       from unnest(ids) with ordinality as each (id, place)),
      '[]'::jsonb
    ));
  end
  $$;
comment on function public.export_users(jsonb, jsonb, uuid, integer) is
  'Exports accounts in the order of their ids: one page, after the id of the previous page. The first page is logged. {ok, users}';

create function public.show_user(actor jsonb, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads auth tables and writes the log.
  as $$
  begin
    perform private.begin_admin_action(actor);
    if private.user_view(target_user) is null then
      return private.refusal('not_found', 'This account no longer exists.');
    end if;
    -- Users can see when an administrator looked at their account, so looking is logged.
    perform private.log_admin_action('user.show', target_user, '{}');
    return jsonb_build_object(
      'ok', true, 'user', private.user_view(target_user),
      'budget', (select to_jsonb(b) from private.budget_of(target_user) b),
      'messages', jsonb_build_object(
        'allowed', private.messages_per_day(private.plan_of(target_user)),
        'used', coalesce((
          select c.used from private.message_counts c
          where c.user_id = target_user and c.usage_day = private.today()
        ), 0)
      ),
      'chats', (select count(*) from public.chat_history c where c.user_id = target_user),
      'api_keys', (
        select count(*) from public.llm_api_keys k where k.user_id = target_user and k.revoked_at is null
      ),
      -- Without network addresses: ending a session does not need them.
      'sessions', coalesce((
        select jsonb_agg(to_jsonb(listed) order by listed.last_active_at desc, listed.id)
        from (
          select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at) as last_active_at,
            s.user_agent
          from auth.sessions s where s.user_id = target_user order by 3 desc, s.id limit 100
        ) listed
      ), '[]'::jsonb),
      'usage', coalesce((
        select jsonb_agg(to_jsonb(d) order by d.day)
        from (
          select u.usage_day as day, sum(u.requests) as requests, sum(u.prompt_tokens) as prompt_tokens,
            sum(u.completion_tokens) as completion_tokens, sum(u.cost) as cost
          from public.message_usage u
          where u.user_id = target_user and u.usage_day > private.today() - 731
          group by u.usage_day
        ) d
      ), '[]'::jsonb),
      'has_second_factor', private.has_second_factor(target_user),
      'consents_to_support', private.consents_to_support(target_user)
    );
  end
  $$;
comment on function public.show_user(jsonb, uuid) is
  'Shows one account with its budget, messages of today, sessions (used last, at most 100), usage by UTC day of two years and counts, logged. {ok, user, budget, messages, chats, api_keys, sessions, usage, has_second_factor, consents_to_support}';

create function public.end_user_session(actor jsonb, target_user uuid, session_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; deletes from auth.sessions and writes the log.
  as $$
  begin
    perform private.begin_admin_action(actor);
    if target_user = auth.uid() then
      return private.refusal('self', 'End your own sessions in your settings.');
    end if;
    delete from auth.sessions s where s.id = end_user_session.session_id and s.user_id = target_user;
    if not found then
      return private.refusal('not_found', 'This session has already ended.');
    end if;
    perform private.log_admin_action('user.end-session', target_user, '{}');
    return jsonb_build_object('ok', true, 'id', session_id);
  end
  $$;
comment on function public.end_user_session(jsonb, uuid, uuid) is 'Signs an account out of one session, logged. {ok, id}';

-- Actions on one account

create function private.lock_user(target uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform from auth.users u where u.id = target and u.deleted_at is null for no key update;
    if not found then
      return private.refusal('not_found', 'This account no longer exists.');
    end if;
    return null;
  end
  $$;
comment on function private.lock_user(uuid) is
  'Locks the account until the end of the transaction; a refusal if there is none.';

create function private.is_account_admin(target uuid) returns boolean
  language sql stable set search_path = ''
  as $$ select exists (select from public.user_roles r where r.user_id = target and r.role = 'admin') $$;

create function private.sync_ban(target uuid) returns void
  language plpgsql set search_path = ''
  -- The auth service checks its own column at sign-in and refresh. A hundred years mean permanently, because its parser
  -- does not know infinity.
  as $$
  declare
    until timestamptz;
  begin
    until := case
      when exists (select from public.user_roles r where r.user_id = target and r.role = 'banned')
      then now() + interval '100 years'
      else (
        select max(t.expires_at) from public.temporary_restrictions t
        where t.user_id = target and t.is_active and t.restriction_type = 'ban' and t.expires_at > now()
      )
    end;
    update auth.users u set banned_until = until
    where u.id = target and u.banned_until is distinct from until;
  end
  $$;

create function private.set_role(target uuid, role_name text, granted boolean, reason text) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    is_changed boolean;
  begin
    if granted then
      insert into public.user_roles (user_id, role) values (target, role_name)
      on conflict (user_id, role) do nothing;
    else
      delete from public.user_roles r where r.user_id = target and r.role = role_name;
    end if;
    is_changed := found;
    if role_name = 'banned' then
      perform private.sync_ban(target);
    end if;
    if is_changed then
      perform private.log_admin_action(
        case when granted then 'user.grant-role' else 'user.revoke-role' end, target,
        jsonb_strip_nulls(jsonb_build_object('role', role_name, 'reason', nullif(reason, '')))
      );
    end if;
    return null;
  end
  $$;

create function private.set_plan(target uuid, plan_name text, ends_at timestamptz) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    if private.plan_of(target) = 'guest' then
      return private.refusal('guest', 'Guests cannot have a plan.');
    elsif set_plan.ends_at <= now() then
      return private.refusal('bad_request', 'The plan must end in the future.');
    end if;
    insert into public.subscriptions as s (user_id, plan, source, ends_at)
    values (target, plan_name, 'admin', set_plan.ends_at)
    on conflict (user_id) do update
      set plan = excluded.plan, billing = null, source = 'admin', started_at = now(), ends_at = excluded.ends_at;
    perform private.log_admin_action(
      'user.set-plan', target,
      jsonb_strip_nulls(jsonb_build_object('plan', plan_name, 'ends_at', set_plan.ends_at))
    );
    return null;
  end
  $$;

create function private.restrict(target uuid, restriction_type text, reason text, expires_at timestamptz) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    if restrict.expires_at is null or restrict.expires_at < now() + interval '1 minute' then
      return private.refusal('bad_request', 'The restriction must end at least a minute from now.');
    elsif restrict.expires_at > now() + interval '10 years' then
      return private.refusal('bad_request', 'A restriction lasts at most ten years. Use the role for a permanent one.');
    end if;
    insert into public.temporary_restrictions (user_id, restriction_type, reason, expires_at, created_by)
    values (target, restrict.restriction_type, restrict.reason, restrict.expires_at, auth.uid());
    perform private.sync_ban(target);
    perform private.log_admin_action('user.restrict', target, jsonb_build_object(
      'restriction_type', restrict.restriction_type, 'reason', restrict.reason, 'expires_at', restrict.expires_at
    ));
    return null;
  end
  $$;

create function private.lift(target uuid, restriction uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    lifted integer;
    roles text[] := '{}';
  begin
    update public.temporary_restrictions t set is_active = false
    where t.user_id = target and t.is_active and (lift.restriction is null or t.id = lift.restriction);
    get diagnostics lifted = row_count;
    if lift.restriction is null then
      with removed as (
        delete from public.user_roles r where r.user_id = target and r.role in ('banned', 'restricted')
        returning r.role
      )
      select coalesce(array_agg(g.role order by g.role), '{}') into roles from removed g;
      update auth.users u set banned_until = null where u.id = target and u.banned_until is not null;
    elsif lifted = 0 then
      return private.refusal('not_found', 'This restriction was already lifted.');
    else
      perform private.sync_ban(target);
    end if;
    perform private.log_admin_action(
      'user.lift', target, jsonb_build_object('restrictions', lifted, 'roles', to_jsonb(roles))
    );
    return null;
  end
  $$;

create function private.force_password_reset(target uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    if private.plan_of(target) = 'guest' then
      return private.refusal('guest', 'A guest has no password.');
    end if;
    insert into public.user_verification_status as v (user_id, forced_password_reset, forced_password_reset_at)
    values (target, true, now())
    on conflict (user_id) do update set forced_password_reset = true, forced_password_reset_at = now();
    delete from auth.sessions s where s.user_id = target;
    perform private.log_admin_action('user.reset-password', target, '{}');
    return null;
  end
  $$;

create function private.set_verified(target uuid, verified boolean) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    if private.plan_of(target) = 'guest' then
      return private.refusal('guest', 'A guest has no email address.');
    elsif not verified and private.is_account_admin(target) then
      return private.refusal('admin', 'An administrator''s email address stays verified. Remove the role first.');
    end if;
    if verified and exists (select from auth.users u where u.id = target and u.email_confirmed_at is null) then
      -- The person who signed up has not proved that the email address is theirs; it may have been the administrator. Their
      -- password and sessions must not give access to what the owner of the mailbox writes later.
      update auth.users u set encrypted_password = null where u.id = target;
      delete from auth.sessions s where s.user_id = target;
    end if;
    update auth.users u set email_confirmed_at = case when verified then coalesce(u.email_confirmed_at, now()) end
    where u.id = target;
    insert into public.user_verification_status as v (user_id, email_verified, email_verified_at)
    values (target, verified, case when verified then now() end)
    on conflict (user_id) do update
      set email_verified = excluded.email_verified, email_verified_at = excluded.email_verified_at;
    update auth.identities i
    set identity_data = i.identity_data || jsonb_build_object('email_verified', verified)
    where i.user_id = target and i.provider = 'email';
    perform private.log_admin_action('user.set-verified', target, jsonb_build_object('verified', verified));
    return null;
  end
  $$;

create function private.delete_account(target uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    -- Deletes all data of the account, by cascade; the log stays.
    delete from auth.users u where u.id = target;
    perform private.log_admin_action('user.delete', target, '{}');
    return null;
  end
  $$;

create function private.apply_user_action(target uuid, act jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    kind constant text := act ->> 'type';
    hint text;
    refused jsonb;
  begin
    -- Administrators cannot lock themselves out or change their own role.
    if target = auth.uid() and kind in ('set-role', 'restrict', 'lift', 'delete', 'reset-password', 'set-plan') then
      return private.refusal('self', 'You cannot do this to your own account.');
    end if;
    refused := private.lock_user(target);
    if refused is not null then
      return refused;
    end if;
    return case kind
      when 'set-role' then private.set_role(target, act ->> 'role', (act ->> 'granted')::boolean, act ->> 'reason')
      when 'set-plan' then private.set_plan(target, act ->> 'plan', (act ->> 'ends_at')::timestamptz)
      when 'restrict' then
        private.restrict(target, act ->> 'restriction_type', act ->> 'reason', (act ->> 'expires_at')::timestamptz)
      when 'lift' then private.lift(target, (act ->> 'restriction')::uuid)
      when 'reset-password' then private.force_password_reset(target)
      when 'set-verified' then private.set_verified(target, (act ->> 'verified')::boolean)
      when 'delete' then private.delete_account(target)
      else private.refusal('bad_request', 'There is no such action.')
    end;
  exception
    -- Refused by triggers: the last administrator, a guest as administrator. Nothing was changed.
    when raise_exception then
      get stacked diagnostics hint = pg_exception_hint;
      if hint in ('last_admin', 'guest') then
        return private.refusal(hint, sqlerrm);
      end if;
      raise;
  end
  $$;
comment on function private.apply_user_action(uuid, jsonb) is
  'One action on one account, completely or not at all: null, or a refusal. The caller has called private.begin_user_actions.';

create function public.act_on_user(actor jsonb, target_user uuid, act jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes accounts and the log together.
  as $$
  declare
    refused jsonb;
  begin
    perform private.begin_user_actions(actor);
    refused := private.apply_user_action(target_user, act);
    return coalesce(refused, jsonb_build_object(
      'ok', true, 'id', target_user, 'user', private.user_view(target_user)
    ));
  end
  $$;
comment on function public.act_on_user(jsonb, uuid, jsonb) is
  'Changes one account: {type: set-role, role, granted, reason}, {type: set-plan, plan, ends_at}, {type: restrict, restriction_type, reason, expires_at}, {type: lift, restriction}, {type: reset-password}, {type: set-verified, verified}, {type: delete}. {ok, id, user}';

create function public.begin_user_creation(actor jsonb, new_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads auth.users and writes the log. The auth service creates the account, so the log
  -- records the start and the end.
  as $$
  begin
    perform private.begin_admin_action(actor);
    if exists (select from auth.users u where u.id = new_user) then
      -- Only an account that an earlier try created: an existing one whose id was entered by mistake keeps its roles.
      if not exists (
        select from public.user_activity_logs l where l.user_id = new_user and l.action_type = 'user.create-started'
      ) then
        return private.refusal('conflict', 'There is another account with this id. Try again.');
      end if;
      return jsonb_build_object('ok', true, 'is_there', true);
    end if;
    perform private.log_admin_action('user.create-started', new_user, '{}');
    return jsonb_build_object('ok', true, 'is_there', false);
  end
  $$;
comment on function public.begin_user_creation(jsonb, uuid) is
  'Records that an account is about to be created. {ok, is_there}: whether an earlier try created it';

create function public.finish_user_creation(
  actor jsonb, new_user uuid, failure text, roles text[] default '{}', plan text default 'starter'
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes roles, plan and the log together.
  as $$
  declare
    each text;
    refused jsonb;
    roles_error text;
  begin
    perform private.begin_user_actions(actor);
    if failure is not null then
      perform private.log_admin_action('user.create-failed', new_user, jsonb_build_object('code', failure));
      return jsonb_build_object('ok', true);
    end if;
    if not exists (
      select from public.user_activity_logs l where l.user_id = new_user and l.action_type = 'user.create'
    ) then
      perform private.log_admin_action('user.create', new_user, jsonb_build_object('roles', to_jsonb(roles)));
    end if;
    foreach each in array roles loop
      refused := private.apply_user_action(
        new_user, jsonb_build_object('type', 'set-role', 'role', each, 'granted', true)
      );
      roles_error := coalesce(roles_error, refused ->> 'message');
    end loop;
    if plan <> 'starter' then
      refused := private.apply_user_action(new_user, jsonb_build_object('type', 'set-plan', 'plan', plan));
    end if;
    return jsonb_build_object('ok', true, 'user', private.user_view(new_user), 'roles_error', roles_error);
  end
  $$;
comment on function public.finish_user_creation(jsonb, uuid, text, text[], text) is
  'Records that an account was created, with its roles and plan, or why it failed. {ok, user, roles_error}';

-- Bulk operations

create function private.bulk_view(operation public.bulk_operations) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', operation.id, 'admin_id', operation.admin_id, 'operation_type', operation.operation_type,
      'operation_details', operation.operation_details, 'status', operation.status,
      'total_count', operation.total_count, 'progress', operation.progress,
      'refused', (
        select count(*) from private.bulk_targets t where t.operation_id = operation.id and t.state = 'refused'
      ),
      'created_at', operation.created_at, 'completed_at', operation.completed_at
    )
  $$;

create function private.bulk_answer(bulk_id uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'ok', true, 'operation', private.bulk_view(o),
      'refusals', coalesce((
        select jsonb_agg(jsonb_build_object('user_id', t.user_id, 'message', t.message) order by t.place)
        from (
          select * from private.bulk_targets b where b.operation_id = o.id and b.state = 'refused'
          order by b.place limit 100
        ) t
      ), '[]'::jsonb)
    )
    from public.bulk_operations o where o.id = bulk_id
  $$;

create function private.bulk_not_found() returns jsonb
  language sql immutable set search_path = ''
  as $$ select private.refusal('not_found', 'There is no such operation.') $$;

create function public.start_bulk(
  actor jsonb, bulk_id uuid, operation jsonb, target_users text[] default null, filter jsonb default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes internal tables and the log.
  as $$
  declare
    max_accounts constant integer := 10000;
    chosen uuid[];
  begin
    perform private.begin_admin_action(actor);
    if exists (select from public.bulk_operations o where o.id = bulk_id) then
      return private.bulk_answer(bulk_id);
    end if;
    if filter is not null then
      execute format(
        'select coalesce(array_agg(f.user_id), ''{}'') from (
           select d.user_id from private.user_directory d where %s order by d.created_at, d.user_id limit %s
         ) f',
        private.user_condition(filter), max_accounts + 1
      ) into chosen;
    else
      -- Duplicates are removed; the order stays.
      select coalesce(array_agg(each.id order by each.place), '{}') into chosen
      from (
        select t.id::uuid as id, min(t.place) as place from unnest(target_users) with ordinality as t (id, place)
        where t.id is not null group by t.id::uuid
      ) each;
    end if;
    if cardinality(chosen) = 0 then
      return private.refusal('bad_request', 'No account is selected.');
    elsif cardinality(chosen) > max_accounts then
      return private.refusal('bad_request', 'One operation takes at most 10,000 accounts. Narrow the selection.');
    end if;
    insert into public.bulk_operations (id, admin_id, operation_type, target_user_ids, operation_details, total_count)
    values (bulk_id, auth.uid(), operation ->> 'type', chosen, operation - 'type', cardinality(chosen))
    on conflict (id) do nothing;
    -- Otherwise another request with the same id came first and has saved the accounts.
    if found then
      insert into private.bulk_targets (operation_id, place, user_id)
      select bulk_id, each.place, each.id from unnest(chosen) with ordinality as each (id, place);
      perform private.log_admin_action('bulk.start', null, jsonb_build_object(
        'operation', bulk_id, 'type', operation ->> 'type', 'accounts', cardinality(chosen)
      ));
    end if;
    return private.bulk_answer(bulk_id);
  end
  $$;
comment on function public.start_bulk(jsonb, uuid, jsonb, text[], jsonb) is
  'Saves an operation and its accounts, by ids or by a filter, without doing anything yet. Repeatable with the same id. {ok, operation, refusals}';

create function private.apply_bulk_action(target uuid, act jsonb) returns text
  language plpgsql set search_path = ''
  -- One failing account must not stop the others. Errors that may be gone at the next try are passed on.
  as $$
  begin
    return private.apply_user_action(target, act) ->> 'message';
  exception
    when serialization_failure or deadlock_detected or query_canceled or admin_shutdown or lock_not_available then
      raise;
    when others then
      return format('This account could not be changed (%s).', sqlstate);
  end
  $$;

create function public.step_bulk(actor jsonb, bulk_id uuid, max_accounts integer default 50) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes accounts and the log together. The actions and the record that they are done are
  -- one transaction: an interrupted step has done nothing.
  as $$
  declare
    operation public.bulk_operations;
    target private.bulk_targets;
    refused text;
    done integer := 0;
  begin
    perform private.begin_user_actions(actor);
    select * into operation from public.bulk_operations o where o.id = bulk_id for update;
    if not found then
      return private.bulk_not_found();
    end if;
    for target in
      select * from private.bulk_targets t where t.operation_id = bulk_id and t.state = 'pending'
      order by t.place limit least(greatest(max_accounts, 1), 200)
    loop
      refused := private.apply_bulk_action(
        target.user_id, operation.operation_details || jsonb_build_object('type', operation.operation_type)
      );
      update private.bulk_targets t
      set state = case when refused is null then 'done' else 'refused' end, message = refused
      where t.operation_id = bulk_id and t.place = target.place;
      done := done + 1;
    end loop;
    if operation.status = 'in_progress' then
      update public.bulk_operations o
      set progress = o.progress + done,
        status = case when o.progress + done >= o.total_count then 'completed' else 'in_progress' end,
        completed_at = case when o.progress + done >= o.total_count then now() end
      where o.id = bulk_id
      returning * into operation;
      if operation.status = 'completed' then
        perform private.log_admin_action('bulk.complete', null, jsonb_build_object('operation', bulk_id));
      end if;
    end if;
    return private.bulk_answer(bulk_id);
  end
  $$;
comment on function public.step_bulk(jsonb, uuid, integer) is
  'Processes the next accounts of an operation, each once; any administrator may continue it. {ok, operation, refusals}';

create function public.read_bulk(actor jsonb, bulk_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads an internal table.
  as $$
  begin
    perform private.begin_admin_action(actor);
    return coalesce(private.bulk_answer(bulk_id), private.bulk_not_found());
  end
  $$;
comment on function public.read_bulk(jsonb, uuid) is 'Gets the progress of an operation. {ok, operation, refusals}';

create function public.list_bulk(actor jsonb, page integer default 1, page_size integer default 50) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads an internal table.
  as $$
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object(
      'ok', true,
      'operations', coalesce((
        select jsonb_agg(private.bulk_view(f) order by f.created_at desc, f.id)
        from (
          select * from public.bulk_operations o order by o.created_at desc, o.id
          limit least(greatest(list_bulk.page_size, 1), 100)
          offset (least(greatest(list_bulk.page, 1), 100000) - 1)::bigint * least(greatest(list_bulk.page_size, 1), 100)
        ) f
      ), '[]'::jsonb),
      'total', (select count(*) from public.bulk_operations), 'total_is_exact', true
    );
  end
  $$;
comment on function public.list_bulk(jsonb, integer, integer) is
  'Lists operations, newest first. {ok, operations, total, total_is_exact}';

-- Views of an account

create function private.view_session(session public.user_sessions) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', session.id, 'user_id', session.user_id, 'created_at', session.created_at, 'expires_at', session.expires_at
    )
  $$;

create function private.close_overdue_views() returns void
  language sql set search_path = ''
  as $$
    update public.user_sessions s set is_active = false, ended_at = s.expires_at
    where s.admin_id = auth.uid() and s.is_active and s.expires_at <= now()
  $$;

create function public.begin_view(actor jsonb, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the account and writes the log.
  as $$
  declare
    session public.user_sessions;
    refused jsonb;
  begin
    perform private.begin_admin_action(actor);
    refused := case
      when target_user = auth.uid() then private.refusal('self', 'This is your own account. Open the chat instead.')
      else private.lock_user(target_user)
    end;
    if refused is not null then
      return refused;
    elsif private.is_account_admin(target_user) then
      return private.refusal('admin', 'Administrator accounts cannot be viewed.');
    end if;
    perform private.close_overdue_views();
    -- If two requests come at the same time, the unique index lets only one through.
    insert into public.user_sessions (user_id, admin_id) values (target_user, auth.uid())
    on conflict (admin_id) where is_active do nothing
    returning * into session;
    if session.id is null then
      return private.refusal('nested', 'You are already viewing an account. End that view first.');
    end if;
    perform private.log_admin_action('user.impersonate', target_user, jsonb_build_object('session', session.id));
    return jsonb_build_object(
      'ok', true, 'session', private.view_session(session), 'user', private.user_view(target_user)
    );
  end
  $$;
comment on function public.begin_view(jsonb, uuid) is
  'Starts a read-only view of an account, for 60 minutes. Never of an administrator, and one at a time. {ok, session, user}';

create function public.current_view(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the account.
  as $$
  declare
    session public.user_sessions;
  begin
    perform private.begin_admin_action(actor);
    select * into session from public.user_sessions s
    where s.admin_id = auth.uid() and s.is_active and s.expires_at > now();
    return jsonb_build_object(
      'ok', true, 'session', case when found then private.view_session(session) end,
      'user', private.user_view(session.user_id)
    );
  end
  $$;
comment on function public.current_view(jsonb) is
  'Gets the actor''s open view. {ok, session, user}, both null if there is none';

create function public.end_view(actor jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    ended public.user_sessions;
  begin
    perform private.begin_admin_action(actor);
    perform private.close_overdue_views();
    update public.user_sessions s set is_active = false, ended_at = now()
    where s.admin_id = auth.uid() and s.is_active
    returning * into ended;
    if found then
      perform private.log_admin_action(
        'user.end-impersonation', ended.user_id, jsonb_build_object('session', ended.id)
      );
    end if;
    return jsonb_build_object('ok', true, 'ended', ended.id is not null);
  end
  $$;
comment on function public.end_view(jsonb) is 'Ends the actor''s open view. {ok, ended}';

create function private.viewed_chats(target uuid, before uuid, consents boolean) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', c.id, 'title', case when consents then c.title end,
      'messages', (select count(*) from public.chat_messages m where m.chat_id = c.id),
      'created_at', c.created_at, 'updated_at', c.updated_at
    ) order by c.updated_at desc, c.id desc), '[]')
    from (
      select * from public.chat_history h
      where h.user_id = target and (viewed_chats.before is null or (h.updated_at, h.id) < (
        select b.updated_at, b.id from public.chat_history b where b.id = viewed_chats.before and b.user_id = target
      ))
      order by h.updated_at desc, h.id desc limit 51
    ) c
  $$;

create function private.viewed_messages(target uuid, chat uuid, before uuid, consents boolean) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', m.id, 'role', m.role, 'content', case when consents and m.content_format = 'plain' then m.content end,
      'length', char_length(m.content), 'status', m.status, 'model_id', m.model_id, 'vendor_id', m.vendor_id,
      'created_at', m.created_at
    ) order by m.created_at desc, m.seq desc), '[]')
    from (
      select * from public.chat_messages n
      where n.chat_id = viewed_messages.chat and n.user_id = target
        and (viewed_messages.before is null or (n.created_at, n.seq) < (
          select b.created_at, b.seq from public.chat_messages b
          where b.id = viewed_messages.before and b.chat_id = viewed_messages.chat
        ))
      order by n.created_at desc, n.seq desc limit 51
    ) m
  $$;

create function public.view_account(
  actor jsonb, view_id uuid, page text, chat uuid default null, before uuid default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: no policy gives administrators chats. This is the only way, and it withholds titles and texts without
  -- consent.
  as $$
  declare
    session public.user_sessions;
    consents boolean;
    rows jsonb;
  begin
    perform private.begin_admin_action(actor);
    select * into session from public.user_sessions s
    where s.id = view_account.view_id and s.admin_id = auth.uid() and s.is_active and s.expires_at > now();
    if not found or private.is_account_admin(session.user_id) then
      return private.refusal('view_over', 'This view has ended. Start a new one to continue.');
    end if;
    consents := private.consents_to_support(session.user_id);
    perform private.log_admin_action('user.view', session.user_id, jsonb_strip_nulls(jsonb_build_object(
      'session', session.id, 'page', view_account.page, 'chat', view_account.chat, 'with_text', consents
    )));
    if view_account.page = 'account' then
      return jsonb_build_object(
        'ok', true, 'page', 'account', 'consents', consents, 'user', private.user_view(session.user_id),
        'chats', (select count(*) from public.chat_history c where c.user_id = session.user_id),
        'messages', (select count(*) from public.chat_messages m where m.user_id = session.user_id)
      );
    end if;
    rows := case view_account.page
      when 'chats' then private.viewed_chats(session.user_id, view_account.before, consents)
      else private.viewed_messages(session.user_id, view_account.chat, view_account.before, consents)
    end;
    return jsonb_build_object(
      'ok', true, 'page', view_account.page, 'consents', consents, view_account.page, rows - 50,
      'has_more', jsonb_array_length(rows) > 50
    );
  end
  $$;
comment on function public.view_account(jsonb, uuid, text, uuid, uuid) is
  'Shows one page of a viewed account: account, chats or messages, 50 rows, newest first; logged. {ok, page, consents, …, has_more}';

-- Merges. No admin action may give access to other users' chats, alone or combined with others (docs/security.md lists
-- them all). Chats move only if the owner of the source account agreed.

create function private.merge_needs_consent(source uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (select from public.chat_history c where c.user_id = source)
      or exists (select from public.message_images i where i.user_id = source)
  $$;

create function private.merge_consent(source uuid, target uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when not private.merge_needs_consent(source) then 'not_needed'
      else coalesce((
        select case when r.agreed_at > now() - interval '30 days' then 'given' when r.agreed_at is null then 'asked' end
        from private.merge_requests r join auth.users u on u.id = r.target_user
        where r.source_user = source and r.target_user = target and r.target_email = u.email
      ), 'needed')
    end
  $$;
comment on function private.merge_consent(uuid, uuid) is
  'not_needed: the source has no chats. given, asked, or needed: never asked, declined, older than 30 days, or for another email address.';

create function private.merge_refusal(source uuid, target uuid) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  begin
    return case
      when source = target then private.refusal('bad_request', 'Choose two different accounts.')
      when auth.uid() in (source, target) then private.refusal('self', 'You cannot merge your own account.')
      when private.is_account_admin(source) or private.is_account_admin(target)
        then private.refusal('admin', 'Administrator accounts cannot be merged. Remove the role first.')
      when private.plan_of(target) = 'guest'
        then private.refusal('guest', 'Guests are deleted after a day. Merge into an account.')
      when (select count(*) from auth.users u where u.id in (source, target) and u.deleted_at is null) < 2
        then private.refusal('not_found', 'One of the accounts no longer exists.')
    end;
  end
  $$;

create function private.strictest(accesses text[]) returns text
  language sql immutable set search_path = ''
  as $$
    select case when 'banned' = any (accesses) then 'banned' when 'restricted' = any (accesses) then 'restricted'
      else 'active' end
  $$;

create function public.preview_merge(actor jsonb, source_user uuid, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; counts rows of both accounts.
  as $$
  declare
    refused jsonb;
  begin
    perform private.begin_admin_action(actor);
    refused := private.merge_refusal(source_user, target_user);
    if refused is not null then
      return refused;
    end if;
    return jsonb_build_object(
      'ok', true, 'source', private.user_view(source_user), 'target', private.user_view(target_user),
      'consent', private.merge_consent(source_user, target_user),
      'moves', jsonb_build_object(
        'chats', (select count(*) from public.chat_history c where c.user_id = source_user),
        'messages', (select count(*) from public.chat_messages m where m.user_id = source_user),
        'images', (select count(*) from public.message_images i where i.user_id = source_user),
        'usage_rows', (select count(*) from public.message_usage u where u.user_id = source_user)
      ),
      'api_keys_ended', (
        select count(*) from public.llm_api_keys k where k.user_id = source_user and k.revoked_at is null
      ),
      'access', private.strictest(array[private.access_of(source_user), private.access_of(target_user)]),
      'plan', case when 'professional' in (private.plan_of(source_user), private.plan_of(target_user))
        then 'professional' else private.plan_of(target_user) end
    );
  end
  $$;
comment on function public.preview_merge(jsonb, uuid, uuid) is
  'Shows what a merge would move, and whether its owner agreed. {ok, source, target, consent, moves, api_keys_ended, access, plan}';

create function public.request_merge(actor jsonb, source_user uuid, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes an internal table and the log.
  as $$
  declare
    refused jsonb;
  begin
    perform private.begin_user_actions(actor);
    refused := private.merge_refusal(source_user, target_user);
    if refused is not null then
      return refused;
    end if;
    if private.merge_consent(source_user, target_user) = 'needed' then
      insert into private.merge_requests as r (source_user, target_user, target_email)
      select request_merge.source_user, u.id, u.email from auth.users u where u.id = request_merge.target_user
      on conflict on constraint merge_requests_pkey do update
        set target_user = excluded.target_user, target_email = excluded.target_email, asked_at = now(),
          agreed_at = null;
      perform private.log_admin_action(
        'user.ask-merge', request_merge.source_user, jsonb_build_object('target', request_merge.target_user)
      );
    end if;
    return jsonb_build_object('ok', true, 'consent', private.merge_consent(source_user, target_user));
  end
  $$;
comment on function public.request_merge(jsonb, uuid, uuid) is
  'Asks the owner of the source, on their account page, whether its chats may move. {ok, consent}';

create function public.my_merge_request() returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: reads an internal table and auth.users, only the caller's request.
  as $$
    select jsonb_build_object(
      'target', r.target_user, 'target_email', r.target_email, 'asked_at', r.asked_at, 'agreed_at', r.agreed_at
    )
    from private.merge_requests r join auth.users u on u.id = r.target_user
    where r.source_user = auth.uid() and u.email = r.target_email and private.may_read()
  $$;
comment on function public.my_merge_request() is
  'The merge that an administrator asks the caller to agree to: {target, target_email, asked_at, agreed_at}, or null.';

create function public.answer_merge_request(target uuid, agrees boolean) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table and the log, only for the caller. The target is named, so that no one agrees to a
  -- request that replaced the one on screen.
  as $$
  declare
    answered boolean;
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    end if;
    if agrees then
      update private.merge_requests r set agreed_at = now()
      where r.source_user = auth.uid() and r.target_user = answer_merge_request.target
        and r.target_email = (select u.email from auth.users u where u.id = answer_merge_request.target);
    else
      delete from private.merge_requests r
      where r.source_user = auth.uid() and r.target_user = answer_merge_request.target;
    end if;
    answered := found;
    if answered then
      perform private.log_own_action(
        'account.answer-merge',
        jsonb_build_object('target', answer_merge_request.target, 'agrees', coalesce(agrees, false)), auth.uid()
      );
    end if;
    return answered;
  end
  $$;
comment on function public.answer_merge_request(uuid, boolean) is
  'Agrees to the merge of the caller''s account into the named one, or declines it; false if it is no longer asked for.';

create function private.move_access(source uuid, target uuid) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    source_ban timestamptz;
  begin
    select u.banned_until into source_ban from auth.users u where u.id = source;
    insert into public.user_roles (user_id, role)
    select target, r.role from public.user_roles r
    where r.user_id = source and r.role in ('banned', 'restricted')
    on conflict (user_id, role) do nothing;
    update public.temporary_restrictions t set user_id = target where t.user_id = source;
    perform private.sync_ban(target);
    -- A ban that exists only in the auth service.
    update auth.users u set banned_until = source_ban
    where u.id = target and source_ban > now() and (u.banned_until is null or u.banned_until < source_ban);

    -- The better plan of the two accounts stays: no one pays twice for the same time.
    if private.plan_of(source) = 'professional' then
      insert into public.subscriptions as s (user_id, plan, billing, source, started_at, ends_at)
      select target, o.plan, o.billing, o.source, o.started_at, o.ends_at
      from public.subscriptions o where o.user_id = move_access.source
      on conflict (user_id) do update
        set plan = excluded.plan, billing = excluded.billing, source = excluded.source,
          started_at = excluded.started_at, ends_at = excluded.ends_at
        where s.plan <> 'professional' or s.ends_at < coalesce(excluded.ends_at, 'infinity');
    end if;
  end
  $$;

create function private.narrow_consent(source uuid, target uuid) returns void
  language plpgsql set search_path = ''
  -- What the source wrote without consent must not become readable through the target's consent.
  as $$
  begin
    if not private.consents_to_support(source) then
      update public.support_consent c set is_given = false, changed_at = now()
      where c.user_id = target and c.is_given;
    end if;
  end
  $$;

create function private.move_content(source uuid, target uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    chats bigint;
    messages bigint;
    images bigint;
    usage_rows bigint;
  begin
    update public.chat_history c set user_id = target where c.user_id = source;
    get diagnostics chats = row_count;
    update public.chat_messages m set user_id = target where m.user_id = source;
    get diagnostics messages = row_count;
    -- The objects keep their paths: anyone with an attachment that uses them may read them.
    update public.message_attachments a set user_id = target where a.user_id = source;
    update public.message_images i set user_id = target where i.user_id = source;
    get diagnostics images = row_count;
    update public.message_reservations r set user_id = target where r.user_id = source;

    -- Everything moves, even beyond the target's limit: it can then only delete.
    insert into private.account_usage as u (user_id, chats, messages, bytes)
    select target, s.chats, s.messages, s.bytes from private.account_usage s where s.user_id = source
    on conflict (user_id) do update
      set chats = u.chats + excluded.chats, messages = u.messages + excluded.messages, bytes = u.bytes + excluded.bytes;

    -- Counts of the same day are added, so that a merge does not double the quota.
    insert into private.message_counts as c (user_id, usage_day, used, attempts)
    select target, s.usage_day, s.used, s.attempts from private.message_counts s where s.user_id = source
    on conflict (user_id, usage_day) do update
      set used = c.used + excluded.used, attempts = c.attempts + excluded.attempts;
    insert into public.message_usage as u (
      user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost, billed_tokens, estimated_requests
    )
    select target, s.usage_day, s.model_id, s.requests, s.prompt_tokens, s.completion_tokens, s.cost, s.billed_tokens,
      s.estimated_requests
    from public.message_usage s where s.user_id = source
    on conflict on constraint message_usage_pkey do update set
      requests = u.requests + excluded.requests, prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens, cost = u.cost + excluded.cost,
      billed_tokens = u.billed_tokens + excluded.billed_tokens,
      estimated_requests = u.estimated_requests + excluded.estimated_requests;
    get diagnostics usage_rows = row_count;
    insert into private.own_usage as u (user_id, usage_day, tokens, cost)
    select target, s.usage_day, s.tokens, s.cost from private.own_usage s where s.user_id = source
    on conflict (user_id, usage_day) do update
      set tokens = u.tokens + excluded.tokens, cost = u.cost + excluded.cost;
    return jsonb_build_object(
      'chats', chats, 'messages', messages, 'images', images, 'usage_rows', usage_rows
    );
  end
  $$;

create function public.merge_users(actor jsonb, source_user uuid, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes all tables of both accounts.
  as $$
  declare
    refused jsonb;
    moved jsonb;
  begin
    perform private.begin_user_actions(actor);
    refused := private.merge_refusal(source_user, target_user);
    if refused is not null then
      return refused;
    end if;
    -- Sending locks the chat and then the account, so the chats are locked first to avoid a deadlock. Once the accounts
    -- are locked, no message and no chat can be added to the source.
    perform from public.chat_history c where c.user_id = source_user order by c.id for update;
    perform from auth.users u where u.id in (source_user, target_user) order by u.id for update;
    perform from private.merge_requests r where r.source_user = merge_users.source_user for update;
    refused := private.merge_refusal(source_user, target_user);
    if refused is null and private.merge_consent(source_user, target_user) not in ('not_needed', 'given') then
      refused := private.refusal(
        'consent_needed', 'The owner of this account must agree first. Ask them: the request appears on their account page.'
      );
    end if;
    if refused is not null then
      return refused;
    end if;

    perform private.move_access(source_user, target_user);
    perform private.narrow_consent(source_user, target_user);
    moved := private.move_content(source_user, target_user);
    delete from auth.users u where u.id = source_user;
    perform private.log_admin_action(
      'user.merge', target_user, moved || jsonb_build_object('source', source_user)
    );
    perform private.log_admin_action('user.merged-away', source_user, jsonb_build_object('target', target_user));
    return jsonb_build_object('ok', true, 'target', private.user_view(target_user), 'moved', moved);
  end
  $$;
comment on function public.merge_users(jsonb, uuid, uuid) is
  'Moves everything from the source account to the target and deletes the source, completely or not at all. {ok, target, moved}';

grant execute on function
  public.list_log(jsonb, jsonb, integer, integer), public.export_log(jsonb, jsonb, integer),
  public.recent_activity(jsonb), public.list_roles(jsonb),
  public.list_users(jsonb, jsonb, text, text, integer, integer), public.export_users(jsonb, jsonb, uuid, integer),
  public.show_user(jsonb, uuid), public.end_user_session(jsonb, uuid, uuid), public.act_on_user(jsonb, uuid, jsonb),
  public.begin_user_creation(jsonb, uuid), public.finish_user_creation(jsonb, uuid, text, text[], text),
  public.start_bulk(jsonb, uuid, jsonb, text[], jsonb), public.step_bulk(jsonb, uuid, integer),
  public.read_bulk(jsonb, uuid), public.list_bulk(jsonb, integer, integer), private.close_overdue_views(),
  public.begin_view(jsonb, uuid), public.current_view(jsonb), public.end_view(jsonb),
  public.view_account(jsonb, uuid, text, uuid, uuid), public.preview_merge(jsonb, uuid, uuid),
  public.request_merge(jsonb, uuid, uuid), public.merge_users(jsonb, uuid, uuid)
  to service_role;
grant execute on function
  public.get_user_activity(uuid, integer, integer), public.my_merge_request(),
  public.answer_merge_request(uuid, boolean)
  to authenticated;
