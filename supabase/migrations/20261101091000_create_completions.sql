-- What the gateway asks before and after it calls a vendor: one round trip each.
-- Functions: begin_completion, finish_completion (service role only).

create function private.json_number(value jsonb) returns numeric
  language plpgsql immutable set search_path = ''
  -- Administrators type these values; what is no number counts as not given.
  as $$
  begin
    return case when value #>> '{}' ~ '^[0-9]{1,12}(\.[0-9]{1,12})?$' then (value #>> '{}')::numeric end;
  end
  $$;

create function private.selectable_models(target_vendor uuid)
  returns table (model_id text, is_pro boolean, is_default boolean, place bigint)
  language plpgsql stable security definer set search_path = ''
  -- As the selector shows them: curated models that the vendor has (the built-in one has all), otherwise its own list.
  as $$
  begin
    return query
    with vendor as (
      select v.id, v.name, v.config ->> 'default_model' as default_model
      from public.api_vendors v where v.id = target_vendor
    ),
    curated as (
      select m.model_id, m.is_pro, m.is_default, row_number() over (order by m."order", m.model_id) as place
      from public.ai_models m, vendor v
      where m.model_id <> 'dummy_preserve_table'
        and (
          v.name = 'demo'
          or exists (
            select from public.api_vendor_models o
            where o.vendor_id = v.id and o.model_id = m.model_id and o.is_available
          )
        )
    )
    select c.model_id, c.is_pro, c.is_default, c.place from curated c
    union all
    select o.model_id, coalesce(private.json_number(o.config -> 'cost_per_1k_input'), 0) > 0.002,
      o.model_id = v.default_model,
      row_number() over (order by o.model_id is distinct from v.default_model, o.display_name, o.model_id)
    from public.api_vendor_models o join vendor v on v.id = o.vendor_id
    where o.is_available and not exists (select from curated);
  end
  $$;

create function private.plan_models(plan text, target_vendor uuid) returns text[]
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return case when plan <> 'professional' then array(
      select s.model_id from private.selectable_models(target_vendor) s
      where not s.is_pro
      order by s.place
      limit private.integer_setting('starter_models', 2)
    ) end;
  end
  $$;
comment on function private.plan_models(text, uuid) is 'Models of the plan at a vendor; null is no limit.';

create function private.choose_model(
  plan text, vendor public.api_vendors, requested text, out model_id text, out is_refused boolean
)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    own_default constant text := nullif(vendor.config ->> 'default_model', '');
    in_plan constant text[] := private.plan_models(plan, vendor.id);
    has_list boolean;
    is_known boolean;
  begin
    is_refused := false;
    if vendor.name = 'demo' then
      has_list := true;
      is_known := exists (select from private.selectable_models(vendor.id) s where s.model_id = requested);
    else
      select count(*) > 0, coalesce(bool_or(o.model_id = requested), false) into has_list, is_known
      from public.api_vendor_models o where o.vendor_id = vendor.id and o.is_available;
    end if;

    if not has_list then
      -- The vendor's models are unknown here (a local server, say): a plan with a limit gets the default one.
      model_id := case when in_plan is null then coalesce(requested, own_default) else coalesce(own_default, requested) end;
    elsif is_known and (in_plan is null or requested = any (in_plan)) then
      model_id := requested;
    elsif is_known then
      is_refused := true;
    else
      model_id := case when in_plan is null or own_default = any (in_plan) then own_default end;
      if model_id is null then
        select s.model_id into model_id
        from private.selectable_models(vendor.id) s
        where in_plan is null or s.model_id = any (in_plan)
        order by s.is_default desc, s.place limit 1;
      end if;
      model_id := coalesce(model_id, own_default, requested);
    end if;
  end
  $$;
comment on function private.choose_model(text, public.api_vendors, text) is
  'The model that answers: the requested one, or the vendor''s default where the vendor lacks it; refused outside the plan.';

create function private.refusal(code text, message text) returns jsonb
  language sql immutable set search_path = ''
  as $$ select jsonb_build_object('ok', false, 'code', code, 'message', message) $$;

create function public.begin_completion(
  user_id uuid,
  message_id uuid default null,
  vendor_name text default null,
  model_id text default null,
  client_address_hash text default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer and service role only: it hands out a vendor's encrypted key.
  as $$
  declare
    for_user constant uuid := begin_completion.user_id;
    for_message constant uuid := coalesce(begin_completion.message_id, gen_random_uuid());
    requested constant text := nullif(begin_completion.model_id, '');
    address constant text := begin_completion.client_address_hash;
    plan constant text := private.plan_of(for_user);
    vendor public.api_vendors;
    model record;
    details jsonb;
    reserved record;
    reservation public.message_reservations;
    address_limit integer;
  begin
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
      if not vendor.is_active then
        -- Only the active vendor is called with the service's key; others are for a user's own.
        vendor.api_key_encrypted := null;
      end if;
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

    -- A guest is made in a second, so vendors that cost count his address as well.
    if plan = 'guest' and vendor.is_active and vendor.name <> 'demo'
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
    set attempts = r.attempts + 1, in_flight = r.in_flight + 1, client_address_hash = reservation.client_address_hash
    where r.message_id = for_message
    returning * into reservation;

    select o.config into details from public.api_vendor_models o
    where o.vendor_id = vendor.id and o.model_id = model.model_id;

    return jsonb_build_object(
      'ok', true,
      'plan', plan,
      'vendor', jsonb_build_object(
        'id', vendor.id, 'name', vendor.name, 'display_name', vendor.display_name,
        'endpoint_url', vendor.endpoint_url, 'api_key_encrypted', vendor.api_key_encrypted,
        'is_active', vendor.is_active, 'config', vendor.config
      ),
      'model', jsonb_build_object(
        'id', model.model_id,
        'fallback_from', case when requested is distinct from model.model_id then requested end,
        'context_length', private.json_number(details -> 'context_length'),
        'config', coalesce(details, '{}'::jsonb)
      ),
      'reservation', jsonb_build_object(
        'message_id', reservation.message_id, 'attempt', reservation.attempts, 'state', reservation.state
      )
    );
  end
  $$;
comment on function public.begin_completion(uuid, uuid, text, text, text) is
  'Ban, restriction, vendor, model, plan and quota in one call. {ok: true, plan, vendor, model, reservation} or {ok: false, code, message}; a success must be followed by finish_completion.';

create function public.finish_completion(
  user_id uuid,
  message_id uuid,
  outcome text,
  vendor_id uuid default null,
  model_id text default null,
  prompt_tokens integer default 0,
  completion_tokens integer default 0
) returns void
  language plpgsql security definer set search_path = ''
  -- Definer and service role only: what was delivered is the gateway's word.
  as $$
  declare
    spent_in constant bigint := greatest(coalesce(finish_completion.prompt_tokens, 0), 0);
    spent_out constant bigint := greatest(coalesce(finish_completion.completion_tokens, 0), 0);
    price jsonb;
    price_in numeric;
  begin
    if outcome not in ('answered', 'failed') then
      raise invalid_parameter_value using message = 'The outcome must be answered or failed.';
    end if;

    update public.message_reservations r
    set in_flight = greatest(r.in_flight - 1, 0),
      state = case when outcome = 'answered' then 'answered' else r.state end
    where r.message_id = finish_completion.message_id and r.user_id = finish_completion.user_id;
    if not found then
      return;
    end if;

    if outcome = 'failed' then
      perform private.refund(finish_completion.user_id, finish_completion.message_id);
      return;
    end if;

    select o.config into price from public.api_vendor_models o
    where o.vendor_id = finish_completion.vendor_id and o.model_id = finish_completion.model_id;
    price_in := coalesce(private.json_number(price -> 'cost_per_1k_input'), 0);

    insert into public.message_usage as u
      (user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost)
    values (
      finish_completion.user_id, private.today(), coalesce(finish_completion.model_id, 'unknown'),
      1, spent_in, spent_out,
      (spent_in * price_in
        + spent_out * coalesce(private.json_number(price -> 'cost_per_1k_output'), price_in)) / 1000
    )
    on conflict on constraint message_usage_pkey do update set
      requests = u.requests + 1,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      cost = u.cost + excluded.cost;
  end
  $$;
comment on function public.finish_completion(uuid, uuid, text, uuid, text, integer, integer) is
  'answered: something was delivered (a stop or a part too); its usage is recorded. failed: nothing was; the message is given back once.';

revoke execute on function
  private.json_number(jsonb), private.selectable_models(uuid), private.plan_models(text, uuid),
  private.choose_model(text, public.api_vendors, text), private.refusal(text, text),
  public.begin_completion(uuid, uuid, text, text, text),
  public.finish_completion(uuid, uuid, text, uuid, text, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.begin_completion(uuid, uuid, text, text, text),
  public.finish_completion(uuid, uuid, text, uuid, text, integer, integer)
  to service_role;
