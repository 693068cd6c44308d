-- What the console's first page reports: what needs an administrator. Guests are counted separately from people.

create function public.read_status(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads internal tables.
  as $$
  declare
    -- Counting stops here: more doesn't change what an administrator does.
    most constant integer := 1000;
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object(
      'ok', true,
      'active_vendor', (
        select jsonb_build_object(
          'display_name', v.display_name,
          'is_demo', v.name = 'demo',
          'lacks_key', not v.has_key and coalesce(v.config ->> 'needs_key', 'true') <> 'false'
        )
        from public.api_vendors v where v.is_active
      ),
      'failing_vendors', coalesce((
        select jsonb_agg(to_jsonb(f) order by f.failures desc, f.display_name)
        from (
          select coalesce(max(v.display_name), s.vendor) as display_name, sum(s.requests) as requests,
            sum(s.failures) as failures
          from private.completion_statistics s left join public.api_vendors v on v.name = s.vendor
          where s.usage_day = private.today()
          group by s.vendor
          -- A single failure is no reason to act.
          having sum(s.failures) >= 3 and sum(s.failures) * 5 >= sum(s.requests) + sum(s.failures)
        ) f
      ), '[]'::jsonb),
      'mail', (
        select jsonb_build_object(
          'is_failing', s.last_failure_at is not null and s.last_failure_at > coalesce(s.last_success_at, '-infinity'),
          'waiting', (select count(*) from private.mail_outbox)
        )
        from private.mail_status s
      ),
      'agreed_merges', (
        select count(*) from (select from private.merge_requests r where r.agreed_at is not null limit most) waiting
      ),
      'open_bulk_operations', (
        select count(*) from (select from public.bulk_operations o where o.status = 'in_progress' limit most) running
      ),
      'used_up_accounts', (
        select count(*)
        from (
          select c.user_id, c.used from private.message_counts c
          where c.usage_day = private.today()
            and c.used >= least(private.messages_per_day('starter'), private.messages_per_day('guest'))
          limit most
        ) c
        where c.used >= private.messages_per_day(private.plan_of(c.user_id))
      )
    );
  end
  $$;
comment on function public.read_status(jsonb) is
  'What may need an administrator: {ok, active_vendor, failing_vendors, mail, agreed_merges, open_bulk_operations, used_up_accounts}. A vendor is failing if a fifth of today''s requests failed. Counts end at 1000.';

grant execute on function public.read_status(jsonb) to service_role;

create or replace function public.get_dashboard(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads internal tables.
  as $$
  declare
    today constant date := private.today();
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object(
      'ok', true,
      'total_users', private.counter_total('accounts') - private.counter_total('guests'),
      'total_guests', private.counter_total('guests'),
      'total_chats', private.counter_total('chats'),
      'today', private.figures_of(today),
      'last_week', private.figures_of(today - 7),
      'days', (
        select jsonb_agg(
          private.figures_of(day.date) || jsonb_build_object('day', day.date) order by day.date
        )
        from (select today - n as date from generate_series(0, 13) n) day
      ),
      'vendors', coalesce((
        select jsonb_agg(jsonb_build_object(
          'vendor', each.vendor, 'display_name', each.display_name, 'requests', each.requests,
          'failures', each.failures,
          'p50_ms', private.wait_percentile(each.waits, 0.5), 'p95_ms', private.wait_percentile(each.waits, 0.95)
        ) order by each.requests desc, each.vendor)
        from (
          select s.vendor, coalesce(max(v.display_name), s.vendor) as display_name, sum(s.requests) as requests,
            sum(s.failures) as failures,
            (select array_agg(by_class.count order by by_class.place) from (
              select w.place, sum(w.count)::bigint as count
              from private.completion_statistics o, unnest(o.waits) with ordinality as w (count, place)
              where o.vendor = s.vendor and o.usage_day > today - 7
              group by w.place
            ) by_class) as waits
          from private.completion_statistics s left join public.api_vendors v on v.name = s.vendor
          where s.usage_day > today - 7
          group by s.vendor
        ) each
      ), '[]'::jsonb),
      'active_vendor', (select v.display_name from public.api_vendors v where v.is_active)
    );
  end
  $$;
comment on function public.get_dashboard(jsonb) is
  'Gets the figures of the console''s first page. total_users are people, without guests. {ok, total_users, total_guests, …, days, vendors}';

create or replace function public.list_users(
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
