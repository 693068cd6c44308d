-- Forks: a chat of its own from what was said so far in another one.
-- Function: fork_chat.

create index chat_messages_forked_idx on public.chat_messages (user_id) where origin = 'fork';

create function private.forkable_messages(plan text) returns integer
  language sql immutable set search_path = ''
  as $$
    select case plan when 'professional' then 200000 when 'starter' then 20000 else 2000 end
  $$;
comment on function private.forkable_messages(text) is
  'How many forked messages an account may hold by its plan. They cost no quota, but room.';

create function private.copy_images(content text, owner_id uuid) returns text
  language plpgsql set search_path = ''
  -- An image lives and dies with one message; the copy of the message gets a copy of it.
  as $$
  declare
    copied text := copy_images.content;
    image uuid;
    twin uuid;
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
      returning id into twin;
      copied := replace(copied, '/functions/v1/images/' || image, '/functions/v1/images/' || twin);
    end loop;
    return copied;
  end
  $$;

create function public.fork_chat(message uuid, new_chat uuid) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: clients may not write origin (it would buy messages without quota) nor times. Everything is the caller's.
  as $$
  declare
    caller constant uuid := auth.uid();
    source public.chat_history;
    copied uuid[];
    held integer;
  begin
    perform private.check_sender(caller);
    -- An earlier try arrived although its answer did not.
    if exists (select from public.chat_history c where c.id = fork_chat.new_chat and c.user_id = caller) then
      return fork_chat.new_chat;
    end if;
    select c.* into source
    from public.chat_messages m
    join public.chat_history c on c.id = m.chat_id
    where m.id = fork_chat.message and private.may_read_chat(c.id);
    if source.id is null then
      raise insufficient_privilege using message = 'Only messages of your own chats can be forked.';
    end if;

    with recursive branch as (
      select m.id, m.parent_id, 1 as place from public.chat_messages m where m.id = fork_chat.message
      union all
      select m.id, m.parent_id, b.place + 1 from branch b join public.chat_messages m on m.id = b.parent_id
    )
    select array_agg(b.id order by b.place desc) into copied from branch b;

    -- Two forks at once must not both fill the same room.
    perform pg_advisory_xact_lock(hashtextextended(caller::text, 143100));
    select count(*) into held from public.chat_messages m where m.user_id = caller and m.origin = 'fork';
    if held + cardinality(copied) > private.forkable_messages(private.plan_of(caller)) then
      raise exception using message = 'Your plan has no room for more forked messages. Delete a forked chat first.', hint = 'quota';
    end if;

    insert into public.chat_history (id, user_id, title, project_id)
    values (fork_chat.new_chat, caller, source.title, source.project_id);
    -- Each id is derived, so that a message finds its copied parent. A message without one begins the chat: its own id.
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
    from unnest(copied) with ordinality as c (id, place)
    join public.chat_messages m on m.id = c.id
    cross join lateral (select md5(fork_chat.new_chat::text || m.id::text)::uuid as id) as named
    order by c.place;
    return fork_chat.new_chat;
  end
  $$;
comment on function public.fork_chat(uuid, uuid) is
  'Copies an own chat''s branch up to a message, with its images, into a new chat of the given id; returns it. Costs no quota; over the plan''s room: P0001 with the hint quota.';

revoke execute on function
  private.forkable_messages(text), private.copy_images(text, uuid), public.fork_chat(uuid, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.fork_chat(uuid, uuid) to authenticated;
