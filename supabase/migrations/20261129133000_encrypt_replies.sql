-- Encrypted history: replies and their checkpoints. The gateway and the desktop app encrypt them to the account's public
-- key, so the service stores envelopes and can't read them again. No tables.

alter table private.reply_progress
  add column is_encrypted boolean not null default false,
  drop constraint reply_progress_saved_bytes_check,
  add constraint reply_progress_saved_bytes_check
    check (saved_bytes <= case when is_encrypted then 1998848 else 1310720 end);
comment on column private.reply_progress.is_encrypted is
  'Whether the writer encrypts the reply and its checkpoints. Decided when the reply begins, so that it stays the same until it is stored.';
comment on column private.reply_pieces.text is
  'A piece of the text, or its envelope. Envelopes are bound to their start, so they are never joined or cut.';

-- Beginning a reply

create or replace function private.add_running_reply(
  for_user uuid, reply_id uuid, question_id uuid, continues uuid, request_id uuid, is_direct boolean,
  instructions text[]
) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    is_encrypted constant boolean := private.must_encrypt(for_user);
    -- A text that the service can't read is sent by the client, with the messages.
    seed constant text := (
      select nullif(m.content, '') from public.chat_messages m
      where m.id = add_running_reply.continues and m.content_format = 'plain' and not is_encrypted
    );
  begin
    insert into public.running_replies (id, user_id, chat_id, question_id)
    select add_running_reply.reply_id, for_user, m.chat_id, m.id
    from public.chat_messages m where m.id = add_running_reply.question_id;
    insert into private.reply_progress (reply_id, user_id, request_id, is_direct, seed_length, instructions, is_encrypted)
    values (
      add_running_reply.reply_id, for_user, add_running_reply.request_id, add_running_reply.is_direct,
      coalesce(char_length(seed), 0), nullif(add_running_reply.instructions, '{}'), is_encrypted
    );
    insert into private.reply_pieces (reply_id, start, text)
    select add_running_reply.reply_id, 0, seed where seed is not null;
    return seed;
  end
  $$;

create function private.reply_encryption(reply uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'account', p.user_id, 'chat', r.chat_id, 'key_version', e.key_version, 'public_key', e.public_key
    )
    from private.reply_progress p
    join public.running_replies r on r.id = p.reply_id
    join public.account_encryption e on e.user_id = p.user_id
    where p.reply_id = reply_encryption.reply and p.is_encrypted
  $$;
comment on function private.reply_encryption(uuid) is
  'What the writer of a running reply encrypts it to, and what it binds the envelopes to: {account, chat, key_version, public_key}. Null if the reply is stored plain.';

create or replace function public.begin_completion(
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
  reply_tokens bigint default null,
  instructions text[] default null
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
        for_user, begin_completion.reply_id, begin_completion.question_id, begin_completion.continues, for_message, false,
        begin_completion.instructions
      );
    end if;

    return private.completion_target(vendor, model.model_id, requested) || jsonb_build_object(
      'ok', true,
      'user_id', for_user,
      'plan', plan,
      'seed', seed,
      'encryption', private.reply_encryption(begin_completion.reply_id),
      'failover', failover,
      'reservation', jsonb_build_object(
        'message_id', reservation.message_id, 'attempt', reservation.attempts, 'state', reservation.state
      )
    );
  end
  $$;
comment on function public.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint, text[]
) is
  'Checks session or API key, ban, restriction, vendor, model, plan, quota and budgets in one call, and reserves the most that the request can take: prompt_tokens, and reply_tokens (null for the model''s limit). With a reply_id it also inserts the running reply, with the names of the instructions that are sent. {ok: true, user_id, plan, seed, encryption (see private.reply_encryption), vendor, model, failover, reservation} or {ok: false, code, message}; a success must be followed by finish_completion.';

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
comment on function public.begin_reply(uuid, uuid, uuid, uuid, text[]) is
  'Begins a reply that the caller''s desktop app writes with their own key, and counts request_id in the day. instructions are the names of those that are sent. {ok: true, seed: the text of the cut reply continues, or null, encryption: see private.reply_encryption} or {ok: false, code, message}.';

-- Checkpoints

create or replace function public.save_reply(
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
      and p.saved_bytes + octet_length(save_reply.text) + octet_length(save_reply.reasoning) <= case when p.is_encrypted then 1998848 else 1310720 end
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

create or replace function public.read_reply(
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
        'unavailable_vendor', progress.unavailable_vendor, 'is_encrypted', progress.is_encrypted,
        'chat_id', (select r.chat_id from public.running_replies r where r.id = progress.reply_id),
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
  'The caller''s own reply: {model_id, vendor_name, unavailable_vendor, is_encrypted, chat_id, pieces: [{start, text}], reasoning: [{start, text}]} from two positions on while it runs, {message, reasoning} once it is stored, null if there is none.';

-- Settling a reply

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
        reasoning_ms, usage, content_format
      )
      values (
        running.id, running.chat_id, running.user_id, 'assistant', store_reply.content, running.question_id,
        store_reply.status, left(store_reply.model_id, 200), left(store_reply.vendor_name, 100),
        left(store_reply.unavailable_vendor, 100), nullif(store_reply.reasoning, ''),
        case when store_reply.reasoning <> '' then greatest(coalesce(store_reply.reasoning_ms, 0), 0) end,
        nullif(
          coalesce(store_reply.usage, '{}')
            || case when is_own_key and store_reply.usage ? 'prompt_tokens' then '{"is_own_key": true}' else '{}' end::jsonb
            || jsonb_strip_nulls(jsonb_build_object('instructions', progress.instructions)),
          '{}'
        ),
        case when progress.is_encrypted then 'encrypted' else 'plain' end
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

create or replace function private.complete_reply(
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
    if not found then
      return;
    elsif stored.content_format = 'encrypted' then
      -- Whether the text begins with the stored one can't be checked here. A device checks what the envelope is bound
      -- to. A plain text must not replace an envelope: the history was encrypted meanwhile.
      if not coalesce(private.is_reply_envelope(complete_reply.content), false) then
        return;
      end if;
    elsif not coalesce(starts_with(complete_reply.content, stored.content), false)
      or not starts_with(coalesce(complete_reply.reasoning, ''), coalesce(stored.reasoning, ''))
    then
      return;
    end if;
    update public.chat_messages m
    set content = complete_reply.content, status = complete_reply.status,
      reasoning = nullif(complete_reply.reasoning, ''),
      reasoning_ms = case when complete_reply.reasoning <> '' then coalesce(complete_reply.reasoning_ms, 0) end
    where m.id = stored.id;
    -- An encrypted message has no row here.
    update private.message_vectors v
    set vector = private.searchable(complete_reply.content, complete_reply.owner, 'D')
    where v.message_id = stored.id;
    perform private.add_usage(
      complete_reply.owner, bytes => octet_length(complete_reply.content) - octet_length(stored.content)
        + octet_length(coalesce(complete_reply.reasoning, '')) - octet_length(coalesce(stored.reasoning, ''))
    );
  end
  $$;

create function private.joined_pieces(progress private.reply_progress, of_reasoning boolean) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when not progress.is_encrypted then string_agg(p.text, '' order by p.start)
      else 'enc1.c.' || string_agg(p.start || ':' || p.text, ',' order by p.start)
    end
    from private.reply_pieces p
    where p.reply_id = progress.reply_id and p.is_reasoning = of_reasoning
  $$;
comment on function private.joined_pieces(private.reply_progress, boolean) is
  'The text so far of a reply, or its reasoning; of an encrypted one, the list of its envelopes. Null if there is none.';

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
    return true;
  end
  $$;

create or replace function public.finish_reply(
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
    if octet_length(finish_reply.text)
      > (case when private.is_reply_envelope(finish_reply.text) then 1572864 else 1048576 end)
    then
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

-- Reading and importing chats

create or replace function public.app_start(project text, max_chats integer, max_pinned integer) returns json
  language sql stable set search_path = ''
  as $$
    select json_build_object(
      'chats', (
        select coalesce(json_agg(c), '[]') from (
          select id, title, project_id, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters,
            chat_key
          from public.chat_history
          where user_id = (select auth.uid()) and project_id = project and archived_at is null
          order by updated_at desc, id desc
          limit least(max_chats, 200)
        ) c
      ),
      'pinned', (
        select coalesce(json_agg(c), '[]') from (
          select id, title, project_id, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters,
            chat_key
          from public.chat_history
          where user_id = (select auth.uid()) and archived_at is null and pinned_at is not null
          order by pinned_at desc
          limit least(max_pinned, 200)
        ) c
      ),
      'projects', (
        select coalesce(json_agg(p), '[]') from (
          select id, name, color, model_id, vendor_id, archived_at, created_at, updated_at
          from public.projects
          where user_id = (select auth.uid())
          order by created_at, id
          limit 1000
        ) p
      ),
      'quota', public.get_message_quota(),
      'vendors', (
        select coalesce(json_agg(v), '[]') from (
          select id, name, display_name, endpoint_url, has_key, is_active, is_enabled, config
          from public.api_vendors
          order by priority_order, name
          limit 1000
        ) v
      ),
      'models', (
        select coalesce(json_agg(m), '[]') from (
          select model_id, display_name, icon_text, size_label, description_items, is_new, is_pro, is_beta,
            is_default, supports_images
          from public.ai_models
          order by "order"
          limit 1000
        ) m
      ),
      'encryption', (
        select row_to_json(e) from (
          select state, key_version, public_key, private_key
          from public.account_encryption
          where user_id = (select auth.uid())
        ) e
      )
    )
  $$;

-- Its result has another column.
drop function public.export_chats(uuid, boolean);
create function public.export_chats(after uuid default null, only_hidden boolean default false)
  returns table (
    id uuid, title text, project_id text, created_at timestamptz, updated_at timestamptz, pinned_at timestamptz,
    active_message_id uuid, is_hidden boolean, archived_at timestamptz, model_id text, vendor_id text, parameters jsonb,
    chat_key text
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show.
  as $$
    select c.id, c.title, c.project_id, c.created_at, c.updated_at, c.pinned_at, c.active_message_id,
      c.updated_at < public.history_since(), c.archived_at, c.model_id, c.vendor_id, c.parameters,
      c.chat_key
    from public.chat_history c
    where c.user_id = auth.uid() and private.may_read()
      and (export_chats.after is null or c.id > export_chats.after)
      and (not export_chats.only_hidden or c.updated_at < public.history_since())
    order by c.id
    limit 500
  $$;
comment on function public.export_chats(uuid, boolean) is
  'The caller''s chats by id, 500 per call, including those that the plan hides; with only_hidden only those.';
grant execute on function public.export_chats(uuid, boolean) to authenticated;

create function public.find_system_message(before uuid)
  returns table (id uuid, chat_id uuid, parent_id uuid, role text, content text)
  language sql stable security definer set search_path = ''
  -- Definer: walks the messages without the policies; checks the chat once.
  as $$
    with recursive branch as (
      select m.id, m.parent_id, m.role, 1 as place
      from public.chat_messages m
      where m.id = find_system_message.before and private.may_read_chat(m.chat_id)
      union all
      select m.id, m.parent_id, m.role, b.place + 1
      from branch b
      join public.chat_messages m on m.id = b.parent_id
      where b.role <> 'system'
    )
    select m.id, m.chat_id, m.parent_id, m.role, m.content
    from branch b join public.chat_messages m on m.id = b.id and b.role = 'system'
    order by b.place limit 1
  $$;
comment on function public.find_system_message(uuid) is
  'Like find_system_prompt, with what an encrypted text is bound to.';
grant execute on function public.find_system_message(uuid) to authenticated;

create or replace function private.import_chat(caller uuid, given jsonb, room bigint) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    file_id constant uuid := (given ->> 'id')::uuid;
    messages constant jsonb := given -> 'messages';
    part_start constant integer := coalesce((given ->> 'offset')::integer, 0);
    total integer;
    part private.chat_imports;
    begun timestamptz;
    changed timestamptz;
  begin
    if file_id is null or jsonb_typeof(messages) is distinct from 'array' then
      return jsonb_build_object('outcome', 'refused', 'code', 'invalid');
    end if;
    total := coalesce((given ->> 'total')::integer, jsonb_array_length(messages));
    if total = 0 or total > 10000 then
      return jsonb_build_object('outcome', 'refused', 'code', case total when 0 then 'empty' else 'too_long' end);
    elsif part_start < 0 or jsonb_array_length(messages) = 0
      or part_start + jsonb_array_length(messages) > total
    then
      return jsonb_build_object('outcome', 'refused', 'code', 'invalid');
    end if;
    -- No time may be in the future: such a chat would stay at the top, and visible, permanently.
    begun := least(coalesce((given ->> 'created_at')::timestamptz, now()), now());
    changed := greatest(begun, least(coalesce((given ->> 'updated_at')::timestamptz, begun), now()));

    -- Ids that another user or another chat already has are replaced, in the same way at each import.
    select i.* into part
    from private.chat_imports i join public.chat_history c on c.id = i.chat_id
    where i.chat_id in (file_id, md5(caller::text || file_id::text)::uuid) and c.user_id = caller
    for update of i;
    if not found then
      if exists (select from public.chat_history c where c.id = file_id and c.user_id = caller) then
        return jsonb_build_object('chat_id', file_id, 'outcome', 'present');
      end if;
      part.given_id := file_id;
      part.is_renamed := exists (select from public.chat_history c where c.id = file_id)
        or exists (
          select from public.chat_messages m
          where m.id in (select (e ->> 'id')::uuid from jsonb_array_elements(messages) as e)
        );
      -- Envelopes are bound to their ids. The device chooses other ones, then encrypts the chat again.
      if part.is_renamed and private.must_encrypt(caller) then
        return jsonb_build_object('outcome', 'refused', 'code', 'ids');
      end if;
      part.chat_id := case when part.is_renamed then md5(caller::text || file_id::text)::uuid else file_id end;
      part.done := 0;
      if part.is_renamed
        and exists (select from public.chat_history c where c.id = part.chat_id and c.user_id = caller)
      then
        return jsonb_build_object('chat_id', part.chat_id, 'outcome', 'present');
      elsif part_start > 0 then
        return jsonb_build_object('outcome', 'partial', 'next', 0);
      elsif total > room then
        return jsonb_build_object('outcome', 'refused', 'code', 'limit');
      end if;
      insert into public.chat_history (
        id, user_id, title, pinned_at, archived_at, created_at, updated_at, model_id, vendor_id, parameters, chat_key
      )
      values (
        part.chat_id, caller, given ->> 'title',
        -- least() ignores null: a chat that is not pinned would become pinned.
        case when given ->> 'pinned_at' is not null then least((given ->> 'pinned_at')::timestamptz, now()) end,
        case when given ->> 'archived_at' is not null then least((given ->> 'archived_at')::timestamptz, now()) end,
        begun, changed, given ->> 'model_id', given ->> 'vendor_id',
        case when part.is_renamed then private.without_summary(nullif(given -> 'parameters', 'null')) else nullif(given -> 'parameters', 'null') end,
        given ->> 'chat_key'
      );
      insert into private.chat_imports values (part.*);
    elsif part_start <> part.done then
      return jsonb_build_object('chat_id', part.chat_id, 'outcome', 'partial', 'next', part.done);
    end if;

    perform private.import_messages(caller, part.chat_id, part.is_renamed, begun, messages);
    update private.chat_imports i set done = i.done + jsonb_array_length(messages)
    where i.chat_id = part.chat_id
    returning * into part;
    if part.done < total then
      return jsonb_build_object(
        'chat_id', part.chat_id, 'outcome', 'partial', 'next', part.done, 'messages', jsonb_array_length(messages)
      );
    end if;
    delete from private.chat_imports i where i.chat_id = part.chat_id;
    update public.chat_history c
    set active_message_id = m.id
    from public.chat_messages m
    where c.id = part.chat_id and m.chat_id = part.chat_id
      and m.id = case
        when part.is_renamed then md5(caller::text || (given ->> 'active_message_id'))::uuid
        else (given ->> 'active_message_id')::uuid
      end;
    return jsonb_build_object(
      'chat_id', part.chat_id, 'outcome', 'imported', 'messages', jsonb_array_length(messages),
      'is_hidden', changed < public.history_since()
    );
  end
  $$;
comment on function public.import_chats(jsonb) is
  'Imports chats [{id, title, created_at, updated_at, pinned_at, archived_at, active_message_id, model_id, vendor_id, parameters, chat_key, offset, total, messages: [{id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, parameters, created_at}]}], each completely or not at all, without quota; at most 100 messages and 512 kB per call, longer chats in parts. Returns [{id, outcome: imported, partial, present or refused, chat_id, code, next, messages, is_hidden}].';
