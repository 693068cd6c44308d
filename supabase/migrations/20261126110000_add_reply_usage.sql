-- What each reply took: time, tokens and price, stored with it as they were when it ended.

alter table public.chat_messages
  add column usage jsonb check (jsonb_typeof(usage) = 'object' and octet_length(usage::text) <= 500);
comment on column public.chat_messages.usage is
  'What the reply took: {milliseconds, prompt_tokens, completion_tokens (reasoning included), reasoning_tokens, cached_tokens (of the prompt), is_estimated (the vendor reported no tokens), cost (billionths of a US dollar, at the price of that time), is_cost_estimated}; what is unknown is absent. Null for messages that no model wrote.';
-- Only the service writes it.
grant select (usage) on table public.chat_messages to authenticated;

-- Sums have the digits of single replies, so that both agree.
alter table public.message_usage alter column cost type numeric(20, 9);
alter table private.completion_statistics alter column cost type numeric(20, 9);

comment on column public.api_vendor_models.config is
  'context_length and max_output (tokens), reasoning_model, supports_vision, supports_tools, cost_per_1k_input, cost_per_1k_cached and cost_per_1k_output (USD).';

create function private.cost_of(
  vendor_id uuid, model_id text, prompt_tokens bigint, completion_tokens bigint, cached_tokens bigint,
  out cost bigint, out is_estimated boolean
)
  language plpgsql stable set search_path = ''
  as $$
  declare
    prices jsonb;
    price_in numeric;
    price_out numeric;
    price_cached numeric;
    cached constant bigint := least(coalesce(cost_of.cached_tokens, 0), cost_of.prompt_tokens);
  begin
    select o.config into prices from public.api_vendor_models o
    where o.vendor_id = cost_of.vendor_id and o.model_id = cost_of.model_id;
    price_in := private.json_number(prices -> 'cost_per_1k_input');
    if price_in is null then
      return;
    end if;
    price_out := coalesce(private.json_number(prices -> 'cost_per_1k_output'), price_in);
    price_cached := coalesce(private.json_number(prices -> 'cost_per_1k_cached'), price_in);
    -- Per 1,000 tokens in dollars is per token in thousandths: a million billionths.
    cost := round(least(
      ((cost_of.prompt_tokens - cached) * price_in + cached * price_cached + cost_of.completion_tokens * price_out) * 1000000,
      1e15
    ));
    is_estimated := cost > 0 and (
      not prices ? 'cost_per_1k_output' or cached > 0 and not prices ? 'cost_per_1k_cached'
    );
  end
  $$;
comment on function private.cost_of(uuid, text, bigint, bigint, bigint) is
  'The price of a reply in billionths of a US dollar, null if the model''s price is unknown; is_estimated if one of its prices is replaced by the price of input.';

create function private.usage_of_reply(
  vendor_id uuid, model_id text, requested_model text, prompt_tokens bigint, completion_tokens bigint,
  reasoning_tokens bigint, cached_tokens bigint, is_estimated boolean, milliseconds integer
) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  declare
    has_tokens constant boolean := usage_of_reply.prompt_tokens + usage_of_reply.completion_tokens > 0;
    price record;
  begin
    -- Vendors name the version that answered, for which no price may be known.
    select p.* into price
    from unnest(array[usage_of_reply.model_id, usage_of_reply.requested_model]) with ordinality as m (model, place)
    cross join lateral private.cost_of(
      usage_of_reply.vendor_id, m.model, usage_of_reply.prompt_tokens, usage_of_reply.completion_tokens,
      usage_of_reply.cached_tokens
    ) p
    where has_tokens and p.cost is not null
    order by m.place limit 1;
    return jsonb_strip_nulls(jsonb_build_object(
      'milliseconds', case when usage_of_reply.milliseconds > 0 then usage_of_reply.milliseconds end,
      'prompt_tokens', case when has_tokens then usage_of_reply.prompt_tokens end,
      'completion_tokens', case when has_tokens then usage_of_reply.completion_tokens end,
      'reasoning_tokens', nullif(usage_of_reply.reasoning_tokens, 0),
      'cached_tokens', nullif(usage_of_reply.cached_tokens, 0),
      'is_estimated', case when has_tokens and usage_of_reply.is_estimated then true end,
      'cost', price.cost,
      'is_cost_estimated', nullif(price.cost > 0 and (usage_of_reply.is_estimated or price.is_estimated), false)
    ));
  end
  $$;
comment on function private.usage_of_reply(uuid, text, text, bigint, bigint, bigint, bigint, boolean, integer) is
  'What chat_messages.usage says, with the price of this moment.';

-- Reading

drop function public.list_branch(uuid, uuid, integer);
create function public.list_branch(chat uuid, before uuid default null, max_messages integer default 60)
  returns table (
    id uuid, chat_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, created_at timestamptz, seq bigint, parent_id uuid, versions uuid[],
    reasoning_ms integer, usage jsonb
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
        m.reasoning_ms, m.usage
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
      'reasoning_ms', message.reasoning_ms, 'usage', message.usage
    )
  $$;

create function public.get_chat_usage(chat uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'tokens', coalesce(sum((m.usage ->> 'prompt_tokens')::bigint + (m.usage ->> 'completion_tokens')::bigint), 0),
      'cost', coalesce(sum((m.usage ->> 'cost')::bigint), 0),
      'is_estimated', coalesce(bool_or(m.usage ? 'is_estimated'), false),
      'is_cost_estimated', coalesce(bool_or(m.usage ? 'is_cost_estimated'), false),
      'priced', count(*) filter (where m.usage ? 'cost'),
      'unpriced', count(*) filter (where not coalesce(m.usage ? 'cost', false))
    )
    from public.chat_messages m
    where m.chat_id = get_chat_usage.chat and m.role = 'assistant'
  $$;
comment on function public.get_chat_usage(uuid) is
  'What all replies of a chat took, with their versions: {tokens, cost (billionths of a US dollar), is_estimated, is_cost_estimated, priced, unpriced (replies without a known price)}.';
grant execute on function public.get_chat_usage(uuid) to authenticated;

-- Writing

drop function private.store_reply(private.reply_progress, text, text, integer, text, text, text, text);
create function private.store_reply(
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
        and private.role_after(running.question_id, leaf) is distinct from 'assistant'
      then
        update public.chat_history c set active_message_id = leaf where c.id = running.chat_id and leaf is not null;
      end if;
    end if;
    delete from public.running_replies r where r.id = progress.reply_id;
    delete from private.reply_progress p where p.reply_id = progress.reply_id;
  end
  $$;
comment on function private.store_reply(private.reply_progress, text, text, integer, text, text, text, text, jsonb) is
  'Turns a running reply into a message. The caller has locked it.';

drop function private.settle_completion(uuid, uuid, text, uuid, text, integer, integer, boolean);
create function private.settle_completion(
  user_id uuid,
  message_id uuid,
  outcome text,
  vendor_id uuid,
  model_id text,
  usage jsonb
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    spent_in constant bigint := coalesce((usage ->> 'prompt_tokens')::bigint, 0);
    spent_out constant bigint := coalesce((usage ->> 'completion_tokens')::bigint, 0);
    is_estimated constant boolean := coalesce((usage ->> 'is_estimated')::boolean, false);
    reservation public.message_reservations;
    spent numeric := 0;
  begin
    if outcome not in ('answered', 'failed') then
      raise invalid_parameter_value using message = 'The outcome must be answered or failed.';
    end if;

    update public.message_reservations r
    set in_flight = greatest(r.in_flight - 1, 0),
      state = case when outcome = 'answered' then 'answered' else r.state end
    where r.message_id = settle_completion.message_id and r.user_id = settle_completion.user_id
    returning * into reservation;
    if not found then
      return;
    end if;

    if outcome = 'failed' then
      perform private.refund(settle_completion.user_id, settle_completion.message_id);
      perform private.count_completion(
        settle_completion.vendor_id, settle_completion.model_id, false, 0, 0, 0, false, null
      );
      return;
    end if;

    if not reservation.is_own_key then
      spent := coalesce((usage ->> 'cost')::numeric, 0) / 1000000000;
    end if;

    insert into public.message_usage as u (
      user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost, billed_tokens, estimated_requests
    )
    values (
      settle_completion.user_id, private.today(), coalesce(settle_completion.model_id, 'unknown'),
      1, spent_in, spent_out, spent, case when reservation.is_own_key then 0 else spent_in + spent_out end,
      is_estimated::integer
    )
    on conflict on constraint message_usage_pkey do update set
      requests = u.requests + 1,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      cost = u.cost + excluded.cost,
      billed_tokens = u.billed_tokens + excluded.billed_tokens,
      estimated_requests = u.estimated_requests + excluded.estimated_requests;
    -- Last, because all users of this model share this row and wait for its lock.
    perform private.count_completion(
      settle_completion.vendor_id, settle_completion.model_id, true, spent_in, spent_out, spent,
      is_estimated,
      least(extract(epoch from clock_timestamp() - reservation.last_attempt_at) * 1000, 2000000000)::integer
    );
  end
  $$;

drop function public.finish_completion(
  uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text, text, integer
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
  reasoning_ms integer default null,
  requested_model text default null,
  reasoning_tokens integer default null,
  cached_tokens integer default null,
  reply_ms integer default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only, because the gateway reports what was delivered; writes internal tables.
  as $$
  declare
    progress private.reply_progress;
    owner uuid := finish_completion.user_id;
    usage constant jsonb := private.usage_of_reply(
      finish_completion.vendor_id, finish_completion.model_id, finish_completion.requested_model,
      greatest(coalesce(finish_completion.prompt_tokens, 0), 0),
      greatest(coalesce(finish_completion.completion_tokens, 0), 0), finish_completion.reasoning_tokens,
      finish_completion.cached_tokens, finish_completion.is_estimated, finish_completion.reply_ms
    );
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
        finish_completion.unavailable_vendor, usage
      );
    end if;
    perform private.settle_completion(
      owner, finish_completion.message_id, finish_completion.outcome, finish_completion.vendor_id,
      finish_completion.model_id, usage
    );
    return private.stored_reply(finish_completion.reply_id, owner);
  end
  $$;
comment on function public.finish_completion(
  uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text, text, integer,
  text, integer, integer, integer
) is
  'answered: something was delivered (also after a stop, or in part), and its usage is recorded; is_estimated if the vendor reported none; requested_model has the price if model_id has none; reply_ms is the time from the request to the end. failed: nothing was delivered, and the message is refunded once. With a reply_id, the reply''s complete text and reasoning become a message in the same transaction, once, and its row is returned; null if there was neither or the chat was deleted.';

drop function private.settle_direct(private.reply_progress, text, text, integer, text, text, text, text);
create function private.settle_direct(
  progress private.reply_progress, content text, reasoning text, reasoning_ms integer, status text, model_id text,
  vendor_name text, unavailable_vendor text, usage jsonb default null
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    is_answered constant boolean := char_length(content) > progress.seed_length or coalesce(reasoning, '') <> '';
  begin
    perform private.store_reply(
      progress, settle_direct.content, settle_direct.reasoning, settle_direct.reasoning_ms, settle_direct.status,
      settle_direct.model_id, settle_direct.vendor_name, settle_direct.unavailable_vendor, settle_direct.usage
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

drop function public.finish_reply(uuid, text, text, text, text, text, text, integer);
create function public.finish_reply(
  reply_id uuid, text text, status text, model_id text default null, vendor_id text default null,
  unavailable_vendor text default null, reasoning text default null, reasoning_ms integer default null,
  requested_model text default null, prompt_tokens integer default null, completion_tokens integer default null,
  reasoning_tokens integer default null, cached_tokens integer default null, reply_ms integer default null
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
        finish_reply.model_id, finish_reply.vendor_id, finish_reply.unavailable_vendor, private.usage_of_reply(
          (select v.id from public.api_vendors v where v.name = finish_reply.vendor_id), finish_reply.model_id,
          finish_reply.requested_model, greatest(finish_reply.prompt_tokens, 0),
          greatest(finish_reply.completion_tokens, 0), greatest(finish_reply.reasoning_tokens, 0),
          greatest(finish_reply.cached_tokens, 0), false, finish_reply.reply_ms
        )
      );
    end if;
    perform set_config('request.jwt.claims', coalesce(claims, ''), true);
    return private.stored_reply(finish_reply.reply_id, caller);
  end
  $$;
comment on function public.finish_reply(
  uuid, text, text, text, text, text, text, integer, text, integer, integer, integer, integer, integer
) is
  'Stores the caller''s own direct reply, its complete text with the text that it continues, its reasoning and the usage that the vendor reported, once; returns its row, null if there was neither or the chat was deleted.';

grant execute on function public.finish_reply(
  uuid, text, text, text, text, text, text, integer, text, integer, integer, integer, integer, integer
) to authenticated;
grant execute on function public.finish_completion(
  uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text, text, integer,
  text, integer, integer, integer
) to service_role;
