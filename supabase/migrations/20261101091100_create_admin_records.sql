-- What administrators do and keep about accounts.
-- Tables: user_activity_logs, bulk_operations, user_verification_status, user_sessions.

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
  -- The log outlives its user, so it must not hold what names him.
  constraint user_activity_logs_no_addresses check (action_details::text !~ '[^\s@"]@[^\s@"]+\.[^\s@"]'),
  constraint user_activity_logs_origin_of_admins_only
    check (admin_id is not null or (ip_address is null and user_agent is null))
);
comment on table public.user_activity_logs is
  'Audit log. Append-only for every role; ids without foreign keys, because it outlives its users.';

create index user_activity_logs_user_id_idx on public.user_activity_logs (user_id, created_at desc);
create index user_activity_logs_admin_id_idx on public.user_activity_logs (admin_id, created_at desc);
create index user_activity_logs_created_at_idx on public.user_activity_logs (created_at desc);

create table public.bulk_operations (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null,
  operation_type text not null check (operation_type ~ '^[a-z][a-z0-9_.-]{0,99}$'),
  target_user_ids uuid[] not null check (cardinality(target_user_ids) between 1 and 10000),
  operation_details jsonb not null default '{}' check (jsonb_typeof(operation_details) = 'object'),
  total_count integer not null check (total_count >= 0),
  progress integer not null default 0 check (progress between 0 and total_count),
  status text not null default 'in_progress' check (status in ('in_progress', 'completed')),
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint bulk_operations_completed check ((status = 'completed') = (completed_at is not null))
);
comment on table public.bulk_operations is 'Acts on several users; progress counts targets that are done, each once.';

create index bulk_operations_created_at_idx on public.bulk_operations (created_at desc);

create table public.user_verification_status (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  email_verified boolean not null default false,
  email_verified_at timestamptz,
  forced_password_reset boolean not null default false,
  forced_password_reset_at timestamptz
);
comment on table public.user_verification_status is 'What administrators have set about an account''s e-mail and password.';

create table public.user_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  admin_id uuid not null,
  session_type text not null default 'impersonation' check (session_type = 'impersonation'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '60 minutes',
  ended_at timestamptz,
  constraint user_sessions_ended check (is_active or ended_at is not null)
);
comment on table public.user_sessions is 'Times in which an administrator looked at an account (read-only, at most 60 minutes).';

create index user_sessions_user_id_idx on public.user_sessions (user_id, created_at desc);
-- Never nested: an administrator has one view open at a time.
create unique index user_sessions_one_active_idx on public.user_sessions (admin_id) where is_active;

create function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise insufficient_privilege using message = format('Rows of %s are never changed or deleted.', tg_table_name);
  end
  $$;

create function private.log_admin_act(act text, target_user uuid, details jsonb) returns void
  language sql security definer set search_path = ''
  -- Definer: no client may write the log. It is called inside the act's own transaction.
  as $$
    insert into public.user_activity_logs (user_id, admin_id, action_type, action_details)
    values (target_user, auth.uid(), act, details)
  $$;

create function private.require_admin() returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if not private.is_admin() then
      raise insufficient_privilege using message = 'Only administrators can do this.', hint = 'admin';
    end if;
  end
  $$;

revoke execute on function
  private.refuse_change(), private.log_admin_act(text, uuid, jsonb), private.require_admin()
  from public, anon, authenticated, service_role;

alter table public.user_activity_logs enable row level security;
revoke all on table public.user_activity_logs from public, anon, authenticated, service_role;
grant select (id, user_id, admin_id, action_type, action_details, ip_address, user_agent, created_at)
  on table public.user_activity_logs to authenticated;
grant select, insert on table public.user_activity_logs to service_role;

create policy "Administrators can read the audit log"
  on public.user_activity_logs for select to authenticated
  using ((select private.is_admin()));

alter table public.bulk_operations enable row level security;
revoke all on table public.bulk_operations from public, anon, authenticated, service_role;
grant select (
    id, admin_id, operation_type, target_user_ids, operation_details, total_count, progress, status, completed_at,
    created_at
  )
  on table public.bulk_operations to authenticated;
grant select, insert, update, delete on table public.bulk_operations to service_role;

create policy "Administrators can read bulk operations"
  on public.bulk_operations for select to authenticated
  using ((select private.is_admin()));

alter table public.user_verification_status enable row level security;
revoke all on table public.user_verification_status from public, anon, authenticated, service_role;
grant select (id, user_id, email_verified, email_verified_at, forced_password_reset, forced_password_reset_at)
  on table public.user_verification_status to authenticated;
grant select, insert, update, delete on table public.user_verification_status to service_role;

create policy "Users can read their own verification, administrators every one"
  on public.user_verification_status for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.may_read())) or (select private.is_admin()));

alter table public.user_sessions enable row level security;
revoke all on table public.user_sessions from public, anon, authenticated, service_role;
grant select (id, user_id, admin_id, session_type, is_active, created_at, expires_at, ended_at)
  on table public.user_sessions to authenticated;
grant select, insert, update, delete on table public.user_sessions to service_role;

create policy "Administrators can read the views of accounts"
  on public.user_sessions for select to authenticated
  using ((select private.is_admin()));

create trigger refuse_change before update or delete on public.user_activity_logs
  for each row execute function private.refuse_change();
create trigger refuse_truncate before truncate on public.user_activity_logs
  for each statement execute function private.refuse_change();
