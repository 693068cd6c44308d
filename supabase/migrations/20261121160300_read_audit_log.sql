-- What administrators read of what was done, by whom, and of who may do what.
-- Functions (service role only): list_log, export_log, recent_activity, list_roles.

-- Bytewise, so that one index serves the search for a beginning and the step from one act to the next.
create index user_activity_logs_action_type_idx
  on public.user_activity_logs (action_type collate "C", created_at desc);

create function private.email_of(target uuid) returns text
  language sql stable security definer set search_path = ''
  as $$ select d.email from private.user_directory d where d.user_id = target $$;
comment on function private.email_of(uuid) is 'Null for guests and for accounts that are gone.';

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
  language sql stable security definer set search_path = ''
  -- A text of SQL, each value quoted: see private.user_condition.
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
  language plpgsql stable security definer set search_path = ''
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

create function private.acts_in_log() returns text[]
  language sql stable security definer set search_path = ''
  -- From one act to the next by the index: a plain "distinct" would read the whole log.
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
  as $$
  declare
    condition text;
    counted record;
  begin
    perform private.act_as(actor);
    condition := private.log_condition(filter);
    select * into counted from private.count_up_to(
      format('select from public.user_activity_logs l where %s', condition), 10000
    );
    return jsonb_build_object(
      'ok', true,
      'entries', private.log_page(
        condition, least(greatest(page, 1), 100000), least(greatest(page_size, 1), 100)
      ),
      'total', counted.total, 'total_is_exact', counted.is_exact, 'actions', to_jsonb(private.acts_in_log())
    );
  end
  $$;
comment on function public.list_log(jsonb, jsonb, integer, integer) is
  'A page of the audit log, newest first. {ok, entries, total, total_is_exact, actions}';

create function public.export_log(actor jsonb, filter jsonb default '{}', max_rows integer default 50000) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    entries jsonb;
  begin
    perform private.act_as(actor);
    -- One more than may leave, to tell whether there were more.
    entries := private.log_page(private.log_condition(filter), 1, export_log.max_rows + 1);
    perform private.log_admin_act('log.export', (filter ->> 'user')::uuid, jsonb_build_object(
      'rows', least(jsonb_array_length(entries), export_log.max_rows)
    ));
    return jsonb_build_object('ok', true, 'entries', entries);
  end
  $$;
comment on function public.export_log(jsonb, jsonb, integer) is
  'The audit log for a file: at most max_rows and one, which tells that there are more. Logged. {ok, entries}';

create function public.recent_activity(actor jsonb, since timestamptz default null) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    return (
      with happened as (
        (
          select 'act:' || l.id as id, 'act' as kind, l.created_at as at, l.user_id, l.admin_id, l.action_type
          from public.user_activity_logs l
          where recent_activity.since is null or l.created_at > recent_activity.since
          order by l.created_at desc limit 100
        )
        union all
        (
          select 'account:' || d.user_id, 'account', d.created_at, d.user_id, null,
            case when d.is_guest then 'account.guest' else 'account.create' end
          from private.user_directory d
          where recent_activity.since is null or d.created_at > recent_activity.since
          order by d.created_at desc limit 100
        )
      ),
      newest as (select * from happened h order by h.at desc, h.id limit 100)
      select jsonb_build_object(
        'ok', true,
        'entries', coalesce(jsonb_agg(jsonb_build_object(
          'id', n.id, 'kind', n.kind, 'at', n.at, 'user_id', n.user_id, 'user_email', private.email_of(n.user_id),
          'admin_id', n.admin_id, 'admin_email', private.email_of(n.admin_id), 'action_type', n.action_type
        ) order by n.at desc, n.id), '[]'::jsonb),
        -- A little back: what was under way meanwhile carries the time of its beginning.
        'until', now() - interval '10 seconds',
        'active_users', (
          select count(distinct r.user_id) from public.message_reservations r
          where r.usage_day >= private.today() - 1 and r.last_attempt_at > now() - interval '15 minutes'
        )
      )
      from newest n
    );
  end
  $$;
comment on function public.recent_activity(jsonb, timestamptz) is
  'What happened, newest first, at most 100; since gives what came after, and may repeat an entry. {ok, entries, until, active_users}';

create function public.list_roles(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Read from the rules themselves, so that the page cannot say anything else than what holds.
  as $$
  begin
    perform private.act_as(actor);
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
        where p.schemaname = 'public'
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
  'Roles with their numbers, the policies of the tables, and the acts of administrators. {ok, roles, permissions, acts}';

revoke execute on function
  private.email_of(uuid), private.log_view(public.user_activity_logs), private.log_condition(jsonb),
  private.log_page(text, integer, integer), private.acts_in_log(),
  public.list_log(jsonb, jsonb, integer, integer), public.export_log(jsonb, jsonb, integer),
  public.recent_activity(jsonb, timestamptz), public.list_roles(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  public.list_log(jsonb, jsonb, integer, integer), public.export_log(jsonb, jsonb, integer),
  public.recent_activity(jsonb, timestamptz), public.list_roles(jsonb)
  to service_role;
