-- Usage and quota: what a message costs, which budgets it needs, and what an account stores.
-- Tables: message_reservations, message_usage, private.own_usage, private.message_counts, private.address_counts,
-- private.user_budgets, private.account_usage.

create table public.message_reservations (
  message_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  usage_day date not null,
  attempts integer not null default 0 check (attempts between 0 and 3),
  in_flight integer not null default 0 check (in_flight >= 0),
  last_attempt_at timestamptz,
  state text not null default 'reserved' check (state in ('reserved', 'answered', 'refunded')),
  is_own_key boolean not null default false,
  held_tokens bigint not null default 0 check (held_tokens >= 0),
  held_cost numeric(20, 9) not null default 0 check (held_cost >= 0),
  client_address_hash text,
  created_at timestamptz not null default now()
);
comment on table public.message_reservations is
  'What a message id has paid for: one message of the day''s quota and at most three requests of the gateway.';
comment on column public.message_reservations.message_id is
  'Id of the user message. No foreign key: temporary chats and the developer API store no message.';
comment on column public.message_reservations.in_flight is
  'Requests in progress; nothing is refunded while one may still deliver.';
comment on column public.message_reservations.last_attempt_at is
  'When the gateway''s latest request began. One that is older than the longest possible reply will never finish.';
comment on column public.message_reservations.is_own_key is
  'The latest request used the user''s own key, which costs the service nothing.';
comment on column public.message_reservations.held_tokens is
  'The most tokens that its running requests can take on the service''s keys.';
comment on column public.message_reservations.held_cost is
  'The most US dollars that its running requests can cost; 0 for models without a known price.';
comment on column public.message_reservations.client_address_hash is
  'The network address whose quota was used too, for a guest.';
create index message_reservations_user_id_idx on public.message_reservations (user_id, usage_day);
create index message_reservations_usage_day_idx on public.message_reservations (usage_day);
create index message_reservations_in_flight_idx on public.message_reservations (user_id) where in_flight > 0;
-- For the number of active users: see recent_activity.
create index message_reservations_last_attempt_at_idx
  on public.message_reservations (last_attempt_at, user_id) where last_attempt_at is not null;
-- For purge_counts.
create index message_reservations_address_idx
  on public.message_reservations (usage_day) where client_address_hash is not null;

create table public.message_usage (
  user_id uuid not null references auth.users (id) on delete cascade,
  usage_day date not null,
  model_id text not null check (char_length(model_id) <= 200),
  requests bigint not null default 0 check (requests >= 0),
  estimated_requests bigint not null default 0 check (estimated_requests >= 0),
  prompt_tokens bigint not null default 0 check (prompt_tokens >= 0),
  completion_tokens bigint not null default 0 check (completion_tokens >= 0),
  billed_tokens bigint not null default 0 check (billed_tokens >= 0),
  -- As many digits as the usage of a single reply has, so that sums agree with it.
  cost numeric(20, 9) not null default 0 check (cost >= 0),
  primary key (user_id, usage_day, model_id)
);
comment on table public.message_usage is 'Delivered replies by user, UTC day and model. No text.';
comment on column public.message_usage.estimated_requests is
  'Replies without reported usage: their tokens are estimated.';
comment on column public.message_usage.billed_tokens is 'Tokens that were charged to the service''s key.';
comment on column public.message_usage.cost is 'USD, from the vendor model''s cost_per_1k_*; 0 if unknown.';
create index message_usage_usage_day_idx on public.message_usage (usage_day, model_id);

-- For the sum of a user's month. Not part of any budget, nor of administrators' figures.
create table private.own_usage (
  user_id uuid not null references auth.users (id) on delete cascade,
  usage_day date not null,
  tokens bigint not null default 0 check (tokens >= 0),
  cost numeric(20, 9) not null default 0 check (cost >= 0),
  primary key (user_id, usage_day)
);
comment on table private.own_usage is
  'Tokens and price (USD) of replies with a user''s own key, by UTC day, also of those that the gateway did not relay. The rows stay when their replies are deleted.';

create table private.message_counts (
  user_id uuid not null references auth.users (id) on delete cascade,
  usage_day date not null,
  used integer not null check (used >= 0),
  attempts integer not null default 0 check (attempts >= 0),
  refunds integer not null default 0 check (refunds >= 0),
  primary key (user_id, usage_day)
);
comment on table private.message_counts is
  'Messages by user and UTC day. One row per day, so that one upsert counts atomically.';
comment on column private.message_counts.attempts is
  'Requests of the gateway, including failed ones: those are refunded, but their number is limited.';
comment on column private.message_counts.refunds is
  'Refunded reservations: limited, because the messages may stay stored although nothing answered them.';
create index message_counts_usage_day_idx on private.message_counts (usage_day);

create table private.address_counts (
  address_hash text not null check (octet_length(address_hash) <= 200),
  usage_day date not null,
  used integer not null check (used >= 0),
  primary key (address_hash, usage_day)
);
comment on table private.address_counts is 'Messages of guests by hashed network address and UTC day.';
create index address_counts_usage_day_idx on private.address_counts (usage_day);

create table private.user_budgets (
  user_id uuid primary key references auth.users (id) on delete cascade,
  tokens_per_month bigint check (tokens_per_month >= 0),
  cost_per_month numeric(12, 6) check (cost_per_month >= 0)
);
comment on table private.user_budgets is 'Monthly budgets of single accounts; null means the plan''s budget.';

create table private.account_usage (
  user_id uuid primary key references auth.users (id) on delete cascade,
  chats bigint not null default 0,
  messages bigint not null default 0,
  bytes bigint not null default 0,
  minute_began_at timestamptz not null default '-infinity',
  minute_writes integer not null default 0,
  day date not null default '-infinity',
  day_bytes bigint not null default 0
) with (fillfactor = 50);
comment on table private.account_usage is
  'What each account stores and how fast it writes, updated by triggers. One row per account, so that accounts never wait for each other and no insert has to count rows.';
comment on column private.account_usage.bytes is 'Content of messages and images.';
comment on column private.account_usage.day_bytes is
  'Bytes written on this UTC day, including those deleted since: otherwise repeated writing and deleting would fill the disk.';

-- Who may read what

alter table public.message_reservations enable row level security;
alter table public.message_usage enable row level security;
alter table private.own_usage enable row level security;
alter table private.message_counts enable row level security;
alter table private.address_counts enable row level security;
alter table private.user_budgets enable row level security;
alter table private.account_usage enable row level security;

grant select (message_id, user_id, usage_day, attempts, state, created_at)
  on table public.message_reservations to authenticated;
grant select (
    user_id, usage_day, model_id, requests, estimated_requests, prompt_tokens, completion_tokens, billed_tokens, cost
  )
  on table public.message_usage to authenticated;
grant select, insert, update, delete on table public.message_reservations, public.message_usage to service_role;

create policy "Users can read their own reservations"
  on public.message_reservations for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can read their own usage, administrators all usage"
  on public.message_usage for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.may_read())) or (select private.is_admin()));

-- Messages per day

create function private.messages_per_day(plan text) returns integer
  language plpgsql stable set search_path = ''
  as $$
  begin
    return case plan
      when 'professional' then null
      when 'guest' then case
        when exists (select from public.api_vendors v where v.is_active and v.name = 'demo')
        then private.integer_setting('guest_demo_messages_per_day', 40)
        else private.integer_setting('guest_messages_per_day', 3)
      end
      else private.integer_setting('starter_messages_per_day', 3)
    end;
  end
  $$;
comment on function private.messages_per_day(text) is 'Messages per UTC day of the plan; null means no limit.';

create function private.quota_message(allowed integer) returns text
  language sql immutable set search_path = ''
  as $$
    select format(
      'You have used your %s messages for today. Upgrade to Professional for unlimited messages.', allowed
    )
  $$;

create function private.refund(target_user uuid, target_message uuid) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    refunded public.message_reservations;
    -- As many as count_attempt allows to fail, plus the one that it refuses. A plan without quota has nothing to refund.
    max_refunds constant integer := private.messages_per_day(private.plan_of(target_user)) * 3
      + private.integer_setting('spare_attempts_per_day', 30);
  begin
    select * into refunded from public.message_reservations r
    where r.message_id = target_message and r.user_id = target_user and r.state = 'reserved' and r.in_flight = 0
    for update;
    if not found then
      return;
    end if;
    update private.message_counts c set used = greatest(c.used - 1, 0), refunds = c.refunds + 1
    where c.user_id = refunded.user_id and c.usage_day = refunded.usage_day
      and (max_refunds is null or c.refunds <= max_refunds);
    if not found then
      return;
    end if;
    update public.message_reservations r set state = 'refunded' where r.message_id = target_message;
    update private.address_counts a set used = greatest(a.used - 1, 0)
    where a.address_hash = refunded.client_address_hash and a.usage_day = refunded.usage_day;
  end
  $$;
comment on function private.refund(uuid, uuid) is
  'Refunds a reservation once, if nothing was delivered or can still be delivered, and as often per day as requests may fail.';

create function private.release_stale_reservations(target_user uuid) returns void
  language plpgsql set search_path = ''
  -- A killed process never reports the outcome. Fifteen minutes, because the gateway ends every reply after ten.
  as $$
  declare
    stale uuid;
  begin
    for stale in
      select r.message_id from public.message_reservations r
      where r.user_id = target_user and r.in_flight > 0 and r.last_attempt_at < now() - interval '15 minutes'
      for update skip locked
    loop
      update public.message_reservations r set in_flight = 0 where r.message_id = stale;
      perform private.refund(target_user, stale);
    end loop;
  end
  $$;
comment on function private.release_stale_reservations(uuid) is
  'Refunds requests whose outcome will never be reported.';

create function private.try_reserve(
  target_user uuid, target_message uuid, out granted boolean, out allowed integer
)
  language plpgsql set search_path = ''
  as $$
  declare
    day constant date := private.today();
    existing public.message_reservations;
  begin
    granted := true;
    perform private.release_stale_reservations(target_user);
    insert into public.message_reservations (message_id, user_id, usage_day)
    values (target_message, target_user, day)
    on conflict (message_id) do nothing;

    if not found then
      select * into existing from public.message_reservations r where r.message_id = target_message for update;
      if existing.user_id is distinct from target_user then
        raise insufficient_privilege using message = 'This message belongs to someone else.';
      end if;
      if existing.state <> 'refunded' then
        return;
      end if;
      update public.message_reservations r
      set state = 'reserved', usage_day = day, attempts = 0, in_flight = 0, client_address_hash = null
      where r.message_id = target_message;
    end if;

    -- Checked and counted in one statement, otherwise parallel requests could exceed the limit.
    allowed := private.messages_per_day(private.plan_of(target_user));
    insert into private.message_counts as c (user_id, usage_day, used)
    select target_user, day, 1 where coalesce(allowed, 1) > 0
    on conflict (user_id, usage_day) do update set used = c.used + 1
      where allowed is null or c.used < allowed;
    if not found then
      update public.message_reservations r set state = 'refunded' where r.message_id = target_message;
      granted := false;
    end if;
  end
  $$;
comment on function private.try_reserve(uuid, uuid) is
  'Counts the message once. granted is false if the day''s messages (allowed) are used up.';

create function private.reserve_for(target_user uuid, target_message uuid) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    result record;
  begin
    select * into result from private.try_reserve(target_user, target_message);
    if not result.granted then
      raise exception using message = private.quota_message(result.allowed), hint = 'quota';
    end if;
  end
  $$;

create function private.count_message() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes counters, which clients may not.
  as $$
  begin
    perform private.reserve_for(new.user_id, new.id);
    return null;
  end
  $$;

create function public.reserve_message(message_id uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: writes counters, which clients may not; only for the caller.
  as $$
  begin
    perform private.check_sender(auth.uid());
    -- Counts as a write, because a plan without quota could otherwise create any number of reservations.
    perform private.add_usage(auth.uid(), writes => 1);
    perform private.reserve_for(auth.uid(), reserve_message.message_id);
  end
  $$;
comment on function public.reserve_message(uuid) is
  'Counts the message in the caller''s day, once per id. If the limit is reached: P0001 with the hint quota.';

create function public.release_reservation(message_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: writes counters, which clients may not; only for the caller.
  as $$
  begin
    perform from public.message_reservations r
    where r.message_id = release_reservation.message_id and r.user_id = auth.uid()
      and r.state = 'reserved' and r.attempts = 0
    for update;
    -- A stored message keeps its reservation: retrying its reply is free, and otherwise every message could be refunded
    -- once it is stored. Checked under the same lock that storing takes.
    if not found or exists (select from public.chat_messages m where m.id = release_reservation.message_id) then
      return false;
    end if;
    perform private.refund(auth.uid(), release_reservation.message_id);
    return exists (
      select from public.message_reservations r
      where r.message_id = release_reservation.message_id and r.user_id = auth.uid() and r.state = 'refunded'
    );
  end
  $$;
comment on function public.release_reservation(uuid) is
  'Refunds the caller''s own reservation if no request of the gateway used it and no message is stored for it: for a direct call that delivered nothing.';

create function public.get_message_quota() returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: reads internal counters, only the caller's.
  as $$
    select jsonb_build_object(
      'plan', plan,
      'allowed', private.messages_per_day(plan),
      'used', coalesce(
        (select c.used from private.message_counts c where c.user_id = auth.uid() and c.usage_day = private.today()), 0
      )
    )
    from private.plan_of(auth.uid()) as plan
    where private.may_read()
  $$;
comment on function public.get_message_quota() is
  'The caller''s day: {plan, allowed, used}; allowed null means no limit.';

-- What a reply took

create function private.cost_of(
  vendor_id uuid, model_id text, prompt_tokens bigint, completion_tokens bigint, cached_tokens bigint,
  out cost bigint, out is_estimated boolean
)
  language plpgsql stable set search_path = ''
  as $$
  declare
    prices jsonb;
    price_in numeric;
    price_out numeric;
    price_cached numeric;
    cached constant bigint := least(coalesce(cost_of.cached_tokens, 0), cost_of.prompt_tokens);
  begin
    select o.config into prices from public.api_vendor_models o
    where o.vendor_id = cost_of.vendor_id and o.model_id = cost_of.model_id;
    price_in := private.json_number(prices -> 'cost_per_1k_input');
    if price_in is null then
      return;
    end if;
    price_out := coalesce(private.json_number(prices -> 'cost_per_1k_output'), price_in);
    price_cached := coalesce(private.json_number(prices -> 'cost_per_1k_cached'), price_in);
    -- Per 1,000 tokens in dollars is per token in thousandths: a million billionths.
    cost := round(least(
      ((cost_of.prompt_tokens - cached) * price_in + cached * price_cached + cost_of.completion_tokens * price_out) * 1000000,
      1e15
    ));
    is_estimated := cost > 0 and (
      not prices ? 'cost_per_1k_output' or cached > 0 and not prices ? 'cost_per_1k_cached'
    );
  end
  $$;
comment on function private.cost_of(uuid, text, bigint, bigint, bigint) is
  'The price of a reply in billionths of a US dollar, null if the model''s price is unknown; is_estimated if one of its prices is replaced by the price of input.';

create function private.usage_of_reply(
  vendor_id uuid, model_id text, requested_model text, prompt_tokens bigint, completion_tokens bigint,
  reasoning_tokens bigint, cached_tokens bigint, is_estimated boolean, milliseconds integer
) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  declare
    has_tokens constant boolean := usage_of_reply.prompt_tokens + usage_of_reply.completion_tokens > 0;
    price record;
  begin
    -- Vendors name the version that answered, for which no price may be known.
    select p.* into price
    from unnest(array[usage_of_reply.model_id, usage_of_reply.requested_model]) with ordinality as m (model, place)
    cross join lateral private.cost_of(
      usage_of_reply.vendor_id, m.model, usage_of_reply.prompt_tokens, usage_of_reply.completion_tokens,
      usage_of_reply.cached_tokens
    ) p
    where has_tokens and p.cost is not null
    order by m.place limit 1;
    return jsonb_strip_nulls(jsonb_build_object(
      'milliseconds', case when usage_of_reply.milliseconds > 0 then usage_of_reply.milliseconds end,
      'prompt_tokens', case when has_tokens then usage_of_reply.prompt_tokens end,
      'completion_tokens', case when has_tokens then usage_of_reply.completion_tokens end,
      'reasoning_tokens', nullif(usage_of_reply.reasoning_tokens, 0),
      'cached_tokens', nullif(usage_of_reply.cached_tokens, 0),
      'is_estimated', case when has_tokens and usage_of_reply.is_estimated then true end,
      'cost', price.cost,
      'is_cost_estimated', nullif(price.cost > 0 and (usage_of_reply.is_estimated or price.is_estimated), false)
    ));
  end
  $$;
comment on function private.usage_of_reply(uuid, text, text, bigint, bigint, bigint, bigint, boolean, integer) is
  'What chat_messages.usage says, with the price of this moment.';

create function private.count_own_usage(for_user uuid, usage jsonb) returns void
  language sql set search_path = ''
  as $$
    insert into private.own_usage as u (user_id, usage_day, tokens, cost)
    select for_user, private.today(), spent.tokens, spent.cost
    from (
      select coalesce((usage ->> 'prompt_tokens')::bigint, 0) + coalesce((usage ->> 'completion_tokens')::bigint, 0) as tokens,
        coalesce((usage ->> 'cost')::numeric, 0) / 1000000000 as cost
    ) spent
    where spent.tokens > 0
    on conflict (user_id, usage_day) do update
      set tokens = u.tokens + excluded.tokens, cost = u.cost + excluded.cost
  $$;
comment on function private.count_own_usage(uuid, jsonb) is
  'Adds what a reply with an own key took, in the form of chat_messages.usage.';

-- What a request can take. A reservation is never smaller than what the vendor may bill: it contains what a model may
-- think, the limits that the provider clients set by themselves, and the fallback models that they know.

create function private.may_think(model_id text, config jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(config -> 'reasoning_model' = 'true', false)
      or may_think.model_id ~* '(^|/)(o[0-9]|gpt-[5-9]|gpt-oss|gemini-(2\.5|[3-9])|claude-[a-z]+-([5-9]|[0-9]{2}))'
  $$;
comment on function private.may_think(text, jsonb) is
  'Whether a model may think although no effort is requested: every model to whose limit the provider clients then add room.';

create function private.built_in_fallbacks(vendor text) returns text[]
  language sql immutable set search_path = ''
  as $$
    select case built_in_fallbacks.vendor
      when 'deepinfra' then array['meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo', 'mistralai/Mixtral-8x7B-Instruct-v0.1']
      else '{}'
    end
  $$;
comment on function private.built_in_fallbacks(text) is
  'The fallback models of a vendor''s provider client, tried if its config names none.';

create function private.reply_limit(vendor jsonb, model_id text, config jsonb, reply_tokens bigint) returns bigint
  language sql immutable set search_path = ''
  as $$
    select least(
      coalesce(
        reply_limit.reply_tokens + case when private.may_think(reply_limit.model_id, config) then 16384 else 0 end,
        -- What the provider clients request without a limit; an effort may be requested too.
        16384 + case vendor ->> 'name' when 'deepinfra' then 1024 when 'openai' then 4000 when 'modelslab' then 1000 end,
        16384 + case vendor #>> '{config,dialect}' when 'anthropic' then 4096 end,
        private.json_number(config -> 'max_output')::bigint,
        private.json_number(config -> 'context_length')::bigint,
        131072
      ),
      nullif(greatest(private.json_number(config -> 'max_output')::bigint, 0), 0)
    )
  $$;
comment on function private.reply_limit(jsonb, text, jsonb, bigint) is
  'The most tokens of a reply with its thinking. Without a limit it is that of the provider client, else the longest reply or the context of the model, else 131,072.';

create function private.worst_case(
  target jsonb, failover jsonb, prompt_tokens bigint, reply_tokens bigint, out tokens bigint, out cost numeric
)
  language plpgsql stable set search_path = ''
  -- One of these models answers: the requested one, a fallback model of its vendor, or that of the failover vendor.
  as $$
  begin
    select max(worst_case.prompt_tokens + l.reply_tokens), max(p.cost) / 1000000000.0 into tokens, cost
    from (values (target), (failover)) as t (target)
    cross join lateral (
      select t.target #>> '{model,id}'
      union all
      select f from jsonb_array_elements_text(
        case jsonb_typeof(t.target #> '{vendor,config,fallback_models}')
          when 'array' then t.target #> '{vendor,config,fallback_models}'
          else to_jsonb(private.built_in_fallbacks(t.target #>> '{vendor,name}'))
        end
      ) f
    ) as m (id)
    cross join lateral (select (t.target #>> '{vendor,id}')::uuid) as v (id)
    left join public.api_vendor_models o on o.vendor_id = v.id and o.model_id = m.id
    cross join lateral (
      select private.reply_limit(t.target -> 'vendor', m.id, o.config, worst_case.reply_tokens)
    ) as l (reply_tokens)
    cross join lateral private.cost_of(v.id, m.id, worst_case.prompt_tokens, l.reply_tokens, 0) p
    where t.target is not null;
  end
  $$;
comment on function private.worst_case(jsonb, jsonb, bigint, bigint) is
  'The most tokens and US dollars that a request can take; cost is null if no price is known. reply_tokens is the limit of the answer with an effort that was requested.';

-- Budgets per month. They stop before they are exceeded: a request reserves the most that it can take until it has
-- ended. The whole installation may have a budget too.

create function private.release_hold() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.in_flight = 0 then
      new.held_tokens := 0;
      new.held_cost := 0;
    else
      -- The requests of one message are of one size.
      new.held_tokens := old.held_tokens * new.in_flight / old.in_flight;
      new.held_cost := old.held_cost * new.in_flight / old.in_flight;
    end if;
    return new;
  end
  $$;

create function private.budget_of(
  target uuid, out tokens_used bigint, out tokens_allowed bigint, out cost_used numeric, out cost_allowed numeric,
  out own_tokens bigint, out own_cost numeric
)
  language plpgsql stable set search_path = ''
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
comment on function private.budget_of(uuid) is
  'Used and allowed in this UTC month, null means no limit; own_tokens and own_cost are the account''s own budget, null if the plan''s budget applies.';

create function private.budget_refusal(target uuid, tokens bigint, cost numeric) returns text
  language plpgsql set search_path = ''
  -- Each sum is one statement after the lock: it sees every request that was granted before, either as held or as used.
  as $$
  declare
    month constant date := date_trunc('month', private.today())::date;
    next_month constant text := to_char(month + interval '1 month', 'FMDD FMMonth');
    service_allowed constant numeric := private.limit_setting('service_cost_per_month');
    service_used numeric;
    service_held numeric;
    budget record;
  begin
    -- Released with the transaction. The order of the two locks is the same for all.
    perform pg_advisory_xact_lock(hashtextextended(target::text, 110200));
    select b.*, h.tokens as tokens_held, h.cost as cost_held into budget
    from private.budget_of(target) b
    cross join lateral (
      select coalesce(sum(r.held_tokens), 0) as tokens, coalesce(sum(r.held_cost), 0) as cost
      from public.message_reservations r
      where r.user_id = target and r.in_flight > 0 and r.last_attempt_at > now() - interval '15 minutes'
    ) h;
    if budget.tokens_used >= budget.tokens_allowed or budget.cost_used >= budget.cost_allowed then
      return format('You have used your budget for this month. It resets on %s.', next_month);
    elsif budget.tokens_used + budget.tokens_held + budget_refusal.tokens > budget.tokens_allowed
      or budget.cost_used + budget.cost_held + budget_refusal.cost > budget.cost_allowed
    then
      return format(
        'This message could exceed your budget for this month, which resets on %s. Choose a cheaper model, start a new chat, or wait for running replies.',
        next_month
      );
    end if;

    if service_allowed is not null then
      perform pg_advisory_xact_lock(110200);
      select coalesce(sum(s.cost), 0), (
        select coalesce(sum(r.held_cost), 0) from public.message_reservations r
        where r.in_flight > 0 and r.last_attempt_at > now() - interval '15 minutes'
      ) into service_used, service_held
      from private.completion_statistics s where s.usage_day >= month;
      if service_used >= service_allowed then
        return format(
          'This service has used its budget for this month. It resets on %s. Ask an administrator, or use your own key.',
          next_month
        );
      elsif service_used + service_held + budget_refusal.cost > service_allowed then
        return format(
          'This message could exceed the budget of this service for this month, which resets on %s. Choose a cheaper model, start a new chat, or use your own key.',
          next_month
        );
      end if;
    end if;
    return null;
  end
  $$;
comment on function private.budget_refusal(uuid, bigint, numeric) is
  'Why a request that can take so much is refused; null if it fits the budgets of its account and of the installation.';

create function public.get_usage_budget() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads internal budgets, only the caller's.
  as $$
  declare
    month constant date := date_trunc('month', private.today())::date;
    budget record;
    own record;
  begin
    if not private.may_read() then
      return null;
    end if;
    select * into budget from private.budget_of(auth.uid());
    select coalesce(sum(u.tokens), 0) as tokens, coalesce(sum(u.cost), 0) as cost into own
    from private.own_usage u where u.user_id = auth.uid() and u.usage_day >= month;
    return jsonb_build_object(
      'tokens_used', budget.tokens_used, 'tokens_allowed', budget.tokens_allowed,
      'cost_used', budget.cost_used, 'cost_allowed', budget.cost_allowed,
      'own_tokens', own.tokens, 'own_cost', own.cost,
      'resets_at', (month + interval '1 month') at time zone 'utc'
    );
  end
  $$;
comment on function public.get_usage_budget() is
  'The caller''s UTC month: {tokens_used, tokens_allowed, cost_used, cost_allowed} on the service''s keys, {own_tokens, own_cost} with own keys, {resets_at}; null means no limit, costs are in USD.';

create function public.set_user_budget(
  actor jsonb, target_user uuid, tokens_per_month bigint, cost_per_month numeric
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes an internal table and the log together.
  as $$
  declare
    refused jsonb;
  begin
    perform private.begin_admin_action(actor);
    refused := private.lock_user(target_user);
    if refused is not null then
      return refused;
    end if;
    insert into private.user_budgets (user_id, tokens_per_month, cost_per_month)
    values (target_user, set_user_budget.tokens_per_month, set_user_budget.cost_per_month)
    on conflict (user_id) do update
      set tokens_per_month = excluded.tokens_per_month, cost_per_month = excluded.cost_per_month;
    perform private.log_admin_action('user.set-budget', target_user, jsonb_build_object(
      'tokens_per_month', set_user_budget.tokens_per_month, 'cost_per_month', set_user_budget.cost_per_month
    ));
    return jsonb_build_object('ok', true, 'user', private.user_view(target_user));
  end
  $$;
comment on function public.set_user_budget(jsonb, uuid, bigint, numeric) is
  'Sets the monthly budget of one account; null means the plan''s budget. {ok, user}';

-- What an account stores

create function private.check_usage(target uuid) returns void
  language plpgsql stable set search_path = ''
  -- Called after the change is counted, so that two changes at the same time cannot both take the last place.
  as $$
  declare
    usage private.account_usage;
    plan constant text := coalesce(private.plan_of(target), 'guest');
    max_chats constant bigint := private.integer_setting(plan || '_chats', 200);
    max_messages constant bigint := private.integer_setting(plan || '_stored_messages', 4000);
    max_megabytes constant bigint := private.integer_setting(plan || '_stored_megabytes', 20);
    max_writes constant bigint := private.integer_setting(plan || '_writes_per_minute', 120);
  begin
    select * into usage from private.account_usage u where u.user_id = target;
    if usage.minute_writes > max_writes and usage.minute_began_at > now() - interval '1 minute' then
      raise exception using errcode = 'PT429', hint = 'limit', message = format(
        'You can save %s chats and messages a minute. Wait a minute, then try again.', max_writes);
    elsif usage.chats > max_chats then
      raise exception using hint = 'limit', message = format(
        'You can keep %s chats. Delete chats that you no longer need, then try again.', max_chats);
    elsif usage.messages > max_messages then
      raise exception using hint = 'limit', message = format(
        'You can keep %s messages. Delete chats that you no longer need, then try again.', max_messages);
    elsif usage.bytes > max_megabytes * 1048576 then
      raise exception using hint = 'limit', message = format(
        'You can keep %s MB of messages and images. Delete chats that you no longer need, then try again.',
        max_megabytes);
    elsif usage.day = private.today() and usage.day_bytes > max_megabytes * 1048576 then
      raise exception using errcode = 'PT429', hint = 'limit', message = format(
        'You can save %s MB a day. Try again tomorrow (UTC).', max_megabytes);
    end if;
  end
  $$;
comment on function private.check_usage(uuid) is
  'Raises P0001 or PT429 with the hint limit and a sentence that names the limit of the account''s plan.';

create function private.add_usage(
  target uuid, chats bigint default 0, messages bigint default 0, bytes bigint default 0, writes integer default 0
) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    insert into private.account_usage as u (
      user_id, chats, messages, bytes, minute_began_at, minute_writes, day, day_bytes
    )
    values (
      target, add_usage.chats, add_usage.messages, add_usage.bytes, now(), add_usage.writes, private.today(),
      add_usage.bytes
    )
    on conflict (user_id) do update set
      chats = u.chats + excluded.chats, messages = u.messages + excluded.messages, bytes = u.bytes + excluded.bytes,
      minute_writes = excluded.minute_writes
        + case when u.minute_began_at > now() - interval '1 minute' then u.minute_writes else 0 end,
      minute_began_at = case
        when u.minute_began_at > now() - interval '1 minute' then u.minute_began_at else now() end,
      day_bytes = excluded.day_bytes + case when u.day = excluded.day then u.day_bytes else 0 end,
      day = excluded.day;
    -- Restore, merge and seed are not limited. Where the service acts for a user, it calls check_usage itself.
    if auth.uid() = target then
      perform private.check_usage(target);
    end if;
  end
  $$;

create function private.add_chats() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write chats.
  as $$
  begin
    perform private.add_usage(
      each.user_id,
      chats => case tg_op when 'INSERT' then each.rows else 0 end,
      writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
    )
    from (select c.user_id, count(*) as rows from changed c group by 1) each;
    return null;
  end
  $$;

create function private.add_content() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write messages.
  as $$
  begin
    if tg_table_name = 'chat_messages' then
      perform private.add_usage(
        each.user_id, messages => each.rows, bytes => each.bytes,
        writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
      )
      from (
        select c.user_id, count(*) as rows,
          sum(octet_length(c.content) + coalesce(octet_length(c.reasoning), 0)) as bytes
        from changed c group by 1
      ) each;
    else
      perform private.add_usage(
        each.user_id, bytes => each.bytes,
        writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
      )
      from (
        select c.user_id, count(*) as rows, sum(octet_length(c.content)) as bytes from changed c group by 1
      ) each;
    end if;
    return null;
  end
  $$;

create function private.count_parameters() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write chats.
  as $$
  declare
    growth constant bigint := coalesce(octet_length(new.parameters::text), 0)
      - coalesce(octet_length(old.parameters::text), 0);
  begin
    if growth > 0 then
      perform private.add_usage(new.user_id, bytes => growth);
    elsif growth < 0 then
      update private.account_usage u set bytes = greatest(u.bytes + growth, 0) where u.user_id = old.user_id;
    end if;
    return null;
  end
  $$;

create function private.subtract_usage() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients delete rows. Never inserts: when an account is deleted, its row is
  -- gone before its chats are.
  as $$
  begin
    if tg_table_name = 'chat_history' then
      update private.account_usage u set chats = greatest(u.chats - d.rows, 0)
      from (select c.user_id, count(*) as rows from changed c group by 1) d where u.user_id = d.user_id;
    elsif tg_table_name = 'chat_messages' then
      update private.account_usage u
      set messages = greatest(u.messages - d.rows, 0), bytes = greatest(u.bytes - d.bytes, 0)
      from (
        select c.user_id, count(*) as rows,
          sum(octet_length(c.content) + coalesce(octet_length(c.reasoning), 0)) as bytes
        from changed c group by 1
      ) d
      where u.user_id = d.user_id;
    else
      update private.account_usage u set bytes = greatest(u.bytes - d.bytes, 0)
      from (select c.user_id, sum(octet_length(c.content)) as bytes from changed c group by 1) d
      where u.user_id = d.user_id;
    end if;
    return null;
  end
  $$;

grant execute on function
  public.reserve_message(uuid), public.release_reservation(uuid), public.get_message_quota(), public.get_usage_budget()
  to authenticated;
grant execute on function public.set_user_budget(jsonb, uuid, bigint, numeric) to service_role;

create trigger release_hold before update of in_flight on public.message_reservations
  for each row when (new.in_flight < old.in_flight) execute function private.release_hold();

-- Accounts that existed before this schema.
insert into private.account_usage (user_id) select u.id from auth.users u;
