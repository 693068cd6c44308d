-- An import comes in calls of bounded size, so that none keeps others waiting: a long chat in parts, one after the other.
-- Tables: private.chat_imports. Functions: import_chats once more.

create table private.chat_imports (
  chat_id uuid primary key references public.chat_history (id) on delete cascade,
  given_id uuid not null,
  is_renamed boolean not null,
  done integer not null
);
comment on table private.chat_imports is
  'Chats of which some parts have not come yet; whoever imports the chat again goes on behind the messages that are done.';
comment on column private.chat_imports.given_id is 'Id of the chat in its file.';
alter table private.chat_imports enable row level security;
revoke all on table private.chat_imports from public, anon, authenticated, service_role;

create function private.import_messages(caller uuid, chat uuid, is_renamed boolean, begun timestamptz, messages jsonb)
  returns void
  language sql set search_path = ''
  -- Parents stand before their children in the list. A message without one begins the chat: its own id says so.
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
    -- Nothing lies in the future: such a chat would stay on top, and visible, for ever.
    begun := least(coalesce((given ->> 'created_at')::timestamptz, now()), now());
    changed := greatest(begun, least(coalesce((given ->> 'updated_at')::timestamptz, begun), now()));

    -- Ids that somebody else has (the file of another account), or another chat: new ones, the same at each import.
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
        -- least() passes over null: a chat that is not pinned would come back pinned now.
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
  -- Whole or not at all: a part that is refused takes along those before it.
  as $$
    delete from public.chat_history c using private.chat_imports i
    where i.chat_id = c.id and c.user_id = caller and i.given_id::text = given ->> 'id'
  $$;

create or replace function public.import_chats(chats jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: clients may not write origin (it would buy messages without quota) nor times. Everything is the caller's.
  as $$
  declare
    caller constant uuid := auth.uid();
    most_messages constant integer := 100;
    most_bytes constant integer := 524288;
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
      raise invalid_parameter_value using message = 'Give a list of at most 100 chats.';
    end if;
    select coalesce(sum(jsonb_array_length(e -> 'messages')), 0) into in_call
    from jsonb_array_elements(chats) e where jsonb_typeof(e -> 'messages') = 'array';
    -- A message may have a megabyte: alone it always passes.
    if in_call > most_messages or (in_call > 1 and octet_length(chats::text) > most_bytes) then
      raise invalid_parameter_value using
        message = 'One call takes at most 100 messages and 512 kB. Send long chats in parts, with offset and total.';
    end if;

    -- Two imports at once must not both fill the same room.
    perform pg_advisory_xact_lock(hashtextextended(caller::text, 142000));
    select private.importable_messages(private.plan_of(caller)) - count(*) into room
    from public.chat_messages m where m.user_id = caller and m.origin = 'import';

    for given in select value from jsonb_array_elements(chats) loop
      begin
        answer := private.import_chat(caller, given, room);
        room := room - coalesce((answer ->> 'messages')::integer, 0);
      exception
        -- What was written of this chat is undone; the others stay.
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
  'Keeps chats [{id, title, created_at, updated_at, pinned_at, active_message_id, offset, total, messages: [{id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, created_at}]}], each whole or not at all, without quota; at most 100 messages and 512 kB a call, longer chats in parts. Answers [{id, outcome: imported, partial, present or refused, chat_id, code, next, messages, is_hidden}].';

revoke execute on function
  private.import_messages(uuid, uuid, boolean, timestamptz, jsonb), private.drop_import(uuid, jsonb)
  from public, anon, authenticated, service_role;
