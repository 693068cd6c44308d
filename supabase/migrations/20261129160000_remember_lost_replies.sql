-- After a reload, a page requests a reply again under the same id if it doesn't know whether it had begun. If the
-- writer crashed before the first text, nothing else shows that a vendor was already called for it.

create table private.lost_replies (
  -- Random, and of no use to anyone else. Without its account, it needs no change when accounts are merged.
  reply_id uuid primary key,
  lost_at timestamptz not null default now()
);
alter table private.lost_replies enable row level security;
comment on table private.lost_replies is
  'Replies whose writer crashed before their first text, for 30 days. They are not requested from a vendor again.';

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
    if exists (select from private.lost_replies l where l.reply_id = check_reply.reply_id) then
      return private.refusal('interrupted', 'Connection error: the reply ended before it was complete');
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

create or replace function private.settle_abandoned(reply uuid, is_sole_writer boolean) returns boolean
  language plpgsql set search_path = ''
  as $$
  declare
    claims constant text := current_setting('request.jwt.claims', true);
    progress private.reply_progress;
    written text;
    thought text;
    status text;
  begin
    progress := private.lock_reply(settle_abandoned.reply);
    -- Checked under the lock. A database that has just started gives its writers time to return.
    if progress.reply_id is null or not (
      is_sole_writer and not progress.is_direct
      or greatest(progress.saved_at, pg_postmaster_start_time()) < clock_timestamp() - interval '10 seconds'
    ) then
      return false;
    end if;
    thought := private.joined_pieces(progress, true);
    written := coalesce(
      private.joined_pieces(progress, false), case when progress.is_encrypted and thought <> '' then 'enc1.c.' else '' end
    );
    status := case when progress.is_stopped then 'stopped' else 'interrupted' end;
    -- As the service, also if a user's request finds the reply: see finish_reply.
    perform set_config('request.jwt.claims', '', true);
    if progress.is_direct then
      perform private.settle_direct(
        progress, written, thought, 0, status, progress.model_id, progress.vendor_name, progress.unavailable_vendor
      );
    else
      perform public.finish_completion(
        progress.user_id, progress.request_id,
        case when char_length(written) > progress.seed_length or thought <> '' then 'answered' else 'failed' end,
        progress.vendor_id, progress.model_id, progress.prompt_tokens,
        -- As many characters per token as the gateway estimates. Envelopes are a third longer than their texts.
        ceil((char_length(written || coalesce(thought, '')) - progress.seed_length)
          / case when progress.is_encrypted then 5.4 else 4.0 end)::integer, true,
        progress.reply_id, written, status, progress.vendor_name, progress.unavailable_vendor, thought, 0
      );
    end if;
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
    if not exists (select from public.chat_messages m where m.id = progress.reply_id) then
      insert into private.lost_replies (reply_id) values (progress.reply_id);
    end if;
    return true;
  end
  $$;

create or replace function private.purge_expired() returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    purged jsonb := jsonb_build_object(
      'guests', public.purge_guests(),
      'unconfirmed', public.purge_unconfirmed(),
      'images', public.purge_images(),
      'objects', private.purge_objects(),
      'shares', private.purge_shares()
    );
  begin
    perform public.purge_counts();
    delete from private.lost_replies l where l.lost_at < now() - interval '30 days';
    return purged;
  end
  $$;
