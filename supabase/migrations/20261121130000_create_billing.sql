-- Choosing a plan without a payment, and giving it up.
-- Functions: subscribe, cancel_subscription.

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
      -- From the start each time: a month added to 28 February would forget that the plan began on the 31st.
      ends := subscription.started_at + make_interval(months => terms * months);
      exit when ends > now();
    end loop;
    return ends;
  end
  $$;
comment on function private.end_of_term(public.subscriptions) is
  'The end of the month or year that is running.';

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
  -- Definer: plans are written by functions only. The caller's own plan and no other.
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
        -- A plan that goes on keeps its term; one that ended, or has another term, begins anew.
        started_at = case
          when s.plan = 'professional' and s.billing = chosen and s.ends_at > now() then s.started_at else now()
        end
      -- What runs as chosen stays as it is, and what an administrator gave for good is not turned into something to pay for.
      where s.plan <> 'professional' or s.ends_at is not null
        or (s.source = 'simulated' and s.billing is distinct from chosen)
    returning * into subscription;
    if not found then
      select * into subscription from public.subscriptions s where s.user_id = auth.uid();
      return private.subscription_answer(subscription);
    end if;
    perform private.log_own_act(
      'plan.subscribe', jsonb_build_object('plan', 'professional', 'billing', chosen), auth.uid()
    );
    return private.subscription_answer(subscription);
  end
  $$;
comment on function public.subscribe(text) is
  'Records the caller''s Professional plan while payments are simulated. {ok: true, plan, billing, started_at, ends_at} or {ok: false, code, message}. Repeating it changes nothing.';

create function public.cancel_subscription() returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: plans are written by functions only. The caller's own plan and no other.
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
      return private.refusal('no_plan', 'There is no running plan to cancel.');
    end if;
    if subscription.source = 'admin' then
      return private.refusal('forbidden', 'An administrator gave you this plan, and can end it.');
    end if;
    if subscription.ends_at is null then
      update public.subscriptions s set ends_at = private.end_of_term(subscription)
      where s.user_id = auth.uid()
      returning * into subscription;
      perform private.log_own_act(
        'plan.cancel', jsonb_build_object('ends_at', subscription.ends_at), auth.uid()
      );
    end if;
    return private.subscription_answer(subscription);
  end
  $$;
comment on function public.cancel_subscription() is
  'Ends the caller''s plan with the term that is running. Repeating it changes nothing. Answers as subscribe does.';

revoke execute on function
  private.end_of_term(public.subscriptions), private.subscription_answer(public.subscriptions),
  public.subscribe(text), public.cancel_subscription()
  from public, anon, authenticated, service_role;
grant execute on function public.subscribe(text), public.cancel_subscription() to authenticated;
