-- Requests that convert messages, begin a reply or send a message lock the chat first, so that none waits for one that
-- waits for it. While encrypted history is turned on, devices don't send the plain texts that they replace: these can't
-- change in that state, so it is enough that they are still plain. No tables.

create or replace function public.convert_row(of_table text, id uuid, stored jsonb, converted jsonb) returns boolean
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
       where t.id = $2 and case when $3 is null
         then not exists (
           select from jsonb_object_keys($1) k, jsonb_path_query(to_jsonb(t) -> k, ''strict $.**'') v
           where private.is_envelope(v #>> ''{}'')
         )
         else (select jsonb_object_agg(k, to_jsonb(t) -> k) from jsonb_object_keys($3) k) = $3
       end',
      convert_row.of_table, columns
    ) using convert_row.converted, convert_row.id, nullif(convert_row.stored, 'null');
    get diagnostics changed = row_count;
    return changed = 1;
  end
  $$;
comment on function public.convert_row(text, uuid, jsonb, jsonb) is
  'Replaces columns of a draft, persona, prompt or project of the caller by their envelopes or texts. With stored, if they are still as the device has read them, otherwise if they are still plain. False if not. Raises 23505 if another prompt has the name.';

create or replace function public.convert_messages(messages jsonb) returns integer
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
    -- First the chats, like everything that stores messages. Otherwise two requests could wait for each other.
    perform from public.chat_history c
    where c.user_id = caller and c.id in (
      select m.chat_id from jsonb_to_recordset(convert_messages.messages) as g (id uuid)
      join public.chat_messages m on m.id = g.id
    )
    order by c.id for update;
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

create or replace function private.check_reply(for_user uuid, reply_id uuid, question_id uuid, continues uuid)
  returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    question public.chat_messages;
  begin
    -- Two requests for one reply wait for each other here, so that the vendor gets one request.
    perform pg_advisory_xact_lock(hashtextextended(check_reply.reply_id::text, 241124));
    if exists (select from private.reply_progress p where p.reply_id = check_reply.reply_id)
      or exists (select from public.chat_messages m where m.id = check_reply.reply_id)
    then
      return private.refusal('reply_exists', 'This reply has already been requested.');
    end if;
    select m.* into question
    from public.chat_messages m join public.chat_history c on c.id = m.chat_id
    where m.id = check_reply.question_id and c.user_id = for_user
    -- First the chat, then the counters, like a message that is sent to it at the same time.
    for key share of c;
    if not found then
      return private.refusal('forbidden', 'The message to answer no longer exists.');
    end if;
    if question.content = ''
      and not exists (select from public.message_attachments a where a.message_id = question.id)
    then
      return private.refusal('bad_request', 'The message is empty. Write something or attach a file.');
    end if;
    if check_reply.continues is not null and not exists (
      select from public.chat_messages m
      where m.id = check_reply.continues and m.parent_id = question.id and m.role = 'assistant'
        and m.chat_id = question.chat_id
    ) then
      return private.refusal('forbidden', 'The reply to continue no longer exists.');
    end if;
    -- Before the reply, because afterwards nothing may prevent storing it.
    perform private.check_usage(for_user);
    return null;
  exception
    when raise_exception or sqlstate 'PT429' then
      return private.refusal('quota', sqlerrm);
  end
  $$;
