-- Reasoning: what a model thinks before it answers, stored beside the answer and saved with the checkpoints.

alter table public.chat_messages
  add column reasoning text check (octet_length(reasoning) <= 262144),
  add column reasoning_ms integer check (reasoning_ms >= 0),
  add constraint chat_messages_reasoning_timed check ((reasoning is null) = (reasoning_ms is null));
comment on column public.chat_messages.reasoning is
  'What the model thought before it answered, at most 256 KiB. Never searched, and never sent to a model.';
comment on column public.chat_messages.reasoning_ms is
  'Milliseconds of thinking; 0 if unknown, because the writer of the reply disappeared. Null without reasoning.';
-- Only replies have it, and only the service writes them.
grant select (reasoning, reasoning_ms) on table public.chat_messages to authenticated;

alter table private.reply_pieces add column is_reasoning boolean not null default false;
alter table private.reply_pieces drop constraint reply_pieces_pkey;
alter table private.reply_pieces add constraint reply_pieces_pkey primary key (reply_id, is_reasoning, start);
comment on column private.reply_pieces.is_reasoning is 'Whether it is a piece of the reasoning, which has its own positions.';
comment on column private.reply_progress.saved_bytes is
  'Saved by a desktop app, reasoning included: an account must not fill the disk.';
alter table private.reply_progress drop constraint reply_progress_saved_bytes_check;
alter table private.reply_progress add constraint reply_progress_saved_bytes_check check (saved_bytes <= 1310720);

-- The space of an account includes it.
create or replace function private.add_content() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write messages.
  as $$
  begin
    if tg_table_name = 'chat_messages' then
      perform private.add_usage(
        each.user_id, messages => each.rows, bytes => each.bytes,
        writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
      )
      from (
        select c.user_id, count(*) as rows,
          sum(octet_length(c.content) + coalesce(octet_length(c.reasoning), 0)) as bytes
        from changed c group by 1
      ) each;
    else
      perform private.add_usage(
        each.user_id, bytes => each.bytes,
        writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
      )
      from (
        select c.user_id, count(*) as rows, sum(octet_length(c.content)) as bytes from changed c group by 1
      ) each;
    end if;
    return null;
  end
  $$;

create or replace function private.subtract_usage() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients delete rows. Never inserts: when an account is deleted, its row is
  -- gone before its chats are.
  as $$
  begin
    if tg_table_name = 'chat_history' then
      update private.account_usage u set chats = greatest(u.chats - d.rows, 0)
      from (select c.user_id, count(*) as rows from changed c group by 1) d where u.user_id = d.user_id;
    elsif tg_table_name = 'chat_messages' then
      update private.account_usage u
      set messages = greatest(u.messages - d.rows, 0), bytes = greatest(u.bytes - d.bytes, 0)
      from (
        select c.user_id, count(*) as rows,
          sum(octet_length(c.content) + coalesce(octet_length(c.reasoning), 0)) as bytes
        from changed c group by 1
      ) d
      where u.user_id = d.user_id;
    else
      update private.account_usage u set bytes = greatest(u.bytes - d.bytes, 0)
      from (select c.user_id, sum(octet_length(c.content)) as bytes from changed c group by 1) d
      where u.user_id = d.user_id;
    end if;
    return null;
  end
  $$;

-- Reading

drop function public.list_branch(uuid, uuid, integer);
create function public.list_branch(chat uuid, before uuid default null, max_messages integer default 60)
  returns table (
    id uuid, chat_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, created_at timestamptz, seq bigint, parent_id uuid, versions uuid[],
    reasoning_ms integer
  )
  language plpgsql stable security definer set search_path = ''
  -- Definer: walks the messages without the policies, which every step would evaluate again; checks the chat once.
  as $$
  begin
    if not private.may_read_chat(list_branch.chat) then
      return;
    end if;
    return query
      with recursive branch as (
        select m.id, m.parent_id, 1 as place
        from public.chat_messages m
        where m.chat_id = list_branch.chat and m.id = case
          when list_branch.before is null
            then (select c.active_message_id from public.chat_history c where c.id = list_branch.chat)
          else (select b.parent_id from public.chat_messages b where b.id = list_branch.before)
        end
        union all
        select m.id, m.parent_id, b.place + 1
        from branch b
        join public.chat_messages m on m.id = b.parent_id
        where b.place < least(greatest(coalesce(list_branch.max_messages, 60), 1), 1000)
      )
      select m.id, m.chat_id, m.role, m.content, m.status, m.model_id, m.vendor_id, m.unavailable_vendor,
        m.created_at, m.seq, m.parent_id,
        case
          when m.role = 'system' then '{}'
          when p.role = 'system' then private.versions_of(m.chat_id, p.parent_id)
          else private.versions_of(m.chat_id, m.parent_id)
        end,
        m.reasoning_ms
      from branch b
      join public.chat_messages m on m.id = b.id
      left join public.chat_messages p on p.id = m.parent_id
      order by b.place desc;
  end
  $$;
comment on function public.list_branch(uuid, uuid, integer) is
  'The end of an own chat''s active branch, or the messages before one of its messages, in read order, with the ids of each message''s versions, oldest first. Without the reasoning itself, which is read when it is opened.';
grant execute on function public.list_branch(uuid, uuid, integer) to authenticated;

create or replace function private.message_view(message public.chat_messages) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', message.id, 'chat_id', message.chat_id, 'parent_id', message.parent_id, 'role', message.role,
      'content', message.content, 'status', message.status, 'model_id', message.model_id,
      'vendor_id', message.vendor_id, 'unavailable_vendor', message.unavailable_vendor,
      'content_format', message.content_format, 'created_at', message.created_at, 'seq', message.seq,
      'reasoning_ms', message.reasoning_ms
    )
  $$;

-- Checkpoints

create or replace function public.save_replies(pieces jsonb) returns jsonb
  language sql security definer set search_path = ''
  -- Definer: service role only; writes internal tables. One call saves all running replies of a process. A row that
  -- someone else has locked is skipped and saved with the next call, otherwise two calls could block each other.
  as $$
    with given as materialized (
      select * from jsonb_to_recordset(pieces) as (
        reply_id uuid, start integer, text text, vendor_id uuid, vendor_name text, model_id text,
        unavailable_vendor text, prompt_tokens integer, reasoning_start integer, reasoning text
      )
    ),
    locked as materialized (
      select p.reply_id from private.reply_progress p
      where p.reply_id = any (array(select g.reply_id from given g))
      for update skip locked
    ),
    touched as (
      update private.reply_progress p
      set saved_at = clock_timestamp(), vendor_id = coalesce(g.vendor_id, p.vendor_id),
        vendor_name = coalesce(g.vendor_name, p.vendor_name), model_id = coalesce(g.model_id, p.model_id),
        unavailable_vendor = coalesce(g.unavailable_vendor, p.unavailable_vendor),
        prompt_tokens = coalesce(g.prompt_tokens, p.prompt_tokens)
      from given g
      where p.reply_id = g.reply_id and p.reply_id in (select l.reply_id from locked l)
      returning p.reply_id, p.is_stopped
    ),
    added as (
      -- The same position again is the same piece, whose first answer got lost, or a longer one.
      insert into private.reply_pieces as o (reply_id, is_reasoning, start, text)
      select g.reply_id, p.is_reasoning, p.start, p.text
      from given g join touched t on t.reply_id = g.reply_id
      cross join lateral (
        values (false, g.start, g.text), (true, g.reasoning_start, g.reasoning)
      ) as p (is_reasoning, start, text)
      where p.text <> ''
      on conflict (reply_id, is_reasoning, start) do update set text = excluded.text
        where char_length(excluded.text) > char_length(o.text)
    )
    select coalesce(jsonb_object_agg(g.reply_id, case
      when not exists (select from public.running_replies r where r.id = g.reply_id) then 'gone'
      when t.is_stopped then 'stopped'
      else 'saved'
    end) filter (
      where t.reply_id is not null
        or not exists (select from private.reply_progress p where p.reply_id = g.reply_id)
    ), '{}')
    from given g left join touched t on t.reply_id = g.reply_id
  $$;
comment on function public.save_replies(jsonb) is
  'Saves pieces [{reply_id, start, text, reasoning_start, reasoning, vendor_id, vendor_name, model_id, unavailable_vendor, prompt_tokens}] of running replies; a piece without text is a sign of life. {<reply_id>: saved, stopped (by the user) or gone (deleted, or settled)}; replies that are missing in the result were not saved and are sent again.';

-- Settling

drop function private.store_reply(private.reply_progress, text, text, text, text, text);
create function private.store_reply(
  progress private.reply_progress, content text, reasoning text, reasoning_ms integer, status text, model_id text,
  vendor_name text, unavailable_vendor text
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
        reasoning_ms
      )
      values (
        running.id, running.chat_id, running.user_id, 'assistant', store_reply.content, running.question_id,
        store_reply.status, left(store_reply.model_id, 200), left(store_reply.vendor_name, 100),
        left(store_reply.unavailable_vendor, 100), nullif(store_reply.reasoning, ''),
        case when store_reply.reasoning <> '' then greatest(coalesce(store_reply.reasoning_ms, 0), 0) end
      )
      on conflict (id) do nothing;
      -- The user may have moved to another branch, or sent another message, meanwhile: that stays on screen.
      if leaf is distinct from running.question_id
        and private.role_after(running.question_id, leaf) is distinct from 'assistant'
      then
        update public.chat_history c set active_message_id = leaf where c.id = running.chat_id and leaf is not null;
      end if;
    end if;
    delete from public.running_replies r where r.id = progress.reply_id;
    delete from private.reply_progress p where p.reply_id = progress.reply_id;
  end
  $$;
comment on function private.store_reply(private.reply_progress, text, text, integer, text, text, text, text) is
  'Turns a running reply into a message. The caller has locked it.';

drop function private.complete_reply(uuid, uuid, text, text);
create function private.complete_reply(
  reply uuid, owner uuid, content text, reasoning text, reasoning_ms integer, status text
) returns void
  language plpgsql set search_path = ''
  -- A writer that was cut off from the database returns after its reply was settled as interrupted. It has the rest. A
  -- desktop app keeps it for 30 days.
  as $$
  declare
    stored public.chat_messages;
  begin
    select m.* into stored from public.chat_messages m
    where m.id = complete_reply.reply and m.user_id = complete_reply.owner and m.role = 'assistant'
      and m.status = 'interrupted' and m.created_at > now() - interval '30 days'
    for update;
    if not found or not coalesce(starts_with(complete_reply.content, stored.content), false)
      or not starts_with(coalesce(complete_reply.reasoning, ''), coalesce(stored.reasoning, ''))
    then
      return;
    end if;
    update public.chat_messages m
    set content = complete_reply.content, status = complete_reply.status,
      reasoning = nullif(complete_reply.reasoning, ''),
      reasoning_ms = case when complete_reply.reasoning <> '' then coalesce(complete_reply.reasoning_ms, 0) end
    where m.id = stored.id;
    update private.message_vectors v
    set vector = private.searchable(complete_reply.content, complete_reply.owner, 'D')
    where v.message_id = stored.id;
    perform private.add_usage(
      complete_reply.owner, bytes => octet_length(complete_reply.content) - octet_length(stored.content)
        + octet_length(coalesce(complete_reply.reasoning, '')) - octet_length(coalesce(stored.reasoning, ''))
    );
  end
  $$;
comment on function private.complete_reply(uuid, uuid, text, text, integer, text) is
  'Adds the rest to a reply that was settled as interrupted although its writer was alive. Nothing is counted again.';

drop function public.finish_completion(
  uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text
);
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
  reasoning_ms integer default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only, because the gateway reports what was delivered; writes internal tables.
  as $$
  declare
    progress private.reply_progress;
    owner uuid := finish_completion.user_id;
  begin
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
        finish_completion.unavailable_vendor
      );
    end if;
    perform private.settle_completion(
      owner, finish_completion.message_id, finish_completion.outcome, finish_completion.vendor_id,
      finish_completion.model_id, finish_completion.prompt_tokens, finish_completion.completion_tokens,
      finish_completion.is_estimated
    );
    return private.stored_reply(finish_completion.reply_id, owner);
  end
  $$;
comment on function public.finish_completion(
  uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text, text, integer
) is
  'answered: something was delivered (also after a stop, or in part), and its usage is recorded; is_estimated if the vendor reported none. failed: nothing was delivered, and the message is refunded once. With a reply_id, the reply''s complete text and reasoning become a message in the same transaction, once, and its row is returned; null if there was neither or the chat was deleted.';

drop function private.settle_direct(private.reply_progress, text, text, text, text, text);
create function private.settle_direct(
  progress private.reply_progress, content text, reasoning text, reasoning_ms integer, status text, model_id text,
  vendor_name text, unavailable_vendor text
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    is_answered constant boolean := char_length(content) > progress.seed_length or coalesce(reasoning, '') <> '';
  begin
    perform private.store_reply(
      progress, settle_direct.content, settle_direct.reasoning, settle_direct.reasoning_ms, settle_direct.status,
      settle_direct.model_id, settle_direct.vendor_name, settle_direct.unavailable_vendor
    );
    if is_answered or progress.is_stopped or settle_direct.status = 'stopped' then
      update public.message_reservations r set state = 'answered'
      where r.message_id = progress.request_id and r.user_id = progress.user_id and r.state = 'reserved';
    elsif not exists (select from public.chat_messages m where m.id = progress.request_id) then
      -- As release_reservation: a stored message keeps its reservation, because retrying its reply is free.
      perform private.refund(progress.user_id, progress.request_id);
    end if;
  end
  $$;

drop function public.save_reply(uuid, integer, text);
create function public.save_reply(
  reply_id uuid, start integer, text text, reasoning_start integer default 0, reasoning text default ''
) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: writes internal tables; only the caller's own direct reply.
  as $$
  declare
    is_running boolean;
  begin
    update private.reply_progress p
    set saved_at = clock_timestamp(),
      saved_bytes = p.saved_bytes + octet_length(save_reply.text) + octet_length(save_reply.reasoning)
    where p.reply_id = save_reply.reply_id and p.user_id = auth.uid() and p.is_direct and not p.is_stopped
      and p.saved_bytes + octet_length(save_reply.text) + octet_length(save_reply.reasoning) <= 1310720
      and exists (select from public.running_replies r where r.id = p.reply_id)
    returning true into is_running;
    if is_running then
      insert into private.reply_pieces as o (reply_id, is_reasoning, start, text)
      select save_reply.reply_id, p.is_reasoning, p.start, p.text
      from (
        values (false, save_reply.start, save_reply.text), (true, save_reply.reasoning_start, save_reply.reasoning)
      ) as p (is_reasoning, start, text)
      where p.text <> ''
      on conflict on constraint reply_pieces_pkey do update set text = excluded.text
        where char_length(excluded.text) > char_length(o.text);
    end if;
    return coalesce(is_running, false);
  end
  $$;
comment on function public.save_reply(uuid, integer, text, integer, text) is
  'Saves a piece of the caller''s own direct reply and of its reasoning; without either it is a sign of life. False if the reply must end: stopped, deleted, or too long.';

drop function public.finish_reply(uuid, text, text, text, text, text);
create function public.finish_reply(
  reply_id uuid, text text, status text, model_id text default null, vendor_id text default null,
  unavailable_vendor text default null, reasoning text default null, reasoning_ms integer default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes internal tables; only the caller's own direct reply. It was allowed when it began, so a ban or a
  -- full account does not prevent storing it.
  as $$
  declare
    caller constant uuid := auth.uid();
    claims constant text := current_setting('request.jwt.claims', true);
    progress private.reply_progress;
  begin
    if caller is null then
      raise insufficient_privilege using message = 'Sign in to store a reply.';
    end if;
    if octet_length(finish_reply.text) > 1048576 then
      raise invalid_parameter_value using message = 'A reply has at most 1 MiB.';
    end if;
    if exists (
      select from private.reply_progress p
      where p.reply_id = finish_reply.reply_id and (p.user_id <> caller or not p.is_direct)
    ) then
      raise insufficient_privilege using message = 'This reply is not yours to store.';
    end if;
    progress := private.lock_reply(finish_reply.reply_id);
    -- The limits of an account apply to what its user sends: the service stores the reply.
    perform set_config('request.jwt.claims', '', true);
    if progress.reply_id is null then
      perform private.complete_reply(
        finish_reply.reply_id, caller, finish_reply.text, finish_reply.reasoning, finish_reply.reasoning_ms,
        finish_reply.status
      );
    else
      perform private.settle_direct(
        progress, finish_reply.text, finish_reply.reasoning, finish_reply.reasoning_ms, finish_reply.status,
        finish_reply.model_id, finish_reply.vendor_id, finish_reply.unavailable_vendor
      );
    end if;
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
    return private.stored_reply(finish_reply.reply_id, caller);
  end
  $$;
comment on function public.finish_reply(uuid, text, text, text, text, text, text, integer) is
  'Stores the caller''s own direct reply, its complete text with the text that it continues and its reasoning, once; returns its row, null if there was neither or the chat was deleted.';

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
    select
      coalesce(string_agg(p.text, '' order by p.start) filter (where not p.is_reasoning), ''),
      string_agg(p.text, '' order by p.start) filter (where p.is_reasoning)
    into written, thought
    from private.reply_pieces p where p.reply_id = progress.reply_id;
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
        -- As many characters per token as the gateway estimates.
        ceil((char_length(written || coalesce(thought, '')) - progress.seed_length) / 4.0)::integer, true,
        progress.reply_id, written, status, progress.vendor_name, progress.unavailable_vendor, thought, 0
      );
    end if;
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
    return true;
  end
  $$;

drop function public.read_reply(uuid, integer);
create function private.pieces_from(reply uuid, is_reasoning boolean, start integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'text', p.text) order by p.start), '[]')
    from private.reply_pieces p
    -- From the piece that contains the position.
    where p.reply_id = pieces_from.reply and p.is_reasoning = pieces_from.is_reasoning and p.start >= coalesce((
      select max(b.start) from private.reply_pieces b
      where b.reply_id = pieces_from.reply and b.is_reasoning = pieces_from.is_reasoning
        and b.start <= pieces_from.start
    ), 0)
  $$;

create function public.read_reply(
  reply_id uuid, start integer default 0, reasoning_start integer default 0
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: reads internal tables; only the caller's own reply.
  as $$
  declare
    progress private.reply_progress;
    message public.chat_messages;
  begin
    if not private.may_read() then
      return null;
    end if;
    select p.* into progress from private.reply_progress p
    join public.running_replies r on r.id = p.reply_id
    where p.reply_id = read_reply.reply_id and p.user_id = auth.uid();
    if found and not (
      progress.saved_at < clock_timestamp() - interval '10 seconds'
      and private.settle_abandoned(progress.reply_id, false)
    ) then
      return jsonb_build_object(
        'model_id', progress.model_id, 'vendor_name', progress.vendor_name,
        'unavailable_vendor', progress.unavailable_vendor,
        'pieces', private.pieces_from(progress.reply_id, false, read_reply.start),
        'reasoning', private.pieces_from(progress.reply_id, true, read_reply.reasoning_start)
      );
    end if;
    select m.* into message from public.chat_messages m
    where m.id = read_reply.reply_id and m.user_id = auth.uid() and m.role = 'assistant';
    return case when private.may_read_chat(message.chat_id)
      then jsonb_build_object(
        'message', private.message_view(message),
        'reasoning', message.reasoning
      ) end;
  end
  $$;
comment on function public.read_reply(uuid, integer, integer) is
  'The caller''s own reply: {model_id, vendor_name, unavailable_vendor, pieces: [{start, text}], reasoning: [{start, text}]} from two positions on while it runs, {message, reasoning} once it is stored, null if there is none.';

grant execute on function
  public.save_reply(uuid, integer, text, integer, text),
  public.finish_reply(uuid, text, text, text, text, text, text, integer), public.read_reply(uuid, integer, integer)
  to authenticated;
grant execute on function public.finish_completion(
  uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text, text, integer
) to service_role;
