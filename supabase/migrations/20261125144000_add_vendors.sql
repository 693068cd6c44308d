-- Administrators add any number of vendors, and offer the models of several at once.
-- Tables: removed_vendors; api_vendors gets is_enabled and header_names.

alter table public.api_vendors
  add column is_enabled boolean not null default false,
  add column header_names text[] not null default '{}' check (cardinality(header_names) <= 10);
comment on table public.api_vendors is
  'Vendors that can answer completions. The active one and the enabled ones are called with the service''s key.';
comment on column public.api_vendors.name is
  'Stable identifier, e.g. deepinfra. Selects the provider client unless config has a dialect.';
comment on column public.api_vendors.is_enabled is
  'Whether users with all models can choose this vendor''s models while another vendor is active.';
comment on column public.api_vendors.header_names is
  'Names of the extra headers. Their values are encrypted together with the key.';
comment on column public.api_vendors.config is
  'dialect (of added vendors), stream (default true), needs_key (default true), default_model, and further options of the provider client.';
comment on column public.api_vendor_models.config is
  'context_length and max_output (tokens), reasoning_model, supports_vision, supports_tools, cost_per_1k_input and cost_per_1k_output (USD).';
grant select (is_enabled) on table public.api_vendors to authenticated;

create table public.removed_vendors (
  name text primary key,
  display_name text not null,
  removed_at timestamptz not null default now()
);
comment on table public.removed_vendors is 'Names of removed vendors, because replies keep naming them.';
alter table public.removed_vendors enable row level security;
grant select (name, display_name, removed_at) on table public.removed_vendors to authenticated;
grant select, insert, update, delete on table public.removed_vendors to service_role;

create policy "Users can read the names of removed vendors"
  on public.removed_vendors for select to authenticated
  using ((select private.may_read()));

-- Rules of the table

create or replace function private.prepare_vendor() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- Clients may send config as JSON text; always store an object.
    if jsonb_typeof(new.config) = 'string' then
      new.config := (new.config #>> '{}')::jsonb;
    end if;
    if tg_op = 'UPDATE' then
      new.updated_at := now();
      -- A key must never be sent to another origin than the one it was entered for.
      if private.origin_of(new.endpoint_url) is distinct from private.origin_of(old.endpoint_url)
        and new.api_key_encrypted is not distinct from old.api_key_encrypted
      then
        new.api_key_encrypted := null;
      end if;
    end if;
    if coalesce(new.api_key_encrypted, '') = '' then
      new.key_last4 := null;
      new.header_names := '{}';
    end if;
    return new;
  end
  $$;

create function private.is_offered(vendor public.api_vendors) returns boolean
  language sql immutable set search_path = ''
  as $$ select vendor.is_active or vendor.is_enabled $$;
comment on function private.is_offered(api_vendors) is 'Whether the service''s key is used for this vendor.';

create function private.is_outside_plan(plan text, vendor public.api_vendors) returns boolean
  language sql immutable set search_path = ''
  as $$ select plan <> 'professional' and vendor.is_enabled and not vendor.is_active $$;
comment on function private.is_outside_plan(text, api_vendors) is
  'A limited plan has models of the active vendor only, otherwise each enabled vendor would add to its number.';

create or replace function private.failover_target(plan text, unavailable public.api_vendors, requested text) returns jsonb
  language plpgsql stable set search_path = ''
  -- The next callable vendor by priority. Priority 0 excludes a vendor: the demo never replaces another one.
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
      and v.name <> 'demo'
      and (v.has_key or v.config ->> 'needs_key' = 'false')
    order by v.priority_order, v.name
    limit 1;
    if not found then
      return null;
    end if;
    -- A model that this vendor does not list is not requested from it.
    select * into model from private.choose_model(plan, vendor, (
      select o.model_id from public.api_vendor_models o
      where o.vendor_id = vendor.id and o.model_id = requested and o.is_available
    ));
    if model.is_refused then
      -- A model outside the plan is replaced, because the user did not choose this vendor.
      select * into model from private.choose_model(plan, vendor, null);
    end if;
    return case when model.model_id is not null then private.completion_target(vendor, model.model_id, requested) end;
  end
  $$;

create or replace function public.begin_connection_check(user_id uuid, vendor_name text, model_id text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; returns a vendor's encrypted key.
  as $$
  declare
    plan constant text := private.plan_of(begin_connection_check.user_id);
    vendor public.api_vendors;
    model record;
  begin
    if plan is null or private.is_banned(begin_connection_check.user_id) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    select * into vendor from public.api_vendors v where v.name = begin_connection_check.vendor_name;
    if not found then
      return private.refusal('not_found', 'Vendor not found');
    end if;
    if not exists (select from public.api_vendors v where v.is_active) then
      return private.refusal('no_vendor', 'No active vendor configured');
    end if;
    -- The service pays for each test: only for models that this user could use, and only at vendors that it offers.
    if not private.is_offered(vendor) then
      return private.refusal('missing_key', 'API key not configured for this vendor');
    end if;
    select * into model from private.choose_model(plan, vendor, nullif(begin_connection_check.model_id, ''));
    if vendor.name <> 'demo'
      and not exists (select from public.api_vendor_models o where o.vendor_id = vendor.id and o.is_available)
    then
      -- No list limits the names. If calls cost money, the default model is tested instead; others are counted.
      if coalesce(vendor.config ->> 'needs_key', 'true') <> 'false' then
        model.model_id := coalesce(nullif(vendor.config ->> 'default_model', ''), model.model_id);
      end if;
      if model.model_id <> coalesce(vendor.config ->> 'default_model', '')
        and not private.count_key_check(begin_connection_check.user_id)
      then
        return private.too_many_checks();
      end if;
    end if;
    if model.model_id is null and not model.is_refused then
      return private.refusal('model', 'No available models for this vendor');
    end if;
    if model.is_refused or private.is_outside_plan(plan, vendor) then
      return private.refusal(
        'forbidden', 'This model is part of Professional. Upgrade to Professional to use all models.'
      );
    end if;
    return private.connection_check(vendor, model.model_id);
  end
  $$;

comment on function public.begin_connection_check(uuid, text, text) is
  'Starts a test of an offered vendor with a model of the user''s plan. {ok, subject, model, check, vendor}';

-- Completions

create or replace function public.begin_completion(
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
  continues uuid default null
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
    refused jsonb;
    seed text;
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

-- Administrators manage vendors

create or replace function private.vendor_view(vendor public.api_vendors) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', vendor.id, 'name', vendor.name, 'display_name', vendor.display_name,
      'endpoint_url', vendor.endpoint_url, 'has_key', vendor.has_key, 'key_last4', vendor.key_last4,
      'is_active', vendor.is_active,
      'is_enabled', vendor.is_enabled, 'header_names', to_jsonb(vendor.header_names), 'priority_order', vendor.priority_order, 'config', vendor.config,
      'updated_at', vendor.updated_at
    )
  $$;

create function private.name_for_vendor(display_name text) returns text
  language plpgsql stable set search_path = ''
  -- A removed vendor's name is used again only for the same display name: old replies must not name another vendor.
  as $$
  declare
    words constant text := trim(both '-' from regexp_replace(lower(display_name), '[^a-z0-9]+', '-', 'g'));
    base constant text := rtrim(left(case when words ~ '^[a-z]' then words else rtrim('vendor-' || words, '-') end, 50), '-');
    candidate text := base;
    number integer := 1;
  begin
    while exists (select from public.api_vendors v where v.name = candidate)
      or exists (
        select from public.removed_vendors r
        where r.name = candidate and r.display_name <> name_for_vendor.display_name
      )
    loop
      number := number + 1;
      candidate := base || '-' || number;
    end loop;
    return candidate;
  end
  $$;
comment on function private.name_for_vendor(text) is 'A free identifier made from a display name.';

create function public.add_vendor(
  actor jsonb, vendor_id uuid, display_name text, endpoint_url text, config jsonb,
  encrypted_key text default null, key_last4 text default null, header_names text[] default '{}'
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes the vendor and the log together.
  as $$
  declare
    added public.api_vendors;
  begin
    perform private.begin_admin_action(actor);
    -- Two additions at the same moment must not choose the same name.
    lock table public.api_vendors in share row exclusive mode;
    if (select count(*) from public.api_vendors) >= 500 then
      return private.refusal('conflict', 'There are 500 vendors, the most that are possible. Remove one first.');
    end if;
    if exists (
      select from public.api_vendors v where lower(v.display_name) = lower(add_vendor.display_name)
    ) then
      return private.refusal('conflict', format('There is already a vendor called %s.', add_vendor.display_name));
    end if;
    insert into public.api_vendors (
      id, name, display_name, endpoint_url, config, api_key_encrypted, key_last4, header_names
    )
    values (
      add_vendor.vendor_id, private.name_for_vendor(add_vendor.display_name), add_vendor.display_name,
      add_vendor.endpoint_url, jsonb_strip_nulls(add_vendor.config), add_vendor.encrypted_key,
      add_vendor.key_last4, add_vendor.header_names
    )
    returning * into added;
    delete from public.removed_vendors r where r.name = added.name;
    perform private.log_admin_action('vendor.add', null, jsonb_build_object('vendor', added.name));
    return jsonb_build_object('ok', true, 'vendor', private.vendor_view(added));
  end
  $$;
comment on function public.add_vendor(jsonb, uuid, text, text, jsonb, text, text, text[]) is
  'Adds a vendor that is neither active nor enabled. {ok, vendor}';

create function public.enable_vendor(actor jsonb, vendor_name text, is_enabled boolean) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes the vendor and the log together.
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.begin_admin_action(actor);
    vendor := private.lock_vendor(enable_vendor.vendor_name);
    if vendor.id is null then
      return private.vendor_not_found();
    end if;
    if vendor.name = 'demo' then
      return private.refusal('bad_request', 'The demo answers only while it is the active vendor.');
    end if;
    if enable_vendor.is_enabled and not vendor.has_key and coalesce(vendor.config ->> 'needs_key', 'true') <> 'false' then
      return private.refusal('missing_key', format(
        'Cannot enable %s: API key is required. Please set the API key first.', vendor.display_name
      ));
    end if;
    update public.api_vendors v set is_enabled = enable_vendor.is_enabled
    where v.id = vendor.id
    returning v.* into vendor;
    perform private.log_admin_action(
      case when vendor.is_enabled then 'vendor.enable' else 'vendor.disable' end,
      null, jsonb_build_object('vendor', vendor.name)
    );
    return jsonb_build_object('ok', true, 'vendor', private.vendor_view(vendor));
  end
  $$;
comment on function public.enable_vendor(jsonb, text, boolean) is
  'Offers a vendor''s models beside those of the active vendor, or stops that. {ok, vendor}';

create function public.remove_vendor(actor jsonb, vendor_name text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes the vendors and the log together.
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.begin_admin_action(actor);
    -- All rows in a fixed order, so that two administrators wait for each other instead of failing.
    perform from public.api_vendors v order by v.id for update;
    select * into vendor from public.api_vendors v where v.name = remove_vendor.vendor_name;
    if not found then
      return private.vendor_not_found();
    end if;
    if not vendor.config ? 'dialect' then
      return private.refusal('bad_request', format(
        '%s is part of the product and stays in the list. Clear its key to stop using it.', vendor.display_name
      ));
    end if;
    if vendor.is_active then
      return private.refusal('conflict', format(
        '%s is the active vendor. Activate another one first, then remove it.', vendor.display_name
      ));
    end if;
    insert into public.removed_vendors (name, display_name) values (vendor.name, vendor.display_name)
    on conflict (name) do update set display_name = excluded.display_name, removed_at = now();
    delete from public.api_vendors v where v.id = vendor.id;
    update public.api_vendors v set priority_order = v.priority_order - 1
    where vendor.priority_order > 0 and v.priority_order > vendor.priority_order;
    perform private.log_admin_action('vendor.remove', null, jsonb_build_object('vendor', vendor.name));
    return jsonb_build_object('ok', true, 'vendors', (
      select jsonb_agg(private.vendor_view(v) order by v.priority_order, v.name) from public.api_vendors v
    ));
  end
  $$;
comment on function public.remove_vendor(jsonb, text) is
  'Removes an added vendor with its key and models. Replies and statistics keep its name. {ok, vendors}';

drop function public.set_vendor_key(jsonb, text, text, text, text);

create function public.set_vendor_key(
  actor jsonb, vendor_name text, endpoint_url text, encrypted_key text, key_last4 text, header_names text[] default '{}',
  old_key text default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes the key and the log together.
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.begin_admin_action(actor);
    vendor := private.lock_vendor(set_vendor_key.vendor_name);
    if vendor.id is null then
      return private.vendor_not_found();
    end if;
    -- The key was encrypted for one origin; the vendor may have a new one by now.
    if vendor.endpoint_url is null
      or private.origin_of(vendor.endpoint_url) is distinct from private.origin_of(set_vendor_key.endpoint_url)
    then
      return private.refusal('conflict', format(
        'The address of %s has changed. Check it, then enter the key again.', vendor.display_name
      ));
    end if;
    -- Key and headers are encrypted together, so each change was made from the other one's value at that moment.
    if vendor.api_key_encrypted is distinct from set_vendor_key.old_key then
      return private.refusal('conflict', format(
        'The key or the headers of %s have just changed. Check them, then try again.', vendor.display_name
      ));
    end if;
    update public.api_vendors v
    set api_key_encrypted = set_vendor_key.encrypted_key, key_last4 = set_vendor_key.key_last4,
      header_names = set_vendor_key.header_names
    where v.id = vendor.id
    returning v.* into vendor;
    perform private.log_admin_action('vendor.set-key', null, jsonb_build_object('vendor', vendor.name));
    return jsonb_build_object('ok', true, 'vendor', private.vendor_view(vendor));
  end
  $$;

comment on function public.set_vendor_key(jsonb, text, text, text, text, text[], text) is
  'Stores a key and headers that were encrypted for the given endpoint, and replaces the envelope old_key. {ok, vendor}';

-- Administrators choose models from a vendor's own list

create function public.save_vendor_models(actor jsonb, vendor_name text, models jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes the models and the log together.
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.begin_admin_action(actor);
    select * into vendor from public.api_vendors v where v.name = save_vendor_models.vendor_name for share;
    if not found then
      return private.vendor_not_found();
    end if;
    insert into public.api_vendor_models as o (vendor_id, model_id, display_name, config)
    select vendor.id, each.model_id, each.display_name, jsonb_strip_nulls(coalesce(each.config, '{}'))
    from jsonb_to_recordset(save_vendor_models.models) as each (model_id text, display_name text, config jsonb)
    on conflict on constraint api_vendor_models_vendor_id_model_id_key do update set
      is_available = true,
      -- What an administrator entered is better known than what the vendor lists.
      config = excluded.config || o.config;
    perform private.log_admin_action('model.save-at-vendor', null, jsonb_build_object(
      'vendor', vendor.name, 'models', jsonb_array_length(save_vendor_models.models)
    ));
    return jsonb_build_object('ok', true, 'vendor_models', private.vendor_models());
  end
  $$;
comment on function public.save_vendor_models(jsonb, text, jsonb) is
  'Offers models [{model_id, display_name, config}] of a vendor''s own list. {ok, vendor_models}';

grant execute on function
  public.add_vendor(jsonb, uuid, text, text, jsonb, text, text, text[]), public.enable_vendor(jsonb, text, boolean),
  public.remove_vendor(jsonb, text), public.set_vendor_key(jsonb, text, text, text, text, text[], text),
  public.save_vendor_models(jsonb, text, jsonb)
  to service_role;
