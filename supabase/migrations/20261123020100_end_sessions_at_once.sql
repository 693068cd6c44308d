-- An access token is good for an hour; its session may end earlier: by a sign-out, a new password or a deleted account.
-- From then on the token must open nothing.
-- Functions: private.has_session, require_session; private.may_read and has_role check the first.

create function private.has_session() returns boolean
  language plpgsql stable security definer set search_path = ''
  -- Definer: the tables of the auth service are closed to clients. A token without a session was not issued by the auth
  -- service but signed by the operator, whose matter it is.
  as $$
  declare
    claimed text := auth.jwt() ->> 'session_id';
  begin
    return case
      when claimed is null then true
      -- Checked before the cast, because pg_input_is_valid needs PostgreSQL 16.
      when claimed !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then false
      else exists (
        select from auth.sessions s
        where s.id = claimed::uuid and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
      )
    end;
  end
  $$;
comment on function private.has_session() is 'The session of the caller''s token has not ended.';

create function public.require_session() returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if auth.jwt() ->> 'role' = 'authenticated' and not private.has_session() then
      raise sqlstate 'PT401'
        using message = 'Your session has ended. Sign in again.', hint = 'session_not_found';
    end if;
  end
  $$;
comment on function public.require_session() is
  'Answers 401 with the hint session_not_found if the caller''s session has ended. Runs before every request to the REST interface.';

create or replace function private.may_read() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return auth.uid() is not null
      and private.has_session()
      and not private.is_banned(auth.uid())
      and public.session_requirement() is null;
  end
  $$;
comment on function private.may_read() is
  'The caller has an account, is not banned, and the session is live and owes nothing. Every policy on user data asks this.';

create or replace function public.has_role(role_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
  -- A banned administrator is none; the role banned itself must still be told, so that the app can say it. A second
  -- factor that is still owed makes nobody less an administrator: private.is_admin asks for it, and says so.
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

revoke execute on function private.has_session(), public.require_session()
  from public, anon, authenticated, service_role;
grant execute on function private.has_session() to authenticated;
grant execute on function public.require_session() to anon, authenticated, service_role;

-- A ban hides nothing in these two, because its user must be able to learn of it.
alter policy "Users can read their own roles, administrators every role" on public.user_roles
  using ((user_id = (select auth.uid()) and (select private.has_session())) or (select private.is_admin()));
alter policy "Users can read when their own account changed" on public.account_changes
  using (user_id = (select auth.uid()) and (select private.has_session()));

-- The embedded service calls require_session itself. A hosted project's REST interface does so by its settings.
do $$
begin
  if to_regrole('authenticator') is not null then
    alter role authenticator set pgrst.db_pre_request = 'public.require_session';
    notify pgrst, 'reload config';
  end if;
exception
  when insufficient_privilege then
    raise notice 'pgrst.db_pre_request could not be set: an ended session reads nothing, but gets empty answers rather than 401';
end
$$;
