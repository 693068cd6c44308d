-- Sign-ups whose mailbox never answered.
-- Functions: purge_unconfirmed.

create function public.purge_unconfirmed() returns bigint
  language plpgsql security definer set search_path = ''
  -- An address must not be kept for somebody who may never have asked for it. A mail went to it, so it was a sign-up:
  -- accounts that administrators make and invite wait as long as they like. Nobody was ever signed in, so there is
  -- nothing to lose.
  as $$
  declare
    purged bigint;
  begin
    delete from auth.users u
    where u.email_confirmed_at is null and u.email is not null
      and u.last_sign_in_at is null and u.invited_at is null
      and greatest(u.confirmation_sent_at, u.recovery_sent_at) < now() - interval '7 days'
      and not exists (select from public.user_roles r where r.user_id = u.id);
    get diagnostics purged = row_count;
    return purged;
  end
  $$;
comment on function public.purge_unconfirmed() is
  'Deletes sign-ups whose address was not confirmed within 7 days of the last mail; returns how many. Service role only.';

revoke execute on function public.purge_unconfirmed() from public, anon, authenticated, service_role;
grant execute on function public.purge_unconfirmed() to service_role;
