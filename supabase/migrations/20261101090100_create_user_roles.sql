-- Roles of users, temporary restrictions, and the standing that both decide.
-- Tables: user_roles, temporary_restrictions.

create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'banned', 'restricted')),
  created_at timestamptz not null default now(),
  unique (user_id, role)
);
comment on table public.user_roles is 'Roles by user. No row is an ordinary user.';

create index user_roles_role_idx on public.user_roles (role, user_id);

create table public.temporary_restrictions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  restriction_type text not null check (restriction_type in ('ban', 'restrict')),
  reason text check (octet_length(reason) <= 4096),
  expires_at timestamptz not null,
  created_by uuid,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
comment on table public.temporary_restrictions is
  'A live row (is_active, expires_at ahead by the server''s clock) acts like the role banned or restricted.';
comment on column public.temporary_restrictions.created_by is
  'Administrator. No foreign key: the restriction must outlive the account that made it.';

create index temporary_restrictions_user_id_idx
  on public.temporary_restrictions (user_id, expires_at) where is_active;
-- The partial index above does not serve the cascade from auth.users.
create index temporary_restrictions_every_user_id_idx on public.temporary_restrictions (user_id);

-- Standing. The functions with an argument are for the rules alone; clients only ever ask about themselves.

create function private.is_banned(target uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  -- Definer: a caller may see neither the restrictions nor auth.users.
  -- An account that is gone counts as banned, because its access token lives on until it expires.
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
  language plpgsql stable security definer set search_path = ''
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
  as $$
  begin
    return auth.uid() is not null and not private.is_banned(auth.uid());
  end
  $$;
comment on function private.may_read() is 'The caller has an account and is not banned. Every policy on user data asks this.';

create function private.may_send() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return private.may_read() and not private.is_restricted(auth.uid());
  end
  $$;
comment on function private.may_send() is 'The caller may read and is not restricted.';

create function private.check_sender(target uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if private.is_banned(target) then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    elsif private.is_restricted(target) then
      raise insufficient_privilege
        using message = 'Your account is restricted: you can read your chats, but not send messages.',
          hint = 'restricted';
    end if;
  end
  $$;
comment on function private.check_sender(uuid) is
  'Raises 42501 with the hint banned or restricted and a sentence for the user.';

create function public.has_role(role_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
  -- A banned administrator is none; the role banned itself must still be told, so that the app can say it.
  as $$
  begin
    return exists (
        select from public.user_roles r where r.user_id = auth.uid() and r.role = role_name
      )
      and (role_name in ('banned', 'restricted') or private.may_read());
  end
  $$;
comment on function public.has_role(text) is 'Whether the caller has the role: admin, banned or restricted.';

create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
  -- Who has set up a second factor must have used it in this session, otherwise a stolen password is enough.
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
  'The caller is an administrator now: role, not banned, second factor used where one is set up.';

revoke execute on function
  private.is_banned(uuid), private.is_restricted(uuid), private.may_read(), private.may_send(),
  private.check_sender(uuid), private.is_admin(), public.has_role(text)
  from public, anon, authenticated, service_role;
grant execute on function private.may_read(), private.may_send(), private.is_admin(), public.has_role(text)
  to authenticated;

alter table public.user_roles enable row level security;
revoke all on table public.user_roles from public, anon, authenticated, service_role;
grant select (id, user_id, role, created_at) on table public.user_roles to authenticated;
grant select, insert, update, delete on table public.user_roles to service_role;

-- No ban check for the own rows: a banned user must be able to learn that he is.
create policy "Users can read their own roles, administrators every role"
  on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

alter table public.temporary_restrictions enable row level security;
revoke all on table public.temporary_restrictions from public, anon, authenticated, service_role;
grant select (id, user_id, restriction_type, reason, expires_at, created_by, is_active, created_at)
  on table public.temporary_restrictions to authenticated;
grant select, insert, update, delete on table public.temporary_restrictions to service_role;

create policy "Administrators can read every restriction"
  on public.temporary_restrictions for select to authenticated
  using ((select private.is_admin()));
