-- Quota: one idempotent function counts each message once, atomically.
-- Tables: message_reservations, private.message_counts, private.address_counts.

create table public.message_reservations (
  message_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  usage_day date not null,
  attempts integer not null default 0 check (attempts between 0 and 3),
  in_flight integer not null default 0 check (in_flight >= 0),
  state text not null default 'reserved' check (state in ('reserved', 'answered', 'refunded')),
  client_address_hash text,
  created_at timestamptz not null default now()
);
comment on table public.message_reservations is
  'What a message id has bought: one place in the day''s count and at most three requests of the gateway.';
comment on column public.message_reservations.message_id is
  'Id of the user message answered. No foreign key: temporary chats and the API have no row.';
comment on column public.message_reservations.in_flight is 'Requests begun and not finished; nothing is refunded while one may still deliver.';
comment on column public.message_reservations.client_address_hash is 'Where a guest''s address was counted too.';

create index message_reservations_user_id_idx on public.message_reservations (user_id, usage_day);
create index message_reservations_usage_day_idx on public.message_reservations (usage_day);

create table private.message_counts (
  user_id uuid not null references auth.users (id) on delete cascade,
  usage_day date not null,
  used integer not null check (used >= 0),
  primary key (user_id, usage_day)
);
comment on table private.message_counts is 'Messages by user and UTC day. One row a day, so one upsert counts atomically.';

create table private.address_counts (
  address_hash text not null check (octet_length(address_hash) <= 200),
  usage_day date not null,
  used integer not null check (used >= 0),
  primary key (address_hash, usage_day)
);
comment on table private.address_counts is 'Messages of guests by hashed address and UTC day.';

alter table public.message_reservations enable row level security;
revoke all on table public.message_reservations from public, anon, authenticated, service_role;
grant select (message_id, user_id, usage_day, attempts, state, created_at)
  on table public.message_reservations to authenticated;
grant select, insert, update, delete on table public.message_reservations to service_role;

create policy "Users can read their own reservations"
  on public.message_reservations for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

alter table private.message_counts enable row level security;
alter table private.address_counts enable row level security;
revoke all on table private.message_counts, private.address_counts
  from public, anon, authenticated, service_role;

create function private.today() returns date
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (now() at time zone 'utc')::date;
  end
  $$;

create function private.messages_per_day(plan text) returns integer
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return case plan
      when 'professional' then null
      when 'guest' then case
        when exists (select from public.api_vendors v where v.is_active and v.name = 'demo')
        then private.integer_setting('guest_demo_messages_per_day', 40)
        else private.integer_setting('guest_messages_per_day', 3)
      end
      else private.integer_setting('starter_messages_per_day', 3)
    end;
  end
  $$;
comment on function private.messages_per_day(text) is 'Messages that the plan has a UTC day; null is no limit.';

create function private.quota_message(allowed integer) returns text
  language sql immutable set search_path = ''
  as $$
    select format(
      'You have used your %s messages for today. Upgrade to Professional for unlimited messages.', allowed
    )
  $$;

create function private.try_reserve(
  target_user uuid, target_message uuid, out granted boolean, out allowed integer
)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    day constant date := private.today();
    known public.message_reservations;
  begin
    granted := true;
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
comment on function private.try_reserve(uuid, uuid) is
  'Counts the message once. granted is false when the day''s messages (allowed) are used up.';

create function private.refund(target_user uuid, target_message uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    given_back public.message_reservations;
  begin
    update public.message_reservations r set state = 'refunded'
    where r.message_id = target_message and r.user_id = target_user and r.state = 'reserved' and r.in_flight = 0
    returning * into given_back;
    if not found then
      return;
    end if;
    update private.message_counts c set used = greatest(c.used - 1, 0)
    where c.user_id = given_back.user_id and c.usage_day = given_back.usage_day;
    update private.address_counts a set used = greatest(a.used - 1, 0)
    where a.address_hash = given_back.client_address_hash and a.usage_day = given_back.usage_day;
  end
  $$;
comment on function private.refund(uuid, uuid) is 'Gives a reservation back, once, while nothing was or may yet be delivered.';

create function private.reserve_for(target_user uuid, target_message uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    result record;
  begin
    select * into result from private.try_reserve(target_user, target_message);
    if not result.granted then
      raise exception using message = private.quota_message(result.allowed), hint = 'quota';
    end if;
  end
  $$;

create function public.reserve_message(message_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.check_sender(auth.uid());
    perform private.reserve_for(auth.uid(), reserve_message.message_id);
  end
  $$;
comment on function public.reserve_message(uuid) is
  'Counts the message in the caller''s day, once for an id. Over the limit: P0001 with the hint quota.';

create function public.release_reservation(message_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    released boolean;
  begin
    select true into released from public.message_reservations r
    where r.message_id = release_reservation.message_id and r.user_id = auth.uid()
      and r.state = 'reserved' and r.attempts = 0
    for update;
    if released then
      perform private.refund(auth.uid(), release_reservation.message_id);
    end if;
    return coalesce(released, false);
  end
  $$;
comment on function public.release_reservation(uuid) is
  'Gives back an own reservation that no request of the gateway used: for a direct call that delivered nothing.';

create function public.get_message_quota() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'plan', plan,
      'allowed', private.messages_per_day(plan),
      'used', coalesce(
        (select c.used from private.message_counts c where c.user_id = auth.uid() and c.usage_day = private.today()), 0
      )
    )
    from private.plan_of(auth.uid()) as plan
    where private.may_read()
  $$;
comment on function public.get_message_quota() is
  'The caller''s day: {plan, allowed, used}; allowed is null for no limit.';

create function private.count_message() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: clients may not write the counters.
  as $$
  begin
    perform private.reserve_for(new.user_id, new.id);
    return null;
  end
  $$;

revoke execute on function
  private.today(), private.messages_per_day(text), private.quota_message(integer), private.try_reserve(uuid, uuid),
  private.refund(uuid, uuid), private.reserve_for(uuid, uuid), private.count_message(),
  public.reserve_message(uuid), public.release_reservation(uuid), public.get_message_quota()
  from public, anon, authenticated, service_role;
grant execute on function
  public.reserve_message(uuid), public.release_reservation(uuid), public.get_message_quota()
  to authenticated;

create trigger count_message after insert on public.chat_messages
  for each row when (new.role = 'user' and new.origin is null)
  execute function private.count_message();
