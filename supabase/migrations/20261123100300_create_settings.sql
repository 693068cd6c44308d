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
  'One row per setting; numbers and booleans as text. Never a secret: administrators read every row.';
comment on column public.system_settings.is_public is 'Everyone may read it, signed in or not.';

alter table public.system_settings enable row level security;
grant select (setting_key, setting_value, is_public, description, updated_at)
  on table public.system_settings to anon, authenticated;
grant select, insert, update, delete on table public.system_settings to service_role;

create policy "Visitors can read public settings"
  on public.system_settings for select to anon
  using (is_public);

create policy "Users can read public settings, administrators every setting"
  on public.system_settings for select to authenticated
  using (is_public or (select private.is_admin()));

create function private.setting(key text, fallback text) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    return coalesce((select s.setting_value from public.system_settings s where s.setting_key = key), fallback);
  end
  $$;

create function private.integer_setting(key text, fallback integer) returns integer
  language plpgsql stable set search_path = ''
  -- Anything but a plain number means the default, because a typing error must not open or close the service.
  as $$
  declare
    value constant text := private.setting(key, fallback::text);
  begin
    return case when value ~ '^[0-9]{1,9}$' then value::integer else fallback end;
  end
  $$;

create function private.limit_setting(key text) returns numeric
  language plpgsql stable set search_path = ''
  -- Anything but a number means no limit: messages per day have separate limits.
  as $$
  declare
    value constant text := private.setting(key, 'none');
  begin
    return case when value ~ '^[0-9]{1,13}(\.[0-9]{1,6})?$' then value::numeric end;
  end
  $$;

create function private.is_valid_setting(key text, value text) returns boolean
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
      when key ~ '^(guest|starter|professional)_(tokens|cost)_per_month$'
        then value = 'none' or value ~ '^[0-9]{1,13}(\.[0-9]{1,6})?$'
      else false
    end
  $$;
comment on function private.is_valid_setting(text, text) is
  'Whether administrators may change the setting, and to this value.';

create function public.list_settings(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; checks the actor with internal functions.
  as $$
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object('ok', true, 'settings', coalesce((
      select jsonb_agg(jsonb_build_object(
        'key', s.setting_key, 'value', s.setting_value, 'description', s.description, 'updated_at', s.updated_at
      ) order by s.setting_key)
      from public.system_settings s
      -- The current value is always valid, so this lists the settings that may be changed.
      where private.is_valid_setting(s.setting_key, s.setting_value)
    ), '[]'::jsonb));
  end
  $$;
comment on function public.list_settings(jsonb) is
  'Lists the settings that administrators may change, as text. {ok, settings}';

create function public.save_setting(actor jsonb, key text, value text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes the setting and the log together.
  as $$
  begin
    perform private.begin_admin_action(actor);
    if private.is_valid_setting(save_setting.key, save_setting.value) is not true then
      return private.refusal('bad_request', 'This setting cannot have this value.');
    end if;
    insert into public.system_settings as s (setting_key, setting_value)
    values (save_setting.key, save_setting.value)
    on conflict (setting_key) do update set setting_value = excluded.setting_value;
    -- Only the setting's name: a prompt may contain anything.
    perform private.log_admin_action('setting.save', null, jsonb_build_object('setting', save_setting.key));
    return jsonb_build_object('ok', true, 'key', save_setting.key, 'value', save_setting.value);
  end
  $$;
comment on function public.save_setting(jsonb, text, text) is 'Changes a setting. {ok, key, value}';

grant execute on function public.list_settings(jsonb), public.save_setting(jsonb, text, text) to service_role;

create trigger touch_updated_at before update on public.system_settings
  for each row execute function private.touch_updated_at();
