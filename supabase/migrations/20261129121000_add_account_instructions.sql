-- What users tell the models of all their chats, and which instructions a reply was requested with.
-- Table: account_instructions.

create table public.account_instructions (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  about text not null default '' check (char_length(about) <= 1500),
  style text not null default '' check (char_length(style) <= 1500),
  is_used boolean not null default true,
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.account_instructions is 'Instructions that are sent with the requests of all chats of an account.';
comment on column public.account_instructions.about is 'What the user wants models to know about them.';
comment on column public.account_instructions.style is 'How the user wants models to answer.';
comment on column public.account_instructions.is_used is
  'Whether they are sent in chats whose parameters don''t contain accountInstructions.';
comment on column public.account_instructions.revision is
  'Grows with each change. A device changes only the revision that it has read, so that no other change is lost.';

create function private.count_revision() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.revision := old.revision + 1;
    new.updated_at := now();
    return new;
  end
  $$;

create trigger count_revision before update of about, style, is_used on public.account_instructions
  for each row execute function private.count_revision();

-- Who may read and write what

alter table public.account_instructions enable row level security;

grant select on table public.account_instructions to authenticated;
grant select, insert, update, delete on table public.account_instructions to service_role;

create policy "Users can read their own instructions"
  on public.account_instructions for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create function public.save_account_instructions(
  about text, style text, is_used boolean, known_revision integer default 0
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: counts the write in an internal table; writes the caller's row only.
  as $$
  declare
    caller constant uuid := auth.uid();
    stored public.account_instructions;
    is_saved boolean;
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.';
    end if;
    perform private.add_usage(caller, writes => 1);
    insert into public.account_instructions as i (user_id, about, style, is_used)
    values (
      caller, save_account_instructions.about, save_account_instructions.style, save_account_instructions.is_used
    )
    on conflict (user_id) do update
      set about = excluded.about, style = excluded.style, is_used = excluded.is_used
      where i.revision = known_revision;
    is_saved := found;
    select i.* into stored from public.account_instructions i where i.user_id = caller;
    return jsonb_build_object(
      -- Also true if the stored values are the same, because the response to an earlier call may have been lost.
      'is_saved', is_saved or (stored.about, stored.style, stored.is_used) is not distinct from (
        save_account_instructions.about, save_account_instructions.style, save_account_instructions.is_used
      ),
      'stored', to_jsonb(stored) - 'user_id' - 'updated_at'
    );
  end
  $$;
comment on function public.save_account_instructions(text, text, boolean, integer) is
  'Replaces the caller''s instructions if known_revision (0 for none) is the stored one, so that a device never overwrites what it has not read. {is_saved, stored: {about, style, is_used, revision}}';
grant execute on function public.save_account_instructions(text, text, boolean, integer) to authenticated;

-- A reply's details name the instructions that it was requested with.

alter table private.reply_progress add column instructions text[]
  check (
    cardinality(instructions) <= 8 and octet_length(instructions::text) <= 200
    and array_position(instructions, null) is null
  );
comment on column private.reply_progress.instructions is
  'Names of the instructions that were sent besides those of the chat, such as account. They become part of the message''s usage. Limited, because clients choose them.';
comment on column public.chat_messages.usage is
  'What the reply took: {milliseconds, prompt_tokens, completion_tokens (reasoning included), reasoning_tokens, cached_tokens (of the prompt), is_estimated (the vendor reported no tokens), cost (billionths of a US dollar, at the price of that time), is_cost_estimated, is_own_key (with the user''s own key), unavailable_reason (why unavailable_vendor did not answer), instructions (names of those that were sent besides the chat''s, such as account)}; what is unknown is absent. Null for messages that no model wrote.';

drop function private.add_running_reply(uuid, uuid, uuid, uuid, uuid, boolean);
create function private.add_running_reply(
  for_user uuid, reply_id uuid, question_id uuid, continues uuid, request_id uuid, is_direct boolean,
  instructions text[]
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
    insert into private.reply_progress (reply_id, user_id, request_id, is_direct, seed_length, instructions)
    values (
      add_running_reply.reply_id, for_user, add_running_reply.request_id, add_running_reply.is_direct,
      coalesce(char_length(seed), 0), nullif(add_running_reply.instructions, '{}')
    );
    insert into private.reply_pieces (reply_id, start, text)
    select add_running_reply.reply_id, 0, seed where seed is not null;
    return seed;
  end
  $$;
comment on function private.add_running_reply(uuid, uuid, uuid, uuid, uuid, boolean, text[]) is
  'Begins a reply that check_reply has accepted; returns the text that it continues.';

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
          coalesce(store_reply.usage, '{}')
            || case when is_own_key and store_reply.usage ? 'prompt_tokens' then '{"is_own_key": true}' else '{}' end::jsonb
            || jsonb_strip_nulls(jsonb_build_object('instructions', progress.instructions)),
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

drop function public.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint
);
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
  'Checks session or API key, ban, restriction, vendor, model, plan, quota and budgets in one call, and reserves the most that the request can take: prompt_tokens, and reply_tokens (null for the model''s limit). With a reply_id it also inserts the running reply, with the names of the instructions that are sent. {ok: true, user_id, plan, seed, vendor, model, failover, reservation} or {ok: false, code, message}; a success must be followed by finish_completion.';
grant execute on function public.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint, text[]
) to service_role;

drop function public.begin_reply(uuid, uuid, uuid, uuid);
create function public.begin_reply(
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
    return jsonb_build_object('ok', true, 'seed', seed);
  end
  $$;
comment on function public.begin_reply(uuid, uuid, uuid, uuid, text[]) is
  'Begins a reply that the caller''s desktop app writes with their own key, and counts request_id in the day. instructions are the names of those that are sent. {ok: true, seed: the text of the cut reply continues, or null} or {ok: false, code, message}.';
grant execute on function public.begin_reply(uuid, uuid, uuid, uuid, text[]) to authenticated;
