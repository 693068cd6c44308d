-- Sharing chats by link. The browser encrypts a snapshot of the chat. The key is only in the link, so the service
-- stores text that it cannot read.
-- Tables: shared_chats, private.share_openings.

create table public.shared_chats (
  -- 128 random bits. The browser makes them, because the encryption is bound to them.
  id uuid primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  chat_id uuid not null references public.chat_history (id) on delete cascade,
  envelope text not null check (
    octet_length(envelope) <= 1048576 and envelope ~ '^1\.[A-Za-z0-9_-]{16}\.([A-Za-z0-9_-]{22})?\.[A-Za-z0-9_-]{22,}$'
  ),
  has_password boolean not null generated always as (split_part(envelope, '.', 3) <> '') stored,
  days smallint check (days in (1, 7, 30)),
  expires_at timestamptz,
  openings integer not null default 0,
  created_at timestamptz not null default now()
);
comment on table public.shared_chats is
  'Encrypted snapshots of chats that users share by link. Deleting a chat deletes its links.';
comment on column public.shared_chats.envelope is
  'version.nonce.salt.ciphertext, each base64url. The salt is empty without a password. No client reads this column.';
comment on column public.shared_chats.days is 'How long the link works; null if it does not expire.';
comment on column public.shared_chats.expires_at is 'Set by a trigger, because the clock of a device may be wrong.';
comment on column public.shared_chats.openings is
  'How often someone other than the owner opened the link. Nothing about them is stored.';
create index shared_chats_user_id_idx on public.shared_chats (user_id, created_at);
create index shared_chats_chat_id_idx on public.shared_chats (chat_id);
create index shared_chats_expires_at_idx on public.shared_chats (expires_at);

create table private.share_openings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  minute timestamptz not null,
  openings integer not null
);
comment on table private.share_openings is
  'How often the links of each user were opened in the last minute with openings.';

-- Who may read and write what

alter table public.shared_chats enable row level security;
alter table private.share_openings enable row level security;

grant select (id, user_id, chat_id, has_password, days, expires_at, openings, created_at),
  insert (id, user_id, chat_id, envelope, days), delete
  on table public.shared_chats to authenticated;
grant select, insert, update, delete on table public.shared_chats to service_role;

create policy "Users can list their own links"
  on public.shared_chats for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- The chat is read under its own policies, so that the id of another user's chat is refused like one that does not
-- exist.
create policy "Users can share chats that they can read"
  on public.shared_chats for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_send())
    and exists (select from public.chat_history c where c.id = chat_id)
  );

create policy "Users can revoke their own links"
  on public.shared_chats for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- Settings. By default, only accounts of this service can open links: a private service must not publish anything
-- outside it until an administrator decides so.

insert into public.system_settings (setting_key, setting_value, is_public, description) values
  ('sharing', 'members', true, 'Who can open links to shared chats: off, members (accounts) or everyone'),
  ('sharing_without_expiry', 'false', true, 'Whether users can share chats by links that never expire')
on conflict (setting_key) do nothing;

create or replace function private.is_valid_setting(key text, value text) returns boolean
  language sql immutable set search_path = ''
  -- Every other setting belongs to the installation or is changed by a separate function (active_vendor).
  as $$
    select case
      when key in ('failover', 'signup_open', 'demo_enabled', 'sharing_without_expiry')
        then value in ('true', 'false')
      when key = 'payments_mode' then value in ('simulated', 'off')
      when key = 'sharing' then value in ('off', 'members', 'everyone')
      when key = 'default_system_prompt' then value ~ '\S' and char_length(value) <= 8000
      when key in (
        'starter_messages_per_day', 'guest_messages_per_day', 'guest_demo_messages_per_day',
        'guest_address_messages_per_day'
      ) then value ~ '^[0-9]{1,6}$' and value::integer <= 100000
      when key = 'starter_models' then value ~ '^[0-9]{1,3}$' and value::integer <= 500
      when key = 'starter_history_hours' then value ~ '^[0-9]{1,5}$' and value::integer <= 87600
      when key ~ '^(guest|starter|professional)_(chats|stored_messages|stored_megabytes|writes_per_minute)$'
        then value ~ '^[0-9]{1,8}$' and value::integer between 1 and 10000000
      when key ~ '^(guest|starter|professional)_(tokens|cost)_per_month$' or key = 'service_cost_per_month'
        then value = 'none' or value ~ '^[0-9]{1,13}(\.[0-9]{1,6})?$'
      else false
    end
  $$;

-- Rules of the table

create function private.check_sharing() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads settings and restrictions, and the envelopes of the user's other links.
  as $$
  declare
    max_megabytes constant integer := 20;
    bytes bigint;
  begin
    -- Restore and merge are not limited.
    if new.user_id is distinct from auth.uid() then
      return new;
    end if;
    perform private.check_sender(new.user_id);
    if private.setting('sharing', 'members') not in ('members', 'everyone') then
      raise insufficient_privilege
        using hint = 'sharing_off', message = 'Sharing chats is turned off on this service.';
    elsif public.current_plan() = 'guest' then
      raise insufficient_privilege using hint = 'guest', message = 'Guests can''t share chats. Create an account first.';
    elsif new.days is null and private.setting('sharing_without_expiry', 'false') <> 'true' then
      raise exception using hint = 'expiry', message = 'Links must expire on this service. Choose when.';
    end if;
    new.expires_at := now() + make_interval(days => new.days);
    -- One at a time for each account, as in limit_rows, so that the sum is right.
    perform pg_advisory_xact_lock(hashtextextended(format('%s:%s', tg_table_name, new.user_id), 0));
    select coalesce(sum(octet_length(s.envelope)), 0) into bytes
    from public.shared_chats s where s.user_id = new.user_id and s.id <> new.id;
    if bytes + octet_length(new.envelope) > max_megabytes * 1048576 then
      raise exception using hint = 'limit', message = format(
        'Your links can contain %s MB. Revoke links that you no longer need, then try again.', max_megabytes);
    end if;
    return new;
  end
  $$;

create function private.move_shares() returns trigger
  language plpgsql set search_path = ''
  -- A merge moves chats to another account.
  as $$
  begin
    update public.shared_chats s set user_id = new.user_id where s.chat_id = new.id;
    return null;
  end
  $$;

create trigger check_sharing before insert on public.shared_chats
  for each row execute function private.check_sharing();
create trigger limit_links before insert on public.shared_chats
  for each row execute function private.limit_rows('links', '100', '0');
create trigger count_write after insert on public.shared_chats
  for each statement when (current_user = 'authenticated') execute function private.count_write();
create trigger move_shares after update of user_id on public.chat_history
  for each row when (old.user_id <> new.user_id) execute function private.move_shares();

-- Opening a link

create function public.open_shared_chat(share uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: visitors have no access to the table. Anyone who knows a link's id gets its envelope, and nothing else.
  -- Ids have 128 random bits and are never listed. Missing, expired and revoked links get the same response.
  as $$
  declare
    max_per_minute constant integer := 120;
    caller constant uuid := auth.uid();
    rule constant text := private.setting('sharing', 'members');
    shared public.shared_chats;
    recent integer;
  begin
    -- Before the link is read, so that a refusal says nothing about it.
    if rule not in ('members', 'everyone') then
      raise sqlstate 'PT403' using hint = 'sharing_off', message = 'Sharing chats is turned off on this service.';
    elsif rule = 'members' and (not private.may_read() or public.current_plan() = 'guest') then
      raise sqlstate 'PT401' using hint = 'members', message = 'Sign in with an account to open shared chats.';
    end if;
    select s.* into shared from public.shared_chats s
    where s.id = share and (s.expires_at is null or s.expires_at > now()) and not private.is_banned(s.user_id);
    if not found then
      raise sqlstate 'PT404' using hint = 'no_share',
        message = 'This link has expired, was revoked, or never existed.';
    end if;
    insert into private.share_openings as o (user_id, minute, openings)
    values (shared.user_id, date_trunc('minute', now()), 1)
    on conflict (user_id) do update set
      openings = case o.minute when excluded.minute then o.openings + 1 else 1 end, minute = excluded.minute
    returning o.openings into recent;
    if recent > max_per_minute then
      raise sqlstate 'PT429' using hint = 'busy',
        message = 'Links of this account are opened too often. Try again in a minute.';
    end if;
    if caller is distinct from shared.user_id then
      update public.shared_chats s set openings = s.openings + 1 where s.id = share;
    end if;
    return jsonb_build_object('envelope', shared.envelope, 'expires_at', shared.expires_at);
  end
  $$;
comment on function public.open_shared_chat(uuid) is
  'Returns a shared chat {envelope, expires_at} that the service cannot read. Raises 404 (no_share), 403 (sharing_off), 401 (members) or 429 (busy). At most 120 calls per minute for all links of an account.';
grant execute on function public.open_shared_chat(uuid) to anon, authenticated;

-- Expired links are deleted with everything else that has expired.

create function private.purge_shares() returns bigint
  language plpgsql set search_path = ''
  as $$
  declare
    purged bigint;
  begin
    delete from public.shared_chats s where s.expires_at <= now();
    get diagnostics purged = row_count;
    return purged;
  end
  $$;
comment on function private.purge_shares() is 'Deletes expired links with their snapshots; returns how many.';

create or replace function private.purge_expired() returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    purged jsonb := jsonb_build_object(
      'guests', public.purge_guests(),
      'unconfirmed', public.purge_unconfirmed(),
      'images', public.purge_images(),
      'objects', private.purge_objects(),
      'shares', private.purge_shares()
    );
  begin
    perform public.purge_counts();
    return purged;
  end
  $$;
comment on function private.purge_expired() is
  'Deletes everything that has expired; returns how many guests, unconfirmed sign-ups, images, objects and shared chats. pg_cron or the embedded service calls it.';
