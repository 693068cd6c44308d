-- Encrypted history: no text is stored under a key that is not stored itself, no conversion overwrites a change that it
-- has not read, and an encrypted message has to wait for a running reply like a plain one. No tables.

create function public.prepare_chat(chat uuid) returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: also reads the chats that the plan hides, which its caller owns.
  as $$
    select jsonb_build_object(
      'state', private.encryption_state(auth.uid()),
      'chat', (
        select jsonb_build_object(
          'id', c.id, 'title', c.title, 'parameters', c.parameters, 'chat_key', c.chat_key,
          'active_message_id', c.active_message_id, 'is_busy', exists (
            select from public.running_replies r where r.question_id = c.active_message_id
          )
        )
        from public.chat_history c where c.id = prepare_chat.chat and c.user_id = auth.uid()
      )
    )
    where private.may_read()
  $$;
comment on function public.prepare_chat(uuid) is
  'What a device reads before it writes an encrypted text to an own chat: {state: of the encrypted history, null if it is off, chat: {id, title, parameters, chat_key, active_message_id, is_busy}, null if there is none}. is_busy: a reply to the active message is running.';
grant execute on function public.prepare_chat(uuid) to authenticated;

-- Which rows are accepted

create or replace function private.require_envelopes(owner uuid, texts text[]) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    state text;
    value text;
  begin
    -- Otherwise the error would reveal whether another account is encrypted. The policies refuse such a row.
    if auth.uid() <> owner then
      return;
    end if;
    -- The state must not end before this row is stored: see finish_turning_on and finish_turning_off.
    select e.state into state from public.account_encryption e where e.user_id = owner for key share;
    foreach value in array texts loop
      continue when value is null or value = '';
      if state in ('turning_on', 'on') and not private.is_envelope(value) then
        raise exception using errcode = 'PT409', hint = 'encryption_required',
          message = 'Your history is encrypted. Reload the page or update the app, then try again.';
      elsif state is null and private.is_envelope(value) then
        raise exception using errcode = 'PT409', hint = 'encryption_not_on',
          message = 'Your history is no longer encrypted. Reload the page, then try again.';
      end if;
    end loop;
  end
  $$;

create or replace function private.check_chat_encryption() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the account's state, whatever role the writer has.
  as $$
  declare
    is_new constant boolean := tg_op = 'INSERT';
  begin
    if is_new or new.title is distinct from old.title then
      perform private.require_envelopes(new.user_id, array[new.title]);
    end if;
    if is_new or new.parameters is distinct from old.parameters then
      -- Plain parameters are an object, whose text is no envelope.
      perform private.require_envelopes(new.user_id, array[new.parameters #>> '{}']);
    end if;
    if (is_new or new.chat_key is distinct from old.chat_key) and new.chat_key is not null then
      perform private.require_envelopes(new.user_id, array[new.chat_key]);
    end if;
    -- Without its key, the text could not be read. Also refuses forks: a copied envelope is bound to another chat.
    if new.chat_key is null and (private.is_envelope(new.title) or jsonb_typeof(new.parameters) = 'string') then
      raise check_violation using hint = 'encryption_chat_key', message = 'An encrypted chat needs its key.';
    end if;
    return new;
  end
  $$;

create or replace function private.check_message_encryption() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the account's state, whatever role the writer has.
  as $$
  declare
    state text;
  begin
    select e.state into state from public.account_encryption e where e.user_id = new.user_id for key share;
    if state is null and new.content_format = 'encrypted' then
      raise exception using errcode = 'PT409', hint = 'encryption_not_on',
        message = 'Your history is no longer encrypted. Reload the page, then try again.';
    elsif state in ('turning_on', 'on') and new.content_format = 'plain'
      -- A reply that began before encryption was turned on. It is encrypted with the existing history.
      and not (state = 'turning_on' and new.role = 'assistant' and exists (
        select from private.reply_progress p where p.reply_id = new.id and not p.is_encrypted
      ))
    then
      raise exception using errcode = 'PT409', hint = 'encryption_required',
        message = 'Your history is encrypted. Reload the page or update the app, then try again.';
    elsif new.content_format = 'encrypted' then
      -- Envelopes of running replies need no chat key: they are encrypted to the account's public key.
      if (private.is_envelope(new.content) or private.is_envelope(new.reasoning) or new.parameters is not null)
        and exists (select from public.chat_history c where c.id = new.chat_id and c.chat_key is null)
      then
        raise exception using errcode = 'PT409', hint = 'encryption_chat_key',
          message = 'This chat is no longer encrypted. Reload the page, then try again.';
      end if;
      -- prepare_message checks this if the service chooses the parent. Devices name it, because envelopes are bound to it.
      if new.role <> 'assistant' and new.origin is null
        and exists (select from public.running_replies r where r.question_id = new.parent_id)
      then
        raise exception using hint = 'busy',
          message = 'A reply is being written in this chat. Send the message when it ends.';
      end if;
    end if;
    return new;
  end
  $$;

-- Converting the existing history

create function private.has_encrypted_reply(chat uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from public.running_replies r join private.reply_progress p on p.reply_id = r.id
      where r.chat_id = has_encrypted_reply.chat and p.is_encrypted
    )
  $$;
comment on function private.has_encrypted_reply(uuid) is
  'True while a reply is written in this chat that will be stored as an envelope.';

create or replace function public.list_unconverted(max_bytes integer default 400000) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: also lists the chats that the plan hides.
  as $$
  declare
    caller constant uuid := auth.uid();
    state constant text := private.encryption_state(caller);
    source_format constant text := case state when 'turning_on' then 'plain' else 'encrypted' end;
  begin
    perform private.require_conversion(case when state = 'turning_off' then state else 'turning_on' end);
    return jsonb_build_object(
      'chats', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', c.id, 'title', c.title, 'parameters', c.parameters, 'chat_key', c.chat_key
        )), '[]')
        from (
          select * from public.chat_history h
          -- While it is turned off, a chat's key is needed until all of its messages are plain.
          where h.user_id = caller and case state
            when 'turning_on' then h.chat_key is null
            else h.chat_key is not null and not private.has_encrypted_reply(h.id) and not exists (
              select from public.chat_messages m where m.chat_id = h.id and m.content_format = 'encrypted'
            )
          end
          order by h.id limit 100
        ) c
      ),
      'messages', (
        select coalesce(jsonb_agg(to_jsonb(p) - array['bytes_before', 'seq'] order by p.seq), '[]')
        from (
          select m.id, m.chat_id, m.parent_id, m.role, m.content, m.reasoning, m.parameters, m.seq, c.chat_key,
            sum(octet_length(m.content) + coalesce(octet_length(m.reasoning), 0)) over (order by m.seq)
              - octet_length(m.content) - coalesce(octet_length(m.reasoning), 0) as bytes_before
          from (
            select * from public.chat_messages n
            where n.user_id = caller and n.content_format = source_format
            order by n.seq limit 200
          ) m
          join public.chat_history c on c.id = m.chat_id
          -- Replies are decrypted without the chat's key.
          where c.chat_key is not null or state = 'turning_off'
        ) p
        -- The first one always comes, so that every call makes progress.
        where p.bytes_before < least(greatest(max_bytes, 1), 4194304)
      ),
      'remaining', (
        select count(*) from public.chat_messages m where m.user_id = caller and m.content_format = source_format
      ),
      'total', (select count(*) from public.chat_messages m where m.user_id = caller)
    );
  end
  $$;
comment on function public.list_unconverted(integer) is
  'What the caller''s history still has to convert, in the states turning_on and turning_off: {chats: [{id, title, parameters, chat_key}], messages: [{id, chat_id, parent_id, role, content, reasoning, parameters, chat_key}], remaining, total}; while it is turned on only the messages of chats that have a key, while it is turned off only chats without encrypted messages and replies. A batch has at most 100 chats, 200 messages and about max_bytes.';

create or replace function public.convert_chats(chats jsonb) returns integer
  language plpgsql security definer set search_path = ''
  -- Definer: also converts the chats that the plan hides, which its caller owns.
  as $$
  declare
    caller constant uuid := auth.uid();
    is_on constant boolean := private.encryption_state(caller) = 'turning_on';
    converted integer;
  begin
    perform private.require_conversion(case when is_on then 'turning_on' else 'turning_off' end);
    -- A separate statement: the update then sees the messages that were stored while this one waited.
    perform from public.chat_history c
    where c.user_id = caller and c.id in (
      select g.id from jsonb_to_recordset(convert_chats.chats) as g (id uuid)
    )
    order by c.id for update;
    update public.chat_history c
    set title = g.title, parameters = nullif(g.parameters, 'null'), chat_key = g.chat_key
    from jsonb_to_recordset(convert_chats.chats) as g (
      id uuid, title text, parameters jsonb, chat_key text, stored jsonb
    )
    where c.id = g.id and c.user_id = caller and (c.chat_key is null) = is_on and (g.chat_key is null) <> is_on
      -- A title that changed meanwhile is converted with the next batch. Older apps don't send what they have read.
      and (g.stored is null or g.stored = jsonb_build_object('title', c.title, 'parameters', c.parameters))
      and (is_on or not private.has_encrypted_reply(c.id) and not exists (
        select from public.chat_messages m where m.chat_id = c.id and m.content_format = 'encrypted'
      ));
    get diagnostics converted = row_count;
    return converted;
  end
  $$;
comment on function public.convert_chats(jsonb) is
  'Replaces titles and parameters of the caller''s chats [{id, title, parameters, chat_key, stored: {title, parameters} as they were read}] by envelopes and adds their keys, or the reverse while encrypted history is turned off. Times stay. Returns how many were converted; repeated calls have no effect.';

create function public.convert_row(of_table text, id uuid, stored jsonb, converted jsonb) returns boolean
  language plpgsql set search_path = ''
  -- Not definer: the caller can change the same columns directly.
  as $$
  declare
    columns constant text := (select string_agg(format('%I', k), ', ') from jsonb_object_keys(converted) k);
    changed integer;
  begin
    if convert_row.of_table not in ('shared_drafts', 'personas', 'saved_prompts', 'projects') then
      raise invalid_parameter_value using message = 'This table is not converted row by row.';
    end if;
    execute format(
      'update public.%I t set (%s) = (select %2$s from jsonb_populate_record(t, $1))
       where t.id = $2 and (select jsonb_object_agg(k, to_jsonb(t) -> k) from jsonb_object_keys($3) k) = $3',
      convert_row.of_table, columns
    ) using convert_row.converted, convert_row.id, convert_row.stored;
    get diagnostics changed = row_count;
    return changed = 1;
  end
  $$;
comment on function public.convert_row(text, uuid, jsonb, jsonb) is
  'Replaces columns of a draft, persona, prompt or project of the caller by their envelopes or texts, if they are still as the device has read them (stored). False if they have changed. Raises 23505 if another prompt has the name.';
grant execute on function public.convert_row(text, uuid, jsonb, jsonb) to authenticated;

-- Importing

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
      -- Envelopes are bound to their ids. The device chooses other ones, then encrypts the chat again.
      if part.is_renamed and given ->> 'chat_key' is not null then
        return jsonb_build_object('outcome', 'refused', 'code', 'ids');
      end if;
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
        id, user_id, title, pinned_at, archived_at, created_at, updated_at, model_id, vendor_id, parameters, chat_key
      )
      values (
        part.chat_id, caller, given ->> 'title',
        -- least() ignores null: a chat that is not pinned would become pinned.
        case when given ->> 'pinned_at' is not null then least((given ->> 'pinned_at')::timestamptz, now()) end,
        case when given ->> 'archived_at' is not null then least((given ->> 'archived_at')::timestamptz, now()) end,
        begun, changed, given ->> 'model_id', given ->> 'vendor_id',
        case when part.is_renamed then private.without_summary(nullif(given -> 'parameters', 'null')) else nullif(given -> 'parameters', 'null') end,
        given ->> 'chat_key'
      );
      insert into private.chat_imports values (part.*);
    elsif given ->> 'chat_key' is distinct from (
      select c.chat_key from public.chat_history c where c.id = part.chat_id
    ) then
      -- Another device began the import, or an earlier page of this one. The device encrypts the part again.
      return jsonb_build_object('chat_id', part.chat_id, 'outcome', 'refused', 'code', 'key');
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
