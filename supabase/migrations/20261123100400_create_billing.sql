-- Billing: who has which plan, how much history it shows, subscribing without a payment, and canceling.
-- Table: subscriptions.

create table public.subscriptions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  plan text not null check (plan in ('starter', 'professional')),
  billing text check (billing in ('monthly', 'annual')),
  source text not null check (source in ('simulated', 'admin')),
  started_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at >= started_at)
);
comment on table public.subscriptions is 'At most one row per user. Without a current row the plan is starter.';
comment on column public.subscriptions.source is
  'simulated: the checkout without payment; admin: set by an administrator.';
comment on column public.subscriptions.ends_at is 'When the plan ends; null means no end date.';
-- For the console's filter by plan.
create index subscriptions_professional_idx on public.subscriptions (user_id) where plan = 'professional';

alter table public.subscriptions enable row level security;
grant select (user_id, plan, billing, source, started_at, ends_at) on table public.subscriptions to authenticated;
grant select, insert, update, delete on table public.subscriptions to service_role;

create policy "Users can read their own subscription, administrators every one"
  on public.subscriptions for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.may_read())) or (select private.is_admin()));

create function private.plan_of(target uuid) returns text
  language plpgsql stable set search_path = ''
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
  -- Definer: reads auth.users, which is closed to clients.
  as $$
  begin
    return private.plan_of(auth.uid());
  end
  $$;
comment on function public.current_plan() is 'The caller''s plan: guest, starter or professional.';

create function public.history_since() returns timestamptz
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads the plan and settings that are not public.
  as $$
  begin
    return case
      when private.plan_of(auth.uid()) = 'professional' then '-infinity'::timestamptz
      else now() - make_interval(hours => private.integer_setting('starter_history_hours', 24))
    end;
  end
  $$;
comment on function public.history_since() is
  'The caller''s plan hides chats with an older updated_at. It never deletes them.';

create function private.end_of_term(subscription public.subscriptions) returns timestamptz
  language plpgsql stable set search_path = ''
  as $$
  declare
    months constant integer := case subscription.billing when 'annual' then 12 else 1 end;
    terms integer := 0;
    ends timestamptz;
  begin
    loop
      terms := terms + 1;
      -- Always from the start: a month added to 28 February would lose that the plan began on the 31st.
      ends := subscription.started_at + make_interval(months => terms * months);
      exit when ends > now();
    end loop;
    return ends;
  end
  $$;
comment on function private.end_of_term(subscriptions) is 'The end of the current month or year of the subscription.';

create function private.subscription_answer(subscription public.subscriptions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'ok', true, 'plan', subscription.plan, 'billing', subscription.billing,
      'started_at', subscription.started_at, 'ends_at', subscription.ends_at
    )
  $$;

create function public.subscribe(billing text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes subscriptions, which clients may not; only for the caller.
  as $$
  declare
    chosen constant text := subscribe.billing;
    subscription public.subscriptions;
  begin
    if not private.may_read() then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    if private.plan_of(auth.uid()) = 'guest' then
      return private.refusal('forbidden', 'A guest has no plan. Create an account first, then choose one.');
    end if;
    if chosen is null or chosen not in ('monthly', 'annual') then
      return private.refusal('invalid_request', 'Billing is monthly or annual.');
    end if;
    if not exists (
      select from public.system_settings s where s.setting_key = 'payments_mode' and s.setting_value = 'simulated'
    ) then
      return private.refusal(
        'payments_off', 'Payments are not connected on this installation, so nothing was recorded.'
      );
    end if;

    insert into public.subscriptions as s (user_id, plan, billing, source)
    values (auth.uid(), 'professional', chosen, 'simulated')
    on conflict (user_id) do update
      set plan = 'professional', billing = chosen, source = 'simulated', ends_at = null,
        -- A plan that continues keeps its term. One that ended, or has another term, starts again.
        started_at = case
          when s.plan = 'professional' and s.billing = chosen and s.ends_at > now() then s.started_at else now()
        end
      -- A plan that already runs as chosen does not change, and one without end date from an administrator does not
      -- become a paid one.
      where s.plan <> 'professional' or s.ends_at is not null
        or (s.source = 'simulated' and s.billing is distinct from chosen)
    returning * into subscription;
    if not found then
      select * into subscription from public.subscriptions s where s.user_id = auth.uid();
      return private.subscription_answer(subscription);
    end if;
    perform private.log_own_action(
      'plan.subscribe', jsonb_build_object('plan', 'professional', 'billing', chosen), auth.uid()
    );
    return private.subscription_answer(subscription);
  end
  $$;
comment on function public.subscribe(text) is
  'Records the caller''s Professional plan while payments are simulated. {ok: true, plan, billing, started_at, ends_at} or {ok: false, code, message}. Repeating it changes nothing.';

create function public.cancel_subscription() returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes subscriptions, which clients may not; only for the caller.
  as $$
  declare
    subscription public.subscriptions;
  begin
    if not private.may_read() then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    select * into subscription from public.subscriptions s
    where s.user_id = auth.uid() and s.plan = 'professional' and (s.ends_at is null or s.ends_at > now())
    for update;
    if not found then
      return private.refusal('no_plan', 'You have no plan to cancel.');
    end if;
    if subscription.source = 'admin' then
      return private.refusal('forbidden', 'An administrator gave you this plan, and can end it.');
    end if;
    if subscription.ends_at is null then
      update public.subscriptions s set ends_at = private.end_of_term(subscription)
      where s.user_id = auth.uid()
      returning * into subscription;
      perform private.log_own_action(
        'plan.cancel', jsonb_build_object('ends_at', subscription.ends_at), auth.uid()
      );
    end if;
    return private.subscription_answer(subscription);
  end
  $$;
comment on function public.cancel_subscription() is
  'Ends the caller''s plan with the current term. Repeating it changes nothing. Returns the same as subscribe.';

grant execute on function
  public.current_plan(), public.history_since(), public.subscribe(text), public.cancel_subscription()
  to authenticated;

create trigger record_account_change after insert or update or delete on public.subscriptions
  for each row execute function private.record_account_change();
