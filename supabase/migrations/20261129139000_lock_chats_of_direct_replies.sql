-- A reply of the desktop app locks the chat before it counts, like a message that is sent at the same time. Otherwise
-- each could wait for the other. No tables.

create or replace function public.begin_reply(
  reply_id uuid, question_id uuid, continues uuid, request_id uuid, instructions text[] default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes counters and internal tables, which clients may not; only for the caller.
  as $$
  declare
    caller constant uuid := auth.uid();
    concurrent constant integer := private.integer_setting('concurrent_completions', 20);
    refused jsonb;
    reserved record;
    seed text;
  begin
    if not private.may_read() then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    -- First the chat, then the counters.
    perform from public.chat_messages m join public.chat_history c on c.id = m.chat_id
    where m.id = begin_reply.question_id and c.user_id = caller
    for key share of c;
    begin
      perform private.check_sender(caller);
      -- Counts as a write, because a plan without quota could otherwise begin any number of replies.
      perform private.add_usage(caller, writes => 1);
    exception
      when insufficient_privilege then
        return private.refusal('forbidden', sqlerrm);
      when raise_exception or sqlstate 'PT429' then
        return private.refusal('quota', sqlerrm);
    end;
    refused := private.check_reply(caller, begin_reply.reply_id, begin_reply.question_id, begin_reply.continues);
    if refused is not null then
      return refused;
    end if;
    if (select count(*) from private.reply_progress p where p.user_id = caller) >= concurrent then
      return private.refusal('quota', format(
        'You already have %s replies in progress. Wait until one of them has finished.', concurrent));
    end if;
    select * into reserved from private.try_reserve(caller, begin_reply.request_id);
    if not reserved.granted then
      return private.refusal('quota', private.quota_message(reserved.allowed));
    end if;
    seed := private.add_running_reply(
      caller, begin_reply.reply_id, begin_reply.question_id, begin_reply.continues, begin_reply.request_id, true,
      begin_reply.instructions
    );
    return jsonb_build_object(
      'ok', true, 'seed', seed, 'encryption', private.reply_encryption(begin_reply.reply_id)
    );
  end
  $$;
