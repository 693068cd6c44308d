-- Several models can answer one message at the same time.

create or replace function private.store_reply(
  progress private.reply_progress, content text, reasoning text, reasoning_ms integer, status text, model_id text,
  vendor_name text, unavailable_vendor text, usage jsonb default null
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    running public.running_replies;
    leaf uuid;
  begin
    select r.* into running from public.running_replies r where r.id = progress.reply_id;
    -- The chat was deleted, or nothing was written beyond the text that it continues. Reasoning alone is worth keeping.
    if found and (char_length(content) > progress.seed_length or store_reply.reasoning <> '') then
      select c.active_message_id into leaf from public.chat_history c where c.id = running.chat_id;
      insert into public.chat_messages (
        id, chat_id, user_id, role, content, parent_id, status, model_id, vendor_id, unavailable_vendor, reasoning,
        reasoning_ms, usage
      )
      values (
        running.id, running.chat_id, running.user_id, 'assistant', store_reply.content, running.question_id,
        store_reply.status, left(store_reply.model_id, 200), left(store_reply.vendor_name, 100),
        left(store_reply.unavailable_vendor, 100), nullif(store_reply.reasoning, ''),
        case when store_reply.reasoning <> '' then greatest(coalesce(store_reply.reasoning_ms, 0), 0) end,
        nullif(store_reply.usage, '{}')
      )
      on conflict (id) do nothing;
      -- The user may have moved to another branch, or sent another message, meanwhile: that stays on screen.
      if leaf is distinct from running.question_id
        and (
          private.role_after(running.question_id, leaf) is distinct from 'assistant'
          -- Several models answer one message: another reply may have been continued meanwhile.
          or exists (
            select from public.chat_messages m
            where m.id = leaf and m.parent_id <> running.question_id and m.created_at > running.started_at
          )
        )
      then
        update public.chat_history c set active_message_id = leaf where c.id = running.chat_id and leaf is not null;
      end if;
    end if;
    delete from public.running_replies r where r.id = progress.reply_id;
    delete from private.reply_progress p where p.reply_id = progress.reply_id;
  end
  $$;

comment on column public.chat_messages.usage is
  'What the reply took: {milliseconds, prompt_tokens, completion_tokens (reasoning included), reasoning_tokens, cached_tokens (of the prompt), is_estimated (the vendor reported no tokens), cost (billionths of a US dollar, at the price of that time), is_cost_estimated, unavailable_reason (why unavailable_vendor did not answer)}; what is unknown is absent. Null for messages that no model wrote.';
