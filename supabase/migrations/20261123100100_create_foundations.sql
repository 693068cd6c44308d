-- Foundations: the schema of internals, deny-first privileges, small helpers, and the checks that policies use.
--
-- A hosted project grants everything in `public` to its API roles by default. The defaults are revoked first, so that
-- a table or function without a written grant is closed. Every grant is in the file of its subject.
--
-- The functions below are plpgsql, which looks tables up when it runs: policies of the next files can use them.

create schema if not exists private;
comment on schema private is
  'Internals of the rules. Never exposed by the API; client roles may only execute what policies need.';
grant usage on schema private to authenticated, service_role;

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema private revoke all on tables from anon, authenticated, service_role;
-- PostgreSQL lets everyone execute new functions. Revoking that in a single schema has no effect.
alter default privileges revoke execute on functions from public;

create extension if not exists pg_trgm with schema extensions;

-- A hosted project has the publication already; a plain PostgreSQL may not.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Helpers

create function private.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := now();
    return new;
  end
  $$;

create function private.today() returns date
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (now() at time zone 'utc')::date;
  end
  $$;

create function private.json_number(value jsonb) returns numeric
  language plpgsql immutable set search_path = ''
  -- Administrators enter these values; anything but a number counts as missing.
  as $$
  begin
    return case when value #>> '{}' ~ '^[0-9]{1,12}(\.[0-9]{1,12})?$' then (value #>> '{}')::numeric end;
  end
  $$;

create function private.refusal(code text, message text) returns jsonb
  language sql immutable set search_path = ''
  as $$ select jsonb_build_object('ok', false, 'code', code, 'message', message) $$;

create function private.like_pattern(text) returns text
  language sql immutable set search_path = ''
  as $$ select replace(replace(replace($1, '\', '\\'), '%', '\%'), '_', '\_') $$;

create function private.count_up_to(query text, max_count integer, out total integer, out is_exact boolean)
  language plpgsql stable set search_path = ''
  as $$
  begin
    execute format('select count(*) from (%s limit %s) counted', query, max_count + 1) into total;
    is_exact := total <= max_count;
    total := least(total, max_count);
  end
  $$;

-- What a caller may do. Functions with an argument are internal; clients can only check themselves.

create function private.has_session() returns boolean
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads auth.sessions, which is closed to clients. A token without a session was signed by the operator, not
  -- issued by the auth service: it is accepted.
  as $$
  declare
    session_claim text := auth.jwt() ->> 'session_id';
  begin
    return case
      when session_claim is null then true
      -- Checked before the cast, because pg_input_is_valid needs PostgreSQL 16.
      when session_claim !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then false
      else exists (
        select from auth.sessions s
        where s.id = session_claim::uuid and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
      )
    end;
  end
  $$;
comment on function private.has_session() is 'The session of the caller''s token has not ended.';

create function public.require_session() returns void
  language plpgsql stable set search_path = ''
  -- Two steps, because only authenticated callers may call private.has_session.
  as $$
  begin
    if auth.jwt() ->> 'role' = 'authenticated' then
      if not private.has_session() then
        raise sqlstate 'PT401'
          using message = 'Your session has ended. Sign in again.', hint = 'session_not_found';
      end if;
    end if;
  end
  $$;
comment on function public.require_session() is
  'Raises 401 with the hint session_not_found if the caller''s session has ended. Runs before every request to the REST interface.';

create function private.must_change_password(target uuid) returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    return exists (
      select from public.user_verification_status v where v.user_id = target and v.forced_password_reset
    );
  end
  $$;

create function private.has_second_factor(target uuid) returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    return exists (select from auth.mfa_factors f where f.user_id = target and f.status::text = 'verified');
  end
  $$;

create function public.session_requirement() returns text
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads auth.mfa_factors and the reset flag, which clients must not see of others. The second factor comes
  -- first: otherwise someone who knows the old password could choose the new one.
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
  'What the caller''s session must still do: second_factor, new_password, or null.';

create function private.is_banned(target uuid) returns boolean
  language plpgsql stable set search_path = ''
  -- A deleted account counts as banned, because its access token stays valid until it expires.
  as $$
  begin
    return not exists (
        select from auth.users u
        where u.id = target and u.deleted_at is null
          and (u.banned_until is null or u.banned_until <= now())
      )
      or exists (select from public.user_roles r where r.user_id = target and r.role = 'banned')
      or exists (
        select from public.temporary_restrictions t
        where t.user_id = target and t.is_active and t.restriction_type = 'ban' and t.expires_at > now()
      );
  end
  $$;

create function private.is_restricted(target uuid) returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    return exists (select from public.user_roles r where r.user_id = target and r.role = 'restricted')
      or exists (
        select from public.temporary_restrictions t
        where t.user_id = target and t.is_active and t.restriction_type = 'restrict' and t.expires_at > now()
      );
  end
  $$;

create function private.may_read() returns boolean
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads sessions, bans and factors that are closed to clients.
  as $$
  begin
    return auth.uid() is not null
      and private.has_session()
      and not private.is_banned(auth.uid())
      and public.session_requirement() is null;
  end
  $$;
comment on function private.may_read() is
  'The caller has an account, is not banned, and the session has not ended and meets its requirements. Every policy on user data checks this.';

create function private.may_send() returns boolean
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads restrictions that are closed to clients.
  as $$
  begin
    return private.may_read() and not private.is_restricted(auth.uid());
  end
  $$;
comment on function private.may_send() is 'The caller may read and is not restricted.';

create function private.check_sender(target uuid) returns void
  language plpgsql stable set search_path = ''
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

create function public.has_role(role_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads bans that are closed to clients; the policies of user_roles would call it again. A banned
  -- administrator is not one, but the role banned itself is reported so that the app can show it. A missing second
  -- factor does not matter here: private.is_admin checks it.
  as $$
  begin
    return private.has_session()
      and exists (
        select from public.user_roles r where r.user_id = auth.uid() and r.role = role_name
      )
      and (
        role_name in ('banned', 'restricted')
        or not (private.is_banned(auth.uid()) or private.must_change_password(auth.uid()))
      );
  end
  $$;
comment on function public.has_role(text) is 'Whether the caller has the role: admin, banned or restricted.';

create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads auth.mfa_factors, which is closed to clients. A user with a second factor must have used it in this
  -- session, otherwise a stolen password would be enough.
  as $$
  begin
    return public.has_role('admin')
      and (
        auth.jwt() ->> 'aal' = 'aal2'
        or not exists (
          select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified'
        )
      );
  end
  $$;
comment on function private.is_admin() is
  'The caller is an administrator now: role, not banned, second factor used if one is set up.';

create function private.require_admin() returns void
  language plpgsql stable set search_path = ''
  as $$
  begin
    if not private.is_admin() then
      raise insufficient_privilege using message = 'Only administrators can do this.', hint = 'admin';
    end if;
  end
  $$;

-- Lets an app that is newer than the database name the first missing migration.

create function public.schema_version() returns text
  language sql stable security definer set search_path = ''
  -- Definer: the migration history is closed to clients. It only names files of the public repository.
  as $$ select max(version) from supabase_migrations.schema_migrations $$;
comment on function public.schema_version() is 'Version of the newest applied migration. Everyone may read it.';

grant execute on function public.schema_version() to anon, authenticated;
grant execute on function
  private.has_session(), public.session_requirement(), private.may_read(), private.may_send(), public.has_role(text),
  private.is_admin()
  to authenticated;
grant execute on function public.require_session() to anon, authenticated, service_role;

-- The embedded service calls require_session itself; a hosted project's REST interface does so by this setting.
do $$
begin
  if to_regrole('authenticator') is not null then
    alter role authenticator set pgrst.db_pre_request = 'public.require_session';
    notify pgrst, 'reload config';
  end if;
exception
  when insufficient_privilege then
    raise notice 'pgrst.db_pre_request could not be set: an ended session reads nothing, but gets empty responses instead of 401';
end
$$;

-- A hosted project's REST interface takes its statement timeouts from the roles. The embedded service sets the same
-- for each request; only a hosted project has the role `authenticator`.
do $$
begin
  if to_regrole('authenticator') is not null then
    alter role anon set statement_timeout = '3s';
    alter role authenticated set statement_timeout = '8s';
    notify pgrst, 'reload config';
  end if;
exception
  when insufficient_privilege then
    raise warning 'Not allowed to limit the statements of anon and authenticated: run alter role … set statement_timeout as an administrator.';
end
$$;
