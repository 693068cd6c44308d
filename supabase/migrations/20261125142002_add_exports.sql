-- Exports of users and usage. Both are logged; the export of users is on everyone's list of receipts.

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
      -- Without the search text: it may be an address, which the log must not contain.
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

create function public.export_analytics(
  actor jsonb, first_day date, last_day date, by_what text, max_rows integer default 500
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes the log.
  as $$
  declare
    answer jsonb;
  begin
    perform private.begin_admin_action(actor);
    answer := public.get_analytics(actor, first_day, last_day, by_what, max_rows);
    perform private.log_admin_action('usage.export', null, jsonb_build_object(
      'by', by_what, 'from', first_day, 'to', last_day
    ));
    return answer;
  end
  $$;
comment on function public.export_analytics(jsonb, date, date, text, integer) is
  'Exports what get_analytics shows, logged. {ok, rows, totals}';

grant execute on function public.export_users(jsonb, jsonb, uuid, integer),
  public.export_analytics(jsonb, date, date, text, integer) to service_role;

create or replace function public.my_access_receipts(before uuid default null, max_results integer default 50)
  returns table (id uuid, action_type text, reason text, created_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  -- Definer: only administrators may read the log. Receipts don't show which administrator it was, nor from where.
  as $$
  begin
    if not private.may_read() then
      return;
    end if;
    return query
      select l.id, l.action_type, l.action_details ->> 'reason', l.created_at
      from public.user_activity_logs l
      where l.admin_id is not null and l.admin_id <> auth.uid()
        and (
          l.user_id = auth.uid()
          -- From then on, everyone's messages go to another provider. An exported list may include everyone.
          or (
            l.user_id is null
            and (
              l.action_type in ('vendor.activate', 'user.export')
              or (l.action_type = 'vendor.save' and l.action_details -> 'changed' ? 'endpoint_url')
            )
            and l.created_at >= (select u.created_at from auth.users u where u.id = auth.uid())
          )
        )
        and (
          my_access_receipts.before is null
          or (l.created_at, l.id) < (
            select o.created_at, o.id from public.user_activity_logs o
            where o.id = my_access_receipts.before and (o.user_id = auth.uid() or o.user_id is null)
          )
        )
      order by l.created_at desc, l.id desc
      limit least(greatest(coalesce(max_results, 50), 0), 200);
  end
  $$;
comment on function public.my_access_receipts(uuid, integer) is
  'When administrators viewed, changed or exported the caller''s account, exported a list of accounts or changed which provider answers, newest first, at most 200 per call: those before the receipt with the id before.';
