-- What completions did, by day, vendor and model: for the console, and kept when an account goes.
-- Tables: private.completion_statistics. Functions: finish_completion, get_dashboard, get_analytics, show_user,
-- set_user_budget (service role only).

create table private.completion_statistics (
  usage_day date not null,
  vendor text not null,
  model_id text not null,
  requests bigint not null default 0,
  failures bigint not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  estimated_requests bigint not null default 0,
  cost numeric(18, 8) not null default 0,
  waits bigint[] not null default array_fill(0::bigint, array[16]),
  primary key (usage_day, vendor, model_id)
);
comment on table private.completion_statistics is 'Sums without a user. vendor is its name.';
comment on column private.completion_statistics.waits is
  'How many replies were whole within each bound of private.wait_bounds(), the last one beyond all.';

insert into private.completion_statistics (usage_day, vendor, model_id, requests, prompt_tokens, completion_tokens, cost)
select u.usage_day, 'unknown', u.model_id, sum(u.requests), sum(u.prompt_tokens), sum(u.completion_tokens), sum(u.cost)
from public.message_usage u group by u.usage_day, u.model_id;

create function private.wait_bounds() returns integer[]
  language sql immutable set search_path = ''
  as $$
    select array[100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10000, 20000, 40000, 60000]
  $$;
comment on function private.wait_bounds() is 'Milliseconds.';

create function private.wait_percentile(waits bigint[], share numeric) returns integer
  language sql immutable set search_path = ''
  as $$
    select (private.wait_bounds() || 600000)[min(each.place)]
    from (
      select w.place, sum(w.count) over (order by w.place) as so_far, sum(w.count) over () as total
      from unnest(waits) with ordinality as w (count, place)
    ) each
    where each.total > 0 and each.so_far >= each.total * share
  $$;
comment on function private.wait_percentile(bigint[], numeric) is 'The bound that this share of the replies kept; null without replies.';

create function private.count_completion(
  vendor_id uuid, model text, is_answered boolean, spent_in bigint, spent_out bigint, spent numeric,
  is_estimated boolean, milliseconds integer
) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    vendor_name constant text := coalesce(
      (select v.name from public.api_vendors v where v.id = count_completion.vendor_id), 'unknown'
    );
    answered constant integer := is_answered::integer;
    -- Where the wait belongs; a failure waits nowhere.
    class constant integer := 1 + (
      select count(*) from unnest(private.wait_bounds()) bound where bound < coalesce(milliseconds, 0)
    );
    wait bigint[] := array_fill(0::bigint, array[16]);
  begin
    wait[class] := answered;
    insert into private.completion_statistics as s (
      usage_day, vendor, model_id, requests, failures, prompt_tokens, completion_tokens, estimated_requests, cost, waits
    )
    values (
      private.today(), vendor_name, left(coalesce(model, 'unknown'), 200), answered, 1 - answered,
      spent_in, spent_out, (is_estimated and is_answered)::integer, spent, wait
    )
    on conflict (usage_day, vendor, model_id) do update set
      requests = s.requests + excluded.requests, failures = s.failures + excluded.failures,
      prompt_tokens = s.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = s.completion_tokens + excluded.completion_tokens,
      estimated_requests = s.estimated_requests + excluded.estimated_requests,
      cost = s.cost + excluded.cost, waits[class] = s.waits[class] + answered;
  end
  $$;

drop function public.finish_completion(uuid, uuid, text, uuid, text, integer, integer);

create function public.finish_completion(
  user_id uuid,
  message_id uuid,
  outcome text,
  vendor_id uuid default null,
  model_id text default null,
  prompt_tokens integer default 0,
  completion_tokens integer default 0,
  is_estimated boolean default false
) returns void
  language plpgsql security definer set search_path = ''
  -- Definer and service role only: what was delivered is the gateway's word.
  as $$
  declare
    spent_in constant bigint := greatest(coalesce(finish_completion.prompt_tokens, 0), 0);
    spent_out constant bigint := greatest(coalesce(finish_completion.completion_tokens, 0), 0);
    reservation public.message_reservations;
    price jsonb;
    price_in numeric;
    spent numeric := 0;
  begin
    if outcome not in ('answered', 'failed') then
      raise invalid_parameter_value using message = 'The outcome must be answered or failed.';
    end if;

    update public.message_reservations r
    set in_flight = greatest(r.in_flight - 1, 0),
      state = case when outcome = 'answered' then 'answered' else r.state end
    where r.message_id = finish_completion.message_id and r.user_id = finish_completion.user_id
    returning * into reservation;
    if not found then
      return;
    end if;

    if outcome = 'failed' then
      perform private.refund(finish_completion.user_id, finish_completion.message_id);
      perform private.count_completion(
        finish_completion.vendor_id, finish_completion.model_id, false, 0, 0, 0, false, null
      );
      return;
    end if;

    if not reservation.is_own_key then
      select o.config into price from public.api_vendor_models o
      where o.vendor_id = finish_completion.vendor_id and o.model_id = finish_completion.model_id;
      price_in := coalesce(private.json_number(price -> 'cost_per_1k_input'), 0);
      spent := (
        spent_in * price_in + spent_out * coalesce(private.json_number(price -> 'cost_per_1k_output'), price_in)
      ) / 1000;
    end if;

    insert into public.message_usage as u (
      user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost, billed_tokens, estimated_requests
    )
    values (
      finish_completion.user_id, private.today(), coalesce(finish_completion.model_id, 'unknown'),
      1, spent_in, spent_out, spent, case when reservation.is_own_key then 0 else spent_in + spent_out end,
      coalesce(finish_completion.is_estimated, false)::integer
    )
    on conflict on constraint message_usage_pkey do update set
      requests = u.requests + 1,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      cost = u.cost + excluded.cost,
      billed_tokens = u.billed_tokens + excluded.billed_tokens,
      estimated_requests = u.estimated_requests + excluded.estimated_requests;
    -- Last, because everybody who asks this model counts in this row.
    perform private.count_completion(
      finish_completion.vendor_id, finish_completion.model_id, true, spent_in, spent_out, spent,
      coalesce(finish_completion.is_estimated, false),
      least(extract(epoch from clock_timestamp() - reservation.last_attempt_at) * 1000, 2000000000)::integer
    );
  end
  $$;
comment on function public.finish_completion(uuid, uuid, text, uuid, text, integer, integer, boolean) is
  'answered: something was delivered (a stop or a part too); its usage is recorded, is_estimated where the vendor told none. failed: nothing was; the message is given back once.';

create function private.figures_of(first_day date, last_day date) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'new_users', (
        select count(*) from private.user_directory d
        where d.created_at >= first_day::timestamp at time zone 'utc'
          and d.created_at < (last_day + 1)::timestamp at time zone 'utc' and not d.is_guest
      ),
      'active_users', (
        select count(distinct u.user_id) from public.message_usage u where u.usage_day between first_day and last_day
      ),
      'requests', coalesce(sum(s.requests), 0), 'failures', coalesce(sum(s.failures), 0),
      'prompt_tokens', coalesce(sum(s.prompt_tokens), 0), 'completion_tokens', coalesce(sum(s.completion_tokens), 0),
      'cost', coalesce(sum(s.cost), 0)
    )
    from private.completion_statistics s where s.usage_day between first_day and last_day
  $$;

create function public.get_dashboard(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    today constant date := private.today();
  begin
    perform private.act_as(actor);
    return jsonb_build_object(
      'ok', true,
      'total_users', (select count(*) from private.user_directory d where not d.is_guest),
      'total_chats', (select count(*) from public.chat_history),
      'today', private.figures_of(today, today),
      'last_week', private.figures_of(today - 7, today - 7),
      'days', (
        select jsonb_agg(
          private.figures_of(day.date, day.date) || jsonb_build_object('day', day.date) order by day.date
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
comment on function public.get_dashboard(jsonb) is 'What stands on the console''s first page. {ok, total_users, …, days, vendors}';

create function public.get_analytics(actor jsonb, first_day date, last_day date, by_what text, max_rows integer default 500)
  returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    answer jsonb;
  begin
    perform private.act_as(actor);
    with raw as (
      select
        case get_analytics.by_what when 'day' then s.usage_day::text when 'model' then s.model_id else s.vendor end as key,
        s.requests, s.failures, s.prompt_tokens, s.completion_tokens, s.cost, s.estimated_requests
      from private.completion_statistics s
      where get_analytics.by_what <> 'user' and s.usage_day between first_day and last_day
      union all
      select u.user_id::text, u.requests, 0, u.prompt_tokens, u.completion_tokens, u.cost, u.estimated_requests
      from public.message_usage u
      where get_analytics.by_what = 'user' and u.usage_day between first_day and last_day
    ),
    summed as (
      select r.key, sum(r.requests) as requests, sum(r.failures) as failures, sum(r.prompt_tokens) as prompt_tokens,
        sum(r.completion_tokens) as completion_tokens, sum(r.cost) as cost,
        sum(r.estimated_requests) as estimated_requests,
        row_number() over (
          order by case when get_analytics.by_what = 'day' then r.key end, sum(r.requests) desc, r.key
        ) as place
      from raw r group by r.key
    ),
    named as (
      select s.*, case get_analytics.by_what
        when 'user' then coalesce(private.email_of(s.key::uuid), 'Guest')
        when 'vendor' then coalesce((select v.display_name from public.api_vendors v where v.name = s.key), s.key)
        else s.key
      end as label
      from summed s where s.place <= get_analytics.max_rows
    )
    select jsonb_build_object(
      'ok', true,
      'rows', coalesce((select jsonb_agg(to_jsonb(n) - 'place' order by n.place) from named n), '[]'::jsonb),
      'totals', (
        select jsonb_build_object(
          'key', 'total', 'label', 'Total', 'requests', coalesce(sum(s.requests), 0),
          'failures', coalesce(sum(s.failures), 0), 'prompt_tokens', coalesce(sum(s.prompt_tokens), 0),
          'completion_tokens', coalesce(sum(s.completion_tokens), 0), 'cost', coalesce(sum(s.cost), 0),
          'estimated_requests', coalesce(sum(s.estimated_requests), 0)
        )
        from summed s
      )
    ) into answer;
    return answer;
  end
  $$;
comment on function public.get_analytics(jsonb, date, date, text, integer) is
  'Sums by day, model, vendor or user over UTC days, both included. {ok, rows, totals}';

create function public.show_user(actor jsonb, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    shown constant jsonb := private.user_view(target_user);
  begin
    perform private.act_as(actor);
    if shown is null then
      return private.refusal('not_found', 'This account is there no more.');
    end if;
    -- A person learns from the log who looked, so looking is an act.
    perform private.log_admin_act('user.show', target_user, '{}');
    return jsonb_build_object(
      'ok', true, 'user', shown,
      'budget', (select to_jsonb(b) from private.budget_of(target_user) b),
      'chats', (select count(*) from public.chat_history c where c.user_id = target_user),
      'api_keys', (
        select count(*) from public.llm_api_keys k where k.user_id = target_user and k.revoked_at is null
      ),
      'sessions', (select count(*) from auth.sessions s where s.user_id = target_user),
      'has_second_factor', private.has_second_factor(target_user),
      'consents_to_support', private.consents_to_support(target_user)
    );
  end
  $$;
comment on function public.show_user(jsonb, uuid) is
  'One account with its budget and its counts, logged. {ok, user, budget, chats, api_keys, sessions, has_second_factor, consents_to_support}';

create function public.set_user_budget(
  actor jsonb, target_user uuid, tokens_per_month bigint, cost_per_month numeric
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    refused jsonb;
  begin
    perform private.act_as(actor);
    refused := private.lock_user(target_user);
    if refused is not null then
      return refused;
    end if;
    insert into private.user_budgets (user_id, tokens_per_month, cost_per_month)
    values (target_user, set_user_budget.tokens_per_month, set_user_budget.cost_per_month)
    on conflict (user_id) do update
      set tokens_per_month = excluded.tokens_per_month, cost_per_month = excluded.cost_per_month;
    perform private.log_admin_act('user.set-budget', target_user, jsonb_build_object(
      'tokens_per_month', set_user_budget.tokens_per_month, 'cost_per_month', set_user_budget.cost_per_month
    ));
    return jsonb_build_object('ok', true, 'user', private.user_view(target_user));
  end
  $$;
comment on function public.set_user_budget(jsonb, uuid, bigint, numeric) is
  'A month''s budget of one account; null takes what the plan gives. {ok, user}';

revoke execute on function
  private.wait_bounds(), private.wait_percentile(bigint[], numeric),
  private.count_completion(uuid, text, boolean, bigint, bigint, numeric, boolean, integer),
  private.figures_of(date, date),
  public.finish_completion(uuid, uuid, text, uuid, text, integer, integer, boolean),
  public.get_dashboard(jsonb), public.get_analytics(jsonb, date, date, text, integer),
  public.show_user(jsonb, uuid), public.set_user_budget(jsonb, uuid, bigint, numeric)
  from public, anon, authenticated, service_role;
grant execute on function
  public.finish_completion(uuid, uuid, text, uuid, text, integer, integer, boolean),
  public.get_dashboard(jsonb), public.get_analytics(jsonb, date, date, text, integer),
  public.show_user(jsonb, uuid), public.set_user_budget(jsonb, uuid, bigint, numeric)
  to service_role;

alter table private.completion_statistics enable row level security;
revoke all on table private.completion_statistics from public, anon, authenticated, service_role;
