-- Vendors, the models that each has, the models that the selector shows, and shared answers to connection tests.
-- Tables: api_vendors, removed_vendors, api_vendor_models, ai_models, private.vendor_checks, private.key_checks.

create table public.api_vendors (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z][a-z0-9_-]{0,62}$'),
  display_name text not null check (display_name ~ '\S' and char_length(display_name) <= 100),
  -- No user part: every user could read a key in the URL.
  endpoint_url text check (endpoint_url ~ '^https?://[^/@\s?#]+(/[^\s]*)?$'),
  api_key_encrypted text check (octet_length(api_key_encrypted) <= 8192),
  has_key boolean not null generated always as (coalesce(api_key_encrypted, '') <> '') stored,
  key_last4 text check (char_length(key_last4) <= 4),
  header_names text[] not null default '{}' check (cardinality(header_names) <= 10),
  is_active boolean not null default false,
  is_enabled boolean not null default false,
  priority_order integer not null default 0,
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- URL parsers read a look-alike letter or a backslash differently than the comparison of origins does.
  constraint api_vendors_endpoint_url_plain
    check (octet_length(endpoint_url) = char_length(endpoint_url) and strpos(endpoint_url, '\') = 0)
);
comment on table public.api_vendors is
  'Vendors that can answer completions. The active one and the enabled ones are called with the service''s key.';
comment on column public.api_vendors.name is
  'Stable identifier, e.g. deepinfra. Selects the provider client unless config has a dialect.';
comment on column public.api_vendors.endpoint_url is 'Null for a vendor without network (demo).';
comment on column public.api_vendors.api_key_encrypted is
  'Authenticated ciphertext, bound to the vendor''s id and origin. Write-only: no client role may read it.';
comment on column public.api_vendors.header_names is
  'Names of the extra headers. Their values are encrypted together with the key.';
comment on column public.api_vendors.is_enabled is
  'Whether users with all models can choose this vendor''s models while another vendor is active.';
comment on column public.api_vendors.priority_order is
  'Order in which vendors are tried when the active one is unavailable; 0 means never.';
comment on column public.api_vendors.config is
  'dialect (of added vendors), stream (default true), needs_key (default true), default_model, and further options of the provider client.';
create unique index api_vendors_one_active_idx on public.api_vendors (is_active) where is_active;
create index api_vendors_priority_order_idx on public.api_vendors (priority_order, name);

create table public.removed_vendors (
  name text primary key,
  display_name text not null,
  removed_at timestamptz not null default now()
);
comment on table public.removed_vendors is 'Names of removed vendors, because replies keep naming them.';

create table public.api_vendor_models (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.api_vendors (id) on delete cascade,
  model_id text not null check (model_id ~ '\S' and char_length(model_id) <= 200),
  display_name text not null check (display_name ~ '\S' and char_length(display_name) <= 200),
  is_available boolean not null default true,
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (vendor_id, model_id)
);
comment on table public.api_vendor_models is 'Models by vendor.';
comment on column public.api_vendor_models.config is
  'context_length and max_output (tokens), reasoning_model, supports_vision, supports_tools, cost_per_1k_input, cost_per_1k_cached and cost_per_1k_output (USD).';
create index api_vendor_models_is_available_idx on public.api_vendor_models (model_id) where is_available;

create table public.ai_models (
  id uuid primary key default gen_random_uuid(),
  model_id text not null unique check (model_id ~ '\S' and char_length(model_id) <= 200),
  display_name text not null check (display_name ~ '\S' and char_length(display_name) <= 200),
  icon_text text not null default '' check (char_length(icon_text) <= 8),
  size_label text not null default '' check (char_length(size_label) <= 40),
  description_items text[] not null default '{}',
  is_new boolean not null default false,
  is_pro boolean not null default false,
  is_beta boolean not null default false,
  is_default boolean not null default false,
  supports_images boolean not null default false,
  "order" integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.ai_models is
  'Curated models for the selector. A row with the model_id dummy_preserve_table is ignored everywhere.';
comment on column public.ai_models.model_id is 'The provider''s published identifier.';
comment on column public.ai_models."order" is
  'Place in the selector, ascending. Guest and starter may use the first two models that are not pro.';
create unique index ai_models_one_default_idx on public.ai_models (is_default) where is_default;
create index ai_models_order_idx on public.ai_models ("order", model_id);

-- In the database, because the hosted service runs many processes.
create table private.vendor_checks (
  vendor_id uuid not null references public.api_vendors (id) on delete cascade,
  subject text not null check (char_length(subject) <= 250),
  claim uuid not null default gen_random_uuid(),
  claimed_at timestamptz not null default clock_timestamp(),
  -- Room for 2,000 models with the longest names.
  result jsonb check (octet_length(result::text) <= 2097152),
  finished_at timestamptz,
  primary key (vendor_id, subject)
);
comment on table private.vendor_checks is
  'Answers of vendors that all callers share: connection tests (subject connection:<model>) for 30 s, lists of models (subject models) for 15 s. Without a result, one caller is waiting for the vendor.';

create table private.key_checks (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null default clock_timestamp(),
  used integer not null default 1
);
comment on table private.key_checks is
  'How many checks a user made in the minute that started at since: mainly those of own keys, which cannot be shared.';

-- Who may read what

alter table public.api_vendors enable row level security;
alter table public.removed_vendors enable row level security;
alter table public.api_vendor_models enable row level security;
alter table public.ai_models enable row level security;
alter table private.vendor_checks enable row level security;
alter table private.key_checks enable row level security;

-- Every column but the key and the names of the headers.
grant select (
    id, name, display_name, endpoint_url, has_key, key_last4, is_active, is_enabled, priority_order, config, created_at,
    updated_at
  )
  on table public.api_vendors to authenticated;
grant select (name, display_name, removed_at) on table public.removed_vendors to authenticated;
grant select (id, vendor_id, model_id, display_name, is_available, config, created_at, updated_at)
  on table public.api_vendor_models to authenticated;
grant select (
    id, model_id, display_name, icon_text, size_label, description_items, is_new, is_pro, is_beta, is_default,
    supports_images, "order", created_at, updated_at
  )
  on table public.ai_models to authenticated;
grant select, insert, update, delete on table
  public.api_vendors, public.removed_vendors, public.api_vendor_models, public.ai_models
  to service_role;

create policy "Users can read vendors"
  on public.api_vendors for select to authenticated
  using ((select private.may_read()));

create policy "Users can read the names of removed vendors"
  on public.removed_vendors for select to authenticated
  using ((select private.may_read()));

create policy "Users can read the models of vendors"
  on public.api_vendor_models for select to authenticated
  using ((select private.may_read()));

create policy "Users can read models"
  on public.ai_models for select to authenticated
  using ((select private.may_read()));

-- Rules of the tables

create function private.origin_of(url text) returns text
  language sql immutable set search_path = ''
  as $$ select lower(substring(url from '^[A-Za-z]+://[^/]+')) $$;

create function private.prepare_vendor() returns trigger
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

create function private.clear_vendor_checks() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: deletes from an internal table, whatever role the writer has.
  as $$
  begin
    delete from private.vendor_checks c where c.vendor_id = new.id;
    return null;
  end
  $$;

-- Which models a plan has, and which one answers

create function private.is_offered(vendor public.api_vendors) returns boolean
  language sql immutable set search_path = ''
  as $$ select vendor.is_active or vendor.is_enabled $$;
comment on function private.is_offered(api_vendors) is 'Whether the service''s key is used for this vendor.';

create function private.is_outside_plan(plan text, vendor public.api_vendors) returns boolean
  language sql immutable set search_path = ''
  as $$ select plan <> 'professional' and vendor.is_enabled and not vendor.is_active $$;
comment on function private.is_outside_plan(text, api_vendors) is
  'A limited plan has models of the active vendor only, otherwise each enabled vendor would add to its number.';

create function private.selectable_models(target_vendor uuid)
  returns table (model_id text, is_pro boolean, is_default boolean, place bigint)
  language plpgsql stable set search_path = ''
  -- The same list as the selector: curated models that the vendor has (the demo has all), otherwise the vendor's own
  -- list.
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
  language plpgsql stable set search_path = ''
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
comment on function private.plan_models(text, uuid) is 'Models of the plan at a vendor; null means no limit.';

create function private.choose_model(
  plan text, vendor public.api_vendors, requested text, out model_id text, out is_refused boolean
)
  language plpgsql stable set search_path = ''
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
      -- The vendor's models are unknown (for example a local server): a limited plan gets the default model.
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
comment on function private.choose_model(text, api_vendors, text) is
  'The model that answers: the requested one, or the vendor''s default if the vendor lacks it; refused if it is outside the plan.';

create function private.completion_target(vendor public.api_vendors, model_id text, requested text) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  declare
    details jsonb;
  begin
    select o.config into details from public.api_vendor_models o
    where o.vendor_id = vendor.id and o.model_id = completion_target.model_id;
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
          or exists (select from public.ai_models m where m.model_id = completion_target.model_id)
      )
    );
  end
  $$;

create function private.failover_target(plan text, unavailable public.api_vendors, requested text) returns jsonb
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
comment on function private.failover_target(text, api_vendors, text) is
  'Who answers if a vendor is unavailable, {vendor, model}; null if failover is off or there is no other vendor.';

create function private.enabled_models(plan text) returns jsonb
  language sql stable set search_path = ''
  -- What the selector shows besides the active vendor's models.
  as $$
    select coalesce(
      jsonb_agg(
        jsonb_build_object('id', s.model_id, 'created_at', coalesce(o.created_at, v.created_at), 'vendor', v.name)
        order by v.display_name, v.name, s.place
      ),
      '[]'::jsonb
    )
    from public.api_vendors v
    cross join lateral private.selectable_models(v.id) s
    left join public.api_vendor_models o on o.vendor_id = v.id and o.model_id = s.model_id
    where v.is_enabled and not v.is_active and not private.is_outside_plan(enabled_models.plan, v)
  $$;
comment on function private.enabled_models(text) is
  'The models of enabled vendors that are not active, for a plan: [{id, created_at, vendor}].';

create function public.find_model_vendor(model_id text) returns text
  language sql stable set search_path = ''
  -- Service role only: callers choose a vendor by name, programs by its models.
  as $$
    select v.name
    from public.api_vendors v
    join public.api_vendor_models o on o.vendor_id = v.id
    where v.is_enabled and not v.is_active and o.is_available and o.model_id = find_model_vendor.model_id
      and not exists (
        select from public.api_vendors a join public.api_vendor_models l on l.vendor_id = a.id
        where a.is_active and l.is_available and l.model_id = find_model_vendor.model_id
      )
    order by v.display_name, v.name
    limit 1
  $$;
comment on function public.find_model_vendor(text) is
  'The name of the enabled vendor that has a model, if the active vendor doesn''t list it; null if there is none.';

-- Shared answers of vendors

create function private.vendor_with_key(vendor public.api_vendors) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', vendor.id, 'name', vendor.name, 'display_name', vendor.display_name,
      'endpoint_url', vendor.endpoint_url, 'api_key_encrypted', vendor.api_key_encrypted, 'config', vendor.config
    )
  $$;
comment on function private.vendor_with_key(api_vendors) is 'What a call to a vendor needs. Only for the service role.';

create function private.claim_vendor_check(target_vendor uuid, target_subject text, fresh interval) returns jsonb
  language plpgsql set search_path = ''
  -- clock_timestamp, not now(): a waiting transaction must see time pass.
  as $$
  declare
    claimed uuid;
    existing private.vendor_checks;
  begin
    insert into private.vendor_checks as c (vendor_id, subject) values (target_vendor, target_subject)
    on conflict (vendor_id, subject) do update
      set claim = excluded.claim, claimed_at = excluded.claimed_at, result = null, finished_at = null
      -- A claim has 30 s. One that lasts longer has crashed.
      where coalesce(c.finished_at + fresh, c.claimed_at + interval '40 seconds') <= clock_timestamp()
    returning claim into claimed;
    if found then
      return jsonb_build_object('state', 'claimed', 'claim', claimed);
    end if;
    select * into existing from private.vendor_checks c
    where c.vendor_id = target_vendor and c.subject = target_subject;
    if existing.finished_at is null then
      return jsonb_build_object('state', 'pending');
    end if;
    return jsonb_build_object('state', 'finished', 'result', existing.result);
  end
  $$;
comment on function private.claim_vendor_check(uuid, text, interval) is
  '{state: claimed, claim}: the caller calls the vendor; {state: pending}: another caller is doing so; {state: finished, result}.';

create function public.read_vendor_check(vendor_id uuid, subject text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads an internal table.
  as $$
  declare
    existing private.vendor_checks;
  begin
    select * into existing from private.vendor_checks c
    where c.vendor_id = read_vendor_check.vendor_id and c.subject = read_vendor_check.subject;
    if not found then
      return jsonb_build_object('state', 'gone');
    elsif existing.finished_at is null then
      return jsonb_build_object('state', 'pending');
    end if;
    return jsonb_build_object('state', 'finished', 'result', existing.result);
  end
  $$;
comment on function public.read_vendor_check(uuid, text) is
  'For callers that wait: {state: pending}, {state: finished, result}, or {state: gone} if the vendor changed or the other caller left.';

create function public.finish_vendor_check(vendor_id uuid, subject text, claim uuid, result jsonb) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes an internal table. If the claim was taken over or the vendor changed, nothing is
  -- stored: only the caller gets the result.
  as $$
  begin
    if finish_vendor_check.result is null then
      delete from private.vendor_checks c
      where c.vendor_id = finish_vendor_check.vendor_id and c.subject = finish_vendor_check.subject
        and c.claim = finish_vendor_check.claim;
    else
      update private.vendor_checks c set result = finish_vendor_check.result, finished_at = clock_timestamp()
      where c.vendor_id = finish_vendor_check.vendor_id and c.subject = finish_vendor_check.subject
        and c.claim = finish_vendor_check.claim;
    end if;
    -- Subjects that are no longer in use. Locked ones are in use, and waiting for them could deadlock.
    delete from private.vendor_checks c where (c.vendor_id, c.subject) in (
      select o.vendor_id, o.subject from private.vendor_checks o
      where o.claimed_at < clock_timestamp() - interval '10 minutes' for update skip locked
    );
  end
  $$;
comment on function public.finish_vendor_check(uuid, text, uuid, jsonb) is
  'Shares the result of a claim; null gives up the claim, because the caller left.';

create function private.connection_check(vendor public.api_vendors, model text) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    subject constant text := 'connection:' || model;
    state constant jsonb := private.claim_vendor_check(vendor.id, subject, interval '30 seconds');
  begin
    return jsonb_build_object('ok', true, 'subject', subject, 'model', model, 'check', state)
      -- Only the caller that calls the vendor gets the encrypted key.
      || case state ->> 'state'
        when 'claimed' then jsonb_build_object('vendor', private.vendor_with_key(vendor))
        else jsonb_build_object('vendor', private.vendor_with_key(vendor) || '{"api_key_encrypted": null}')
      end;
  end
  $$;

create function private.count_key_check(target_user uuid) returns boolean
  language plpgsql set search_path = ''
  as $$
  begin
    -- Checked and counted in one statement, otherwise parallel requests could exceed the limit.
    insert into private.key_checks as k (user_id) values (target_user)
    on conflict (user_id) do update set
      since = case when k.since <= clock_timestamp() - interval '1 minute' then excluded.since else k.since end,
      used = case when k.since <= clock_timestamp() - interval '1 minute' then 1 else k.used + 1 end
      where k.used < 10 or k.since <= clock_timestamp() - interval '1 minute';
    return found;
  end
  $$;
comment on function private.count_key_check(uuid) is
  'Counts a check, ten per minute and user; false if there were ten already.';

create function private.too_many_checks() returns jsonb
  language sql immutable set search_path = ''
  as $$
    select private.refusal(
      'rate_limited', 'You have made ten checks within a minute. Wait a minute, then try again.'
    )
  $$;

create function public.begin_connection_check(user_id uuid, vendor_name text, model_id text) returns jsonb
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

create function public.begin_vendor_test(actor jsonb, vendor_name text, model_id text, as_fallback boolean default false)
  returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; returns a vendor's encrypted key. With as_fallback, vendor_name is the vendor that
  -- failed, and the next one that could answer is tested.
  as $$
  declare
    vendor public.api_vendors;
    model text;
  begin
    perform private.begin_admin_action(actor);
    if begin_vendor_test.as_fallback then
      select * into vendor from public.api_vendors v
      where v.name <> begin_vendor_test.vendor_name and not v.is_active and v.priority_order > 0
        and (v.has_key or v.config ->> 'needs_key' = 'false')
      order by v.priority_order, v.name limit 1;
    else
      select * into vendor from public.api_vendors v where v.name = begin_vendor_test.vendor_name;
    end if;
    if not found then
      return private.refusal('not_found', 'Vendor not found');
    end if;
    if not vendor.has_key and coalesce(vendor.config ->> 'needs_key', 'true') <> 'false' then
      return private.refusal('missing_key', 'API key not configured for this vendor');
    end if;
    if vendor.name = 'demo' then
      model := 'demo';
    else
      model := coalesce(
        nullif(begin_vendor_test.model_id, ''),
        nullif(vendor.config ->> 'default_model', ''),
        (
          select o.model_id from public.api_vendor_models o
          where o.vendor_id = vendor.id and o.is_available
          order by o.display_name, o.model_id limit 1
        )
      );
    end if;
    if model is null then
      return private.refusal('model', 'No available models for this vendor');
    end if;
    perform private.log_admin_action('vendor.test', null, jsonb_build_object('vendor', vendor.name));
    return private.connection_check(vendor, model);
  end
  $$;
comment on function public.begin_vendor_test(jsonb, text, text, boolean) is
  'Tests any vendor. {ok, subject, model, check, vendor}';

create function public.begin_key_check(user_id uuid, vendor_name text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes a counter that its user must not reset.
  as $$
  declare
    vendor public.api_vendors;
  begin
    if private.is_banned(begin_key_check.user_id) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    select * into vendor from public.api_vendors v where v.name = begin_key_check.vendor_name;
    if not found then
      return private.refusal('not_found', 'Vendor not found');
    end if;
    if not private.count_key_check(begin_key_check.user_id) then
      return private.too_many_checks();
    end if;
    return jsonb_build_object('ok', true, 'vendor', private.vendor_with_key(vendor) || '{"api_key_encrypted": null}');
  end
  $$;
comment on function public.begin_key_check(uuid, text) is
  'Counts a check of an own key, ten per minute and user. {ok, vendor}, without the service''s key';

create function public.begin_model_list(
  user_id uuid default null, session_id uuid default null, api_key_hash text default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads API keys and may return a vendor's encrypted key.
  as $$
  declare
    credential record;
    plan text;
    vendor public.api_vendors;
    models jsonb;
    others jsonb;
    state jsonb;
  begin
    select * into credential from private.check_credential(
      begin_model_list.user_id, begin_model_list.session_id, begin_model_list.api_key_hash
    );
    if credential.refusal is not null then
      return credential.refusal;
    end if;
    plan := private.plan_of(credential.owner);
    if plan is null or private.is_banned(credential.owner) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;

    others := private.enabled_models(plan);
    select * into vendor from public.api_vendors v where v.is_active;
    if not found then
      return jsonb_build_object('ok', true, 'vendor', null, 'models', '[]'::jsonb, 'others', others);
    end if;
    select jsonb_agg(
        jsonb_build_object('id', s.model_id, 'created_at', coalesce(m.created_at, o.created_at)) order by s.place
      )
      into models
    from private.selectable_models(vendor.id) s
    left join public.ai_models m on m.model_id = s.model_id
    left join public.api_vendor_models o on o.vendor_id = vendor.id and o.model_id = s.model_id;

    if models is not null or vendor.name = 'demo' then
      return jsonb_build_object(
        'ok', true, 'vendor', jsonb_build_object('name', vendor.name), 'models', coalesce(models, '[]'::jsonb),
        'others', others
      );
    end if;
    -- Its models are not listed here (for example a local server): the vendor itself must be queried.
    state := private.claim_vendor_check(vendor.id, 'models', interval '15 seconds');
    return jsonb_build_object(
      'ok', true, 'models', null, 'created_at', vendor.created_at, 'subject', 'models', 'check', state,
      'others', others,
      'vendor', private.vendor_with_key(vendor)
        || case state ->> 'state' when 'claimed' then '{}'::jsonb else '{"api_key_encrypted": null}'::jsonb end
    );
  end
  $$;
comment on function public.begin_model_list(uuid, uuid, text) is
  'The models that the gateway offers, as the selector shows them: {ok, vendor, models, others}, with the active vendor''s models and those of other enabled vendors. If models is null, check says who must query the active vendor.';

-- Administrators manage vendors

create function private.vendor_view(vendor public.api_vendors) returns jsonb
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
comment on function private.vendor_view(api_vendors) is 'A vendor as administrators see it, without its key.';

create function private.vendor_not_found() returns jsonb
  language sql immutable set search_path = ''
  as $$ select private.refusal('not_found', 'Vendor not found') $$;

create function private.lock_vendor(vendor_name text) returns public.api_vendors
  language plpgsql set search_path = ''
  as $$
  declare
    vendor public.api_vendors;
  begin
    select * into vendor from public.api_vendors v where v.name = lock_vendor.vendor_name for update;
    return vendor;
  end
  $$;
comment on function private.lock_vendor(text) is
  'The vendor, locked until the end of the transaction; a row of nulls if there is none.';

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

create function public.list_vendors(actor jsonb, vendor_name text default null) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object('ok', true, 'vendors', coalesce(
      (
        select jsonb_agg(private.vendor_view(v) order by v.priority_order, v.name) from public.api_vendors v
        where v.name = coalesce(list_vendors.vendor_name, v.name)
      ),
      '[]'::jsonb
    ));
  end
  $$;
comment on function public.list_vendors(jsonb, text) is
  'Lists the vendors, or the named one, by priority and without keys. {ok, vendors}';

create function public.add_vendor(
  actor jsonb, vendor_id uuid, display_name text, endpoint_url text, config jsonb,
  encrypted_key text default null, key_last4 text default null, header_names text[] default '{}'
) returns jsonb
  language plpgsql set search_path = ''
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

create function public.save_vendor(
  actor jsonb, vendor_name text, display_name text default null, endpoint_url text default null,
  config jsonb default null
) returns jsonb
  language plpgsql set search_path = ''
  -- Null leaves a value unchanged; a null inside config removes that field.
  as $$
  declare
    old public.api_vendors;
    new public.api_vendors;
  begin
    perform private.begin_admin_action(actor);
    old := private.lock_vendor(save_vendor.vendor_name);
    if old.id is null then
      return private.vendor_not_found();
    end if;
    update public.api_vendors v
    set display_name = coalesce(save_vendor.display_name, v.display_name),
      endpoint_url = coalesce(save_vendor.endpoint_url, v.endpoint_url),
      config = jsonb_strip_nulls(v.config || coalesce(save_vendor.config, '{}'::jsonb))
    where v.id = old.id
    returning v.* into new;
    perform private.log_admin_action('vendor.save', null, jsonb_build_object(
      'vendor', old.name,
      'changed', to_jsonb(array_remove(array[
        case when new.display_name <> old.display_name then 'display_name' end,
        case when new.endpoint_url is distinct from old.endpoint_url then 'endpoint_url' end,
        case when new.config <> old.config then 'config' end
      ], null)),
      'key_cleared', old.has_key and not new.has_key
    ));
    return jsonb_build_object(
      'ok', true, 'vendor', private.vendor_view(new), 'key_cleared', old.has_key and not new.has_key
    );
  end
  $$;
comment on function public.save_vendor(jsonb, text, text, text, jsonb) is
  'Changes a vendor''s name, endpoint and options. A new origin deletes the key. {ok, vendor, key_cleared}';

create function public.enable_vendor(actor jsonb, vendor_name text, is_enabled boolean) returns jsonb
  language plpgsql set search_path = ''
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
  language plpgsql set search_path = ''
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

create function public.activate_vendor(vendor_id uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: writes vendors, which clients may not, after checking that the caller is an administrator. In one
  -- transaction, so that exactly one vendor is active at every moment.
  as $$
  declare
    chosen public.api_vendors;
  begin
    perform private.require_admin();
    -- All rows in a fixed order, so that two administrators wait for each other instead of failing.
    perform from public.api_vendors v order by v.id for update;

    select * into chosen from public.api_vendors v where v.id = activate_vendor.vendor_id;
    if not found then
      raise exception using message = 'Vendor not found', hint = 'not_found';
    end if;
    if not chosen.has_key and coalesce(chosen.config ->> 'needs_key', 'true') <> 'false' then
      raise exception using
        message = format(
          'Cannot activate %s: API key is required. Please set the API key first.', chosen.display_name
        ),
        hint = 'missing_key';
    end if;

    update public.api_vendors v set is_active = false where v.is_active and v.id <> chosen.id;
    update public.api_vendors v set is_active = true where v.id = chosen.id and not v.is_active;
    insert into public.system_settings as s (setting_key, setting_value, is_public)
    values ('active_vendor', chosen.name, true)
    on conflict (setting_key) do update set setting_value = excluded.setting_value;
    perform private.log_admin_action('vendor.activate', null, jsonb_build_object('vendor', chosen.name));
  end
  $$;
comment on function public.activate_vendor(uuid) is 'Makes the vendor the only active one. Administrators only.';

create function public.activate_vendor_as(actor jsonb, vendor_name text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; calls activate_vendor as the actor.
  as $$
  declare
    vendor public.api_vendors;
    reason text;
  begin
    perform private.begin_admin_action(actor);
    select * into vendor from public.api_vendors v where v.name = activate_vendor_as.vendor_name;
    if not found then
      return private.vendor_not_found();
    end if;
    begin
      perform public.activate_vendor(vendor.id);
    exception when raise_exception then
      get stacked diagnostics reason = pg_exception_hint;
      return private.refusal(reason, sqlerrm);
    end;
    select * into vendor from public.api_vendors v where v.id = vendor.id;
    return jsonb_build_object('ok', true, 'vendor', private.vendor_view(vendor));
  end
  $$;
comment on function public.activate_vendor_as(jsonb, text) is
  'Makes a vendor the one that answers everyone who has no own key. {ok, vendor}';

create function public.order_vendors(actor jsonb, vendor_names text[]) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    known integer;
  begin
    perform private.begin_admin_action(actor);
    -- All rows in a fixed order, so that two administrators wait for each other instead of failing.
    perform from public.api_vendors v order by v.id for update;
    select count(distinct v.id) into known from public.api_vendors v where v.name = any (order_vendors.vendor_names);
    if known <> cardinality(order_vendors.vendor_names) then
      return private.vendor_not_found();
    end if;
    if 'demo' = any (order_vendors.vendor_names) then
      return private.refusal('bad_request', 'The demo is never used for failover.');
    end if;
    update public.api_vendors v
    set priority_order = coalesce(array_position(order_vendors.vendor_names, v.name), 0)
    where v.priority_order <> coalesce(array_position(order_vendors.vendor_names, v.name), 0);
    perform private.log_admin_action(
      'vendor.reorder', null, jsonb_build_object('vendors', to_jsonb(order_vendors.vendor_names))
    );
    return jsonb_build_object('ok', true, 'vendors', (
      select jsonb_agg(private.vendor_view(v) order by v.priority_order, v.name) from public.api_vendors v
    ));
  end
  $$;
comment on function public.order_vendors(jsonb, text[]) is
  'Sets the failover order: the vendors get the places 1, 2, …; the others get 0 and are never used for failover. {ok, vendors}';

-- Keys of vendors

create function public.open_vendor(actor jsonb, vendor_name text, act text) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.begin_admin_action(actor);
    select * into vendor from public.api_vendors v where v.name = open_vendor.vendor_name;
    if not found then
      return private.vendor_not_found();
    end if;
    perform private.log_admin_action(open_vendor.act, null, jsonb_build_object('vendor', vendor.name));
    return jsonb_build_object('ok', true, 'vendor', private.vendor_with_key(vendor));
  end
  $$;
comment on function public.open_vendor(jsonb, text, text) is
  'Gets a vendor with its encrypted key, to call it. {ok, vendor}';

create function public.set_vendor_key(
  actor jsonb, vendor_name text, endpoint_url text, encrypted_key text, key_last4 text, header_names text[] default '{}',
  old_key text default null
) returns jsonb
  language plpgsql set search_path = ''
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
        'The endpoint of %s has changed. Check it, then enter the key again.', vendor.display_name
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

create function public.clear_vendor_key(actor jsonb, vendor_name text) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.begin_admin_action(actor);
    update public.api_vendors v set api_key_encrypted = null
    where v.name = clear_vendor_key.vendor_name
    returning v.* into vendor;
    if not found then
      return private.vendor_not_found();
    end if;
    perform private.log_admin_action('vendor.clear-key', null, jsonb_build_object('vendor', vendor.name));
    return jsonb_build_object('ok', true, 'vendor', private.vendor_view(vendor));
  end
  $$;
comment on function public.clear_vendor_key(jsonb, text) is
  'Deletes a vendor''s key immediately, even the active vendor''s: a leaked key must go. {ok, vendor}';

create function public.list_encrypted_keys(actor jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object('ok', true, 'vendors', coalesce(
      (select jsonb_agg(private.vendor_with_key(v) order by v.name) from public.api_vendors v where v.has_key),
      '[]'::jsonb
    ));
  end
  $$;
comment on function public.list_encrypted_keys(jsonb) is
  'Lists every vendor that has a key, with its encrypted key. {ok, vendors}';

create function public.replace_vendor_key(actor jsonb, vendor_id uuid, old_key text, new_key text) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    update public.api_vendors v set api_key_encrypted = replace_vendor_key.new_key
    -- A key that was entered in the meantime is newer than the re-encrypted one.
    where v.id = replace_vendor_key.vendor_id and v.api_key_encrypted = replace_vendor_key.old_key;
    return jsonb_build_object('ok', true, 'replaced', found);
  end
  $$;
comment on function public.replace_vendor_key(jsonb, uuid, text, text) is
  'Replaces a vendor''s encrypted key by the same key encrypted again, unless it changed in the meantime. {ok, replaced}';

create function public.log_key_rotation(actor jsonb, reencrypted integer, failed text[]) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    perform private.log_admin_action('vendor.rotate-keys', null, jsonb_build_object(
      'reencrypted', log_key_rotation.reencrypted, 'failed', to_jsonb(log_key_rotation.failed)
    ));
    return jsonb_build_object('ok', true);
  end
  $$;
comment on function public.log_key_rotation(jsonb, integer, text[]) is 'Records the result of a key rotation. {ok}';

-- Administrators manage models

create function private.curated_models() returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(to_jsonb(m) - array['id', 'created_at', 'updated_at'] order by m."order", m.model_id), '[]')
    from public.ai_models m
    where m.model_id <> 'dummy_preserve_table'
  $$;

create function private.vendor_models() returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'vendor', v.name, 'model_id', o.model_id, 'display_name', o.display_name, 'is_available', o.is_available,
      'config', o.config
    ) order by v.priority_order, v.name, o.display_name, o.model_id), '[]')
    from public.api_vendor_models o join public.api_vendors v on v.id = o.vendor_id
  $$;

create function private.model_in_log(model_id text) returns text
  language sql immutable set search_path = ''
  -- The log refuses what looks like an email address, as the names of some models do: maker/model@1.5
  as $$ select replace(model_in_log.model_id, '@', ' @ ') $$;

create function private.lock_models() returns void
  language sql set search_path = ''
  -- In a fixed order, so that two administrators wait for each other instead of failing.
  as $$ select from public.ai_models m order by m.id for update $$;

create function public.list_models(actor jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object(
      'ok', true, 'models', private.curated_models(), 'vendor_models', private.vendor_models()
    );
  end
  $$;
comment on function public.list_models(jsonb) is
  'Lists the selector''s models in their order, and the vendors'' models. {ok, models, vendor_models}';

create function public.save_model(actor jsonb, model jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    given public.ai_models;
  begin
    perform private.begin_admin_action(actor);
    perform private.lock_models();
    given := jsonb_populate_record(null::public.ai_models, model - array['id', 'order', 'created_at', 'updated_at']);
    if given.model_id = 'dummy_preserve_table' then
      return private.refusal('bad_request', 'This name is reserved.');
    end if;
    if given.is_default then
      update public.ai_models m set is_default = false where m.is_default and m.model_id <> given.model_id;
    end if;
    insert into public.ai_models as m (
      model_id, display_name, icon_text, size_label, description_items, is_new, is_pro, is_beta, is_default,
      supports_images, "order"
    )
    values (
      given.model_id, given.display_name, coalesce(given.icon_text, ''), coalesce(given.size_label, ''),
      coalesce(given.description_items, '{}'), coalesce(given.is_new, false), coalesce(given.is_pro, false),
      coalesce(given.is_beta, false), coalesce(given.is_default, false), coalesce(given.supports_images, false),
      (select coalesce(max(o."order"), 0) + 1 from public.ai_models o)
    )
    on conflict (model_id) do update set
      display_name = excluded.display_name, icon_text = excluded.icon_text, size_label = excluded.size_label,
      description_items = excluded.description_items, is_new = excluded.is_new, is_pro = excluded.is_pro,
      is_beta = excluded.is_beta, is_default = excluded.is_default, supports_images = excluded.supports_images;
    perform private.log_admin_action('model.save', null, jsonb_build_object('model', private.model_in_log(given.model_id)));
    return jsonb_build_object('ok', true, 'models', private.curated_models());
  end
  $$;
comment on function public.save_model(jsonb, jsonb) is
  'Creates or changes a model of the selector, by model_id. A new default replaces the old one. {ok, models}';

create function public.delete_model(actor jsonb, model_id text) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    delete from public.ai_models m where m.model_id = delete_model.model_id;
    if not found then
      return private.refusal('not_found', 'This model no longer exists.');
    end if;
    perform private.log_admin_action(
      'model.delete', null, jsonb_build_object('model', private.model_in_log(delete_model.model_id))
    );
    return jsonb_build_object('ok', true, 'models', private.curated_models());
  end
  $$;
comment on function public.delete_model(jsonb, text) is 'Removes a model from the selector. {ok, models}';

create function public.order_models(actor jsonb, model_ids text[]) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    perform private.lock_models();
    if (select coalesce(array_agg(m.model_id order by m.model_id collate "C"), '{}') from public.ai_models m
        where m.model_id <> 'dummy_preserve_table')
      is distinct from
      (select coalesce(array_agg(each order by each collate "C"), '{}') from unnest(order_models.model_ids) each)
    then
      return private.refusal('conflict', 'The list of models has changed. Check it, then order it again.');
    end if;
    update public.ai_models m set "order" = each.place
    from unnest(order_models.model_ids) with ordinality as each (model_id, place)
    where m.model_id = each.model_id and m."order" <> each.place;
    perform private.log_admin_action('model.order', null, '{}');
    return jsonb_build_object('ok', true, 'models', private.curated_models());
  end
  $$;
comment on function public.order_models(jsonb, text[]) is
  'Sets the selector''s order; starter has the first two models that are not pro. {ok, models}';

create function public.save_vendor_model(
  actor jsonb, vendor_name text, model_id text, display_name text, is_available boolean, config jsonb
) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.begin_admin_action(actor);
    select * into vendor from public.api_vendors v where v.name = save_vendor_model.vendor_name for share;
    if not found then
      return private.vendor_not_found();
    end if;
    insert into public.api_vendor_models as o (vendor_id, model_id, display_name, is_available, config)
    values (
      vendor.id, save_vendor_model.model_id, save_vendor_model.display_name, save_vendor_model.is_available,
      jsonb_strip_nulls(coalesce(save_vendor_model.config, '{}'))
    )
    on conflict on constraint api_vendor_models_vendor_id_model_id_key do update set
      display_name = excluded.display_name, is_available = excluded.is_available,
      config = jsonb_strip_nulls(o.config || coalesce(save_vendor_model.config, '{}'));
    perform private.log_admin_action('model.save-at-vendor', null, jsonb_build_object(
      'vendor', vendor.name, 'model', private.model_in_log(save_vendor_model.model_id)
    ));
    return jsonb_build_object('ok', true, 'vendor_models', private.vendor_models());
  end
  $$;
comment on function public.save_vendor_model(jsonb, text, text, text, boolean, jsonb) is
  'Creates or changes a model of a vendor; a null inside config removes that field. {ok, vendor_models}';

create function public.save_vendor_models(actor jsonb, vendor_name text, models jsonb) returns jsonb
  language plpgsql set search_path = ''
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

create function public.delete_vendor_model(actor jsonb, vendor_name text, model_id text) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    delete from public.api_vendor_models o
    using public.api_vendors v
    where v.id = o.vendor_id and v.name = delete_vendor_model.vendor_name
      and o.model_id = delete_vendor_model.model_id;
    if not found then
      return private.refusal('not_found', 'This vendor no longer has this model.');
    end if;
    perform private.log_admin_action('model.delete-at-vendor', null, jsonb_build_object(
      'vendor', delete_vendor_model.vendor_name, 'model', private.model_in_log(delete_vendor_model.model_id)
    ));
    return jsonb_build_object('ok', true, 'vendor_models', private.vendor_models());
  end
  $$;
comment on function public.delete_vendor_model(jsonb, text, text) is
  'Removes a model from a vendor. {ok, vendor_models}';

grant execute on function
  private.origin_of(text), public.find_model_vendor(text), private.vendor_with_key(public.api_vendors),
  public.read_vendor_check(uuid, text), public.finish_vendor_check(uuid, text, uuid, jsonb),
  public.begin_connection_check(uuid, text, text), public.begin_vendor_test(jsonb, text, text, boolean),
  public.begin_key_check(uuid, text), public.begin_model_list(uuid, uuid, text),
  private.vendor_view(public.api_vendors), private.vendor_not_found(), private.lock_vendor(text),
  private.name_for_vendor(text), public.list_vendors(jsonb, text),
  public.add_vendor(jsonb, uuid, text, text, jsonb, text, text, text[]),
  public.save_vendor(jsonb, text, text, text, jsonb), public.enable_vendor(jsonb, text, boolean),
  public.remove_vendor(jsonb, text), public.activate_vendor_as(jsonb, text), public.order_vendors(jsonb, text[]),
  public.open_vendor(jsonb, text, text), public.set_vendor_key(jsonb, text, text, text, text, text[], text),
  public.clear_vendor_key(jsonb, text), public.list_encrypted_keys(jsonb),
  public.replace_vendor_key(jsonb, uuid, text, text), public.log_key_rotation(jsonb, integer, text[]),
  private.curated_models(), private.vendor_models(), private.model_in_log(text), private.lock_models(),
  public.list_models(jsonb), public.save_model(jsonb, jsonb), public.delete_model(jsonb, text),
  public.order_models(jsonb, text[]), public.save_vendor_model(jsonb, text, text, text, boolean, jsonb),
  public.save_vendor_models(jsonb, text, jsonb), public.delete_vendor_model(jsonb, text, text)
  to service_role;
grant execute on function public.activate_vendor(uuid) to authenticated;

create trigger prepare_vendor before insert or update on public.api_vendors
  for each row execute function private.prepare_vendor();
create trigger clear_vendor_checks
  after update of endpoint_url, api_key_encrypted, config on public.api_vendors
  for each row
  when (
    old.endpoint_url is distinct from new.endpoint_url
    or old.api_key_encrypted is distinct from new.api_key_encrypted
    or old.config is distinct from new.config
  )
  execute function private.clear_vendor_checks();
create trigger touch_updated_at before update on public.api_vendor_models
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.ai_models
  for each row execute function private.touch_updated_at();
