-- Budgets stop before they are exceeded: a request reserves the most that it can take until it has ended. The whole
-- installation may have a budget too.

alter table public.message_reservations
  add column held_tokens bigint not null default 0 check (held_tokens >= 0),
  add column held_cost numeric(20, 9) not null default 0 check (held_cost >= 0);
comment on column public.message_reservations.held_tokens is
  'The most tokens that its running requests can take on the service''s keys.';
comment on column public.message_reservations.held_cost is
  'The most US dollars that its running requests can cost; 0 for models without a known price.';

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
create trigger release_hold before update of in_flight on public.message_reservations
  for each row when (new.in_flight < old.in_flight) execute function private.release_hold();

create or replace function private.is_valid_setting(key text, value text) returns boolean
  language sql immutable set search_path = ''
  -- Every other setting belongs to the installation or is changed by a separate function (active_vendor).
  as $$
    select case
      when key in ('failover', 'signup_open', 'demo_enabled') then value in ('true', 'false')
      when key = 'payments_mode' then value in ('simulated', 'off')
      when key = 'default_system_prompt' then value ~ '\S' and char_length(value) <= 8000
      when key in (
        'starter_messages_per_day', 'guest_messages_per_day', 'guest_demo_messages_per_day',
        'guest_address_messages_per_day'
      ) then value ~ '^[0-9]{1,6}$' and value::integer <= 100000
      when key = 'starter_models' then value ~ '^[0-9]{1,3}$' and value::integer <= 500
      when key = 'starter_history_hours' then value ~ '^[0-9]{1,5}$' and value::integer <= 87600
      when key ~ '^(guest|starter|professional)_(chats|stored_messages|stored_megabytes|writes_per_minute)$'
        then value ~ '^[0-9]{1,8}$' and value::integer between 1 and 10000000
      when key ~ '^(guest|starter|professional)_(tokens|cost)_per_month$' or key = 'service_cost_per_month'
        then value = 'none' or value ~ '^[0-9]{1,13}(\.[0-9]{1,6})?$'
      else false
    end
  $$;

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
          when 'array' then t.target #> '{vendor,config,fallback_models}' else '[]'
        end
      ) f
    ) as m (id)
    cross join lateral (select (t.target #>> '{vendor,id}')::uuid) as v (id)
    left join public.api_vendor_models o on o.vendor_id = v.id and o.model_id = m.id
    cross join lateral (
      select coalesce(worst_case.reply_tokens, private.json_number(o.config -> 'max_output')::bigint, 8192)
    ) as l (reply_tokens)
    cross join lateral private.cost_of(v.id, m.id, worst_case.prompt_tokens, l.reply_tokens, 0) p
    where t.target is not null;
  end
  $$;
comment on function private.worst_case(jsonb, jsonb, bigint, bigint) is
  'The most tokens and US dollars that a request can take; cost is null if no price is known. Without a limit of the reply, that of the model counts.';

drop function private.budget_refusal(uuid);
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

drop function public.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid
);
create function public.begin_completion(
  user_id uuid default null,
  message_id uuid default null,
  vendor_name text default null,
  model_id text default null,
  client_address_hash text default null,
  session_id uuid default null,
  api_key_hash text default null,
  is_own_key boolean default false,
  reply_id uuid default null,
  question_id uuid default null,
  continues uuid default null,
  prompt_tokens bigint default 0,
  reply_tokens bigint default null
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
    refusal_code text := 'quota';
    refused jsonb;
    seed text;
    failover jsonb;
    worst record;
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

    if begin_completion.reply_id is not null then
      if begin_completion.api_key_hash is not null then
        return private.refusal('forbidden', 'Replies to an API key are not stored.');
      end if;
      refused := private.check_reply(
        for_user, begin_completion.reply_id, begin_completion.question_id, begin_completion.continues
      );
      if refused is not null then
        return refused;
      end if;
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
    if is_own_key then
      vendor.api_key_encrypted := null;
    elsif not private.is_offered(vendor) then
      perform private.refund(for_user, for_message);
      return private.refusal('missing_key', format(
        'API key not configured for %s. Please set it in the admin settings.', vendor.display_name
      ));
    end if;

    select * into model from private.choose_model(plan, vendor, requested);
    if model.is_refused or (not is_own_key and private.is_outside_plan(plan, vendor)) then
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
    if not is_own_key and vendor.is_active and vendor.name <> 'demo' then
      failover := private.failover_target(plan, vendor, requested);
    end if;
    select * into worst from private.worst_case(
      private.completion_target(vendor, model.model_id, requested), failover,
      begin_completion.prompt_tokens, begin_completion.reply_tokens
    );
    if limit_reached is null and not is_own_key then
      limit_reached := private.budget_refusal(for_user, worst.tokens, worst.cost);
      refusal_code := 'budget';
    end if;
    if limit_reached is not null then
      perform private.refund(for_user, for_message);
      return private.refusal(refusal_code, limit_reached);
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
      client_address_hash = reservation.client_address_hash, is_own_key = begin_completion.is_own_key,
      held_tokens = r.held_tokens + case when begin_completion.is_own_key then 0 else worst.tokens end,
      held_cost = r.held_cost + case when begin_completion.is_own_key then 0 else coalesce(worst.cost, 0) end
    where r.message_id = for_message
    returning * into reservation;

    if begin_completion.reply_id is not null then
      seed := private.add_running_reply(
        for_user, begin_completion.reply_id, begin_completion.question_id, begin_completion.continues, for_message, false
      );
    end if;

    return private.completion_target(vendor, model.model_id, requested) || jsonb_build_object(
      'ok', true,
      'user_id', for_user,
      'plan', plan,
      'seed', seed,
      'failover', failover,
      'reservation', jsonb_build_object(
        'message_id', reservation.message_id, 'attempt', reservation.attempts, 'state', reservation.state
      )
    );
  end
  $$;
comment on function public.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint
) is
  'Checks session or API key, ban, restriction, vendor, model, plan, quota and budgets in one call, and reserves the most that the request can take: prompt_tokens, and reply_tokens (null for the model''s limit). With a reply_id it also inserts the running reply. {ok: true, user_id, plan, seed, vendor, model, failover, reservation} or {ok: false, code, message}; a success must be followed by finish_completion.';
grant execute on function public.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint
) to service_role;
