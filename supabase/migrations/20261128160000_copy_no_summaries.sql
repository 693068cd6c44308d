-- A summary names the first message that it does not contain. Copied messages have other ids, so copies have no summary.

create function private.without_summary(parameters jsonb) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select nullif(parameters - 'summary', '{}')
  $$;

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
      fork_chat.new_chat, caller, source.title, source.project_id, source.model_id, source.vendor_id,
      private.without_summary(source.parameters)
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
    -- The objects are shared: each is deleted with the last message that uses it.
    insert into public.message_attachments (
      id, user_id, chat_id, message_id, position, kind, name, media_type, size, text, pages, width, height, object_path
    )
    select md5(fork_chat.new_chat::text || a.id::text)::uuid, caller, fork_chat.new_chat,
      md5(fork_chat.new_chat::text || a.message_id::text)::uuid, a.position, a.kind, a.name, a.media_type, a.size, a.text,
      a.pages, a.width, a.height, a.object_path
    from public.message_attachments a
    where a.message_id = any (branch_ids);
    return fork_chat.new_chat;
  end
  $$;

create or replace function private.import_chat(caller uuid, given jsonb, room bigint) returns jsonb
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
      insert into public.chat_history (
        id, user_id, title, pinned_at, archived_at, created_at, updated_at, model_id, vendor_id, parameters
      )
      values (
        part.chat_id, caller, given ->> 'title',
        -- least() ignores null: a chat that is not pinned would become pinned.
        case when given ->> 'pinned_at' is not null then least((given ->> 'pinned_at')::timestamptz, now()) end,
        case when given ->> 'archived_at' is not null then least((given ->> 'archived_at')::timestamptz, now()) end,
        begun, changed, given ->> 'model_id', given ->> 'vendor_id',
        case when part.is_renamed then private.without_summary(nullif(given -> 'parameters', 'null')) else nullif(given -> 'parameters', 'null') end
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

update public.chat_history c
set parameters = private.without_summary(c.parameters)
where c.parameters ? 'summary'
  and not exists (
    select from public.chat_messages m
    where m.chat_id = c.id and m.id::text = c.parameters #>> '{summary,before}'
  );
