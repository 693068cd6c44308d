-- Vendors and the models that each offers.
-- Tables: api_vendors, api_vendor_models.

create table public.api_vendors (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z][a-z0-9_-]{0,62}$'),
  display_name text not null check (display_name ~ '\S' and char_length(display_name) <= 100),
  -- No user part: a key in the address would be readable by every user.
  endpoint_url text check (endpoint_url ~ '^https?://[^/@\s?#]+(/[^\s]*)?$'),
  api_key_encrypted text check (octet_length(api_key_encrypted) <= 8192),
  has_key boolean not null generated always as (coalesce(api_key_encrypted, '') <> '') stored,
  key_last4 text check (char_length(key_last4) <= 4),
  is_active boolean not null default false,
  priority_order integer not null default 0,
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.api_vendors is 'Providers that can answer. Exactly the active one is called with the service''s key.';
comment on column public.api_vendors.name is 'Stable identifier, e.g. deepinfra; it selects the provider client.';
comment on column public.api_vendors.endpoint_url is 'Null for a vendor without network (demo).';
comment on column public.api_vendors.api_key_encrypted is
  'Authenticated ciphertext, bound to the vendor''s id and origin. Write-only: no client role may read it.';
comment on column public.api_vendors.config is
  'stream (default true), needs_key (default true), default_model, and what the provider''s client knows more.';

-- At most one vendor is active.
create unique index api_vendors_one_active_idx on public.api_vendors (is_active) where is_active;
create index api_vendors_priority_order_idx on public.api_vendors (priority_order, name);

create function private.origin_of(url text) returns text
  language sql immutable set search_path = ''
  as $$ select lower(substring(url from '^[A-Za-z]+://[^/]+')) $$;

create function private.prepare_vendor() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- Clients may send config as text of JSON; one form is stored.
    if jsonb_typeof(new.config) = 'string' then
      new.config := (new.config #>> '{}')::jsonb;
    end if;
    if tg_op = 'UPDATE' then
      new.updated_at := now();
      -- A key must never travel to another origin than the one it was entered for.
      if private.origin_of(new.endpoint_url) is distinct from private.origin_of(old.endpoint_url)
        and new.api_key_encrypted is not distinct from old.api_key_encrypted
      then
        new.api_key_encrypted := null;
      end if;
    end if;
    if coalesce(new.api_key_encrypted, '') = '' then
      new.key_last4 := null;
    end if;
    return new;
  end
  $$;

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
  'context_length (tokens), reasoning_model, supports_vision, cost_per_1k_input and cost_per_1k_output (USD).';

create index api_vendor_models_is_available_idx on public.api_vendor_models (model_id) where is_available;

revoke execute on function private.origin_of(text), private.prepare_vendor()
  from public, anon, authenticated, service_role;
-- The trigger's function runs as the one who writes, which may be the service role.
grant execute on function private.origin_of(text) to service_role;

alter table public.api_vendors enable row level security;
revoke all on table public.api_vendors from public, anon, authenticated, service_role;
grant select (
    id, name, display_name, endpoint_url, has_key, key_last4, is_active, priority_order, config, created_at, updated_at
  )
  on table public.api_vendors to authenticated;
grant select, insert, update, delete on table public.api_vendors to service_role;

create policy "Users can read vendors"
  on public.api_vendors for select to authenticated
  using ((select private.may_read()));

alter table public.api_vendor_models enable row level security;
revoke all on table public.api_vendor_models from public, anon, authenticated, service_role;
grant select (id, vendor_id, model_id, display_name, is_available, config, created_at, updated_at)
  on table public.api_vendor_models to authenticated;
grant select, insert, update, delete on table public.api_vendor_models to service_role;

create policy "Users can read the models of vendors"
  on public.api_vendor_models for select to authenticated
  using ((select private.may_read()));

create trigger prepare_vendor before insert or update on public.api_vendors
  for each row execute function private.prepare_vendor();
create trigger touch_updated_at before update on public.api_vendor_models
  for each row execute function private.touch_updated_at();
