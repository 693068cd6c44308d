-- Branches of a chat: its messages are a tree, and a screen shows one way through it.
-- Functions: list_branch, count_branch, find_system_prompt, show_version, delete_version.

create index chat_messages_first_idx on public.chat_messages (chat_id) where parent_id is null;

create function private.may_read_chat(chat uuid) returns boolean
  language sql stable security definer set search_path = ''
  -- Asked once for a walk: under row-level security each step would ask the policies again.
  as $$
    select private.may_read() and exists (
      select from public.chat_history c
      where c.id = may_read_chat.chat and c.user_id = auth.uid() and c.updated_at >= public.history_since()
    )
  $$;

create function private.newest_leaf(message uuid) returns uuid
  language sql stable security definer set search_path = ''
  as $$
    with recursive below as (
      select m.id, m.created_at, m.seq from public.chat_messages m where m.id = newest_leaf.message
      union all
      select m.id, m.created_at, m.seq from below b join public.chat_messages m on m.parent_id = b.id
    )
    select b.id from below b order by b.created_at desc, b.seq desc limit 1
  $$;
comment on function private.newest_leaf(uuid) is 'The newest message that descends from this one, itself included.';

create function private.versions_of(chat uuid, message_before uuid) returns uuid[]
  language sql stable security definer set search_path = ''
  -- One select for each way to an index: with "or" the whole chat would be read.
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
  'The messages that follow this one (null: that begin the chat), oldest first. A system prompt in front of a message belongs to it and parts no versions.';

create function public.list_branch(chat uuid, before uuid default null, max_messages integer default 60)
  returns table (
    id uuid, chat_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, created_at timestamptz, seq bigint, parent_id uuid, versions uuid[]
  )
  language plpgsql stable security definer set search_path = ''
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
  'The end of an own chat''s active branch, or what stands before a message of it, in read order, with the ids of each message''s versions, oldest first.';

create function public.count_branch(chat uuid) returns integer
  language sql stable security definer set search_path = ''
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
  'How many messages the active branch of an own chat has, the system''s own not counted.';

create function public.find_system_prompt(before uuid) returns text
  language sql stable security definer set search_path = ''
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
  'The system prompt in force at an own message: the nearest one before it, or null.';

create function public.show_version(message uuid) returns uuid
  language plpgsql security definer set search_path = ''
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
  'Makes the newest branch through an own message the active one; returns its leaf, or null where there is no such message. The chat keeps its time.';

create function public.delete_version(message uuid) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    doomed uuid[];
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
    doomed := array(
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

    delete from public.chat_messages m where m.id = any (doomed);
    get diagnostics deleted = row_count;
    -- The screen goes on with the version beside it, else with what stood before. A trigger has put it elsewhere.
    if active = any (doomed) then
      update public.chat_history c
      set active_message_id = coalesce(private.newest_leaf(sibling), before.id)
      where c.id = target.chat_id;
    end if;
    return deleted;
  end
  $$;
comment on function public.delete_version(uuid) is
  'Deletes an own message and all that follows it; returns how many messages are gone. Other versions of it stay.';

revoke execute on function
  private.may_read_chat(uuid), private.newest_leaf(uuid), private.versions_of(uuid, uuid),
  public.list_branch(uuid, uuid, integer), public.count_branch(uuid), public.find_system_prompt(uuid),
  public.show_version(uuid), public.delete_version(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.list_branch(uuid, uuid, integer), public.count_branch(uuid), public.find_system_prompt(uuid),
  public.show_version(uuid), public.delete_version(uuid)
  to authenticated;
