-- What a month of one person may cost, by plan or by a budget of his own.
-- Tables: private.user_budgets. Columns: message_reservations.is_own_key, message_usage.billed_tokens,
-- message_usage.estimated_requests. Function: get_usage_budget.

alter table public.message_reservations add column is_own_key boolean not null default false;
comment on column public.message_reservations.is_own_key is 'The last request of the gateway brought a key of its user: it costs the service nothing.';

alter table public.message_usage
  add column billed_tokens bigint not null default 0 check (billed_tokens >= 0),
  add column estimated_requests bigint not null default 0 check (estimated_requests >= 0);
comment on column public.message_usage.billed_tokens is 'Tokens that a key of the service paid for.';
comment on column public.message_usage.estimated_requests is 'Replies whose vendor told no usage: their tokens are estimated.';
update public.message_usage set billed_tokens = prompt_tokens + completion_tokens;

grant select (billed_tokens, estimated_requests) on table public.message_usage to authenticated;

create table private.user_budgets (
  user_id uuid primary key references auth.users (id) on delete cascade,
  tokens_per_month bigint check (tokens_per_month >= 0),
  cost_per_month numeric(12, 6) check (cost_per_month >= 0)
);
comment on table private.user_budgets is 'Budgets of single accounts; null takes what the plan gives.';

create function private.limit_setting(key text) returns numeric
  language plpgsql stable security definer set search_path = ''
  -- What is no number is no limit: the messages of a day stay bounded by their own settings.
  as $$
  declare
    value constant text := private.setting(key, 'none');
  begin
    return case when value ~ '^[0-9]{1,13}(\.[0-9]{1,6})?$' then value::numeric end;
  end
  $$;

create function private.budget_of(
  target uuid, out tokens_used bigint, out tokens_allowed bigint, out cost_used numeric, out cost_allowed numeric,
  out own_tokens bigint, out own_cost numeric
)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    plan constant text := coalesce(private.plan_of(target), 'guest');
  begin
    select b.tokens_per_month, b.cost_per_month into own_tokens, own_cost
    from private.user_budgets b where b.user_id = target;
    tokens_allowed := coalesce(own_tokens, private.limit_setting(plan || '_tokens_per_month')::bigint);
    cost_allowed := coalesce(own_cost, private.limit_setting(plan || '_cost_per_month'));
    select coalesce(sum(u.billed_tokens), 0), coalesce(sum(u.cost), 0) into tokens_used, cost_used
    from public.message_usage u
    where u.user_id = target and u.usage_day >= date_trunc('month', private.today())::date;
  end
  $$;
comment on function private.budget_of(uuid) is 'Used and allowed in this UTC month, null is no limit; and what is allowed to this account alone, null where its plan says.';

create function private.budget_refusal(target uuid) returns text
  language plpgsql stable security definer set search_path = ''
  -- What a reply costs is known at its end only: the replies under way, at most concurrent_completions, may go beyond.
  as $$
  declare
    budget record;
  begin
    select * into budget from private.budget_of(target);
    if budget.tokens_used >= budget.tokens_allowed or budget.cost_used >= budget.cost_allowed then
      return format(
        'You have used your budget for this month. It begins anew on %s.',
        to_char(date_trunc('month', private.today()) + interval '1 month', 'FMDD FMMonth')
      );
    end if;
    return null;
  end
  $$;

create function public.get_usage_budget() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    budget record;
  begin
    if not private.may_read() then
      return null;
    end if;
    select * into budget from private.budget_of(auth.uid());
    return jsonb_build_object(
      'tokens_used', budget.tokens_used, 'tokens_allowed', budget.tokens_allowed,
      'cost_used', budget.cost_used, 'cost_allowed', budget.cost_allowed,
      'resets_at', (date_trunc('month', private.today()::timestamp) + interval '1 month') at time zone 'utc'
    );
  end
  $$;
comment on function public.get_usage_budget() is
  'The caller''s UTC month on the service''s keys: {tokens_used, tokens_allowed, cost_used, cost_allowed, resets_at}; null is no limit, costs in USD.';

revoke execute on function
  private.limit_setting(text), private.budget_of(uuid), private.budget_refusal(uuid), public.get_usage_budget()
  from public, anon, authenticated, service_role;
grant execute on function public.get_usage_budget() to authenticated;

alter table private.user_budgets enable row level security;
revoke all on table private.user_budgets from public, anon, authenticated, service_role;
