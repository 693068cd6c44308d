-- Usage and quota: what a message costs, what an account stores, and the figures that the console shows.
-- Tables: message_reservations, message_usage, private.message_counts, private.address_counts, private.user_budgets,
-- private.account_usage, private.completion_statistics, private.counters.

create table public.message_reservations (
  message_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  usage_day date not null,
  attempts integer not null default 0 check (attempts between 0 and 3),
  in_flight integer not null default 0 check (in_flight >= 0),
  last_attempt_at timestamptz,
  state text not null default 'reserved' check (state in ('reserved', 'answered', 'refunded')),
  is_own_key boolean not null default false,
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
  cost numeric(18, 8) not null default 0 check (cost >= 0),
  primary key (user_id, usage_day, model_id)
);
comment on table public.message_usage is 'Delivered replies by user, UTC day and model. No text.';
comment on column public.message_usage.estimated_requests is
  'Replies without reported usage: their tokens are estimated.';
comment on column public.message_usage.billed_tokens is 'Tokens that were charged to the service''s key.';
comment on column public.message_usage.cost is 'USD, from the vendor model''s cost_per_1k_*; 0 if unknown.';
create index message_usage_usage_day_idx on public.message_usage (usage_day, model_id);

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
comment on table private.completion_statistics is
  'Sums by UTC day, vendor (its name) and model, without users: they stay when an account is deleted.';
comment on column private.completion_statistics.waits is
  'How many replies finished within each limit of private.wait_bounds(); the last element counts those beyond all limits.';

create table private.counters (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('accounts', 'guests', 'chats', 'new_accounts', 'active_accounts')),
  day date,
  change bigint not null
);
comment on table private.counters is
  'Counters for the console; a counter''s value is the sum of its rows. Every change is a separate row, because writers would wait for each other on a single row; private.compact_counters sums them up.';
comment on column private.counters.day is
  'UTC day of new_accounts (guests excluded) and active_accounts (accounts that got a reply); null for the others.';
create index counters_subject_idx on private.counters (subject, day);

-- Who may read what

alter table public.message_reservations enable row level security;
alter table public.message_usage enable row level security;
alter table private.message_counts enable row level security;
alter table private.address_counts enable row level security;
alter table private.user_budgets enable row level security;
alter table private.account_usage enable row level security;
alter table private.completion_statistics enable row level security;
alter table private.counters enable row level security;

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

-- Budgets per month

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

create function private.budget_refusal(target uuid) returns text
  language plpgsql stable set search_path = ''
  -- The cost of a reply is known only at its end, so replies in progress (at most concurrent_completions) may exceed
  -- the budget.
  as $$
  declare
    budget record;
  begin
    select * into budget from private.budget_of(target);
    if budget.tokens_used >= budget.tokens_allowed or budget.cost_used >= budget.cost_allowed then
      return format(
        'You have used your budget for this month. It resets on %s.',
        to_char(date_trunc('month', private.today()) + interval '1 month', 'FMDD FMMonth')
      );
    end if;
    return null;
  end
  $$;

create function public.get_usage_budget() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads internal budgets, only the caller's.
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
  'The caller''s UTC month on the service''s keys: {tokens_used, tokens_allowed, cost_used, cost_allowed, resets_at}; null means no limit, costs are in USD.';

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

-- Completions

create function private.count_attempt(target_user uuid, plan text, out refusal text)
  language plpgsql set search_path = ''
  -- Two limits, because failed requests cost the user nothing: concurrent requests, and requests per day.
  as $$
  declare
    attempts_today integer;
    allowed constant integer := private.messages_per_day(plan);
    concurrent constant integer := private.integer_setting('concurrent_completions', 20);
    running integer;
  begin
    -- Counting first locks the day's row, so that requests of one user pass here one after the other. Always today's
    -- row, even if the message was counted on another day.
    insert into private.message_counts as c (user_id, usage_day, used, attempts)
    values (target_user, private.today(), 0, 1)
    on conflict (user_id, usage_day) do update set attempts = c.attempts + 1
    returning c.attempts into attempts_today;

    select coalesce(sum(r.in_flight), 0) into running
    from public.message_reservations r where r.user_id = target_user and r.in_flight > 0;

    refusal := case
      when running >= concurrent
      then format('You already have %s replies in progress. Please wait until one of them has finished.', running)
      when attempts_today > allowed * 3 + private.integer_setting('spare_attempts_per_day', 30)
      then 'Too many attempts have failed today. Please try again tomorrow.'
    end;
  end
  $$;
comment on function private.count_attempt(uuid, text) is
  'Counts a request of the gateway; refusal is null while it is within the limits.';

create function public.begin_completion(
  user_id uuid default null,
  message_id uuid default null,
  vendor_name text default null,
  model_id text default null,
  client_address_hash text default null,
  session_id uuid default null,
  api_key_hash text default null,
  is_own_key boolean default false
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; returns a vendor's encrypted key.
  as $$
  declare
    for_user uuid;
    for_message constant uuid := coalesce(begin_completion.message_id, gen_random_uuid());
    requested constant text := nullif(begin_completion.model_id, '');
    address constant text := begin_completion.client_address_hash;
    plan text;
    credential record;
    vendor public.api_vendors;
    model record;
    reserved record;
    reservation public.message_reservations;
    address_limit integer;
    limit_reached text;
  begin
    select * into credential
    from private.check_credential(
      begin_completion.user_id, begin_completion.session_id, begin_completion.api_key_hash
    );
    if credential.refusal is not null then
      return credential.refusal;
    end if;
    for_user := credential.owner;
    plan := private.plan_of(for_user);
    if plan is null or private.is_banned(for_user) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    if private.is_restricted(for_user) then
      return private.refusal(
        'forbidden', 'Your account is restricted: you can read your chats, but not send messages.'
      );
    end if;

    if nullif(begin_completion.vendor_name, '') is null then
      select * into vendor from public.api_vendors v where v.is_active;
      if not found then
        perform private.refund(for_user, for_message);
        return private.refusal(
          'no_vendor', 'No active API vendor found. Please configure a vendor in admin settings.'
        );
      end if;
    else
      select * into vendor from public.api_vendors v where v.name = begin_completion.vendor_name;
      if not found then
        perform private.refund(for_user, for_message);
        return private.refusal('unsupported_vendor', 'Vendor not found');
      end if;
    end if;
    if is_own_key or not vendor.is_active then
      -- Only the active vendor is called with the service's key; others only with a user's own key.
      vendor.api_key_encrypted := null;
    end if;

    select * into model from private.choose_model(plan, vendor, requested);
    if model.is_refused then
      perform private.refund(for_user, for_message);
      return private.refusal(
        'forbidden', 'This model is part of Professional. Upgrade to Professional to use all models.'
      );
    end if;

    select * into reserved from private.try_reserve(for_user, for_message);
    if not reserved.granted then
      return private.refusal('quota', private.quota_message(reserved.allowed));
    end if;

    select * into reservation from public.message_reservations r where r.message_id = for_message for update;
    if reservation.attempts >= 3 then
      return private.refusal('quota', 'This message was tried three times. Please send it again as a new one.');
    end if;
    limit_reached := private.count_attempt(for_user, plan);
    if limit_reached is null and not is_own_key then
      limit_reached := private.budget_refusal(for_user);
    end if;
    if limit_reached is not null then
      perform private.refund(for_user, for_message);
      return private.refusal('quota', limit_reached);
    end if;

    -- A new guest takes a second to create, so vendors that cost money also count the network address.
    if plan = 'guest' and vendor.is_active and vendor.name <> 'demo' and not is_own_key
      and address is not null and reservation.client_address_hash is null
    then
      address_limit := private.integer_setting('guest_address_messages_per_day', 3);
      insert into private.address_counts as a (address_hash, usage_day, used)
      select address, reservation.usage_day, 1 where address_limit > 0
      on conflict (address_hash, usage_day) do update set used = a.used + 1 where a.used < address_limit;
      if not found then
        perform private.refund(for_user, for_message);
        return private.refusal('quota', private.quota_message(address_limit));
      end if;
      reservation.client_address_hash := address;
    end if;

    update public.message_reservations r
    set attempts = r.attempts + 1, in_flight = r.in_flight + 1, last_attempt_at = now(),
      client_address_hash = reservation.client_address_hash, is_own_key = begin_completion.is_own_key
    where r.message_id = for_message
    returning * into reservation;

    return private.completion_target(vendor, model.model_id, requested) || jsonb_build_object(
      'ok', true,
      'user_id', for_user,
      'plan', plan,
      'failover', case
        when vendor.is_active and vendor.name <> 'demo' and not is_own_key
        then private.failover_target(plan, vendor, requested)
      end,
      'reservation', jsonb_build_object(
        'message_id', reservation.message_id, 'attempt', reservation.attempts, 'state', reservation.state
      )
    );
  end
  $$;
comment on function public.begin_completion(uuid, uuid, text, text, text, uuid, text, boolean) is
  'Checks session or API key, ban, restriction, vendor, model, plan and quota in one call. {ok: true, user_id, plan, vendor, model, failover, reservation} or {ok: false, code, message}; a success must be followed by finish_completion.';

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
comment on function private.wait_percentile(bigint[], numeric) is
  'The limit within which this share of the replies finished; null without replies.';

create function private.count_completion(
  vendor_id uuid, model text, is_answered boolean, spent_in bigint, spent_out bigint, spent numeric,
  is_estimated boolean, milliseconds integer
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    vendor_name constant text := coalesce(
      (select v.name from public.api_vendors v where v.id = count_completion.vendor_id), 'unknown'
    );
    answered constant integer := is_answered::integer;
    -- The place of this wait in waits; failures are not counted there.
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
  -- Definer: service role only, because the gateway reports what was delivered; writes internal tables.
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
    -- Last, because all users of this model share this row and wait for its lock.
    perform private.count_completion(
      finish_completion.vendor_id, finish_completion.model_id, true, spent_in, spent_out, spent,
      coalesce(finish_completion.is_estimated, false),
      least(extract(epoch from clock_timestamp() - reservation.last_attempt_at) * 1000, 2000000000)::integer
    );
  end
  $$;
comment on function public.finish_completion(uuid, uuid, text, uuid, text, integer, integer, boolean) is
  'answered: something was delivered (also after a stop, or in part), and its usage is recorded; is_estimated if the vendor reported none. failed: nothing was delivered, and the message is refunded once.';

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
    perform private.add_usage(
      each.user_id,
      messages => case tg_table_name when 'chat_messages' then each.rows else 0 end,
      bytes => each.bytes,
      writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
    )
    from (
      select c.user_id, count(*) as rows, sum(octet_length(c.content)) as bytes from changed c group by 1
    ) each;
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
        select c.user_id, count(*) as rows, sum(octet_length(c.content)) as bytes from changed c group by 1
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

-- Counters

create function private.counter_total(subject text, day date default null) returns bigint
  language sql stable set search_path = ''
  as $$
    select coalesce(sum(t.change), 0)::bigint from private.counters t
    where t.subject = counter_total.subject and t.day is not distinct from counter_total.day
  $$;

create function private.count_account() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table; deleting an account runs it as the auth service's own role. A missing new or old
  -- row has null fields.
  as $$
  declare
    guests constant integer := coalesce(new.is_guest::integer, 0) - coalesce(old.is_guest::integer, 0);
    accounts constant integer := (new.user_id is not null)::integer - (old.user_id is not null)::integer;
  begin
    insert into private.counters (subject, day, change)
    select each.subject, each.day, each.change
    from (
      values ('accounts', null::date, accounts), ('guests', null, guests),
        ('new_accounts', (coalesce(new.created_at, old.created_at) at time zone 'utc')::date, accounts - guests)
    ) as each (subject, day, change)
    where each.change <> 0;
    return null;
  end
  $$;

create function private.count_chats() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write chats.
  as $$
  begin
    insert into private.counters (subject, change)
    select 'chats', case tg_op when 'INSERT' then count(*) else -count(*) end from changed having count(*) > 0;
    return null;
  end
  $$;

create function private.count_active_accounts() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table, whatever role the writer has. An account with rows of several models on a day is
  -- counted with its first row, and removed with its last.
  as $$
  begin
    -- An existing row is only updated: nearly every reply ends here.
    if not exists (select from changed) then
      return null;
    end if;
    -- If two first replies come at the same time, the second waits here and then sees the first.
    perform pg_advisory_xact_lock(hashtextextended(c.user_id || ' ' || c.usage_day, 20001))
    from (select distinct user_id, usage_day from changed order by 1, 2) c;
    insert into private.counters (subject, day, change)
    select 'active_accounts', c.usage_day, case tg_op when 'INSERT' then count(*) else -count(*) end
    from (select distinct user_id, usage_day from changed) c
    where not exists (
      select from public.message_usage u
      where u.user_id = c.user_id and u.usage_day = c.usage_day
        and not exists (
          select from changed same
          where same.user_id = u.user_id and same.usage_day = u.usage_day and same.model_id = u.model_id
        )
    )
    group by c.usage_day;
    return null;
  end
  $$;

create function private.compact_counters() returns void
  language sql set search_path = ''
  -- If two run at the same time, the second waits for the rows, finds them deleted and adds nothing.
  as $$
    with folded as (
      delete from private.counters t
      using (select subject, day from private.counters group by subject, day having count(*) > 1) several
      where t.subject = several.subject and t.day is not distinct from several.day
      returning t.subject, t.day, t.change
    )
    insert into private.counters (subject, day, change)
    select f.subject, f.day, sum(f.change) from folded f group by f.subject, f.day having sum(f.change) <> 0
  $$;
comment on function private.compact_counters() is 'Replaces the rows of each counter by one row with their sum.';

-- Figures for administrators

create function private.figures_of(day date) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'new_users', private.counter_total('new_accounts', figures_of.day),
      'active_users', private.counter_total('active_accounts', figures_of.day),
      'requests', coalesce(sum(s.requests), 0), 'failures', coalesce(sum(s.failures), 0),
      'prompt_tokens', coalesce(sum(s.prompt_tokens), 0), 'completion_tokens', coalesce(sum(s.completion_tokens), 0),
      'cost', coalesce(sum(s.cost), 0)
    )
    from private.completion_statistics s where s.usage_day = figures_of.day
  $$;

create function public.get_dashboard(actor jsonb) returns jsonb
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
  'Gets the figures of the console''s first page. {ok, total_users, …, days, vendors}';

create function public.get_analytics(actor jsonb, first_day date, last_day date, by_what text, max_rows integer default 500)
  returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads internal tables.
  as $$
  declare
    answer jsonb;
  begin
    perform private.begin_admin_action(actor);
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
  'Sums usage by day, model, vendor or user over UTC days, both days included. {ok, rows, totals}';

create function public.get_api_usage() returns table (user_id uuid, total_requests bigint)
  language plpgsql stable set search_path = ''
  as $$
  begin
    if not private.is_admin() then
      raise insufficient_privilege using message = 'Only administrators can do this.', hint = 'admin';
    end if;
    return query
      select u.user_id, sum(u.requests)::bigint
      from public.message_usage u
      group by u.user_id
      order by 2 desc, 1;
  end
  $$;
comment on function public.get_api_usage() is 'Requests by user, most first. Administrators only.';

grant execute on function
  public.reserve_message(uuid), public.release_reservation(uuid), public.get_message_quota(),
  public.get_usage_budget(), public.get_api_usage()
  to authenticated;
grant execute on function
  public.set_user_budget(jsonb, uuid, bigint, numeric),
  public.begin_completion(uuid, uuid, text, text, text, uuid, text, boolean),
  public.finish_completion(uuid, uuid, text, uuid, text, integer, integer, boolean), public.get_dashboard(jsonb),
  public.get_analytics(jsonb, date, date, text, integer)
  to service_role;

create trigger count_message after insert on public.chat_messages
  for each row when (new.role = 'user' and new.origin is null)
  execute function private.count_message();

-- Only what clients write themselves counts toward the rate: import and fork are functions that run as the owner.
create trigger add_direct_chats after insert on public.chat_history
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.add_chats('direct');
create trigger add_chats after insert on public.chat_history
  referencing new table as changed for each statement
  when (current_user <> 'authenticated') execute function private.add_chats('internal');
-- Renaming a chat costs the disk as much as a new row.
create trigger count_chat_changes after update on public.chat_history
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.add_chats('direct');
create trigger subtract_chats after delete on public.chat_history
  referencing old table as changed for each statement execute function private.subtract_usage();
create trigger add_direct_messages after insert on public.chat_messages
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.add_content('direct');
create trigger add_messages after insert on public.chat_messages
  referencing new table as changed for each statement
  when (current_user <> 'authenticated') execute function private.add_content('internal');
create trigger subtract_messages after delete on public.chat_messages
  referencing old table as changed for each statement execute function private.subtract_usage();
create trigger add_images after insert on public.message_images
  referencing new table as changed for each statement execute function private.add_content('internal');
create trigger subtract_images after delete on public.message_images
  referencing old table as changed for each statement execute function private.subtract_usage();

create trigger count_account after insert or delete or update of is_guest on private.user_directory
  for each row execute function private.count_account();
create trigger count_new_chats after insert on public.chat_history
  referencing new table as changed for each statement execute function private.count_chats();
create trigger count_deleted_chats after delete on public.chat_history
  referencing old table as changed for each statement execute function private.count_chats();
create trigger count_new_usage after insert on public.message_usage
  referencing new table as changed for each statement execute function private.count_active_accounts();
create trigger count_deleted_usage after delete on public.message_usage
  referencing old table as changed for each statement execute function private.count_active_accounts();

-- Accounts that existed before this schema.
insert into private.account_usage (user_id) select u.id from auth.users u;
insert into private.counters (subject, day, change)
select 'accounts', null::date, count(*) from private.user_directory having count(*) > 0
union all
select 'guests', null, count(*) from private.user_directory d where d.is_guest having count(*) > 0
union all
select 'new_accounts', (d.created_at at time zone 'utc')::date, count(*)
from private.user_directory d where not d.is_guest group by 2;
