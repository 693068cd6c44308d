-- A failover hid that the first vendor fails: only the vendor that answered was counted.

drop function public.finish_completion(uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text, text, integer, text, integer, integer, integer, text);

create function public.finish_completion(
  user_id uuid,
  message_id uuid,
  outcome text,
  vendor_id uuid default null,
  model_id text default null,
  prompt_tokens integer default 0,
  completion_tokens integer default 0,
  is_estimated boolean default false,
  reply_id uuid default null,
  reply_text text default null,
  reply_status text default 'complete',
  vendor_name text default null,
  unavailable_vendor text default null,
  reply_reasoning text default null,
  reasoning_ms integer default null,
  requested_model text default null,
  reasoning_tokens integer default null,
  cached_tokens integer default null,
  reply_ms integer default null,
  unavailable_reason text default null,
  failed_vendor_id uuid default null,
  failed_model_id text default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only, because the gateway reports what was delivered; writes internal tables.
  as $$
  declare
    progress private.reply_progress;
    owner uuid := finish_completion.user_id;
    usage jsonb := private.usage_of_reply(
      finish_completion.vendor_id, finish_completion.model_id, finish_completion.requested_model,
      greatest(coalesce(finish_completion.prompt_tokens, 0), 0),
      greatest(coalesce(finish_completion.completion_tokens, 0), 0), finish_completion.reasoning_tokens,
      finish_completion.cached_tokens, finish_completion.is_estimated, finish_completion.reply_ms
    );
  begin
    if finish_completion.unavailable_vendor is not null and finish_completion.unavailable_reason ~ '^[a-z0-9_]{1,20}$' then
      usage := coalesce(usage, '{}') || jsonb_build_object('unavailable_reason', finish_completion.unavailable_reason);
    end if;
    if reply_id is not null then
      progress := private.lock_reply(finish_completion.reply_id);
      if progress.reply_id is null then
        -- Settled before: the gateway did not get our answer, or the reply counted as abandoned.
        perform private.complete_reply(
          finish_completion.reply_id, owner, finish_completion.reply_text, finish_completion.reply_reasoning,
          finish_completion.reasoning_ms, finish_completion.reply_status
        );
        return private.stored_reply(finish_completion.reply_id, owner);
      end if;
      -- The account may have been merged into another one.
      owner := progress.user_id;
      perform private.store_reply(
        progress, finish_completion.reply_text, finish_completion.reply_reasoning, finish_completion.reasoning_ms,
        finish_completion.reply_status, finish_completion.model_id, finish_completion.vendor_name,
        finish_completion.unavailable_vendor, usage
      );
    end if;
    perform private.settle_completion(
      owner, finish_completion.message_id, finish_completion.outcome, finish_completion.vendor_id,
      finish_completion.model_id, usage
    );
    if finish_completion.failed_vendor_id is not null then
      perform private.count_completion(
        finish_completion.failed_vendor_id, finish_completion.failed_model_id, false, 0, 0, 0, false, null, false
      );
    end if;
    return private.stored_reply(finish_completion.reply_id, owner);
  end
  $$;

comment on function public.finish_completion(
  uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text, text, integer,
  text, integer, integer, integer, text, uuid, text
) is
  'answered: something was delivered (also after a stop, or in part), and its usage is recorded; is_estimated if the vendor reported none; requested_model has the price if model_id has none; reply_ms is the time from the request to the end; unavailable_reason says in a word why unavailable_vendor did not answer. failed_vendor_id and failed_model_id: the vendor that failed before the failover vendor answered, and its model. failed: nothing was delivered, and the message is refunded once. With a reply_id, the reply''s complete text and reasoning become a message in the same transaction, once, and its row is returned; null if there was neither or the chat was deleted.';
grant execute on function public.finish_completion(uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text, text, integer, text, integer, integer, integer, text, uuid, text) to service_role;
