-- Settings that administrators may change.
-- Functions (service role only): save_setting.

create function private.setting_takes(key text, value text) returns boolean
  language sql immutable set search_path = ''
  -- Every other setting belongs to the installation or to an act of its own (active_vendor).
  as $$
    select case key
      when 'failover' then value in ('true', 'false')
      when 'default_system_prompt' then value ~ '\S' and char_length(value) <= 8000
      else false
    end
  $$;
comment on function private.setting_takes(text, text) is 'Whether the setting is an administrator''s to change, and to this value.';

create function public.save_setting(actor jsonb, key text, value text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    if private.setting_takes(save_setting.key, save_setting.value) is not true then
      return private.refusal('bad_request', 'This setting cannot have this value.');
    end if;
    insert into public.system_settings as s (setting_key, setting_value)
    values (save_setting.key, save_setting.value)
    on conflict (setting_key) do update set setting_value = excluded.setting_value;
    -- The key alone: a prompt may hold anything.
    perform private.log_admin_act('setting.save', null, jsonb_build_object('setting', save_setting.key));
    return jsonb_build_object('ok', true, 'key', save_setting.key, 'value', save_setting.value);
  end
  $$;
comment on function public.save_setting(jsonb, text, text) is 'Changes a setting that is the administrators''. {ok, key, value}';

revoke execute on function private.setting_takes(text, text), public.save_setting(jsonb, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.save_setting(jsonb, text, text) to service_role;
