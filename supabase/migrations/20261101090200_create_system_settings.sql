-- Settings of the installation.
-- Table: system_settings.

create table public.system_settings (
  setting_key text primary key check (setting_key ~ '^[a-z][a-z0-9_]{0,62}$'),
  setting_value text not null check (octet_length(setting_value) <= 65536),
  is_public boolean not null default false,
  description text,
  updated_at timestamptz not null default now()
);
comment on table public.system_settings is
  'One row a setting; numbers and booleans as text. Never a secret: administrators read every row.';
comment on column public.system_settings.is_public is 'Readable by everyone, signed in or not.';

create function private.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := now();
    return new;
  end
  $$;

create function private.setting(key text, fallback text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce((select s.setting_value from public.system_settings s where s.setting_key = key), fallback);
  end
  $$;

create function private.integer_setting(key text, fallback integer) returns integer
  language plpgsql stable security definer set search_path = ''
  -- A value that is no plain number means the default, because a typing error must not open or close the service.
  as $$
  declare
    value constant text := private.setting(key, fallback::text);
  begin
    return case when value ~ '^[0-9]{1,9}$' then value::integer else fallback end;
  end
  $$;

revoke execute on function
  private.touch_updated_at(), private.setting(text, text), private.integer_setting(text, integer)
  from public, anon, authenticated, service_role;

alter table public.system_settings enable row level security;
revoke all on table public.system_settings from public, anon, authenticated, service_role;
grant select (setting_key, setting_value, is_public, description, updated_at)
  on table public.system_settings to anon, authenticated;
grant select, insert, update, delete on table public.system_settings to service_role;

create policy "Visitors can read public settings"
  on public.system_settings for select to anon
  using (is_public);

create policy "Users can read public settings, administrators every setting"
  on public.system_settings for select to authenticated
  using (is_public or (select private.is_admin()));

create trigger touch_updated_at before update on public.system_settings
  for each row execute function private.touch_updated_at();
