-- Every account is bounded: chats, messages and bytes that it stores, and how fast it writes.
-- Tables: private.account_usage. Functions: private.add_usage, private.check_usage; store_message_image,
-- reserve_message, private.move_belongings, private.log_own_act, private.setting_takes once more.

insert into public.system_settings (setting_key, setting_value, is_public, description) values
  ('guest_chats', '200', false, 'Chats that a guest may have'),
  ('starter_chats', '10000', false, 'Chats that an account on the plan starter may have'),
  ('professional_chats', '100000', false, 'Chats that an account on the plan professional may have'),
  ('guest_stored_messages', '4000', false, 'Messages of all roles that a guest may have'),
  ('starter_stored_messages', '50000', false, 'Messages of all roles that an account on the plan starter may have'),
  ('professional_stored_messages', '1000000', false,
    'Messages of all roles that an account on the plan professional may have'),
  ('guest_stored_megabytes', '20', false, 'Megabytes of messages and images that a guest may have, and write in a day'),
  ('starter_stored_megabytes', '500', false,
    'Megabytes of messages and images that an account on the plan starter may have, and write in a day'),
  ('professional_stored_megabytes', '5000', false,
    'Megabytes of messages and images that an account on the plan professional may have, and write in a day'),
  ('guest_writes_per_minute', '120', false, 'Chats and messages that a guest may write in a minute'),
  ('starter_writes_per_minute', '1200', false,
    'Chats and messages that an account on the plan starter may write in a minute'),
  ('professional_writes_per_minute', '3000', false,
    'Chats and messages that an account on the plan professional may write in a minute')
on conflict (setting_key) do nothing;

create or replace function private.setting_takes(key text, value text) returns boolean
  language sql immutable set search_path = ''
  -- Every other setting belongs to the installation or to an act of its own (active_vendor).
  as $$
    select case
      when key in ('failover', 'signup_open', 'demo_enabled') then value in ('true', 'false')
      when key = 'payments_mode' then value in ('simulated', 'off')
      when key = 'default_system_prompt' then value ~ '\S' and char_length(value) <= 8000
      when key in (
        'starter_messages_per_day', 'guest_messages_per_day', 'guest_demo_messages_per_day',
        'guest_address_messages_per_day'
      ) then value ~ '^[0-9]{1,6}$' and value::integer <= 100000
      when key = 'starter_models' then value ~ '^[0-9]{1,3}$' and value::integer <= 500
      when key = 'starter_history_hours' then value ~ '^[0-9]{1,5}$' and value::integer <= 87600
      when key ~ '^(guest|starter|professional)_(chats|stored_messages|stored_megabytes|writes_per_minute)$'
        then value ~ '^[0-9]{1,8}$' and value::integer between 1 and 10000000
      when key ~ '^(guest|starter|professional)_(tokens|cost)_per_month$'
        then value = 'none' or value ~ '^[0-9]{1,13}(\.[0-9]{1,6})?$'
      else false
    end
  $$;

create table private.account_usage (
  user_id uuid primary key references auth.users (id) on delete cascade,
  chats bigint not null default 0,
  messages bigint not null default 0,
  bytes bigint not null default 0,
  minute_began_at timestamptz not null default '-infinity',
  minute_writes integer not null default 0,
  day date not null default '-infinity',
  day_bytes bigint not null default 0
) with (fillfactor = 50);
comment on table private.account_usage is
  'What each account stores and how fast it writes. Kept by triggers in the transaction of the change; one row an account, so that accounts never wait for each other and nothing is counted per insert.';
comment on column private.account_usage.bytes is 'Content of messages and images.';
comment on column private.account_usage.day_bytes is
  'Bytes written on this UTC day, also those deleted since: otherwise writing and deleting in turns would fill the disk.';

alter table private.account_usage enable row level security;
revoke all on table private.account_usage from public, anon, authenticated, service_role;

insert into private.account_usage (user_id, chats, messages, bytes)
select u.id, coalesce(c.chats, 0), coalesce(m.messages, 0), coalesce(m.bytes, 0) + coalesce(i.bytes, 0)
from auth.users u
left join (select user_id, count(*) as chats from public.chat_history group by 1) c on c.user_id = u.id
left join (
  select user_id, count(*) as messages, sum(octet_length(content)) as bytes from public.chat_messages group by 1
) m on m.user_id = u.id
left join (select user_id, sum(octet_length(content)) as bytes from public.message_images group by 1) i
  on i.user_id = u.id;

create function private.check_usage(target uuid) returns void
  language plpgsql stable security definer set search_path = ''
  -- Asked after the change is counted, so that two changes at once cannot both take the last place.
  as $$
  declare
    usage private.account_usage;
    plan constant text := coalesce(private.plan_of(target), 'guest');
    most_chats constant bigint := private.integer_setting(plan || '_chats', 200);
    most_messages constant bigint := private.integer_setting(plan || '_stored_messages', 4000);
    most_megabytes constant bigint := private.integer_setting(plan || '_stored_megabytes', 20);
    most_writes constant bigint := private.integer_setting(plan || '_writes_per_minute', 120);
  begin
    select * into usage from private.account_usage u where u.user_id = target;
    if usage.minute_writes > most_writes and usage.minute_began_at > now() - interval '1 minute' then
      raise exception using errcode = 'PT429', hint = 'limit', message = format(
        'You can save %s chats and messages a minute. Wait a minute, then try again.', most_writes);
    elsif usage.chats > most_chats then
      raise exception using hint = 'limit', message = format(
        'You can keep %s chats. Delete chats that you no longer need, then try again.', most_chats);
    elsif usage.messages > most_messages then
      raise exception using hint = 'limit', message = format(
        'You can keep %s messages. Delete chats that you no longer need, then try again.', most_messages);
    elsif usage.bytes > most_megabytes * 1048576 then
      raise exception using hint = 'limit', message = format(
        'You can keep %s MB of messages and images. Delete chats that you no longer need, then try again.',
        most_megabytes);
    elsif usage.day = private.today() and usage.day_bytes > most_megabytes * 1048576 then
      raise exception using errcode = 'PT429', hint = 'limit', message = format(
        'You can save %s MB a day. Try again tomorrow (UTC).', most_megabytes);
    end if;
  end
  $$;
comment on function private.check_usage(uuid) is
  'Raises P0001 or PT429 with the hint limit and a sentence that names the limit of the account''s plan.';

create function private.add_usage(
  target uuid, chats bigint default 0, messages bigint default 0, bytes bigint default 0, writes integer default 0
) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.account_usage as u (
      user_id, chats, messages, bytes, minute_began_at, minute_writes, day, day_bytes
    )
    values (
      target, add_usage.chats, add_usage.messages, add_usage.bytes, now(), add_usage.writes, private.today(),
      add_usage.bytes
    )
    on conflict (user_id) do update set
      chats = u.chats + excluded.chats, messages = u.messages + excluded.messages, bytes = u.bytes + excluded.bytes,
      minute_writes = excluded.minute_writes
        + case when u.minute_began_at > now() - interval '1 minute' then u.minute_writes else 0 end,
      minute_began_at = case
        when u.minute_began_at > now() - interval '1 minute' then u.minute_began_at else now() end,
      day_bytes = excluded.day_bytes + case when u.day = excluded.day then u.day_bytes else 0 end,
      day = excluded.day;
    -- The service itself restores, merges and seeds without a limit; it asks where it acts for somebody.
    if auth.uid() = target then
      perform private.check_usage(target);
    end if;
  end
  $$;

create function private.add_chats() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.add_usage(
      each.user_id, chats => each.rows, writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
    )
    from (select c.user_id, count(*) as rows from changed c group by 1) each;
    return null;
  end
  $$;

create function private.add_messages() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.add_usage(
      each.user_id, messages => each.rows, bytes => each.bytes,
      writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
    )
    from (
      select c.user_id, count(*) as rows, sum(octet_length(c.content)) as bytes from changed c group by 1
    ) each;
    return null;
  end
  $$;

create function private.add_images() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.add_usage(each.user_id, bytes => each.bytes)
    from (select c.user_id, sum(octet_length(c.content)) as bytes from changed c group by 1) each;
    return null;
  end
  $$;

create function private.count_chat_changes() returns trigger
  language plpgsql security definer set search_path = ''
  -- A rename costs the disk as much as a row.
  as $$
  begin
    perform private.add_usage(each.user_id, writes => each.rows::integer)
    from (select c.user_id, count(*) as rows from changed c group by 1) each;
    return null;
  end
  $$;

create function private.subtract_usage() returns trigger
  language plpgsql security definer set search_path = ''
  -- Never inserts: with the account itself its row is gone before its chats are.
  as $$
  begin
    if tg_table_name = 'chat_history' then
      update private.account_usage u set chats = greatest(u.chats - d.rows, 0)
      from (select c.user_id, count(*) as rows from changed c group by 1) d where u.user_id = d.user_id;
    elsif tg_table_name = 'chat_messages' then
      update private.account_usage u
      set messages = greatest(u.messages - d.rows, 0), bytes = greatest(u.bytes - d.bytes, 0)
      from (
        select c.user_id, count(*) as rows, sum(octet_length(c.content)) as bytes from changed c group by 1
      ) d
      where u.user_id = d.user_id;
    else
      update private.account_usage u set bytes = greatest(u.bytes - d.bytes, 0)
      from (select c.user_id, sum(octet_length(c.content)) as bytes from changed c group by 1) d
      where u.user_id = d.user_id;
    end if;
    return null;
  end
  $$;

-- Only what clients write themselves counts towards the rate: import and fork are functions that run as the owner.
create trigger add_direct_chats after insert on public.chat_history
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.add_chats('direct');
create trigger add_chats after insert on public.chat_history
  referencing new table as changed for each statement
  when (current_user <> 'authenticated') execute function private.add_chats('internal');
create trigger count_chat_changes after update on public.chat_history
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.count_chat_changes();
create trigger subtract_chats after delete on public.chat_history
  referencing old table as changed for each statement execute function private.subtract_usage();
create trigger add_direct_messages after insert on public.chat_messages
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.add_messages('direct');
create trigger add_messages after insert on public.chat_messages
  referencing new table as changed for each statement
  when (current_user <> 'authenticated') execute function private.add_messages('internal');
create trigger subtract_messages after delete on public.chat_messages
  referencing old table as changed for each statement execute function private.subtract_usage();
create trigger add_images after insert on public.message_images
  referencing new table as changed for each statement execute function private.add_images();
create trigger subtract_images after delete on public.message_images
  referencing old table as changed for each statement execute function private.subtract_usage();

create or replace function public.store_message_image(owner_id uuid, content_type text, content text) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: it asks for the owner's bounds. Service role only: a client could otherwise keep any file here.
  as $$
  declare
    stored uuid;
  begin
    insert into public.message_images (user_id, content_type, content)
    values (
      store_message_image.owner_id, store_message_image.content_type,
      decode(store_message_image.content, 'base64')
    )
    returning id into stored;
    perform private.check_usage(store_message_image.owner_id);
    return stored;
  end
  $$;

create or replace function public.reserve_message(message_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.check_sender(auth.uid());
    -- A reservation is a row as well, and costs nothing on a plan without a limit.
    perform private.add_usage(auth.uid(), writes => 1);
    perform private.reserve_for(auth.uid(), reserve_message.message_id);
  end
  $$;

create or replace function private.move_belongings(source uuid, target uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    chats bigint;
    messages bigint;
    images bigint;
    usage_rows bigint;
  begin
    update public.chat_history c set user_id = target where c.user_id = source;
    get diagnostics chats = row_count;
    update public.chat_messages m set user_id = target where m.user_id = source;
    get diagnostics messages = row_count;
    update public.message_images i set user_id = target where i.user_id = source;
    get diagnostics images = row_count;
    update public.message_reservations r set user_id = target where r.user_id = source;

    -- What is stored moves whole, also beyond the target's limit: it can then only shrink.
    insert into private.account_usage as u (user_id, chats, messages, bytes)
    select target, s.chats, s.messages, s.bytes from private.account_usage s where s.user_id = source
    on conflict (user_id) do update
      set chats = u.chats + excluded.chats, messages = u.messages + excluded.messages, bytes = u.bytes + excluded.bytes;

    -- Days are added up, so that two accounts do not make two days' messages.
    insert into private.message_counts as c (user_id, usage_day, used, attempts)
    select target, s.usage_day, s.used, s.attempts from private.message_counts s where s.user_id = source
    on conflict (user_id, usage_day) do update
      set used = c.used + excluded.used, attempts = c.attempts + excluded.attempts;
    insert into public.message_usage as u (
      user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost, billed_tokens, estimated_requests
    )
    select target, s.usage_day, s.model_id, s.requests, s.prompt_tokens, s.completion_tokens, s.cost, s.billed_tokens,
      s.estimated_requests
    from public.message_usage s where s.user_id = source
    on conflict on constraint message_usage_pkey do update set
      requests = u.requests + excluded.requests, prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens, cost = u.cost + excluded.cost,
      billed_tokens = u.billed_tokens + excluded.billed_tokens,
      estimated_requests = u.estimated_requests + excluded.estimated_requests;
    get diagnostics usage_rows = row_count;
    return jsonb_build_object(
      'chats', chats, 'messages', messages, 'images', images, 'usage_rows', usage_rows
    );
  end
  $$;

create or replace function private.log_own_act(act text, details jsonb, actor uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no client may write the log. It is called inside the act's own transaction.
  as $$
  declare
    most constant integer := 200;
  begin
    if (
      select count(*) from (
        select from public.user_activity_logs l
        where l.user_id = actor and l.admin_id is null and l.created_at > now() - interval '1 day' limit most
      ) own
    ) >= most then
      raise exception using errcode = 'PT429', hint = 'limit',
        message = format('You can change your account %s times a day. Try again tomorrow.', most);
    end if;
    insert into public.user_activity_logs (user_id, action_type, action_details) values (actor, act, details);
  end
  $$;

revoke execute on function
  private.check_usage(uuid), private.add_usage(uuid, bigint, bigint, bigint, integer), private.add_chats(),
  private.add_messages(), private.add_images(), private.count_chat_changes(), private.subtract_usage()
  from public, anon, authenticated, service_role;
