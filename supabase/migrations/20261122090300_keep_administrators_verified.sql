-- Whose address is not verified cannot sign in again: of two administrators who did that to each other, none could.
-- Functions: private.set_verified.

create or replace function private.set_verified(target uuid, verified boolean) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.plan_of(target) = 'guest' then
      return private.refusal('guest', 'A guest has no e-mail address.');
    elsif not verified and private.is_account_admin(target) then
      return private.refusal('admin', 'The address of an administrator stays verified. Take the role first.');
    end if;
    update auth.users u set email_confirmed_at = case when verified then coalesce(u.email_confirmed_at, now()) end
    where u.id = target;
    insert into public.user_verification_status as v (user_id, email_verified, email_verified_at)
    values (target, verified, case when verified then now() end)
    on conflict (user_id) do update
      set email_verified = excluded.email_verified, email_verified_at = excluded.email_verified_at;
    update auth.identities i
    set identity_data = i.identity_data || jsonb_build_object('email_verified', verified)
    where i.user_id = target and i.provider = 'email';
    perform private.log_admin_act('user.set-verified', target, jsonb_build_object('verified', verified));
    return null;
  end
  $$;
