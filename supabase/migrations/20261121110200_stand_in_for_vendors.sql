-- Another vendor may answer when the active one is unavailable, and own keys and API keys reach the gateway.
-- Function: begin_completion.

create function private.answerer(vendor public.api_vendors, model_id text, requested text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    details jsonb;
  begin
    select o.config into details from public.api_vendor_models o
    where o.vendor_id = vendor.id and o.model_id = answerer.model_id;
    return jsonb_build_object(
      'vendor', jsonb_build_object(
        'id', vendor.id, 'name', vendor.name, 'display_name', vendor.display_name,
        'endpoint_url', vendor.endpoint_url, 'api_key_encrypted', vendor.api_key_encrypted,
        'is_active', vendor.is_active, 'config', vendor.config
      ),
      'model', jsonb_build_object(
        'id', model_id,
        'fallback_from', case when requested is distinct from model_id then requested end,
        'context_length', private.json_number(details -> 'context_length'),
        'config', coalesce(details, '{}'::jsonb),
        'is_known', details is not null
          or exists (select from public.ai_models m where m.model_id = answerer.model_id)
      )
    );
  end
  $$;

create function private.stand_in(plan text, unavailable public.api_vendors, requested text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- The next vendor by priority that can be called. Priority 0 keeps a vendor out: the demonstration never stands in.
  as $$
  declare
    vendor public.api_vendors;
    model record;
  begin
    if private.setting('failover', 'false') <> 'true' then
      return null;
    end if;
    select * into vendor from public.api_vendors v
    where v.id <> unavailable.id and v.priority_order > 0 and v.endpoint_url is not null
      and v.name in ('deepinfra', 'openrouter', 'modelslab', 'openai', 'ollama')
      and (v.has_key or v.config ->> 'needs_key' = 'false')
    order by v.priority_order, v.name
    limit 1;
    if not found then
      return null;
    end if;
    -- A name that this vendor does not list means nothing to it.
    select * into model from private.choose_model(plan, vendor, (
      select o.model_id from public.api_vendor_models o
      where o.vendor_id = vendor.id and o.model_id = requested and o.is_available
    ));
    if model.is_refused then
      -- What the plan lacks there has a substitute, because nobody asked for this vendor.
      select * into model from private.choose_model(plan, vendor, null);
    end if;
    return case when model.model_id is not null then private.answerer(vendor, model.model_id, requested) end;
  end
  $$;
comment on function private.stand_in(text, public.api_vendors, text) is
  'Who answers in place of an unavailable vendor, {vendor, model}; null while failover is off or there is nobody.';

drop function public.begin_completion(uuid, uuid, text, text, text);

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
  -- Definer and service role only: it hands out a vendor's encrypted key.
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
    bound text;
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
      -- Only the active vendor is called with the service's key; others are for a user's own.
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
    bound := private.count_attempt(for_user, plan);
    if bound is null and not is_own_key then
      bound := private.budget_refusal(for_user);
    end if;
    if bound is not null then
      perform private.refund(for_user, for_message);
      return private.refusal('quota', bound);
    end if;

    -- A guest is made in a second, so vendors that cost count his address as well.
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

    return private.answerer(vendor, model.model_id, requested) || jsonb_build_object(
      'ok', true,
      'user_id', for_user,
      'plan', plan,
      'stand_in', case
        when vendor.is_active and vendor.name <> 'demo' and not is_own_key
        then private.stand_in(plan, vendor, requested)
      end,
      'reservation', jsonb_build_object(
        'message_id', reservation.message_id, 'attempt', reservation.attempts, 'state', reservation.state
      )
    );
  end
  $$;
comment on function public.begin_completion(uuid, uuid, text, text, text, uuid, text, boolean) is
  'Session or API key, ban, restriction, vendor, model, plan and quota in one call. {ok: true, user_id, plan, vendor, model, stand_in, reservation} or {ok: false, code, message}; a success must be followed by finish_completion.';

revoke execute on function
  private.answerer(public.api_vendors, text, text), private.stand_in(text, public.api_vendors, text),
  public.begin_completion(uuid, uuid, text, text, text, uuid, text, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.begin_completion(uuid, uuid, text, text, text, uuid, text, boolean) to service_role;
