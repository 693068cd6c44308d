-- Memory: short facts that users asked to be remembered. It is off until a user turns it on.
-- Table: memories.

alter table public.account_instructions add column uses_memory boolean not null default false;
comment on column public.account_instructions.uses_memory is
  'Whether memories are sent in chats that use the account''s instructions, and models propose new ones.';

create table public.memories (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  content text not null check (content ~ '\S' and private.fits(content, 200)),
  chat_id uuid references public.chat_history (id) on delete set null,
  message_id uuid references public.chat_messages (id) on delete set null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.memories is
  'Facts that are sent with requests while memory is on. One is stored when a user keeps a model''s suggestion, or saves a text with Remember.';
comment on column public.memories.message_id is 'The message that it came from. Null once that message is deleted.';
comment on column public.memories.revision is
  'Grows with each change. A device changes only the revision that it has read, so that no other change is lost.';
create index memories_user_id_idx on public.memories (user_id, created_at);
create index memories_chat_id_idx on public.memories (chat_id) where chat_id is not null;
create index memories_message_id_idx on public.memories (message_id) where message_id is not null;

-- Who may read and write what

alter table public.memories enable row level security;

-- With the id, so that a repeated request has no effect and Undo restores the same memory.
grant select, insert (id, user_id, content, chat_id, message_id, created_at), update (content), delete
  on table public.memories to authenticated;
grant select, insert, update, delete on table public.memories to service_role;

create policy "Users can read their own memories"
  on public.memories for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- The message is read under its own policies, so that another user's is refused like one that does not exist.
create policy "Users can save memories of their messages"
  on public.memories for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_read())
    and (select public.current_plan()) <> 'guest'
    and (message_id is null) = (chat_id is null)
    and (message_id is null or exists (
      select from public.chat_messages m where m.id = memories.message_id and m.chat_id = memories.chat_id
    ))
  );

create policy "Users can change their own memories"
  on public.memories for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()))
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can delete their own memories"
  on public.memories for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- Rules of the table

create trigger check_encryption before insert or update on public.memories
  for each row execute function private.check_row_encryption('content');
-- Without a limit for guests, because the policy refuses them.
create trigger limit_memories before insert on public.memories
  for each row execute function private.limit_rows('facts', '50');
create trigger count_revision before update of content on public.memories
  for each row execute function private.count_revision();
create trigger count_write after insert or update on public.memories
  for each statement when (current_user = 'authenticated') execute function private.count_write();

create function public.use_memory(is_on boolean) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: counts the write in an internal table; writes the caller's row only.
  as $$
  begin
    if not private.may_read() or public.current_plan() = 'guest' then
      raise insufficient_privilege using message = 'Memory needs an account.';
    end if;
    perform private.add_usage(auth.uid(), writes => 1);
    -- Revision 0, because no instructions are saved yet: a device that has read none may save the first ones.
    insert into public.account_instructions (user_id, uses_memory, revision) values (auth.uid(), is_on, 0)
    on conflict (user_id) do update set uses_memory = excluded.uses_memory;
  end
  $$;
comment on function public.use_memory(boolean) is
  'Turns the caller''s memory on or off. What is remembered stays until the user deletes it. Refuses guests.';
grant execute on function public.use_memory(boolean) to authenticated;

-- Exports leave out what the model proposed, so they read which instructions a reply was requested with.

-- Its result has another column.
drop function public.export_messages(uuid, bigint);
create function public.export_messages(chat uuid, after bigint default null) returns table (
    id uuid, parent_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, content_format text, created_at timestamptz, seq bigint, parameters jsonb, usage jsonb
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show. Limited by size too, because a message may have a
  -- megabyte. The first one always comes, so that every call makes progress.
  as $$
    select p.id, p.parent_id, p.role, p.content, p.status, p.model_id, p.vendor_id, p.unavailable_vendor,
      p.content_format, p.created_at, p.seq, p.parameters, p.usage
    from (
      select m.*, sum(size.bytes) over (order by m.seq) - size.bytes as bytes_before
      from public.chat_messages m
      join public.chat_history c on c.id = m.chat_id
      cross join lateral (
        select octet_length(m.content) + coalesce(octet_length(m.parameters::text), 0) as bytes
      ) size
      where m.chat_id = export_messages.chat and c.user_id = auth.uid() and private.may_read()
        and (export_messages.after is null or m.seq > export_messages.after)
      order by m.seq
      limit 500
    ) p
    where p.bytes_before < 4194304
    order by p.seq
  $$;
comment on function public.export_messages(uuid, bigint) is
  'Messages of an own chat after a given seq: at most 500 and about 4 MB per call, none if there are no more.';
grant execute on function public.export_messages(uuid, bigint) to authenticated;

-- Merging accounts
create or replace function private.merge_needs_consent(source uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (select from public.chat_history c where c.user_id = source)
      or exists (select from public.message_images i where i.user_id = source)
      or exists (select from public.account_instructions i where i.user_id = source)
      or exists (select from public.personas p where p.user_id = source)
      or exists (select from public.saved_prompts p where p.user_id = source)
      or exists (select from public.projects p where p.user_id = source)
      or exists (select from public.memories m where m.user_id = source)
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
    -- Projects first, because a chat may only be in a project of the same user.
    update public.projects p set user_id = target where p.user_id = source;
    update public.chat_history c set user_id = target where c.user_id = source;
    get diagnostics chats = row_count;
    update public.chat_messages m set user_id = target where m.user_id = source;
    get diagnostics messages = row_count;
    -- The objects keep their paths: anyone with an attachment that uses them may read them.
    update public.message_attachments a set user_id = target where a.user_id = source;
    update public.message_images i set user_id = target where i.user_id = source;
    get diagnostics images = row_count;
    update public.personas p set user_id = target where p.user_id = source;
    perform private.move_prompts(source, target);
    update public.memories m set user_id = target where m.user_id = source;
    -- If both accounts have instructions, those of the target stay. Its row may be empty, because turning memory on
    -- creates one. Whether it uses memory stays in any case.
    update public.account_instructions o set about = s.about, style = s.style, is_used = s.is_used
    from public.account_instructions s
    where o.user_id = target and s.user_id = source
      and o.about = '' and o.style = '' and not (s.about = '' and s.style = '');
    update public.account_instructions i set user_id = target
    where i.user_id = source
      and not exists (select from public.account_instructions o where o.user_id = target);
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

-- Encrypted history

create or replace function public.convert_row(of_table text, id uuid, stored jsonb, converted jsonb) returns boolean
  language plpgsql set search_path = ''
  -- Not definer: the caller can change the same columns directly.
  as $$
  declare
    columns constant text := (select string_agg(format('%I', k), ', ') from jsonb_object_keys(converted) k);
    changed integer;
  begin
    if convert_row.of_table not in ('shared_drafts', 'personas', 'saved_prompts', 'projects', 'memories') then
      raise invalid_parameter_value using message = 'This table is not converted row by row.';
    end if;
    execute format(
      'update public.%I t set (%s) = (select %2$s from jsonb_populate_record(t, $1))
       where t.id = $2 and case when $3 is null
         then not exists (
           select from jsonb_object_keys($1) k, jsonb_path_query(to_jsonb(t) -> k, ''strict $.**'') v
           where private.is_envelope(v #>> ''{}'')
         )
         else (select jsonb_object_agg(k, to_jsonb(t) -> k) from jsonb_object_keys($3) k) = $3
       end',
      convert_row.of_table, columns
    ) using convert_row.converted, convert_row.id, nullif(convert_row.stored, 'null');
    get diagnostics changed = row_count;
    return changed = 1;
  end
  $$;
