-- A message without text and files gets no reply. The app never sends one, but other clients could. No tables.

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
    where m.id = check_reply.question_id and c.user_id = for_user;
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
