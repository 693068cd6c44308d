-- Import of chats that were exported, here or elsewhere.
-- Functions: import_chats.

create index chat_messages_imported_idx on public.chat_messages (user_id) where origin = 'import';

create function private.importable_messages(plan text) returns integer
  language sql immutable set search_path = ''
  as $$
    select case plan when 'professional' then 200000 when 'starter' then 20000 else 2000 end
  $$;
comment on function private.importable_messages(text) is
  'How many imported messages an account may hold by its plan. They cost no quota, but room.';

create function private.import_chat(caller uuid, given jsonb, room bigint) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    given_id constant uuid := (given ->> 'id')::uuid;
    messages constant jsonb := given -> 'messages';
    chat uuid := given_id;
    is_renamed boolean;
    total integer;
    begun timestamptz;
    changed timestamptz;
  begin
    if given_id is null or jsonb_typeof(messages) is distinct from 'array' then
      return jsonb_build_object('outcome', 'refused', 'code', 'invalid');
    end if;
    if exists (select from public.chat_history c where c.id = given_id and c.user_id = caller) then
      return jsonb_build_object('chat_id', given_id, 'outcome', 'present');
    end if;

    -- Ids that somebody else has (the file of another account), or another chat: new ones, the same at each import.
    is_renamed := exists (select from public.chat_history c where c.id = given_id)
      or exists (
        select from public.chat_messages m
        where m.id in (select (e ->> 'id')::uuid from jsonb_array_elements(messages) as e)
      );
    if is_renamed then
      chat := md5(caller::text || given_id::text)::uuid;
      if exists (select from public.chat_history c where c.id = chat and c.user_id = caller) then
        return jsonb_build_object('chat_id', chat, 'outcome', 'present');
      end if;
    end if;

    total := jsonb_array_length(messages);
    if total = 0 or total > 10000 then
      return jsonb_build_object('outcome', 'refused', 'code', case total when 0 then 'empty' else 'too_long' end);
    elsif total > room then
      return jsonb_build_object('outcome', 'refused', 'code', 'limit');
    end if;

    -- Nothing lies in the future: such a chat would stay on top, and visible, for ever.
    begun := least(coalesce((given ->> 'created_at')::timestamptz, now()), now());
    changed := greatest(begun, least(coalesce((given ->> 'updated_at')::timestamptz, begun), now()));
    insert into public.chat_history (id, user_id, title, pinned_at, created_at, updated_at)
    values (
      chat, caller, given ->> 'title',
      -- least() passes over null: a chat that is not pinned would come back pinned now.
      case when given ->> 'pinned_at' is not null then least((given ->> 'pinned_at')::timestamptz, now()) end,
      begun, changed
    );

    -- Parents stand before their children in the list. A message without one begins the chat anew: its own id says so.
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
    order by m.position;

    update public.chat_history c
    set active_message_id = m.id
    from public.chat_messages m
    where c.id = chat and m.chat_id = chat
      and m.id = case
        when is_renamed then md5(caller::text || (given ->> 'active_message_id'))::uuid
        else (given ->> 'active_message_id')::uuid
      end;
    return jsonb_build_object(
      'chat_id', chat, 'outcome', 'imported', 'messages', total, 'is_hidden', changed < public.history_since()
    );
  end
  $$;

create function public.import_chats(chats jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: clients may not write origin (it would buy messages without quota) nor times. Everything is the caller's.
  as $$
  declare
    caller constant uuid := auth.uid();
    room bigint;
    given jsonb;
    answer jsonb;
    answers jsonb := '[]';
  begin
    if caller is null then
      raise insufficient_privilege using message = 'Sign in to import chats.';
    end if;
    perform private.check_sender(caller);
    if jsonb_typeof(chats) is distinct from 'array' or jsonb_array_length(chats) > 100 then
      raise invalid_parameter_value using message = 'Give a list of at most 100 chats.';
    end if;

    -- Two imports at once must not both fill the same room.
    perform pg_advisory_xact_lock(hashtextextended(caller::text, 142000));
    select private.importable_messages(private.plan_of(caller)) - count(*) into room
    from public.chat_messages m where m.user_id = caller and m.origin = 'import';

    for given in select value from jsonb_array_elements(chats) loop
      begin
        answer := private.import_chat(caller, given, room);
        room := room - coalesce((answer ->> 'messages')::integer, 0);
      exception when data_exception or integrity_constraint_violation then
        -- What was written of this chat is undone; the others stay.
        answer := jsonb_build_object('outcome', 'refused', 'code', 'invalid');
      end;
      answers := answers || jsonb_build_array(answer || jsonb_build_object('id', given -> 'id'));
    end loop;
    return answers;
  end
  $$;
comment on function public.import_chats(jsonb) is
  'Keeps chats [{id, title, created_at, updated_at, pinned_at, active_message_id, messages: [{id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, created_at}]}], each whole or not at all, without quota; answers [{id, outcome: imported, present or refused, chat_id, code, messages, is_hidden}].';

revoke execute on function
  private.importable_messages(text), private.import_chat(uuid, jsonb, bigint), public.import_chats(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.import_chats(jsonb) to authenticated;
