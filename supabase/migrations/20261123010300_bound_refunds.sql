-- A message that is stored keeps its place in the day's count, and what is given back in a day is bounded.
-- Columns: private.message_counts.refunds. Functions: private.refund, release_reservation once more.

alter table private.message_counts add column refunds integer not null default 0 check (refunds >= 0);
comment on column private.message_counts.refunds is
  'Reservations given back: bounded, because the messages may stay stored although nothing answered them.';

create or replace function private.refund(target_user uuid, target_message uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    given_back public.message_reservations;
    -- As many as count_attempt lets fail, and the one that it refuses; a plan without a limit has nothing to give back.
    most constant integer := private.messages_per_day(private.plan_of(target_user)) * 3
      + private.integer_setting('spare_attempts_per_day', 30);
  begin
    select * into given_back from public.message_reservations r
    where r.message_id = target_message and r.user_id = target_user and r.state = 'reserved' and r.in_flight = 0
    for update;
    if not found then
      return;
    end if;
    update private.message_counts c set used = greatest(c.used - 1, 0), refunds = c.refunds + 1
    where c.user_id = given_back.user_id and c.usage_day = given_back.usage_day
      and (most is null or c.refunds <= most);
    if not found then
      return;
    end if;
    update public.message_reservations r set state = 'refunded' where r.message_id = target_message;
    update private.address_counts a set used = greatest(a.used - 1, 0)
    where a.address_hash = given_back.client_address_hash and a.usage_day = given_back.usage_day;
  end
  $$;
comment on function private.refund(uuid, uuid) is
  'Gives a reservation back, once, while nothing was or may yet be delivered, as often in a day as requests may fail.';

create or replace function public.release_reservation(message_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform from public.message_reservations r
    where r.message_id = release_reservation.message_id and r.user_id = auth.uid()
      and r.state = 'reserved' and r.attempts = 0
    for update;
    -- A stored message keeps its place: asking again for its reply costs nothing, and otherwise each could be released
    -- once it is stored. Asked under the lock that storing it takes as well.
    if not found or exists (select from public.chat_messages m where m.id = release_reservation.message_id) then
      return false;
    end if;
    perform private.refund(auth.uid(), release_reservation.message_id);
    return exists (
      select from public.message_reservations r
      where r.message_id = release_reservation.message_id and r.user_id = auth.uid() and r.state = 'refunded'
    );
  end
  $$;
comment on function public.release_reservation(uuid) is
  'Gives back an own reservation that no request of the gateway used and no stored message has: for a direct call that delivered nothing.';
