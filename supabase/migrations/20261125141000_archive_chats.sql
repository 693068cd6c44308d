-- Archived chats: they leave the list of chats, and are still searched, exported and deleted with the others.

alter table public.chat_history add column archived_at timestamptz;
comment on column public.chat_history.archived_at is
  'When the user archived the chat; null if it is in their list. A message that the user sends brings it back.';
-- Not insert: a new chat is in the list.
grant select (archived_at), update (archived_at) on table public.chat_history to authenticated;

create or replace function private.follow_messages() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: sets updated_at, which clients may not (see prepare_chat). Runs once per statement, because an import
  -- inserts thousands of rows.
  as $$
  begin
    update public.chat_history c
    set active_message_id = last.id,
      updated_at = case when last.is_sent then now() else c.updated_at end,
      archived_at = case when last.is_from_user then null else c.archived_at end
    from (
      select a.chat_id, (array_agg(a.id order by a.seq desc))[1] as id, bool_or(a.origin is null) as is_sent,
        bool_or(a.origin is null and a.role = 'user') as is_from_user
      from added a
      group by a.chat_id
    ) as last
    where c.id = last.chat_id;
    return null;
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
      insert into public.chat_history (id, user_id, title, pinned_at, archived_at, created_at, updated_at)
      values (
        part.chat_id, caller, given ->> 'title',
        -- least() ignores null: a chat that is not pinned would become pinned.
        case when given ->> 'pinned_at' is not null then least((given ->> 'pinned_at')::timestamptz, now()) end,
        case when given ->> 'archived_at' is not null then least((given ->> 'archived_at')::timestamptz, now()) end,
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
comment on function public.import_chats(jsonb) is
  'Imports chats [{id, title, created_at, updated_at, pinned_at, archived_at, active_message_id, offset, total, messages: [{id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, created_at}]}], each completely or not at all, without quota; at most 100 messages and 512 kB per call, longer chats in parts. Returns [{id, outcome: imported, partial, present or refused, chat_id, code, next, messages, is_hidden}].';

-- A new column changes the type of the result, so the function is created again.
drop function public.export_chats(uuid, boolean);
create function public.export_chats(after uuid default null, only_hidden boolean default false)
  returns table (
    id uuid, title text, created_at timestamptz, updated_at timestamptz, pinned_at timestamptz,
    active_message_id uuid, is_hidden boolean, archived_at timestamptz
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show.
  as $$
    select c.id, c.title, c.created_at, c.updated_at, c.pinned_at, c.active_message_id,
      c.updated_at < public.history_since(), c.archived_at
    from public.chat_history c
    where c.user_id = auth.uid() and private.may_read()
      and (export_chats.after is null or c.id > export_chats.after)
      and (not export_chats.only_hidden or c.updated_at < public.history_since())
    order by c.id
    limit 500
  $$;
comment on function public.export_chats(uuid, boolean) is
  'The caller''s chats by id, 500 per call, including those that the plan hides; with only_hidden only those.';

grant execute on function public.export_chats(uuid, boolean) to authenticated;
