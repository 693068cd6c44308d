-- Bounds on what one person can ask of the gateway, and what a stopped process leaves behind.
-- Columns: message_reservations.last_attempt_at, private.message_counts.attempts.

alter table public.message_reservations add column last_attempt_at timestamptz;
comment on column public.message_reservations.last_attempt_at is
  'When a request of the gateway last began: one that is older than any reply can be will not end any more.';

alter table private.message_counts add column attempts integer not null default 0 check (attempts >= 0);
comment on column private.message_counts.attempts is
  'Requests of the gateway, the failed ones too: what fails is given back, but may not be tried for ever.';

create index message_reservations_in_flight_idx on public.message_reservations (user_id) where in_flight > 0;

create function private.release_stale_reservations(target_user uuid) returns void
  language plpgsql security definer set search_path = ''
  -- A process that was killed never tells the outcome. Fifteen minutes: the gateway ends every reply after ten.
  as $$
  declare
    stale uuid;
  begin
    for stale in
      select r.message_id from public.message_reservations r
      where r.user_id = target_user and r.in_flight > 0 and r.last_attempt_at < now() - interval '15 minutes'
      for update skip locked
    loop
      update public.message_reservations r set in_flight = 0 where r.message_id = stale;
      perform private.refund(target_user, stale);
    end loop;
  end
  $$;
comment on function private.release_stale_reservations(uuid) is
  'Gives back what requests bought whose outcome nobody will tell any more.';

create or replace function private.try_reserve(
  target_user uuid, target_message uuid, out granted boolean, out allowed integer
)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    day constant date := private.today();
    known public.message_reservations;
  begin
    granted := true;
    perform private.release_stale_reservations(target_user);
    insert into public.message_reservations (message_id, user_id, usage_day)
    values (target_message, target_user, day)
    on conflict (message_id) do nothing;

    if not found then
      select * into known from public.message_reservations r where r.message_id = target_message for update;
      if known.user_id is distinct from target_user then
        raise insufficient_privilege using message = 'This message belongs to someone else.';
      end if;
      if known.state <> 'refunded' then
        return;
      end if;
      update public.message_reservations r
      set state = 'reserved', usage_day = day, attempts = 0, in_flight = 0, client_address_hash = null
      where r.message_id = target_message;
    end if;

    -- Check and count are one statement, because a limit that is read before it is counted is passed in parallel.
    allowed := private.messages_per_day(private.plan_of(target_user));
    insert into private.message_counts as c (user_id, usage_day, used)
    select target_user, day, 1 where coalesce(allowed, 1) > 0
    on conflict (user_id, usage_day) do update set used = c.used + 1
      where allowed is null or c.used < allowed;
    if not found then
      update public.message_reservations r set state = 'refunded' where r.message_id = target_message;
      granted := false;
    end if;
  end
  $$;

create function private.count_attempt(target_user uuid, plan text, out refusal text)
  language plpgsql security definer set search_path = ''
  -- Two bounds, because what fails costs its user nothing: requests at the same time, and requests a day.
  as $$
  declare
    tried integer;
    allowed constant integer := private.messages_per_day(plan);
    at_once constant integer := private.integer_setting('concurrent_completions', 20);
    under_way integer;
  begin
    -- Counting first locks the day's row, so that requests of one user pass here one after the other. Today's, though
    -- the message may have been counted on another day.
    insert into private.message_counts as c (user_id, usage_day, used, attempts)
    values (target_user, private.today(), 0, 1)
    on conflict (user_id, usage_day) do update set attempts = c.attempts + 1
    returning c.attempts into tried;

    select coalesce(sum(r.in_flight), 0) into under_way
    from public.message_reservations r where r.user_id = target_user and r.in_flight > 0;

    refusal := case
      when under_way >= at_once
      then format('%s replies are on their way already. Please wait until one of them has ended.', under_way)
      when tried > allowed * 3 + private.integer_setting('spare_attempts_per_day', 30)
      then 'Too many attempts have failed today. Please try again tomorrow.'
    end;
  end
  $$;
comment on function private.count_attempt(uuid, text) is
  'Counts a request of the gateway; refusal is null while the bounds allow it.';

revoke execute on function
  private.release_stale_reservations(uuid), private.count_attempt(uuid, text)
  from public, anon, authenticated, service_role;
