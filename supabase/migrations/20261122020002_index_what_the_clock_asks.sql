-- Jobs of the clock and lists of the console read what they need by an index, not the whole table.
-- Functions: purge_unconfirmed, private.note_user once more.

-- Who is here now: see recent_activity.
create index message_reservations_last_attempt_at_idx
  on public.message_reservations (last_attempt_at, user_id) where last_attempt_at is not null;
-- See purge_counts.
create index message_reservations_address_idx
  on public.message_reservations (usage_day) where client_address_hash is not null;
create index message_counts_usage_day_idx on private.message_counts (usage_day);
create index address_counts_usage_day_idx on private.address_counts (usage_day);

-- auth.users takes no index of ours on a hosted project, so the directory knows whose address is not confirmed.
alter table private.user_directory add column is_unconfirmed boolean not null default false;
update private.user_directory d set is_unconfirmed = true
from auth.users u where u.id = d.user_id and u.email_confirmed_at is null and u.email <> '';
create index user_directory_unconfirmed_idx on private.user_directory (user_id) where is_unconfirmed;
-- Nothing else would tell the planner soon how few they are.
analyze private.user_directory;

create or replace function private.note_user() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: the auth service writes its table as a role of its own.
  as $$
  begin
    insert into private.user_directory as d (
      user_id, email, name, is_guest, created_at, last_sign_in_at, is_unconfirmed
    )
    values (
      new.id, nullif(new.email, ''), left(nullif(btrim(new.raw_user_meta_data ->> 'name'), ''), 200),
      coalesce(new.is_anonymous, false), coalesce(new.created_at, now()), new.last_sign_in_at,
      new.email_confirmed_at is null and coalesce(new.email, '') <> ''
    )
    on conflict (user_id) do update set
      email = excluded.email, name = excluded.name, is_guest = excluded.is_guest,
      last_sign_in_at = excluded.last_sign_in_at, is_unconfirmed = excluded.is_unconfirmed
      where (d.email, d.name, d.is_guest, d.last_sign_in_at, d.is_unconfirmed) is distinct from
        (excluded.email, excluded.name, excluded.is_guest, excluded.last_sign_in_at, excluded.is_unconfirmed);
    return null;
  end
  $$;
-- Replaced and not dropped: that would take the owner of the auth service's table.
create or replace trigger note_user
  after insert or update of email, email_confirmed_at, raw_user_meta_data, is_anonymous, last_sign_in_at on auth.users
  for each row execute function private.note_user();

create or replace function public.purge_unconfirmed() returns bigint
  language plpgsql security definer set search_path = ''
  -- An address must not be kept for somebody who may never have asked for it. A mail went to it, so it was a sign-up:
  -- accounts that administrators make and invite wait as long as they like. Nobody was ever signed in, so there is
  -- nothing to lose.
  as $$
  declare
    purged bigint;
  begin
    delete from auth.users u
    using private.user_directory d
    where d.is_unconfirmed and u.id = d.user_id
      and u.email_confirmed_at is null and u.email is not null
      and u.last_sign_in_at is null and u.invited_at is null
      and greatest(u.confirmation_sent_at, u.recovery_sent_at) < now() - interval '7 days'
      and not exists (select from public.user_roles r where r.user_id = u.id);
    get diagnostics purged = row_count;
    return purged;
  end
  $$;
