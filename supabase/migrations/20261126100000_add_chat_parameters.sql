-- Each chat has its parameters: instructions, temperature, top-p, output limit and effort.

alter table public.chat_history add column parameters jsonb
  -- Each condition only looks at values whose type the earlier ones have checked; CASE keeps that order.
  constraint chat_history_parameters_check check (case
    when parameters is null then true
    when jsonb_typeof(parameters) <> 'object' or parameters = '{}' then false
    when parameters - array['instructions', 'temperature', 'topP', 'maxTokens', 'effort'] <> '{}' then false
    when coalesce(jsonb_typeof(parameters -> 'instructions'), 'string') <> 'string'
      or coalesce(jsonb_typeof(parameters -> 'effort'), 'string') <> 'string'
      or coalesce(jsonb_typeof(parameters -> 'temperature'), 'number') <> 'number'
      or coalesce(jsonb_typeof(parameters -> 'topP'), 'number') <> 'number'
      or coalesce(jsonb_typeof(parameters -> 'maxTokens'), 'number') <> 'number' then false
    else coalesce(parameters ->> 'instructions' ~ '\S', true)
      and coalesce(char_length(parameters ->> 'instructions') <= 8000, true)
      and coalesce(parameters ->> 'effort' in ('off', 'low', 'medium', 'high'), true)
      and coalesce((parameters ->> 'temperature')::numeric between 0 and 2, true)
      and coalesce((parameters ->> 'topP')::numeric between 0 and 1, true)
      and coalesce((parameters ->> 'maxTokens')::numeric between 1 and 1000000, true)
      and coalesce((parameters ->> 'maxTokens')::numeric % 1 = 0, true)
  end);
comment on column public.chat_history.parameters is
  '{instructions, temperature, topP, maxTokens, effort}, each optional: what differs from the default; null if nothing does. A model is not sent what it does not accept.';

grant select (parameters), insert (parameters), update (parameters) on table public.chat_history to authenticated;

-- Instructions are content, so they count toward the account's space.
create function private.count_parameters() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write chats.
  as $$
  declare
    growth constant bigint := coalesce(octet_length(new.parameters::text), 0)
      - coalesce(octet_length(old.parameters::text), 0);
  begin
    if growth > 0 then
      perform private.add_usage(new.user_id, bytes => growth);
    elsif growth < 0 then
      update private.account_usage u set bytes = greatest(u.bytes + growth, 0) where u.user_id = old.user_id;
    end if;
    return null;
  end
  $$;
create trigger count_new_parameters after insert on public.chat_history
  for each row when (new.parameters is not null) execute function private.count_parameters();
create trigger count_changed_parameters after update of parameters on public.chat_history
  for each row when (new.parameters is distinct from old.parameters) execute function private.count_parameters();
create trigger count_deleted_parameters after delete on public.chat_history
  for each row when (old.parameters is not null) execute function private.count_parameters();

-- Copies, imports and exports keep model and parameters.

create or replace function public.fork_chat(message uuid, new_chat uuid) returns uuid
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

    insert into public.chat_history (id, user_id, title, project_id, model_id, vendor_id, parameters)
    values (
      fork_chat.new_chat, caller, source.title, source.project_id, source.model_id, source.vendor_id, source.parameters
    );
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
        begun, changed, given ->> 'model_id', given ->> 'vendor_id', nullif(given -> 'parameters', 'null')
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
  'Imports chats [{id, title, created_at, updated_at, pinned_at, archived_at, active_message_id, model_id, vendor_id, parameters, offset, total, messages: [{id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, created_at}]}], each completely or not at all, without quota; at most 100 messages and 512 kB per call, longer chats in parts. Returns [{id, outcome: imported, partial, present or refused, chat_id, code, next, messages, is_hidden}].';

-- New columns change the type of the result, so the function is created again.
drop function public.export_chats(uuid, boolean);
create function public.export_chats(after uuid default null, only_hidden boolean default false)
  returns table (
    id uuid, title text, created_at timestamptz, updated_at timestamptz, pinned_at timestamptz,
    active_message_id uuid, is_hidden boolean, archived_at timestamptz, model_id text, vendor_id text, parameters jsonb
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show.
  as $$
    select c.id, c.title, c.created_at, c.updated_at, c.pinned_at, c.active_message_id,
      c.updated_at < public.history_since(), c.archived_at, c.model_id, c.vendor_id, c.parameters
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
