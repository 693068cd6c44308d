-- Encrypted history is offered unless an administrator turns it off.

update public.system_settings s set setting_value = 'offered'
where s.setting_key = 'encrypted_history'
  and not exists (
    select from public.user_activity_logs l
    where l.action_type = 'setting.save' and l.action_details ->> 'setting' = 'encrypted_history'
  );
