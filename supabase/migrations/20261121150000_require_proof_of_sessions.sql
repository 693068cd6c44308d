-- What a session still owes before anything is shown to it: a second factor, or a new password.
-- Functions: session_requirement; private.may_read, private.check_sender, private.check_credential and has_role ask it.
-- Triggers on: auth.users.

create function private.must_change_password(target uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
      select from public.user_verification_status v where v.user_id = target and v.forced_password_reset
    );
  end
  $$;

create function private.has_second_factor(target uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (select from auth.mfa_factors f where f.user_id = target and f.status::text = 'verified');
  end
  $$;

create function public.session_requirement() returns text
  language plpgsql stable security definer set search_path = ''
  -- Definer: nobody else may look at factors. The second factor first: without it, whoever knows the old password
  -- could choose the new one.
  as $$
  begin
    return case
      when auth.uid() is null then null
      when auth.jwt() ->> 'aal' is distinct from 'aal2' and private.has_second_factor(auth.uid())
        then 'second_factor'
      when private.must_change_password(auth.uid()) then 'new_password'
    end;
  end
  $$;
comment on function public.session_requirement() is
  'What the caller''s session still owes: second_factor, new_password, or null when it owes nothing.';

create or replace function private.may_read() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return auth.uid() is not null
      and not private.is_banned(auth.uid())
      and public.session_requirement() is null;
  end
  $$;
comment on function private.may_read() is
  'The caller has an account, is not banned, and his session owes nothing. Every policy on user data asks this.';

create or replace function public.has_role(role_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
  -- A banned administrator is none; the role banned itself must still be told, so that the app can say it. A second
  -- factor that is still owed makes nobody less an administrator: private.is_admin asks for it, and says so.
  as $$
  begin
    return exists (
        select from public.user_roles r where r.user_id = auth.uid() and r.role = role_name
      )
      and (
        role_name in ('banned', 'restricted')
        or not (private.is_banned(auth.uid()) or private.must_change_password(auth.uid()))
      );
  end
  $$;

create or replace function private.check_sender(target uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if private.is_banned(target) then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    elsif private.is_restricted(target) then
      raise insufficient_privilege
        using message = 'Your account is restricted: you can read your chats, but not send messages.',
          hint = 'restricted';
    elsif target = auth.uid() and public.session_requirement() = 'second_factor' then
      raise insufficient_privilege
        using message = 'Confirm with your second factor first.', hint = 'second_factor';
    elsif private.must_change_password(target) then
      raise insufficient_privilege using message = 'Choose a new password first.', hint = 'new_password';
    end if;
  end
  $$;
comment on function private.check_sender(uuid) is
  'Raises 42501 with the hint banned, restricted, second_factor or new_password and a sentence for the user.';

create or replace function private.check_credential(
  user_id uuid, session_id uuid, api_key_hash text, out owner uuid, out refusal jsonb
)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    key public.llm_api_keys;
    level text;
  begin
    if api_key_hash is null then
      owner := user_id;
      if session_id is not null then
        select s.aal::text into level
        from auth.sessions s where s.id = check_credential.session_id and s.user_id = check_credential.user_id;
        if not found then
          refusal := private.refusal('unauthenticated', 'Please sign in to use the chat');
        elsif level is distinct from 'aal2' and private.has_second_factor(owner) then
          refusal := private.refusal('forbidden', 'Confirm with your second factor first.');
        end if;
      end if;
    else
      select * into key from public.llm_api_keys k
      where k.key_hash = check_credential.api_key_hash and k.revoked_at is null;
      if not found then
        refusal := private.refusal('unauthenticated', 'This API key is not valid. It may have been revoked.');
        return;
      end if;
      owner := key.user_id;
      if private.plan_of(owner) is distinct from 'professional' then
        refusal := private.refusal(
          'forbidden', 'API keys are part of Professional. Upgrade to Professional to use this one again.'
        );
        return;
      end if;
      -- Once a minute is exact enough for its user, and spares a write at each request.
      update public.llm_api_keys k set last_used_at = now()
      where k.id = key.id and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute');
    end if;
    if refusal is null and private.must_change_password(owner) then
      refusal := private.refusal('forbidden', 'Choose a new password first.');
    end if;
  end
  $$;

-- The auth service decides whether an address is confirmed; user_verification_status mirrors it. Its own change of a
-- password is the end of a forced reset: who forces one with a password of his own sets the flag after the password.

create function private.mirror_verification() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.user_verification_status as v (user_id, email_verified, email_verified_at)
    values (new.id, new.email_confirmed_at is not null, new.email_confirmed_at)
    on conflict (user_id) do update
      set email_verified = excluded.email_verified, email_verified_at = excluded.email_verified_at;
    return new;
  end
  $$;

create function private.end_forced_reset() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.user_verification_status v set forced_password_reset = false
    where v.user_id = new.id and v.forced_password_reset;
    return new;
  end
  $$;

revoke execute on function
  private.must_change_password(uuid), private.has_second_factor(uuid), public.session_requirement(),
  private.mirror_verification(), private.end_forced_reset()
  from public, anon, authenticated, service_role;
grant execute on function public.session_requirement() to authenticated;

do $$
begin
  create trigger mirror_first_verification after insert on auth.users
    for each row when (new.email_confirmed_at is not null)
    execute function private.mirror_verification();
  create trigger mirror_verification after update of email_confirmed_at on auth.users
    for each row when (old.email_confirmed_at is distinct from new.email_confirmed_at)
    execute function private.mirror_verification();
  create trigger end_forced_reset after update of encrypted_password on auth.users
    for each row when (old.encrypted_password is distinct from new.encrypted_password)
    execute function private.end_forced_reset();
exception
  when insufficient_privilege then
    raise notice 'auth.users takes no triggers here: administrators end forced resets and note confirmations themselves';
end
$$;

insert into public.user_verification_status (user_id, email_verified, email_verified_at)
select u.id, true, u.email_confirmed_at from auth.users u where u.email_confirmed_at is not null
on conflict (user_id) do nothing;
