-- A reply's details name the instructions that it was requested with. No tables.

alter table private.reply_progress add column instructions text[]
  check (cardinality(instructions) <= 8 and octet_length(instructions::text) <= 200);
comment on column private.reply_progress.instructions is
  'Which instructions were sent besides those of the chat, such as account. Copied into the usage of the message.';
comment on column public.chat_messages.usage is
  'What the reply took: {milliseconds, prompt_tokens, completion_tokens (reasoning included), reasoning_tokens, cached_tokens (of the prompt), is_estimated (the vendor reported no tokens), cost (billionths of a US dollar, at the price of that time), is_cost_estimated, is_own_key (with the user''s own key), unavailable_reason (why unavailable_vendor did not answer), instructions (which ones were sent besides those of the chat, such as account)}; what is unknown is absent. Null for messages that no model wrote.';

create function private.note_instructions(reply uuid, used text[]) returns void
  language sql set search_path = ''
  as $$
    update private.reply_progress p set instructions = used
    where p.reply_id = reply and cardinality(used) > 0
  $$;

create function private.add_used_instructions() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads an internal table.
  as $$
  declare
    used constant text[] := (select p.instructions from private.reply_progress p where p.reply_id = new.id);
  begin
    if used is not null then
      new.usage := coalesce(new.usage, '{}') || jsonb_build_object('instructions', used);
    end if;
    return new;
  end
  $$;

create trigger add_used_instructions before insert on public.chat_messages
  for each row when (new.role = 'assistant') execute function private.add_used_instructions();

-- Both functions that begin a reply get an argument more.

alter function public.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint
) set schema private;
-- Its only caller is the definer below.
alter function private.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint
) security invoker;

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
    result constant jsonb := private.begin_completion(
      user_id, message_id, vendor_name, model_id, client_address_hash, session_id, api_key_hash, is_own_key, reply_id,
      question_id, continues, prompt_tokens, reply_tokens
    );
  begin
    if instructions is not null and (result ->> 'ok')::boolean then
      perform private.note_instructions(reply_id, instructions);
    end if;
    return result;
  end
  $$;
comment on function public.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint, text[]
) is
  'Checks session or API key, ban, restriction, vendor, model, plan, quota and budgets in one call, and reserves the most that the request can take: prompt_tokens, and reply_tokens (null for the model''s limit). With a reply_id it also inserts the running reply and notes which instructions were sent. {ok: true, user_id, plan, seed, vendor, model, failover, reservation} or {ok: false, code, message}; a success must be followed by finish_completion.';

alter function public.begin_reply(uuid, uuid, uuid, uuid) set schema private;
-- Its only caller is the definer below.
alter function private.begin_reply(uuid, uuid, uuid, uuid) security invoker;

create or replace function public.begin_reply(
  reply_id uuid, question_id uuid, continues uuid, request_id uuid, instructions text[] default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes counters and internal tables, which clients may not; only for the caller.
  as $$
  declare
    result constant jsonb := private.begin_reply(reply_id, question_id, continues, request_id);
  begin
    if instructions is not null and (result ->> 'ok')::boolean then
      perform private.note_instructions(reply_id, instructions);
    end if;
    return result;
  end
  $$;
comment on function public.begin_reply(uuid, uuid, uuid, uuid, text[]) is
  'Begins a reply that the caller''s desktop app writes with their own key, counts request_id in the day, and notes which instructions were sent. {ok: true, seed: the text of the cut reply continues, or null} or {ok: false, code, message}.';

-- The older functions took their privileges with them.
revoke execute on function private.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint
) from service_role;
revoke execute on function private.begin_reply(uuid, uuid, uuid, uuid) from authenticated;
grant execute on function public.begin_completion(
  uuid, uuid, text, text, text, uuid, text, boolean, uuid, uuid, uuid, bigint, bigint, text[]
) to service_role;
grant execute on function public.begin_reply(uuid, uuid, uuid, uuid, text[]) to authenticated;
