-- Copies of replies keep what the replies took. The sums of the month are kept elsewhere, so nothing counts twice.

create or replace function public.fork_chat(message uuid, new_chat uuid, since uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: writes origin (it would add messages without quota) and times, which clients may not; all of it the
  -- caller's.
  as $$
  declare
    caller constant uuid := auth.uid();
    source public.chat_history;
    branch_ids uuid[];
    prompt_id uuid;
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
      where b.id is distinct from fork_chat.since
    )
    select array_agg(b.id order by b.place desc) into branch_ids from branch b;
    if fork_chat.since is not null then
      -- The system prompt that applies there.
      with recursive before as (
        select m.id, m.parent_id, m.role, 0 as place from public.chat_messages m where m.id = branch_ids[1]
        union all
        select m.id, m.parent_id, m.role, b.place + 1
        from before b join public.chat_messages m on m.id = b.parent_id
        where b.role <> 'system'
      )
      select b.id into prompt_id from before b where b.role = 'system' and b.place > 0 order by b.place limit 1;
      branch_ids := array_remove(array[prompt_id], null) || branch_ids;
    end if;

    -- Two forks at the same time must not both use the same remaining space.
    perform pg_advisory_xact_lock(hashtextextended(caller::text, 143100));
    select count(*) into stored from public.chat_messages m where m.user_id = caller and m.origin = 'fork';
    if stored + cardinality(branch_ids) > private.copyable_messages(private.plan_of(caller)) then
      raise exception using message = 'Your plan has no space for more forked messages. Delete a forked chat first.', hint = 'quota';
    end if;

    insert into public.chat_history (id, user_id, title, project_id, model_id, vendor_id, parameters)
    values (
      fork_chat.new_chat, caller, source.title, source.project_id, source.model_id, source.vendor_id, source.parameters
    );
    -- Ids are derived, so that a message finds its copied parent. A first message has its own id as its parent.
    insert into public.chat_messages (
      id, chat_id, user_id, role, content, parent_id, origin, status, model_id, vendor_id, unavailable_vendor,
      content_format, reasoning, reasoning_ms, usage, created_at
    )
    select named.id, fork_chat.new_chat, caller, m.role,
      case
        when m.role = 'assistant' and m.content like '%/functions/v1/images/%'
          then private.copy_images(m.content, caller)
        else m.content
      end,
      coalesce(md5(fork_chat.new_chat::text || c.parent_id::text)::uuid, named.id), 'fork', m.status, m.model_id,
      m.vendor_id, m.unavailable_vendor, m.content_format, m.reasoning, m.reasoning_ms, m.usage, m.created_at
    from (
      select b.id, b.place, lag(b.id) over (order by b.place) as parent_id
      from unnest(branch_ids) with ordinality as b (id, place)
    ) c
    join public.chat_messages m on m.id = c.id
    cross join lateral (select md5(fork_chat.new_chat::text || m.id::text)::uuid as id) as named
    order by c.place;
    return fork_chat.new_chat;
  end
  $$;
