-- Foundations: the schema of internals, deny-first privileges, small helpers, the checks that policies use, and the
-- audit log.
-- Table: user_activity_logs.
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

-- The audit log

create table public.user_activity_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  admin_id uuid,
  action_type text not null check (action_type ~ '^[a-z][a-z0-9_.-]{0,99}$'),
  action_details jsonb not null default '{}'
    check (jsonb_typeof(action_details) = 'object' and octet_length(action_details::text) <= 16384),
  ip_address text check (char_length(ip_address) <= 64),
  user_agent text check (char_length(user_agent) <= 500),
  created_at timestamptz not null default now(),
  -- The log outlives its users, so it must not contain what identifies them.
  constraint user_activity_logs_no_addresses check (action_details::text !~ '[^\s@"]@[^\s@"]+\.[^\s@"]'),
  constraint user_activity_logs_origin_of_admins_only
    check (admin_id is not null or (ip_address is null and user_agent is null))
);
comment on table public.user_activity_logs is
  'Audit log. Append-only for every role; ids without foreign keys, because it outlives its users.';
create index user_activity_logs_user_id_idx on public.user_activity_logs (user_id, created_at desc);
create index user_activity_logs_admin_id_idx on public.user_activity_logs (admin_id, created_at desc);
create index user_activity_logs_created_at_idx on public.user_activity_logs (created_at desc);
-- Collation "C", so that one index serves searching by prefix and listing the distinct action types.
create index user_activity_logs_action_type_idx
  on public.user_activity_logs (action_type collate "C", created_at desc);

alter table public.user_activity_logs enable row level security;

grant select (id, user_id, admin_id, action_type, action_details, ip_address, user_agent, created_at)
  on table public.user_activity_logs to authenticated;
grant select, insert on table public.user_activity_logs to service_role;

create policy "Administrators can read the audit log"
  on public.user_activity_logs for select to authenticated
  using ((select private.is_admin()));

create function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise insufficient_privilege using message = format('Rows of %s are never changed or deleted.', tg_table_name);
  end
  $$;

create trigger refuse_change before update or delete on public.user_activity_logs
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.user_activity_logs
  for each statement execute function private.refuse_change();

-- Who acts. The admin function calls the admin actions with the service's key, because it passes what no client may
-- choose: the encrypted key of a vendor and the network address for the audit log. The verified user of the request is
-- the actor.

create function private.begin_admin_action(actor jsonb) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    -- From here on the actor's claims apply, as in their own request. Local: they end with the transaction.
    perform set_config('request.jwt.claims', jsonb_build_object(
      'sub', begin_admin_action.actor ->> 'user_id', 'role', 'authenticated', 'aal', coalesce(begin_admin_action.actor ->> 'aal', 'aal1')
    )::text, true);
    perform set_config('clover.actor', jsonb_build_object(
      'address', left(begin_admin_action.actor ->> 'address', 64), 'agent', left(begin_admin_action.actor ->> 'agent', 500)
    )::text, true);
    if public.has_role('admin') and not private.is_admin() then
      raise invalid_authorization_specification using
        message = 'Confirm with your second factor first.', hint = 'second_factor';
    end if;
    perform private.require_admin();
  end
  $$;
comment on function private.begin_admin_action(jsonb) is
  'Checks that the actor {user_id, aal, address, agent} is an administrator and acts as them in this transaction. Raises 42501 for others, 28000 if the second factor is missing.';

create function private.begin_user_actions(actor jsonb) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    -- Before the actor is checked: if two administrators demote each other, the second must see that they have lost the
    -- role. protect_last_admin takes the same lock, so there is no deadlock.
    perform pg_advisory_xact_lock(hashtext('clover.last_admin'));
    perform private.begin_admin_action(actor);
  end
  $$;

create function private.log_admin_action(act text, target_user uuid, details jsonb) returns void
  language plpgsql set search_path = ''
  -- Called in the transaction of the action.
  as $$
  declare
    actor constant jsonb := coalesce(nullif(current_setting('clover.actor', true), '')::jsonb, '{}'::jsonb);
  begin
    insert into public.user_activity_logs (user_id, admin_id, action_type, action_details, ip_address, user_agent)
    values (target_user, auth.uid(), act, details, actor ->> 'address', actor ->> 'agent');
  end
  $$;

create function private.log_own_action(act text, details jsonb, actor uuid) returns void
  language plpgsql set search_path = ''
  -- Called in the transaction of the change.
  as $$
  declare
    max_per_day constant integer := 200;
  begin
    if (
      select count(*) from (
        select from public.user_activity_logs l
        where l.user_id = actor and l.admin_id is null and l.created_at > now() - interval '1 day' limit max_per_day
      ) own
    ) >= max_per_day then
      raise exception using errcode = 'PT429', hint = 'limit',
        message = format('You can change your account %s times a day. Try again tomorrow.', max_per_day);
    end if;
    insert into public.user_activity_logs (user_id, action_type, action_details) values (actor, act, details);
  end
  $$;

grant execute on function public.require_session() to anon, authenticated, service_role;
grant execute on function public.schema_version() to anon, authenticated;
grant execute on function
  private.has_session(), public.session_requirement(), private.may_read(), private.may_send()
  to authenticated;
grant execute on function public.has_role(text), private.is_admin(), private.require_admin()
  to authenticated, service_role;
-- Admin actions that read and write only tables of the service role run with its rights.
grant execute on function
  private.refusal(text, text), private.begin_admin_action(jsonb), private.log_admin_action(text, uuid, jsonb)
  to service_role;
