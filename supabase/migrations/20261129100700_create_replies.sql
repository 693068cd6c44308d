-- The service writes replies: what a request needs, running replies, their checkpoints, and storing a reply with what it
-- cost.
-- Tables: running_replies, private.reply_progress, private.reply_pieces.

create table public.running_replies (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  chat_id uuid not null references public.chat_history (id) on delete cascade,
  question_id uuid not null references public.chat_messages (id) on delete cascade,
  started_at timestamptz not null default now()
);
comment on table public.running_replies is
  'Replies that are being written. Rows are inserted and deleted, never changed, so each causes two events.';
comment on column public.running_replies.id is 'Id of the reply''s future message, made by the client.';
comment on column public.running_replies.question_id is 'The message that it answers: the reply''s parent.';
create index running_replies_user_id_idx on public.running_replies (user_id);
create index running_replies_chat_id_idx on public.running_replies (chat_id);
create index running_replies_question_id_idx on public.running_replies (question_id);
-- A DELETE event carries only the old row's identity; filtering it by user needs the complete row.
alter table public.running_replies replica identity full;

create table private.reply_progress (
  reply_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  request_id uuid not null,
  is_direct boolean not null,
  seed_length integer not null,
  saved_at timestamptz not null default clock_timestamp(),
  is_stopped boolean not null default false,
  saved_bytes integer not null default 0 check (saved_bytes <= 1310720),
  vendor_id uuid,
  vendor_name text,
  model_id text,
  unavailable_vendor text,
  prompt_tokens integer not null default 0
) with (fillfactor = 50);
comment on table private.reply_progress is
  'The state of each reply that is not settled yet. Deleting the row settles the reply, so nothing is counted or stored twice. No foreign key to running_replies: what a reply cost is counted even if its chat was deleted.';
comment on column private.reply_progress.request_id is 'Its reservation.';
comment on column private.reply_progress.is_direct is
  'A desktop app writes it with the user''s own key, otherwise the gateway.';
comment on column private.reply_progress.seed_length is
  'Characters of the cut reply that it continues: they cost nothing, and alone they are not a reply.';
comment on column private.reply_progress.saved_at is 'The writer''s last sign of life. Not indexed, so that updates stay cheap.';
comment on column private.reply_progress.saved_bytes is
  'Saved by a desktop app, reasoning included: an account must not fill the disk.';
create index reply_progress_user_id_idx on private.reply_progress (user_id);

create table private.reply_pieces (
  reply_id uuid not null references private.reply_progress (reply_id) on delete cascade,
  is_reasoning boolean not null default false,
  start integer not null check (start >= 0),
  text text not null,
  primary key (reply_id, is_reasoning, start)
);
comment on table private.reply_pieces is
  'Checkpoints: a running reply''s text so far, in pieces, because rewriting a growing text each second would cost its square.';
comment on column private.reply_pieces.is_reasoning is 'Whether it is a piece of the reasoning, which has its own positions.';
comment on column private.reply_pieces.start is 'Position of the piece in UTF-16 units, as JavaScript counts.';

-- Who may read what

alter table public.running_replies enable row level security;
alter table private.reply_progress enable row level security;
alter table private.reply_pieces enable row level security;

grant select (id, user_id, chat_id, question_id, started_at) on table public.running_replies to authenticated;
grant select on table public.running_replies to service_role;

-- The chat is read under its own policies, as for messages.
create policy "Users can read the running replies of chats that they can read"
  on public.running_replies for select to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and exists (select from public.chat_history c where c.id = chat_id)
  );

-- Beginning a reply

create function private.check_reply(for_user uuid, reply_id uuid, question_id uuid, continues uuid) returns jsonb
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
comment on function private.check_reply(uuid, uuid, uuid, uuid) is
  'The refusal of a new reply to a message, or null. Until the end of the transaction no one else can begin this reply.';

create function private.add_running_reply(
  for_user uuid, reply_id uuid, question_id uuid, continues uuid, request_id uuid, is_direct boolean
) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    seed constant text := (
      select nullif(m.content, '') from public.chat_messages m where m.id = add_running_reply.continues
    );
  begin
    insert into public.running_replies (id, user_id, chat_id, question_id)
    select add_running_reply.reply_id, for_user, m.chat_id, m.id
    from public.chat_messages m where m.id = add_running_reply.question_id;
    insert into private.reply_progress (reply_id, user_id, request_id, is_direct, seed_length)
    values (
      add_running_reply.reply_id, for_user, add_running_reply.request_id, add_running_reply.is_direct,
      coalesce(char_length(seed), 0)
    );
    insert into private.reply_pieces (reply_id, start, text)
    select add_running_reply.reply_id, 0, seed where seed is not null;
    return seed;
  end
  $$;
comment on function private.add_running_reply(uuid, uuid, uuid, uuid, uuid, boolean) is
  'Begins a reply that check_reply has accepted; returns the text that it continues.';

create function private.count_attempt(target_user uuid, plan text, out refusal text)
  language plpgsql set search_path = ''
  -- Two limits, because failed requests cost the user nothing: concurrent requests, and requests per day.
  as $$
  declare
    attempts_today integer;
    allowed constant integer := private.messages_per_day(plan);
    concurrent constant integer := private.integer_setting('concurrent_completions', 20);
    running integer;
  begin
    -- Counting first locks the day's row, so that requests of one user pass here one after the other. Always today's
    -- row, even if the message was counted on another day.
    insert into private.message_counts as c (user_id, usage_day, used, attempts)
    values (target_user, private.today(), 0, 1)
    on conflict (user_id, usage_day) do update set attempts = c.attempts + 1
    returning c.attempts into attempts_today;

    select coalesce(sum(r.in_flight), 0) into running
    from public.message_reservations r where r.user_id = target_user and r.in_flight > 0;

    refusal := case
      when running >= concurrent
      then format('You already have %s replies in progress. Wait until one of them has finished.', running)
      when attempts_today > allowed * 3 + private.integer_setting('spare_attempts_per_day', 30)
      then 'Too many attempts have failed today. Try again tomorrow.'
    end;
  end
  $$;
comment on function private.count_attempt(uuid, text) is
  'Counts a request of the gateway; refusal is null while it is within the limits.';

create function public.begin_completion(
  user_id uuid default null,
  message_id uuid default null,
  vendor_name text default null,
  model_id text default null,
  client_address_hash text default null,
  session_id uuid default null,
  api_key_hash text default null,
  is_own_key boolean default false,
  reply_id uuid default null,
  question_id uuid default null,
  continues uuid default null,
  prompt_tokens bigint default 0,
  reply_tokens bigint default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; returns a vendor's encrypted key.
  as $$
  declare
    for_user uuid;
    for_message constant uuid := coalesce(begin_completion.message_id, gen_random_uuid());
    requested constant text := nullif(begin_completion.model_id, '');
    address constant text := begin_completion.client_address_hash;
    plan text;
    credential record;
    vendor public.api_vendors;
    model record;
    reserved record;
    reservation public.message_reservations;
    address_limit integer;
    limit_reached text;
    refusal_code text := 'quota';
    refused jsonb;
    seed text;
    failover jsonb;
    worst record;
  begin
    select * into credential
    from private.check_credential(
      begin_completion.user_id, begin_completion.session_id, begin_completion.api_key_hash
    );
    if credential.refusal is not null then
      return credential.refusal;
    end if;
    for_user := credential.owner;
    plan := private.plan_of(for_user);
    if plan is null or private.is_banned(for_user) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    if private.is_restricted(for_user) then
      return private.refusal(
        'forbidden', 'Your account is restricted: you can read your chats, but not send messages.'
      );
    end if;

    if begin_completion.reply_id is not null then
      if begin_completion.api_key_hash is not null then
        return private.refusal('forbidden', 'Replies to an API key are not stored.');
      end if;
      refused := private.check_reply(
        for_user, begin_completion.reply_id, begin_completion.question_id, begin_completion.continues
      );
      if refused is not null then
        return refused;
      end if;
    end if;

    if nullif(begin_completion.vendor_name, '') is null then
      select * into vendor from public.api_vendors v where v.is_active;
      if not found then
        perform private.refund(for_user, for_message);
        return private.refusal(
          'no_vendor', 'No active API vendor found. Please configure a vendor in admin settings.'
        );
      end if;
    else
      select * into vendor from public.api_vendors v where v.name = begin_completion.vendor_name;
      if not found then
        perform private.refund(for_user, for_message);
        return private.refusal('unsupported_vendor', 'Vendor not found');
      end if;
    end if;
    if is_own_key then
      vendor.api_key_encrypted := null;
    elsif not private.is_offered(vendor) then
      perform private.refund(for_user, for_message);
      return private.refusal('missing_key', format(
        'API key not configured for %s. Please set it in the admin settings.', vendor.display_name
      ));
    end if;

    select * into model from private.choose_model(plan, vendor, requested);
    if model.is_refused or (not is_own_key and private.is_outside_plan(plan, vendor)) then
      perform private.refund(for_user, for_message);
      return private.refusal(
        'forbidden', 'This model is part of Professional. Upgrade to Professional to use all models.'
      );
    end if;

    select * into reserved from private.try_reserve(for_user, for_message);
    if not reserved.granted then
      return private.refusal('quota', private.quota_message(reserved.allowed));
    end if;

    select * into reservation from public.message_reservations r where r.message_id = for_message for update;
    if reservation.attempts >= 3 then
      return private.refusal('quota', 'This message was tried three times. Send it again as a new message.');
    end if;
    limit_reached := private.count_attempt(for_user, plan);
    if not is_own_key and vendor.is_active and vendor.name <> 'demo' then
      failover := private.failover_target(plan, vendor, requested);
    end if;
    select * into worst from private.worst_case(
      private.completion_target(vendor, model.model_id, requested), failover,
      begin_completion.prompt_tokens, begin_completion.reply_tokens
    );
    if limit_reached is null and not is_own_key then
      limit_reached := private.budget_refusal(for_user, worst.tokens, worst.cost);
      refusal_code := 'budget';
    end if;
    if limit_reached is not null then
      perform private.refund(for_user, for_message);
      return private.refusal(refusal_code, limit_reached);
    end if;

    -- A new guest takes a second to create, so vendors that cost money also count the network address.
    if plan = 'guest' and vendor.is_active and vendor.name <> 'demo' and not is_own_key
      and address is not null and reservation.client_address_hash is null
    then
      address_limit := private.integer_setting('guest_address_messages_per_day', 3);
      insert into private.address_counts as a (address_hash, usage_day, used)
      select address, reservation.usage_day, 1 where address_limit > 0
      on conflict (address_hash, usage_day) do update set used = a.used + 1 where a.used < address_limit;
      if not found then
        perform private.refund(for_user, for_message);
        return private.refusal('quota', private.quota_message(address_limit));
      end if;
      reservation.client_address_hash := address;
    end if;

    update public.message_reservations r
    set attempts = r.attempts + 1, in_flight = r.in_flight + 1, last_attempt_at = now(),
      client_address_hash = reservation.client_address_hash, is_own_key = begin_completion.is_own_key,
      held_tokens = r.held_tokens + case when begin_completion.is_own_key then 0 else worst.tokens end,
      held_cost = r.held_cost + case when begin_completion.is_own_key then 0 else coalesce(worst.cost, 0) end
    where r.message_id = for_message
    returning * into reservation;

    if begin_completion.reply_id is not null then
      seed := private.add_running_reply(
        for_user, begin_completion.reply_id, begin_completion.question_id, begin_completion.continues, for_message, false
      );
    end if;

    return private.completion_target(vendor, model.model_id, requested) || jsonb_build_object(
      'ok', true,
      'user_id', for_user,
      'plan', plan,
      'seed', seed,
      'failover', failover,
      'reservation', jsonb_build_object(
        'message_id', reservation.message_id, 'attempt', reservation.attempts, 'state', reservation.state
      )
    );
  end
  $$;
comment on function public.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint
) is
  'Checks session or API key, ban, restriction, vendor, model, plan, quota and budgets in one call, and reserves the most that the request can take: prompt_tokens, and reply_tokens (null for the model''s limit). With a reply_id it also inserts the running reply. {ok: true, user_id, plan, seed, vendor, model, failover, reservation} or {ok: false, code, message}; a success must be followed by finish_completion.';

-- Checkpoints

create function public.save_replies(pieces jsonb) returns jsonb
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

-- Settling a reply

create function private.message_view(message public.chat_messages) returns jsonb
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

create function private.role_after(message uuid, leaf uuid) returns text
  language sql stable set search_path = ''
  as $$
    with recursive above as (
      select m.id, m.parent_id, m.role from public.chat_messages m where m.id = role_after.leaf
      union all
      select m.id, m.parent_id, m.role from above a join public.chat_messages m on m.id = a.parent_id
      where a.parent_id <> role_after.message
    )
    select a.role from above a where a.parent_id = role_after.message
  $$;
comment on function private.role_after(uuid, uuid) is
  'Who wrote what follows the message in the branch that ends at the leaf. Null if nothing does, or in another branch.';

create function private.lock_reply(reply uuid) returns private.reply_progress
  language plpgsql set search_path = ''
  -- The chat first: deleting a chat locks it before its running replies.
  as $$
  declare
    locked private.reply_progress;
  begin
    perform from public.chat_history c
    where c.id = (select r.chat_id from public.running_replies r where r.id = lock_reply.reply)
    for update;
    select * into locked from private.reply_progress p where p.reply_id = lock_reply.reply for update;
    return locked;
  end
  $$;
comment on function private.lock_reply(uuid) is 'The state of a reply that is not settled yet, locked; otherwise null.';

create function private.store_reply(
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
comment on function private.store_reply(private.reply_progress, text, text, integer, text, text, text, text, jsonb) is
  'Turns a running reply into a message. The caller has locked it.';

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

create function private.stored_reply(reply uuid, owner uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select private.message_view(m) from public.chat_messages m
    where m.id = stored_reply.reply and m.user_id = stored_reply.owner and m.role = 'assistant'
  $$;

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
  unavailable_reason text default null
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
    return private.stored_reply(finish_completion.reply_id, owner);
  end
  $$;
comment on function public.finish_completion(
  uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text, text, integer,
  text, integer, integer, integer, text
) is
  'answered: something was delivered (also after a stop, or in part), and its usage is recorded; is_estimated if the vendor reported none; requested_model has the price if model_id has none; reply_ms is the time from the request to the end; unavailable_reason says in a word why unavailable_vendor did not answer. failed: nothing was delivered, and the message is refunded once. With a reply_id, the reply''s complete text and reasoning become a message in the same transaction, once, and its row is returned; null if there was neither or the chat was deleted.';

-- Direct replies: a desktop app calls the vendor with the user's own key and writes the reply.

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

create function public.begin_reply(reply_id uuid, question_id uuid, continues uuid, request_id uuid) returns jsonb
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
      caller, begin_reply.reply_id, begin_reply.question_id, begin_reply.continues, begin_reply.request_id, true
    );
    return jsonb_build_object('ok', true, 'seed', seed);
  end
  $$;
comment on function public.begin_reply(uuid, uuid, uuid, uuid) is
  'Begins a reply that the caller''s desktop app writes with their own key, and counts request_id in the day. {ok: true, seed: the text of the cut reply continues, or null} or {ok: false, code, message}.';

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

-- Watching and stopping

create function private.settle_abandoned(reply uuid, is_sole_writer boolean) returns boolean
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
comment on function private.settle_abandoned(uuid, boolean) is
  'Settles a reply whose writer has shown no sign of life for 10 seconds; false if it is alive.';

create function public.settle_abandoned_replies(is_sole_writer boolean default false) returns integer
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes internal tables.
  as $$
  declare
    settled integer := 0;
    reply uuid;
  begin
    for reply in
      select p.reply_id from private.reply_progress p
      where is_sole_writer or p.saved_at < clock_timestamp() - interval '10 seconds'
      order by p.saved_at limit 500
    loop
      begin
        settled := settled + private.settle_abandoned(reply, is_sole_writer)::integer;
      exception
        -- One reply that cannot be settled must not keep the others.
        when others then
          raise warning 'a reply could not be settled: %', sqlstate;
      end;
    end loop;
    return settled;
  end
  $$;
comment on function public.settle_abandoned_replies(boolean) is
  'Turns replies whose writer has disappeared into interrupted messages with the text so far, or refunds them if there is none; returns how many. is_sole_writer: no other process writes replies of the gateway, so all of them are abandoned.';

create function public.stop_reply(reply_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table; only the caller's own reply.
  as $$
  begin
    update private.reply_progress p set is_stopped = true
    where p.reply_id = stop_reply.reply_id and p.user_id = auth.uid() and private.may_read();
    return found;
  end
  $$;
comment on function public.stop_reply(uuid) is
  'Stops the caller''s own running reply, on whichever device or process it runs, within a second. False if it has ended.';

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

create function private.move_running_replies() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table, whatever role the writer has. Merging accounts deletes the source, and its
  -- running replies must not go with it.
  as $$
  begin
    update private.reply_progress p set user_id = new.user_id
    from public.running_replies r where r.chat_id = new.id and p.reply_id = r.id;
    update public.running_replies r set user_id = new.user_id where r.chat_id = new.id;
    return null;
  end
  $$;

grant execute on function
  public.begin_completion(uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint),
  public.save_replies(jsonb),
  public.finish_completion(uuid, uuid, text, uuid, text, integer, integer, boolean, uuid, text, text, text, text, text, integer, text, integer, integer, integer, text),
  public.settle_abandoned_replies(boolean)
  to service_role;
grant execute on function
  public.begin_reply(uuid, uuid, uuid, uuid), public.save_reply(uuid, integer, text, integer, text),
  public.finish_reply(uuid, text, text, text, text, text, text, integer, text, integer, integer, integer, integer, integer),
  public.stop_reply(uuid), public.read_reply(uuid, integer, integer)
  to authenticated;

create trigger move_running_replies after update of user_id on public.chat_history
  for each row when (old.user_id is distinct from new.user_id) execute function private.move_running_replies();
