-- Encrypted history: what devices have signed about the messages of each chat, so that they notice when some are
-- missing. Tables: private.chat_heads.

create table private.chat_heads (
  user_id uuid not null references public.account_encryption (user_id) on delete cascade,
  -- Not a foreign key: a deleted chat can be restored, and devices remember its head.
  chat_id uuid not null,
  number integer not null check (number >= 1),
  envelope text not null check (private.is_envelope(envelope) and octet_length(envelope) <= 131072),
  changed_at timestamptz not null default now(),
  primary key (user_id, chat_id)
);
comment on table private.chat_heads is
  'The authenticated head of each encrypted chat: which messages it has. Devices write it, and only they can read it.';
comment on column private.chat_heads.number is
  'Grows by one with each change, so that two devices can''t overwrite each other''s head, and devices notice an older one.';

alter table private.chat_heads enable row level security;

create function public.read_chat_heads(chats uuid[]) returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: reads an internal table; only the caller's rows.
  as $$
    select jsonb_build_object(
      'state', private.encryption_state(auth.uid()),
      'public_key', (select e.public_key from public.account_encryption e where e.user_id = auth.uid()),
      'chats', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', given.id, 'is_readable', private.may_read_chat(given.id),
          'exists', exists (select from public.chat_history c where c.id = given.id and c.user_id = auth.uid()),
          'number', h.number, 'envelope', h.envelope
        )), '[]')
        from unnest(read_chat_heads.chats[1:1000]) as given (id)
        left join private.chat_heads h on h.user_id = auth.uid() and h.chat_id = given.id
      )
    )
    where private.may_read()
  $$;
comment on function public.read_chat_heads(uuid[]) is
  'The heads of own chats: {state: of the encrypted history, null if it is off, public_key, chats: [{id, exists: false if there is no such chat, is_readable: false also if the plan hides it, number and envelope: null if it has no head}]}.';
grant execute on function public.read_chat_heads(uuid[]) to authenticated;

create function private.store_head(target uuid, chat uuid, number integer, envelope text) returns boolean
  language plpgsql set search_path = ''
  as $$
  declare
    -- Heads of deleted chats, which may be restored.
    max_unused constant integer := 1000;
    stored integer;
  begin
    -- The state must not end before the head is stored.
    perform from public.account_encryption e where e.user_id = target and e.state = 'on' for key share;
    if not found then
      return false;
    elsif store_head.number > 1 then
      update private.chat_heads h
      set number = store_head.number, envelope = store_head.envelope, changed_at = now()
      where h.user_id = target and h.chat_id = store_head.chat and h.number = store_head.number - 1;
      get diagnostics stored = row_count;
      return stored = 1;
    end if;
    perform from public.chat_history c where c.id = store_head.chat and c.user_id = target;
    if not found then
      return false;
    end if;
    insert into private.chat_heads (user_id, chat_id, number, envelope)
    values (target, store_head.chat, store_head.number, store_head.envelope)
    on conflict do nothing;
    get diagnostics stored = row_count;
    if stored = 1 then
      delete from private.chat_heads h
      where h.user_id = target and h.chat_id in (
        select u.chat_id from private.chat_heads u
        where u.user_id = target
          and not exists (select from public.chat_history c where c.id = u.chat_id and c.user_id = target)
        order by u.changed_at desc offset max_unused
      );
    end if;
    return stored = 1;
  end
  $$;
comment on function private.store_head(uuid, uuid, integer, text) is
  'Stores a head that follows the stored one. False if another device was faster, there is neither a head nor a chat, or encrypted history is not on.';

create function public.save_chat_head(chat uuid, number integer, envelope text) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table; only the caller's rows.
  as $$
  declare
    is_stored boolean;
  begin
    if not private.may_read() then
      return false;
    end if;
    -- First the head, then the counters, like deleting a version.
    is_stored := private.store_head(
      auth.uid(), save_chat_head.chat, save_chat_head.number, save_chat_head.envelope
    );
    perform private.add_usage(auth.uid(), writes => 1);
    return is_stored;
  end
  $$;
comment on function public.save_chat_head(uuid, integer, text) is
  'Stores the head of an own chat: the first one has the number 1. False if another device was faster, or encrypted history is not on.';
grant execute on function public.save_chat_head(uuid, integer, text) to authenticated;

-- Deleting messages needs a head, so that other devices know that a device of the user did it.

alter policy "Users can delete the messages of chats that they can read" on public.chat_messages
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and exists (
      select from public.chat_history c
      where c.id = chat_id
        and (c.chat_key is null or (select private.encryption_state((select auth.uid()))) is distinct from 'on')
    )
  );

drop function public.delete_version(uuid);
create function public.delete_version(message uuid, head jsonb default null) returns integer
  language plpgsql security definer set search_path = ''
  -- Definer: walks the messages without the policies; checks the chat once.
  as $$
  declare
    deleted_ids uuid[];
    target public.chat_messages;
    before public.chat_messages;
    chat public.chat_history;
    sibling uuid;
    deleted integer;
  begin
    select * into target from public.chat_messages m where m.id = delete_version.message;
    if target.id is null or not private.may_read_chat(target.chat_id) then
      return 0;
    end if;
    select * into chat from public.chat_history c where c.id = target.chat_id for update;
    if chat.chat_key is not null and private.encryption_state(chat.user_id) = 'on' then
      if delete_version.head is null then
        raise exception using errcode = 'PT409', hint = 'encryption_head',
          message = 'Your history is encrypted. Reload the page or update the app, then try again.';
      elsif not private.store_head(chat.user_id, chat.id, (head ->> 'number')::integer, head ->> 'envelope') then
        raise exception using errcode = 'PT409', hint = 'chat_head',
          message = 'Another device has changed this chat. Try again.';
      end if;
    end if;
    select * into before from public.chat_messages m where m.id = target.parent_id;
    deleted_ids := array(
      with recursive below as (
        select target.id
        union all
        select m.id from below b join public.chat_messages m on m.parent_id = b.id
      )
      select b.id from below b
    );
    select v.id into sibling
    from unnest(
      private.versions_of(target.chat_id, case when before.role = 'system' then before.parent_id else before.id end)
    ) with ordinality as v (id, place)
    where v.id <> target.id
    order by v.place desc limit 1;

    delete from public.chat_messages m where m.id = any (deleted_ids);
    get diagnostics deleted = row_count;
    -- Show the nearest other version, or else the previous message. The trigger has chosen another one.
    if chat.active_message_id = any (deleted_ids) then
      update public.chat_history c
      set active_message_id = coalesce(private.newest_leaf(sibling), before.id)
      where c.id = target.chat_id;
    end if;
    return deleted;
  end
  $$;
comment on function public.delete_version(uuid, jsonb) is
  'Deletes an own message and all that follow it; returns how many. Its other versions stay. In an encrypted chat, also stores its new head, {number, envelope}. Raises 409 (encryption_head: it is missing; chat_head: another device was faster).';
grant execute on function public.delete_version(uuid, jsonb) to authenticated;
