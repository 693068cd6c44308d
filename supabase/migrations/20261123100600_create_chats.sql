-- Chats and their messages: a tree per chat, whose siblings are versions. Reading, forking, importing and exporting.
-- Tables: chat_history, chat_messages, message_images, private.chat_imports.

create table public.chat_history (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (title ~ '\S' and char_length(title) <= 500),
  project_id text not null default 'blue_clover' check (project_id ~ '\S' and char_length(project_id) <= 100),
  active_message_id uuid,
  pinned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.chat_history is 'Chats. Retention applies to whole chats: messages are deleted with their chat.';
comment on column public.chat_history.active_message_id is
  'Last message of the branch on screen; new messages follow it. No foreign key: a second path between the two tables would make embedding chat_messages ambiguous. Triggers keep it valid.';
comment on column public.chat_history.updated_at is
  'Time of the last title change or message, by the server''s clock; values from clients are replaced.';
create index chat_history_list_idx on public.chat_history (user_id, project_id, updated_at desc);
create index chat_history_updated_at_idx on public.chat_history (user_id, updated_at desc);
-- A DELETE event carries only the old row's identity; filtering it by user needs the complete row.
alter table public.chat_history replica identity full;

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
  unavailable_vendor text check (char_length(unavailable_vendor) <= 100),
  content_format text not null default 'plain' check (content_format in ('plain', 'encrypted')),
  created_at timestamptz not null default now(),
  constraint chat_messages_content_not_blank check (role <> 'user' or content ~ '\S')
);
comment on table public.chat_messages is
  'Messages. Read order is (created_at, seq). Rows never change; an edit is a sibling.';
comment on column public.chat_messages.content is 'At most 1 MiB.';
comment on column public.chat_messages.parent_id is
  'The previous message. Omitted: the chat''s active message. The message''s own id: none, a new first message.';
comment on column public.chat_messages.seq is 'Order of arrival; orders messages with the same created_at.';
comment on column public.chat_messages.origin is 'Null: sent. import, fork: copied by a function, which costs no quota.';
comment on column public.chat_messages.status is
  'How the reply ended: complete, length (cut by max_tokens), stopped, interrupted, failed.';
comment on column public.chat_messages.model_id is 'The model that answered.';
comment on column public.chat_messages.vendor_id is
  'Name of the vendor that answered, e.g. deepinfra; stays when the vendor is deleted.';
comment on column public.chat_messages.unavailable_vendor is
  'Display name of the active vendor if it was unavailable and vendor_id answered instead; otherwise null.';
comment on column public.chat_messages.content_format is 'encrypted: ciphertext made by the device; never searched here.';
create index chat_messages_list_idx on public.chat_messages (chat_id, created_at, seq);
create index chat_messages_user_id_idx on public.chat_messages (user_id, created_at);
create index chat_messages_parent_id_idx on public.chat_messages (parent_id) where parent_id is not null;
create index chat_messages_first_idx on public.chat_messages (chat_id) where parent_id is null;
create index chat_messages_imported_idx on public.chat_messages (user_id) where origin = 'import';
create index chat_messages_forked_idx on public.chat_messages (user_id) where origin = 'fork';

create table public.message_images (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  message_id uuid references public.chat_messages (id) on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 4194304),
  created_at timestamptz not null default now()
);
comment on table public.message_images is
  'Generated images, at most 4 MiB each, served by the images function. Without a message they are deleted after a day.';
create index message_images_user_id_idx on public.message_images (user_id, created_at desc);
create index message_images_message_id_idx on public.message_images (message_id) where message_id is not null;
create index message_images_unlinked_idx on public.message_images (created_at) where message_id is null;

create table private.chat_imports (
  chat_id uuid primary key references public.chat_history (id) on delete cascade,
  given_id uuid not null,
  is_renamed boolean not null,
  done integer not null
);
comment on table private.chat_imports is
  'Chats that are only partly imported. Importing the chat again continues after the messages that are done.';
comment on column private.chat_imports.given_id is 'Id of the chat in its file.';

-- Who may read and write what

alter table public.chat_history enable row level security;
alter table public.chat_messages enable row level security;
alter table public.message_images enable row level security;
alter table private.chat_imports enable row level security;

grant select (id, user_id, title, project_id, active_message_id, pinned_at, created_at, updated_at)
  on table public.chat_history to authenticated;
grant insert (id, user_id, title, project_id) on table public.chat_history to authenticated;
-- The documented update includes updated_at; a trigger replaces it.
grant update (title, updated_at, active_message_id, pinned_at) on table public.chat_history to authenticated;
grant delete on table public.chat_history to authenticated;
grant select, insert, update, delete on table public.chat_history, public.message_images to service_role;

grant select (
    id, chat_id, user_id, role, content, parent_id, seq, origin, status, model_id, vendor_id, unavailable_vendor,
    content_format, created_at
  )
  on table public.chat_messages to authenticated;
-- Not origin (it would add messages without quota), not created_at or seq (the server decides the order).
grant insert (
    id, chat_id, user_id, role, content, parent_id, status, model_id, vendor_id, unavailable_vendor, content_format
  )
  on table public.chat_messages to authenticated;
grant delete on table public.chat_messages to authenticated;
-- No role may update: rows never change.
grant select, insert, delete on table public.chat_messages to service_role;

grant select (id, user_id, message_id, content_type, content, created_at)
  on table public.message_images to authenticated;

create policy "Users can read their own chats as far back as their plan shows"
  on public.chat_history for select to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and updated_at >= (select public.history_since())
  );

create policy "Users can begin their own chats"
  on public.chat_history for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_send()));

-- The plan's limit is repeated here because an update without a condition reads no row, so the policy above does not
-- apply, and renaming all chats would make hidden ones visible again.
create policy "Users can rename and pin the chats that they can read"
  on public.chat_history for update to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and updated_at >= (select public.history_since())
  )
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can delete the chats that they can read"
  on public.chat_history for delete to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and updated_at >= (select public.history_since())
  );

-- The chat is read under its own policies: owner, ban and retention are written there, once.
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

create policy "Users can read their own images"
  on public.message_images for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- Rules of the tables

create function private.check_chat_sender() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads bans and restrictions. The policy would refuse too, but without a sentence for the user.
  as $$
  begin
    -- Only for the caller's own rows, otherwise a refusal would reveal who else is banned.
    if auth.uid() = new.user_id then
      perform private.check_sender(new.user_id);
    end if;
    return new;
  end
  $$;

create function private.prepare_chat() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.title is distinct from old.title then
      new.updated_at := now();
    elsif current_user in ('anon', 'authenticated') then
      -- Only our own functions, which run as the owner, may set the time of a chat.
      new.updated_at := old.updated_at;
    end if;
    return new;
  end
  $$;

create function private.prepare_message() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: locks the chat, so that two messages sent at the same time do not get the same parent.
  as $$
  declare
    chat_owner uuid;
    leaf uuid;
  begin
    select c.user_id, c.active_message_id into chat_owner, leaf
    from public.chat_history c where c.id = new.chat_id for update;

    -- The same error for another user's chat and for a missing one, so that ids reveal nothing. Our functions insert
    -- without auth.uid().
    if chat_owner is null
      or new.user_id is distinct from chat_owner
      or new.user_id <> coalesce(auth.uid(), chat_owner)
    then
      raise insufficient_privilege using message = 'Messages can only be added to your own chats.';
    end if;
    perform private.check_sender(new.user_id);

    if new.parent_id is null then
      -- Rows of one insert follow each other: the earlier ones are not the active message yet.
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
      raise foreign_key_violation using message = 'The previous message belongs to another chat or no longer exists.';
    end if;
    return new;
  end
  $$;

create function private.follow_messages() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: sets updated_at, which clients may not (see prepare_chat). Runs once per statement, because an import
  -- inserts thousands of rows.
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
  -- Definer: must not count as a write of the client who deleted the message.
  as $$
  begin
    update public.chat_history c
    set active_message_id = (
      select m.id from public.chat_messages m where m.chat_id = c.id order by m.created_at desc, m.seq desc limit 1
    )
    -- An array, so that the chats are found by their key.
    where c.id = any (array(select distinct d.chat_id from deleted d))
      and c.active_message_id in (select d.id from deleted d);
    return null;
  end
  $$;

create function private.check_active_message() returns trigger
  language plpgsql set search_path = ''
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

create function private.link_message_images() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes message_images, which clients may not.
  as $$
  begin
    update public.message_images i
    set message_id = new.id
    where i.user_id = new.user_id and i.message_id is null
      and i.id in (
        select reference[1]::uuid
        from regexp_matches(
          new.content,
          '/functions/v1/images/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
        ) as reference
      );
    return null;
  end
  $$;

-- Branches and versions

create function private.may_read_chat(chat uuid) returns boolean
  language sql stable set search_path = ''
  -- Called once per walk: under row-level security each step would evaluate the policies again.
  as $$
    select private.may_read() and exists (
      select from public.chat_history c
      where c.id = may_read_chat.chat and c.user_id = auth.uid() and c.updated_at >= public.history_since()
    )
  $$;

create function private.newest_leaf(message uuid) returns uuid
  language sql stable set search_path = ''
  as $$
    with recursive below as (
      select m.id, m.created_at, m.seq from public.chat_messages m where m.id = newest_leaf.message
      union all
      select m.id, m.created_at, m.seq from below b join public.chat_messages m on m.parent_id = b.id
    )
    select b.id from below b order by b.created_at desc, b.seq desc limit 1
  $$;
comment on function private.newest_leaf(uuid) is 'The newest message that descends from this one, or this one itself.';

create function private.versions_of(chat uuid, message_before uuid) returns uuid[]
  language sql stable set search_path = ''
  -- One select for each index: with "or" the complete chat would be read.
  as $$
    select array_agg(v.id order by v.created_at, v.seq)
    from (
      select m.id, m.created_at, m.seq
      from public.chat_messages m
      where m.parent_id = versions_of.message_before and m.role <> 'system'
      union all
      select m.id, m.created_at, m.seq
      from public.chat_messages s
      join public.chat_messages m on m.parent_id = s.id and m.role <> 'system'
      where s.parent_id = versions_of.message_before and s.role = 'system'
      union all
      select m.id, m.created_at, m.seq
      from public.chat_messages m
      where versions_of.message_before is null and m.chat_id = versions_of.chat and m.parent_id is null
        and m.role <> 'system'
      union all
      select m.id, m.created_at, m.seq
      from public.chat_messages s
      join public.chat_messages m on m.parent_id = s.id and m.role <> 'system'
      where versions_of.message_before is null and s.chat_id = versions_of.chat and s.parent_id is null
        and s.role = 'system'
    ) as v
  $$;
comment on function private.versions_of(uuid, uuid) is
  'The messages that follow this one (null: the first ones of the chat), oldest first. A system prompt before a message belongs to it and does not separate versions.';

create function public.list_branch(chat uuid, before uuid default null, max_messages integer default 60)
  returns table (
    id uuid, chat_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, created_at timestamptz, seq bigint, parent_id uuid, versions uuid[]
  )
  language plpgsql stable security definer set search_path = ''
  -- Definer: walks the messages without the policies, which every step would evaluate again; checks the chat once.
  as $$
  begin
    if not private.may_read_chat(list_branch.chat) then
      return;
    end if;
    return query
      with recursive branch as (
        select m.id, m.parent_id, 1 as place
        from public.chat_messages m
        where m.chat_id = list_branch.chat and m.id = case
          when list_branch.before is null
            then (select c.active_message_id from public.chat_history c where c.id = list_branch.chat)
          else (select b.parent_id from public.chat_messages b where b.id = list_branch.before)
        end
        union all
        select m.id, m.parent_id, b.place + 1
        from branch b
        join public.chat_messages m on m.id = b.parent_id
        where b.place < least(greatest(coalesce(list_branch.max_messages, 60), 1), 1000)
      )
      select m.id, m.chat_id, m.role, m.content, m.status, m.model_id, m.vendor_id, m.unavailable_vendor,
        m.created_at, m.seq, m.parent_id,
        case
          when m.role = 'system' then '{}'
          when p.role = 'system' then private.versions_of(m.chat_id, p.parent_id)
          else private.versions_of(m.chat_id, m.parent_id)
        end
      from branch b
      join public.chat_messages m on m.id = b.id
      left join public.chat_messages p on p.id = m.parent_id
      order by b.place desc;
  end
  $$;
comment on function public.list_branch(uuid, uuid, integer) is
  'The end of an own chat''s active branch, or the messages before one of its messages, in read order, with the ids of each message''s versions, oldest first.';

create function public.count_branch(chat uuid) returns integer
  language sql stable security definer set search_path = ''
  -- Definer: walks the messages without the policies; checks the chat once.
  as $$
    with recursive branch as (
      select m.parent_id, m.role
      from public.chat_history c
      join public.chat_messages m on m.id = c.active_message_id
      where c.id = count_branch.chat and private.may_read_chat(count_branch.chat)
      union all
      select m.parent_id, m.role from branch b join public.chat_messages m on m.id = b.parent_id
    )
    select count(*)::integer from branch b where b.role <> 'system'
  $$;
comment on function public.count_branch(uuid) is
  'How many messages the active branch of an own chat has, without system prompts.';

create function public.find_system_prompt(before uuid) returns text
  language sql stable security definer set search_path = ''
  -- Definer: walks the messages without the policies; checks the chat once.
  as $$
    with recursive branch as (
      select m.id, m.parent_id, m.role, 1 as place
      from public.chat_messages m
      where m.id = find_system_prompt.before and private.may_read_chat(m.chat_id)
      union all
      select m.id, m.parent_id, m.role, b.place + 1
      from branch b
      join public.chat_messages m on m.id = b.parent_id
      where b.role <> 'system'
    )
    select m.content from branch b join public.chat_messages m on m.id = b.id and b.role = 'system'
    order by b.place limit 1
  $$;
comment on function public.find_system_prompt(uuid) is
  'The system prompt that applies to an own message: the nearest one before it, or null.';

create function public.show_version(message uuid) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: walks the messages without the policies; checks the chat once.
  as $$
  declare
    chat uuid;
    leaf uuid;
  begin
    select m.chat_id into chat from public.chat_messages m where m.id = show_version.message;
    if chat is null or not private.may_read_chat(chat) then
      return null;
    end if;
    perform from public.chat_history c where c.id = chat for update;
    leaf := private.newest_leaf(show_version.message);
    update public.chat_history c set active_message_id = leaf where c.id = chat and leaf is not null;
    return leaf;
  end
  $$;
comment on function public.show_version(uuid) is
  'Makes the newest branch through an own message the active one; returns its last message, or null if there is no such message. updated_at stays unchanged.';

create function public.delete_version(message uuid) returns integer
  language plpgsql security definer set search_path = ''
  -- Definer: walks the messages without the policies; checks the chat once.
  as $$
  declare
    deleted_ids uuid[];
    target public.chat_messages;
    before public.chat_messages;
    active uuid;
    sibling uuid;
    deleted integer;
  begin
    select * into target from public.chat_messages m where m.id = delete_version.message;
    if target.id is null or not private.may_read_chat(target.chat_id) then
      return 0;
    end if;
    select c.active_message_id into active from public.chat_history c where c.id = target.chat_id for update;
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
    if active = any (deleted_ids) then
      update public.chat_history c
      set active_message_id = coalesce(private.newest_leaf(sibling), before.id)
      where c.id = target.chat_id;
    end if;
    return deleted;
  end
  $$;
comment on function public.delete_version(uuid) is
  'Deletes an own message and all that follow it; returns how many. Its other versions stay.';

-- Images

create function public.store_message_image(owner_id uuid, content_type text, content text) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: checks the owner's limits. Service role only: a client could store any file here.
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
comment on function public.store_message_image(uuid, text, text) is
  'Stores an image (base64) for a user until a message refers to it, at most 24 hours; returns its id. Service role only.';

create function public.read_message_image(image_id uuid)
  returns table (content_type text, content text)
  language sql stable set search_path = ''
  -- Row-level security decides which images the caller may read.
  as $$
    select i.content_type, translate(encode(i.content, 'base64'), e'\n', '')
    from public.message_images i
    where i.id = read_message_image.image_id
  $$;
comment on function public.read_message_image(uuid) is
  'An own image as {content_type, content}, the content as base64.';

-- Forks

create function private.copyable_messages(plan text) returns integer
  language sql immutable set search_path = ''
  as $$
    select case plan when 'professional' then 200000 when 'starter' then 20000 else 2000 end
  $$;
comment on function private.copyable_messages(text) is
  'How many imported messages, and how many forked ones, an account may store by its plan. They cost no quota, but space.';

create function private.copy_images(content text, owner_id uuid) returns text
  language plpgsql set search_path = ''
  -- An image belongs to one message; a copied message gets a copy of it.
  as $$
  declare
    copied text := copy_images.content;
    image uuid;
    copy_id uuid;
  begin
    for image in
      select distinct i.id
      from regexp_matches(
        copy_images.content,
        '/functions/v1/images/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
      ) as reference
      join public.message_images i on i.id = reference[1]::uuid and i.user_id = copy_images.owner_id
    loop
      insert into public.message_images (user_id, content_type, content)
      select i.user_id, i.content_type, i.content from public.message_images i where i.id = image
      returning id into copy_id;
      copied := replace(copied, '/functions/v1/images/' || image, '/functions/v1/images/' || copy_id);
    end loop;
    return copied;
  end
  $$;

create function public.fork_chat(message uuid, new_chat uuid) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: writes origin (it would add messages without quota) and times, which clients may not; all of it the
  -- caller's.
  as $$
  declare
    caller constant uuid := auth.uid();
    source public.chat_history;
    branch_ids uuid[];
    stored integer;
  begin
    perform private.check_sender(caller);
    -- An earlier request succeeded, but its response did not arrive.
    if exists (select from public.chat_history c where c.id = fork_chat.new_chat and c.user_id = caller) then
      return fork_chat.new_chat;
    end if;
    select c.* into source
    from public.chat_messages m
    join public.chat_history c on c.id = m.chat_id
    where m.id = fork_chat.message and private.may_read_chat(c.id);
    if source.id is null then
      raise insufficient_privilege using message = 'You can only fork messages from your own chats.';
    end if;

    with recursive branch as (
      select m.id, m.parent_id, 1 as place from public.chat_messages m where m.id = fork_chat.message
      union all
      select m.id, m.parent_id, b.place + 1 from branch b join public.chat_messages m on m.id = b.parent_id
    )
    select array_agg(b.id order by b.place desc) into branch_ids from branch b;

    -- Two forks at the same time must not both use the same remaining space.
    perform pg_advisory_xact_lock(hashtextextended(caller::text, 143100));
    select count(*) into stored from public.chat_messages m where m.user_id = caller and m.origin = 'fork';
    if stored + cardinality(branch_ids) > private.copyable_messages(private.plan_of(caller)) then
      raise exception using message = 'Your plan has no space for more forked messages. Delete a forked chat first.', hint = 'quota';
    end if;

    insert into public.chat_history (id, user_id, title, project_id)
    values (fork_chat.new_chat, caller, source.title, source.project_id);
    -- Ids are derived, so that a message finds its copied parent. A first message has its own id as its parent.
    insert into public.chat_messages (
      id, chat_id, user_id, role, content, parent_id, origin, status, model_id, vendor_id, unavailable_vendor,
      content_format, created_at
    )
    select named.id, fork_chat.new_chat, caller, m.role,
      case
        when m.role = 'assistant' and m.content like '%/functions/v1/images/%'
          then private.copy_images(m.content, caller)
        else m.content
      end,
      coalesce(md5(fork_chat.new_chat::text || m.parent_id::text)::uuid, named.id), 'fork', m.status, m.model_id,
      m.vendor_id, m.unavailable_vendor, m.content_format, m.created_at
    from unnest(branch_ids) with ordinality as c (id, place)
    join public.chat_messages m on m.id = c.id
    cross join lateral (select md5(fork_chat.new_chat::text || m.id::text)::uuid as id) as named
    order by c.place;
    return fork_chat.new_chat;
  end
  $$;
comment on function public.fork_chat(uuid, uuid) is
  'Copies an own chat''s branch up to a message, with its images, into a new chat with the given id; returns it. Costs no quota; if the plan''s limit is reached: P0001 with the hint quota.';

-- Import

create function private.import_messages(caller uuid, chat uuid, is_renamed boolean, begun timestamptz, messages jsonb)
  returns void
  language sql set search_path = ''
  -- Parents come before their children in the list. A first message has its own id as its parent.
  as $$
    insert into public.chat_messages (
      id, chat_id, user_id, role, content, parent_id, origin, status, model_id, vendor_id, unavailable_vendor,
      content_format, created_at
    )
    select named.id, chat, caller, m.role, m.content, coalesce(named.parent_id, named.id), 'import',
      coalesce(m.status, 'complete'), m.model_id, m.vendor_id, m.unavailable_vendor,
      coalesce(m.content_format, 'plain'), least(coalesce(m.created_at, begun), now())
    from rows from (
      jsonb_to_recordset(messages) as (
        id uuid, parent_id uuid, role text, content text, status text, model_id text, vendor_id text,
        unavailable_vendor text, content_format text, created_at timestamptz
      )
    ) with ordinality as m (
      id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, created_at, position
    )
    cross join lateral (
      select
        case when is_renamed then md5(caller::text || m.id::text)::uuid else m.id end as id,
        case when is_renamed then md5(caller::text || m.parent_id::text)::uuid else m.parent_id end as parent_id
    ) as named
    order by m.position
  $$;

create function private.import_chat(caller uuid, given jsonb, room bigint) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    file_id constant uuid := (given ->> 'id')::uuid;
    messages constant jsonb := given -> 'messages';
    part_start constant integer := coalesce((given ->> 'offset')::integer, 0);
    total integer;
    part private.chat_imports;
    begun timestamptz;
    changed timestamptz;
  begin
    if file_id is null or jsonb_typeof(messages) is distinct from 'array' then
      return jsonb_build_object('outcome', 'refused', 'code', 'invalid');
    end if;
    total := coalesce((given ->> 'total')::integer, jsonb_array_length(messages));
    if total = 0 or total > 10000 then
      return jsonb_build_object('outcome', 'refused', 'code', case total when 0 then 'empty' else 'too_long' end);
    elsif part_start < 0 or jsonb_array_length(messages) = 0
      or part_start + jsonb_array_length(messages) > total
    then
      return jsonb_build_object('outcome', 'refused', 'code', 'invalid');
    end if;
    -- No time may be in the future: such a chat would stay at the top, and visible, permanently.
    begun := least(coalesce((given ->> 'created_at')::timestamptz, now()), now());
    changed := greatest(begun, least(coalesce((given ->> 'updated_at')::timestamptz, begun), now()));

    -- Ids that another user or another chat already has are replaced, in the same way at each import.
    select i.* into part
    from private.chat_imports i join public.chat_history c on c.id = i.chat_id
    where i.chat_id in (file_id, md5(caller::text || file_id::text)::uuid) and c.user_id = caller
    for update of i;
    if not found then
      if exists (select from public.chat_history c where c.id = file_id and c.user_id = caller) then
        return jsonb_build_object('chat_id', file_id, 'outcome', 'present');
      end if;
      part.given_id := file_id;
      part.is_renamed := exists (select from public.chat_history c where c.id = file_id)
        or exists (
          select from public.chat_messages m
          where m.id in (select (e ->> 'id')::uuid from jsonb_array_elements(messages) as e)
        );
      part.chat_id := case when part.is_renamed then md5(caller::text || file_id::text)::uuid else file_id end;
      part.done := 0;
      if part.is_renamed
        and exists (select from public.chat_history c where c.id = part.chat_id and c.user_id = caller)
      then
        return jsonb_build_object('chat_id', part.chat_id, 'outcome', 'present');
      elsif part_start > 0 then
        return jsonb_build_object('outcome', 'partial', 'next', 0);
      elsif total > room then
        return jsonb_build_object('outcome', 'refused', 'code', 'limit');
      end if;
      insert into public.chat_history (id, user_id, title, pinned_at, created_at, updated_at)
      values (
        part.chat_id, caller, given ->> 'title',
        -- least() ignores null: a chat that is not pinned would become pinned.
        case when given ->> 'pinned_at' is not null then least((given ->> 'pinned_at')::timestamptz, now()) end,
        begun, changed
      );
      insert into private.chat_imports values (part.*);
    elsif part_start <> part.done then
      return jsonb_build_object('chat_id', part.chat_id, 'outcome', 'partial', 'next', part.done);
    end if;

    perform private.import_messages(caller, part.chat_id, part.is_renamed, begun, messages);
    update private.chat_imports i set done = i.done + jsonb_array_length(messages)
    where i.chat_id = part.chat_id
    returning * into part;
    if part.done < total then
      return jsonb_build_object(
        'chat_id', part.chat_id, 'outcome', 'partial', 'next', part.done, 'messages', jsonb_array_length(messages)
      );
    end if;
    delete from private.chat_imports i where i.chat_id = part.chat_id;
    update public.chat_history c
    set active_message_id = m.id
    from public.chat_messages m
    where c.id = part.chat_id and m.chat_id = part.chat_id
      and m.id = case
        when part.is_renamed then md5(caller::text || (given ->> 'active_message_id'))::uuid
        else (given ->> 'active_message_id')::uuid
      end;
    return jsonb_build_object(
      'chat_id', part.chat_id, 'outcome', 'imported', 'messages', jsonb_array_length(messages),
      'is_hidden', changed < public.history_since()
    );
  end
  $$;

create function private.drop_import(caller uuid, given jsonb) returns void
  language sql set search_path = ''
  -- A chat is imported completely or not at all: a refused part removes the parts before it.
  as $$
    delete from public.chat_history c using private.chat_imports i
    where i.chat_id = c.id and c.user_id = caller and i.given_id::text = given ->> 'id'
  $$;

create function public.import_chats(chats jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes origin (it would add messages without quota) and times, which clients may not; all of it the
  -- caller's.
  as $$
  declare
    caller constant uuid := auth.uid();
    max_messages constant integer := 100;
    max_bytes constant integer := 524288;
    in_call bigint;
    room bigint;
    given jsonb;
    answer jsonb;
    answers jsonb := '[]';
    reason text;
  begin
    if caller is null then
      raise insufficient_privilege using message = 'Sign in to import chats.';
    end if;
    perform private.check_sender(caller);
    if jsonb_typeof(chats) is distinct from 'array' or jsonb_array_length(chats) > 100 then
      raise invalid_parameter_value using message = 'Send a list of at most 100 chats.';
    end if;
    select coalesce(sum(jsonb_array_length(e -> 'messages')), 0) into in_call
    from jsonb_array_elements(chats) e where jsonb_typeof(e -> 'messages') = 'array';
    -- A single message is always accepted, because it may have a megabyte.
    if in_call > max_messages or (in_call > 1 and octet_length(chats::text) > max_bytes) then
      raise invalid_parameter_value using
        message = 'One call takes at most 100 messages and 512 kB. Send long chats in parts, with offset and total.';
    end if;

    -- Two imports at the same time must not both use the same remaining space.
    perform pg_advisory_xact_lock(hashtextextended(caller::text, 142000));
    select private.copyable_messages(private.plan_of(caller)) - count(*) into room
    from public.chat_messages m where m.user_id = caller and m.origin = 'import';

    for given in select value from jsonb_array_elements(chats) loop
      begin
        answer := private.import_chat(caller, given, room);
        room := room - coalesce((answer ->> 'messages')::integer, 0);
      exception
        -- Only this chat is undone; the others stay.
        when data_exception or integrity_constraint_violation then
          perform private.drop_import(caller, given);
          answer := jsonb_build_object('outcome', 'refused', 'code', 'invalid');
        when raise_exception then
          get stacked diagnostics reason = pg_exception_hint;
          if reason <> 'limit' then
            raise;
          end if;
          perform private.drop_import(caller, given);
          answer := jsonb_build_object('outcome', 'refused', 'code', 'limit');
      end;
      answers := answers || jsonb_build_array(answer || jsonb_build_object('id', given -> 'id'));
    end loop;
    return answers;
  end
  $$;
comment on function public.import_chats(jsonb) is
  'Imports chats [{id, title, created_at, updated_at, pinned_at, active_message_id, offset, total, messages: [{id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, created_at}]}], each completely or not at all, without quota; at most 100 messages and 512 kB per call, longer chats in parts. Returns [{id, outcome: imported, partial, present or refused, chat_id, code, next, messages, is_hidden}].';

-- Export, and chats that the plan hides. An export is complete: it includes hidden chats.

create function public.export_chats(after uuid default null, only_hidden boolean default false)
  returns table (
    id uuid, title text, created_at timestamptz, updated_at timestamptz, pinned_at timestamptz,
    active_message_id uuid, is_hidden boolean
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show.
  as $$
    select c.id, c.title, c.created_at, c.updated_at, c.pinned_at, c.active_message_id,
      c.updated_at < public.history_since()
    from public.chat_history c
    where c.user_id = auth.uid() and private.may_read()
      and (export_chats.after is null or c.id > export_chats.after)
      and (not export_chats.only_hidden or c.updated_at < public.history_since())
    order by c.id
    limit 500
  $$;
comment on function public.export_chats(uuid, boolean) is
  'The caller''s chats by id, 500 per call, including those that the plan hides; with only_hidden only those.';

create function public.export_messages(chat uuid, after bigint default null) returns table (
    id uuid, parent_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, content_format text, created_at timestamptz, seq bigint
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show. Limited by size too, because a message may have a
  -- megabyte. The first one always comes, so that every call makes progress.
  as $$
    select p.id, p.parent_id, p.role, p.content, p.status, p.model_id, p.vendor_id, p.unavailable_vendor,
      p.content_format, p.created_at, p.seq
    from (
      select m.*, sum(octet_length(m.content)) over (order by m.seq) - octet_length(m.content) as bytes_before
      from public.chat_messages m
      join public.chat_history c on c.id = m.chat_id
      where m.chat_id = export_messages.chat and c.user_id = auth.uid() and private.may_read()
        and (export_messages.after is null or m.seq > export_messages.after)
      order by m.seq
      limit 500
    ) p
    where p.bytes_before < 4194304
    order by p.seq
  $$;
comment on function public.export_messages(uuid, bigint) is
  'Messages of an own chat after a given seq: at most 500 and about 4 MB per call, none if there are no more.';

create function public.count_hidden_chats() returns bigint
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide exactly these rows.
  as $$
    select count(*) from public.chat_history c
    where c.user_id = auth.uid() and c.updated_at < public.history_since() and private.may_read()
  $$;
comment on function public.count_hidden_chats() is 'How many chats the caller''s plan hides.';

create function public.delete_hidden_chats() returns bigint
  language plpgsql security definer set search_path = ''
  -- Definer: the policies hide exactly these rows.
  as $$
  declare
    deleted bigint;
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    end if;
    delete from public.chat_history c where c.user_id = auth.uid() and c.updated_at < public.history_since();
    get diagnostics deleted = row_count;
    return deleted;
  end
  $$;
comment on function public.delete_hidden_chats() is
  'Deletes the chats that the caller''s plan hides; returns how many.';

grant execute on function
  public.list_branch(uuid, uuid, integer), public.count_branch(uuid), public.find_system_prompt(uuid),
  public.show_version(uuid), public.delete_version(uuid), public.read_message_image(uuid),
  public.fork_chat(uuid, uuid), public.import_chats(jsonb), public.export_chats(uuid, boolean),
  public.export_messages(uuid, bigint), public.count_hidden_chats(), public.delete_hidden_chats()
  to authenticated;
grant execute on function public.store_message_image(uuid, text, text) to service_role;

create trigger check_sender before insert on public.chat_history
  for each row execute function private.check_chat_sender();
create trigger prepare_chat before update on public.chat_history
  for each row execute function private.prepare_chat();
create trigger check_active_message before update of active_message_id on public.chat_history
  for each row
  when (new.active_message_id is not null and new.active_message_id is distinct from old.active_message_id)
  execute function private.check_active_message();
create trigger prepare_message before insert on public.chat_messages
  for each row execute function private.prepare_message();
create trigger follow_messages after insert on public.chat_messages
  referencing new table as added
  for each statement execute function private.follow_messages();
create trigger repair_active_message after delete on public.chat_messages
  referencing old table as deleted
  for each statement execute function private.repair_active_message();
-- From here on the image is deleted with its message, by the foreign key.
create trigger link_message_images after insert on public.chat_messages
  for each row
  when (new.role = 'assistant' and new.content like '%/functions/v1/images/%')
  execute function private.link_message_images();
