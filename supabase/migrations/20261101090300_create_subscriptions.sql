-- Plans: who has which, and how much history it shows.
-- Table: subscriptions.

create table public.subscriptions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  plan text not null check (plan in ('starter', 'professional')),
  billing text check (billing in ('monthly', 'annual')),
  source text not null check (source in ('simulated', 'admin')),
  started_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at >= started_at)
);
comment on table public.subscriptions is 'At most one row a user; no live row is the plan starter.';
comment on column public.subscriptions.source is 'simulated: the checkout without payment; admin: set by an administrator.';
comment on column public.subscriptions.ends_at is 'The plan ends here; null goes on.';

create function private.plan_of(target uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select case
        when u.is_anonymous then 'guest'
        when exists (
          select from public.subscriptions s
          where s.user_id = u.id and s.plan = 'professional'
            and s.started_at <= now() and (s.ends_at is null or s.ends_at > now())
        ) then 'professional'
        else 'starter'
      end
      from auth.users u
      where u.id = target
    );
  end
  $$;
comment on function private.plan_of(uuid) is 'guest, starter or professional; null for no such user.';

create function public.current_plan() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return private.plan_of(auth.uid());
  end
  $$;
comment on function public.current_plan() is 'The caller''s plan: guest, starter or professional.';

create function public.history_since() returns timestamptz
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return case
      when private.plan_of(auth.uid()) = 'professional' then '-infinity'::timestamptz
      else now() - make_interval(hours => private.integer_setting('starter_history_hours', 24))
    end;
  end
  $$;
comment on function public.history_since() is
  'Chats whose updated_at is older are hidden from the caller by his plan (never deleted by it).';

revoke execute on function private.plan_of(uuid), public.current_plan(), public.history_since()
  from public, anon, authenticated, service_role;
grant execute on function public.current_plan(), public.history_since() to authenticated;

alter table public.subscriptions enable row level security;
revoke all on table public.subscriptions from public, anon, authenticated, service_role;
grant select (user_id, plan, billing, source, started_at, ends_at) on table public.subscriptions to authenticated;
grant select, insert, update, delete on table public.subscriptions to service_role;

create policy "Users can read their own subscription, administrators every one"
  on public.subscriptions for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.may_read())) or (select private.is_admin()));
