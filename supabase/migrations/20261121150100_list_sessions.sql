-- A person's own sessions: where he is signed in, and signing out there.
-- Functions: list_sessions, end_session.

create function public.list_sessions() returns table (
  id uuid, created_at timestamptz, last_active_at timestamptz, user_agent text, address text, aal text,
  is_current boolean
)
  language sql stable security definer set search_path = ''
  -- Definer: the tables of the auth service are closed to everybody else.
  as $$
    select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at),
      s.user_agent, host(s.ip), coalesce(s.aal::text, 'aal1'),
      s.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = auth.uid() and private.may_read()
    order by 7 desc, 3 desc, 1
  $$;
comment on function public.list_sessions() is
  'The caller''s sessions, this one first, then the one used last. user_agent and address are those of its last refresh.';

create function public.end_session(session_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not private.may_read() then
      return false;
    end if;
    delete from auth.sessions s where s.id = end_session.session_id and s.user_id = auth.uid();
    return found;
  end
  $$;
comment on function public.end_session(uuid) is
  'Signs an own session out, with its refresh tokens. False: the caller has no such session.';

revoke execute on function public.list_sessions(), public.end_session(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.list_sessions(), public.end_session(uuid) to authenticated;
