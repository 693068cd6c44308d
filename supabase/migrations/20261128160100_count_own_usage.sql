-- What replies with users' own keys took, for the sum of their month. It is not part of any budget or of administrators'
-- figures.

create table private.own_usage (
  user_id uuid not null references auth.users (id) on delete cascade,
  usage_day date not null,
  tokens bigint not null default 0 check (tokens >= 0),
  cost numeric(20, 9) not null default 0 check (cost >= 0),
  primary key (user_id, usage_day)
);
comment on table private.own_usage is
  'Tokens and price (USD) of replies with a user''s own key, by UTC day, also of those that the gateway did not relay. The rows stay when their replies are deleted.';
alter table private.own_usage enable row level security;

insert into private.own_usage (user_id, usage_day, tokens)
select u.user_id, u.usage_day, sum(u.prompt_tokens + u.completion_tokens - u.billed_tokens)
from public.message_usage u
group by u.user_id, u.usage_day
having sum(u.prompt_tokens + u.completion_tokens - u.billed_tokens) > 0;

create function private.count_own_usage(for_user uuid, usage jsonb) returns void
  language sql set search_path = ''
  as $$
    insert into private.own_usage as u (user_id, usage_day, tokens, cost)
    select for_user, private.today(), spent.tokens, spent.cost
    from (
      select coalesce((usage ->> 'prompt_tokens')::bigint, 0) + coalesce((usage ->> 'completion_tokens')::bigint, 0) as tokens,
        coalesce((usage ->> 'cost')::numeric, 0) / 1000000000 as cost
    ) spent
    where spent.tokens > 0
    on conflict (user_id, usage_day) do update
      set tokens = u.tokens + excluded.tokens, cost = u.cost + excluded.cost
  $$;
comment on function private.count_own_usage(uuid, jsonb) is
  'Adds what a reply with an own key took, in the form of chat_messages.usage.';

create or replace function private.store_reply(
  progress private.reply_progress, content text, reasoning text, reasoning_ms integer, status text, model_id text,
  vendor_name text, unavailable_vendor text, usage jsonb default null
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    running public.running_replies;
    leaf uuid;
    is_own_key constant boolean := progress.is_direct or exists (
      select from public.message_reservations r where r.message_id = progress.request_id and r.is_own_key
    );
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
        nullif(
          store_reply.usage
            || case when is_own_key and store_reply.usage ? 'prompt_tokens' then '{"is_own_key": true}' else '{}' end::jsonb,
          '{}'
        )
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

create or replace function private.settle_completion(
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

    if reservation.is_own_key then
      perform private.count_own_usage(settle_completion.user_id, usage);
    else
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

create or replace function private.settle_direct(
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
    if is_answered then
      perform private.count_own_usage(progress.user_id, settle_direct.usage);
    end if;
    if is_answered or progress.is_stopped or settle_direct.status = 'stopped' then
      update public.message_reservations r set state = 'answered'
      where r.message_id = progress.request_id and r.user_id = progress.user_id and r.state = 'reserved';
    elsif not exists (select from public.chat_messages m where m.id = progress.request_id) then
      -- As release_reservation: a stored message keeps its reservation, because retrying its reply is free.
      perform private.refund(progress.user_id, progress.request_id);
    end if;
  end
  $$;

create or replace function private.move_content(source uuid, target uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    chats bigint;
    messages bigint;
    images bigint;
    usage_rows bigint;
  begin
    update public.chat_history c set user_id = target where c.user_id = source;
    get diagnostics chats = row_count;
    update public.chat_messages m set user_id = target where m.user_id = source;
    get diagnostics messages = row_count;
    update public.message_attachments a set user_id = target where a.user_id = source;
    update public.message_images i set user_id = target where i.user_id = source;
    get diagnostics images = row_count;
    update public.message_reservations r set user_id = target where r.user_id = source;

    -- Everything moves, even beyond the target's limit: it can then only delete.
    insert into private.account_usage as u (user_id, chats, messages, bytes)
    select target, s.chats, s.messages, s.bytes from private.account_usage s where s.user_id = source
    on conflict (user_id) do update
      set chats = u.chats + excluded.chats, messages = u.messages + excluded.messages, bytes = u.bytes + excluded.bytes;

    -- Counts of the same day are added, so that a merge does not double the quota.
    insert into private.message_counts as c (user_id, usage_day, used, attempts)
    select target, s.usage_day, s.used, s.attempts from private.message_counts s where s.user_id = source
    on conflict (user_id, usage_day) do update
      set used = c.used + excluded.used, attempts = c.attempts + excluded.attempts;
    insert into public.message_usage as u (
      user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost, billed_tokens, estimated_requests
    )
    select target, s.usage_day, s.model_id, s.requests, s.prompt_tokens, s.completion_tokens, s.cost, s.billed_tokens,
      s.estimated_requests
    from public.message_usage s where s.user_id = source
    on conflict on constraint message_usage_pkey do update set
      requests = u.requests + excluded.requests, prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens, cost = u.cost + excluded.cost,
      billed_tokens = u.billed_tokens + excluded.billed_tokens,
      estimated_requests = u.estimated_requests + excluded.estimated_requests;
    get diagnostics usage_rows = row_count;
    insert into private.own_usage as u (user_id, usage_day, tokens, cost)
    select target, s.usage_day, s.tokens, s.cost from private.own_usage s where s.user_id = source
    on conflict (user_id, usage_day) do update
      set tokens = u.tokens + excluded.tokens, cost = u.cost + excluded.cost;
    return jsonb_build_object(
      'chats', chats, 'messages', messages, 'images', images, 'usage_rows', usage_rows
    );
  end
  $$;

create or replace function public.get_usage_budget() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads internal budgets, only the caller's.
  as $$
  declare
    month constant date := date_trunc('month', private.today())::date;
    budget record;
    own record;
  begin
    if not private.may_read() then
      return null;
    end if;
    select * into budget from private.budget_of(auth.uid());
    select coalesce(sum(u.tokens), 0) as tokens, coalesce(sum(u.cost), 0) as cost into own
    from private.own_usage u where u.user_id = auth.uid() and u.usage_day >= month;
    return jsonb_build_object(
      'tokens_used', budget.tokens_used, 'tokens_allowed', budget.tokens_allowed,
      'cost_used', budget.cost_used, 'cost_allowed', budget.cost_allowed,
      'own_tokens', own.tokens, 'own_cost', own.cost,
      'resets_at', (month + interval '1 month') at time zone 'utc'
    );
  end
  $$;
comment on function public.get_usage_budget() is
  'The caller''s UTC month: {tokens_used, tokens_allowed, cost_used, cost_allowed} on the service''s keys, {own_tokens, own_cost} with own keys, {resets_at}; null means no limit, costs are in USD.';

create or replace function public.get_chat_usage(chat uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'tokens', coalesce(sum(r.tokens), 0),
      'cost', coalesce(sum(r.cost), 0),
      'own_tokens', coalesce(sum(r.tokens) filter (where r.is_own_key), 0),
      'own_cost', coalesce(sum(r.cost) filter (where r.is_own_key), 0),
      'is_estimated', coalesce(bool_or(r.usage ? 'is_estimated'), false),
      'is_cost_estimated', coalesce(bool_or(r.usage ? 'is_cost_estimated'), false),
      'priced', count(*) filter (where r.usage ? 'cost'),
      'unpriced', count(*) filter (where not coalesce(r.usage ? 'cost', false))
    )
    from (
      select m.usage, (m.usage ->> 'prompt_tokens')::bigint + (m.usage ->> 'completion_tokens')::bigint as tokens,
        (m.usage ->> 'cost')::bigint as cost, coalesce(m.usage ? 'is_own_key', false) as is_own_key
      from public.chat_messages m
      where m.chat_id = get_chat_usage.chat and m.role = 'assistant'
    ) r
  $$;
comment on function public.get_chat_usage(uuid) is
  'What all replies of a chat took, with their versions: {tokens, cost (billionths of a US dollar), own_tokens and own_cost (the part with own keys), is_estimated, is_cost_estimated, priced, unpriced (replies without a known price)}.';

comment on column public.chat_messages.usage is
  'What the reply took: {milliseconds, prompt_tokens, completion_tokens (reasoning included), reasoning_tokens, cached_tokens (of the prompt), is_estimated (the vendor reported no tokens), cost (billionths of a US dollar, at the price of that time), is_cost_estimated, is_own_key (with the user''s own key), unavailable_reason (why unavailable_vendor did not answer)}; what is unknown is absent. Null for messages that no model wrote.';
