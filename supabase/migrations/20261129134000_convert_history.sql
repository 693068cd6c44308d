-- Encrypted history: turning it on for existing chats, and off again. A device reads plain rows, encrypts them and
-- stores them in place, batch by batch. A converted row is no longer listed, so an interrupted conversion continues
-- where it ended, on any device of the account. No tables.

create function private.require_conversion(needed text) returns uuid
  language plpgsql stable set search_path = ''
  as $$
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    elsif private.encryption_state(auth.uid()) is distinct from needed then
      raise exception using errcode = 'PT409', hint = 'encryption_state',
        message = 'Another device has already changed this. Reload the page.';
    end if;
    return auth.uid();
  end
  $$;
comment on function private.require_conversion(text) is
  'The caller, if their encrypted history has this state; otherwise refuses.';

create function public.list_unconverted(max_bytes integer default 400000) returns jsonb
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
            else h.chat_key is not null and not exists (
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
          where c.chat_key is not null
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
  'What the caller''s history still has to convert, in the states turning_on and turning_off: {chats: [{id, title, parameters, chat_key}], messages: [{id, chat_id, parent_id, role, content, reasoning, parameters, chat_key}], remaining, total}, the messages of chats that have a key. A batch has at most 100 chats, 200 messages and about max_bytes.';

create function public.convert_chats(chats jsonb) returns integer
  language plpgsql security definer set search_path = ''
  -- Definer: also converts the chats that the plan hides, which its caller owns.
  as $$
  declare
    caller constant uuid := auth.uid();
    is_on constant boolean := private.encryption_state(caller) = 'turning_on';
    converted integer;
  begin
    perform private.require_conversion(case when is_on then 'turning_on' else 'turning_off' end);
    update public.chat_history c
    set title = g.title, parameters = nullif(g.parameters, 'null'), chat_key = g.chat_key
    from jsonb_to_recordset(convert_chats.chats) as g (id uuid, title text, parameters jsonb, chat_key text)
    where c.id = g.id and c.user_id = caller and (c.chat_key is null) = is_on and (g.chat_key is null) <> is_on
      -- A title that changed meanwhile is converted with the next batch.
      and (is_on or not exists (
        select from public.chat_messages m where m.chat_id = c.id and m.content_format = 'encrypted'
      ));
    get diagnostics converted = row_count;
    return converted;
  end
  $$;
comment on function public.convert_chats(jsonb) is
  'Replaces titles and parameters of the caller''s chats [{id, title, parameters, chat_key}] by envelopes and adds their keys, or the reverse while encrypted history is turned off. Times stay. Returns how many were converted; repeated calls have no effect.';

create function public.convert_messages(messages jsonb) returns integer
  language plpgsql security definer set search_path = ''
  -- Definer: rows of messages never change otherwise. Converts the caller's only.
  as $$
  declare
    caller constant uuid := auth.uid();
    is_on constant boolean := private.encryption_state(caller) = 'turning_on';
    growth bigint;
    converted uuid[];
    affected uuid[];
  begin
    perform private.require_conversion(case when is_on then 'turning_on' else 'turning_off' end);
    with given as materialized (
      select * from jsonb_to_recordset(convert_messages.messages) as g (
        id uuid, content text, reasoning text, parameters jsonb, length integer
      )
    ),
    stored as materialized (
      select m.id, m.chat_id, octet_length(m.content) + coalesce(octet_length(m.reasoning), 0)
        + coalesce(octet_length(m.parameters::text), 0) as bytes
      from public.chat_messages m join given g on g.id = m.id
      where m.user_id = caller and m.content_format = case when is_on then 'plain' else 'encrypted' end
        -- The writer of an interrupted reply may have added the rest meanwhile.
        and char_length(m.content) = g.length and (m.reasoning is null) = (g.reasoning is null)
      for update of m
    ),
    changed as (
      update public.chat_messages m
      set content = g.content, reasoning = g.reasoning, parameters = nullif(g.parameters, 'null'),
        content_format = case when is_on then 'encrypted' else 'plain' end
      from given g join stored s on s.id = g.id
      where m.id = g.id
      returning m.id, m.chat_id, octet_length(m.content) + coalesce(octet_length(m.reasoning), 0)
        + coalesce(octet_length(m.parameters::text), 0) - s.bytes as growth
    )
    select array_agg(c.id), array_agg(distinct c.chat_id), coalesce(sum(c.growth), 0)
    into converted, affected, growth from changed c;
    if converted is null then
      return 0;
    end if;
    if is_on then
      delete from private.message_vectors v where v.message_id = any (converted);
    else
      insert into private.message_vectors (message_id, chat_id, written_at, vector)
      select m.id, m.chat_id, m.created_at, private.searchable(private.searched_text(m), m.user_id, 'D')
      from public.chat_messages m where m.id = any (converted) and m.role <> 'system'
      on conflict (message_id) do nothing;
    end if;
    perform private.refresh_chat_facts(affected);
    update private.account_usage u set bytes = greatest(u.bytes + growth, 0) where u.user_id = caller;
    return cardinality(converted);
  end
  $$;
comment on function public.convert_messages(jsonb) is
  'Replaces texts of the caller''s messages [{id, content, reasoning, parameters, length}] by envelopes, or the reverse while encrypted history is turned off; length is the number of characters of the content that was read. Also removes or adds what the search needs. Returns how many were converted; repeated calls have no effect.';

create function public.start_turning_off() returns text
  language plpgsql security definer set search_path = ''
  -- Definer: changes the state of the caller's account only.
  as $$
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    end if;
    update public.account_encryption e set state = 'turning_off', changed_at = now()
    where e.user_id = auth.uid() and e.state <> 'turning_off';
    return private.encryption_state(auth.uid());
  end
  $$;
comment on function public.start_turning_off() is
  'Begins to turn the caller''s encrypted history off. The texts stay encrypted until a device that can read them has converted them. Returns the state, null if it is off already.';

create function private.unconverted_rows(owner uuid) returns text[]
  language sql stable set search_path = ''
  -- Every column that text-columns.ts marks as encrypted, and what is derived from them.
  as $$
    select array_remove(array[
      case when exists (
        select from public.chat_history c where c.user_id = owner
          and (c.chat_key is null or not private.is_envelope(c.title) or jsonb_typeof(c.parameters) = 'object')
      ) then 'chats' end,
      case when exists (
        select from public.chat_messages m where m.user_id = owner and m.content_format = 'plain'
      ) then 'messages' end,
      case when exists (
        select from public.running_replies r join private.reply_progress p on p.reply_id = r.id
        where r.user_id = owner and not p.is_encrypted
      ) then 'replies' end,
      case when exists (
        select from public.shared_drafts d where d.user_id = owner and not private.is_envelope(d.text)
      ) then 'shared_drafts' end,
      case when exists (
        select from public.account_instructions i where i.user_id = owner
          and not (
            (i.about = '' or private.is_envelope(i.about)) and (i.style = '' or private.is_envelope(i.style))
          )
      ) then 'account_instructions' end,
      case when exists (
        select from public.personas p where p.user_id = owner
          and not (
            private.is_envelope(p.name) and (p.instructions = '' or private.is_envelope(p.instructions))
            and not exists (select from unnest(p.starters) s where s <> '' and not private.is_envelope(s))
          )
      ) then 'personas' end,
      case when exists (
        select from public.saved_prompts p where p.user_id = owner
          and not (
            private.is_envelope(p.name) and (p.title = '' or private.is_envelope(p.title))
            and private.is_envelope(p.text)
          )
      ) then 'saved_prompts' end,
      case when exists (
        select from public.projects p where p.user_id = owner
          and not (private.is_envelope(p.name) and coalesce(private.is_envelope(p.instructions), true))
      ) then 'projects' end,
      case when exists (
        select from private.title_vectors v join public.chat_history c on c.id = v.chat_id where c.user_id = owner
      ) or exists (
        select from private.message_vectors v join public.chat_history c on c.id = v.chat_id where c.user_id = owner
      ) or exists (
        select from public.chat_history c where c.user_id = owner and c.has_code
      ) then 'search' end,
      case when exists (select from public.message_attachments a where a.user_id = owner)
        or exists (select from public.message_images i where i.user_id = owner)
      then 'files' end
    ], null)
  $$;
comment on function private.unconverted_rows(uuid) is
  'Where an account still has plain texts: names of tables, and replies, search and files. Empty if there are none.';

create function public.finish_turning_on() returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: reads internal tables and changes the state of the caller's account only.
  as $$
  declare
    caller constant uuid := private.require_conversion('turning_on');
    remaining text[];
  begin
    -- A request that began before must not store a plain row after the check.
    perform from public.account_encryption e where e.user_id = caller for update;
    remaining := private.unconverted_rows(caller);
    if remaining = '{}' then
      update public.account_encryption e set state = 'on', changed_at = now() where e.user_id = caller;
    end if;
    return jsonb_build_object('ok', remaining = '{}', 'remaining', to_jsonb(remaining));
  end
  $$;
comment on function public.finish_turning_on() is
  'Sets the caller''s encrypted history from turning_on to on if no plain text is left: {ok, remaining: where plain texts are left}.';

create function public.finish_turning_off() returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: reads internal tables and deletes the keys of the caller's account only.
  as $$
  declare
    caller constant uuid := private.require_conversion('turning_off');
    remaining text[];
  begin
    perform from public.account_encryption e where e.user_id = caller for update;
    remaining := array_remove(array[
      case when exists (select from public.chat_history c where c.user_id = caller and c.chat_key is not null)
        then 'chats' end,
      case when exists (
        select from public.chat_messages m where m.user_id = caller and m.content_format = 'encrypted'
      ) then 'messages' end,
      case when exists (
        select from private.reply_progress p where p.user_id = caller and p.is_encrypted
      ) then 'replies' end,
      case when exists (
        select from public.shared_drafts d where d.user_id = caller and private.is_envelope(d.text)
      ) then 'shared_drafts' end,
      case when exists (
        select from public.account_instructions i where i.user_id = caller
          and (private.is_envelope(i.about) or private.is_envelope(i.style))
      ) then 'account_instructions' end,
      case when exists (
        select from public.personas p where p.user_id = caller
          and (
            private.is_envelope(p.name) or private.is_envelope(p.instructions)
            or exists (select from unnest(p.starters) s where private.is_envelope(s))
          )
      ) then 'personas' end,
      case when exists (
        select from public.saved_prompts p where p.user_id = caller
          and (private.is_envelope(p.name) or private.is_envelope(p.title) or private.is_envelope(p.text))
      ) then 'saved_prompts' end,
      case when exists (
        select from public.projects p where p.user_id = caller
          and (private.is_envelope(p.name) or private.is_envelope(p.instructions))
      ) then 'projects' end
    ], null);
    if remaining = '{}' then
      delete from public.account_encryption e where e.user_id = caller;
    end if;
    return jsonb_build_object('ok', remaining = '{}', 'remaining', to_jsonb(remaining));
  end
  $$;
comment on function public.finish_turning_off() is
  'Deletes the keys of the caller''s account, in the state turning_off, if no envelope is left: {ok, remaining: where envelopes are left}.';

grant execute on function
  public.list_unconverted(integer), public.convert_chats(jsonb), public.convert_messages(jsonb),
  public.start_turning_off(), public.finish_turning_on(), public.finish_turning_off()
  to authenticated;

-- The access token says whether the history is encrypted, so that a device encrypts its first request.

create function private.mark_encrypted_account() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes the row of auth.users, which clients may not.
  as $$
  begin
    if tg_op = 'DELETE' then
      update auth.users u set raw_app_meta_data = u.raw_app_meta_data - 'encrypted_history'
      where u.id = old.user_id;
    else
      update auth.users u
      set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"encrypted_history": true}'
      where u.id = new.user_id;
    end if;
    return null;
  end
  $$;
create trigger mark_encrypted_account after insert or delete on public.account_encryption
  for each row execute function private.mark_encrypted_account();
