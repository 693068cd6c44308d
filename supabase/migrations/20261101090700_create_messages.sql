-- Messages: a tree by chat, whose siblings are versions.
-- Table: chat_messages.

create table public.chat_messages (
  id uuid primary key default gen_random_uuid(),
  chat_id uuid not null references public.chat_history (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  role text not null check (role in ('user', 'assistant', 'system')),
  content text not null check (octet_length(content) <= 1048576),
  parent_id uuid references public.chat_messages (id) on delete set null,
  seq bigint not null generated always as identity,
  origin text check (origin in ('import', 'fork')),
  status text not null default 'complete'
    check (status in ('complete', 'length', 'stopped', 'interrupted', 'failed')),
  model_id text check (char_length(model_id) <= 200),
  vendor_id text check (char_length(vendor_id) <= 100),
  content_format text not null default 'plain' check (content_format in ('plain', 'encrypted')),
  created_at timestamptz not null default now(),
  constraint chat_messages_content_not_blank check (role <> 'user' or content ~ '\S')
);
comment on table public.chat_messages is 'Messages. Read order is (created_at, seq). Rows never change; an edit is a sibling.';
comment on column public.chat_messages.content is 'At most 1 MiB.';
comment on column public.chat_messages.parent_id is
  'The message before. Left out: the chat''s active leaf. The message''s own id: none, a new first message.';
comment on column public.chat_messages.seq is 'Order of arrival; breaks ties of created_at.';
comment on column public.chat_messages.origin is 'Null: sent. import, fork: copied by a function, which costs no quota.';
comment on column public.chat_messages.status is
  'How the reply ended: complete, length (cut by max_tokens), stopped, interrupted, failed.';
comment on column public.chat_messages.model_id is 'Model that really answered.';
comment on column public.chat_messages.vendor_id is 'Name of the vendor that really answered, e.g. deepinfra; outlives the vendor.';
comment on column public.chat_messages.content_format is 'encrypted: ciphertext made by the device; never searched here.';

create index chat_messages_list_idx on public.chat_messages (chat_id, created_at, seq);
create index chat_messages_user_id_idx on public.chat_messages (user_id, created_at);
create index chat_messages_parent_id_idx on public.chat_messages (parent_id) where parent_id is not null;

create function private.prepare_message() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it must lock the chat, so that two messages sent at once do not take the same leaf.
  as $$
  declare
    chat_owner uuid;
    leaf uuid;
  begin
    select c.user_id, c.active_message_id into chat_owner, leaf
    from public.chat_history c where c.id = new.chat_id for update;

    -- The same answer for a foreign chat and for none, so that ids tell nothing. Functions act without auth.uid().
    if chat_owner is null
      or new.user_id is distinct from chat_owner
      or new.user_id <> coalesce(auth.uid(), chat_owner)
    then
      raise insufficient_privilege using message = 'Messages can only be added to your own chats.';
    end if;
    perform private.check_sender(new.user_id);

    if new.parent_id is null then
      -- Rows of one insert follow each other: those before this one are not the active leaf yet.
      select m.id into new.parent_id
      from public.chat_messages m
      where m.chat_id = new.chat_id and m.created_at = now()
        and m.seq > coalesce((select a.seq from public.chat_messages a where a.id = leaf), 0)
      order by m.seq desc limit 1;
      new.parent_id := coalesce(new.parent_id, leaf);
    elsif new.parent_id = new.id then
      new.parent_id := null;
    elsif not exists (
      select from public.chat_messages m where m.id = new.parent_id and m.chat_id = new.chat_id
    ) then
      raise foreign_key_violation using message = 'The message before belongs to another chat or is gone.';
    end if;
    return new;
  end
  $$;

create function private.follow_messages() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: only the owner may move a chat in time (see prepare_chat). Once for a statement: an import brings thousands.
  as $$
  begin
    update public.chat_history c
    set active_message_id = last.id,
      updated_at = case when last.is_sent then now() else c.updated_at end
    from (
      select distinct on (a.chat_id) a.chat_id, a.id, bool_or(a.origin is null) over (partition by a.chat_id) as is_sent
      from added a
      order by a.chat_id, a.seq desc
    ) as last
    where c.id = last.chat_id;
    return null;
  end
  $$;

create function private.repair_active_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.chat_history c
    set active_message_id = (
      select m.id from public.chat_messages m where m.chat_id = c.id order by m.created_at desc, m.seq desc limit 1
    )
    where c.active_message_id in (select d.id from deleted d);
    return null;
  end
  $$;

create function private.check_active_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (
      select from public.chat_messages m where m.id = new.active_message_id and m.chat_id = new.id
    ) then
      raise foreign_key_violation using message = 'The active message must be one of the chat.';
    end if;
    return new;
  end
  $$;

revoke execute on function
  private.prepare_message(), private.follow_messages(), private.repair_active_message(), private.check_active_message()
  from public, anon, authenticated, service_role;

alter table public.chat_messages enable row level security;
revoke all on table public.chat_messages from public, anon, authenticated, service_role;
grant select (
    id, chat_id, user_id, role, content, parent_id, seq, origin, status, model_id, vendor_id, content_format, created_at
  )
  on table public.chat_messages to authenticated;
-- Not origin (it would buy messages without quota), not created_at or seq (order comes from the server).
grant insert (id, chat_id, user_id, role, content, parent_id, status, model_id, vendor_id, content_format)
  on table public.chat_messages to authenticated;
grant delete on table public.chat_messages to authenticated;
-- Not update, for no one: rows never change.
grant select, insert, delete on table public.chat_messages to service_role;

-- The chat is asked under its own policies: owner, ban and retention are written once, there.
create policy "Users can read the messages of chats that they can read"
  on public.chat_messages for select to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and exists (select from public.chat_history c where c.id = chat_id)
  );

create policy "Users can add messages to chats that they can read"
  on public.chat_messages for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_send())
    and exists (select from public.chat_history c where c.id = chat_id)
  );

create policy "Users can delete the messages of chats that they can read"
  on public.chat_messages for delete to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and exists (select from public.chat_history c where c.id = chat_id)
  );

create trigger prepare_message before insert on public.chat_messages
  for each row execute function private.prepare_message();
create trigger follow_messages after insert on public.chat_messages
  referencing new table as added
  for each statement execute function private.follow_messages();
create trigger repair_active_message after delete on public.chat_messages
  referencing old table as deleted
  for each statement execute function private.repair_active_message();
create trigger check_active_message before update of active_message_id on public.chat_history
  for each row
  when (new.active_message_id is not null and new.active_message_id is distinct from old.active_message_id)
  execute function private.check_active_message();
