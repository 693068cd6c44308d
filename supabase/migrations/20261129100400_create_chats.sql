-- Chats and their messages: a tree per chat, whose siblings are versions. Reading, forking, importing and exporting.
-- Tables: chat_history, chat_messages, shared_drafts, private.chat_imports.

create table public.chat_history (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (title ~ '\S' and char_length(title) <= 500),
  project_id text not null default 'blue_clover' check (project_id ~ '\S' and char_length(project_id) <= 100),
  active_message_id uuid,
  model_id text check (model_id ~ '\S' and char_length(model_id) <= 200),
  vendor_id text check (vendor_id ~ '\S' and char_length(vendor_id) <= 100),
  parameters jsonb,
  -- What the history page filters by, because finding it in the messages would mean reading all of them.
  has_code boolean not null default false,
  model_ids text[] not null default '{}',
  pinned_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint chat_history_vendor_needs_model check (vendor_id is null or model_id is not null),
  -- Each condition only looks at values whose type the earlier ones have checked; CASE keeps that order.
  constraint chat_history_parameters_check check (case
    when parameters is null then true
    when jsonb_typeof(parameters) <> 'object' or parameters = '{}' then false
    when parameters - array['instructions', 'temperature', 'topP', 'maxTokens', 'effort', 'summary'] <> '{}' then false
    when coalesce(jsonb_typeof(parameters -> 'instructions'), 'string') <> 'string'
      or coalesce(jsonb_typeof(parameters -> 'effort'), 'string') <> 'string'
      or coalesce(jsonb_typeof(parameters -> 'temperature'), 'number') <> 'number'
      or coalesce(jsonb_typeof(parameters -> 'topP'), 'number') <> 'number'
      or coalesce(jsonb_typeof(parameters -> 'maxTokens'), 'number') <> 'number'
      or coalesce(jsonb_typeof(parameters -> 'summary'), 'object') <> 'object' then false
    when parameters ? 'summary' and (
      coalesce(jsonb_typeof(parameters #> '{summary,before}'), '') <> 'string'
      or coalesce(jsonb_typeof(parameters #> '{summary,text}'), '') <> 'string'
      or coalesce(jsonb_typeof(parameters #> '{summary,isPartial}'), 'boolean') <> 'boolean'
      or (parameters -> 'summary') - array['before', 'text', 'isPartial'] <> '{}') then false
    else coalesce(parameters ->> 'instructions' ~ '\S', true)
      and coalesce(char_length(parameters ->> 'instructions') <= 8000, true)
      and coalesce(parameters ->> 'effort' in ('off', 'low', 'medium', 'high'), true)
      and coalesce((parameters ->> 'temperature')::numeric between 0 and 2, true)
      and coalesce((parameters ->> 'topP')::numeric between 0 and 1, true)
      and coalesce((parameters ->> 'maxTokens')::numeric between 1 and 1000000, true)
      and coalesce((parameters ->> 'maxTokens')::numeric % 1 = 0, true)
      and coalesce(char_length(parameters #>> '{summary,before}') = 36, true)
      and coalesce(parameters #>> '{summary,text}' ~ '\S', true)
      and coalesce(char_length(parameters #>> '{summary,text}') <= 8000, true)
  end)
);
comment on table public.chat_history is 'Chats. Retention applies to whole chats: messages are deleted with their chat.';
comment on column public.chat_history.active_message_id is
  'Last message of the branch on screen; new messages follow it. No foreign key: a second path between the two tables would make embedding chat_messages ambiguous. Triggers keep it valid.';
comment on column public.chat_history.model_id is
  'The model chosen for this chat; null: none was chosen, so the user''s default answers. It may no longer be offered.';
comment on column public.chat_history.vendor_id is
  'Name of the vendor that offers the chosen model; null: whichever vendor is active.';
comment on column public.chat_history.parameters is
  '{instructions, temperature, topP, maxTokens, effort, summary}, each optional: what differs from the default; null if nothing does. A model is not sent what it does not accept. summary {before, text, isPartial} is sent instead of the messages before the message `before`.';
comment on column public.chat_history.has_code is 'Whether a message contains a block of code. Kept by triggers.';
comment on column public.chat_history.model_ids is
  'The models that answered, at most 20, so that the row stays small. Kept by triggers.';
comment on column public.chat_history.archived_at is
  'When the user archived the chat; null if it is in their list. A message that the user sends brings it back.';
comment on column public.chat_history.updated_at is
  'Time of the last title change or message, by the server''s clock; values from clients are replaced.';
create index chat_history_list_idx on public.chat_history (user_id, project_id, updated_at desc);
create index chat_history_updated_at_idx on public.chat_history (user_id, updated_at desc);
-- A DELETE event carries only the old row's identity; filtering it by user needs the complete row.
alter table public.chat_history replica identity full;

create table public.chat_messages (
  id uuid primary key default gen_random_uuid(),
  chat_id uuid not null references public.chat_history (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  role text not null check (role in ('user', 'assistant', 'system')),
  content text not null check (octet_length(content) <= 1048576),
  parent_id uuid references public.chat_messages (id) on delete set null,
  seq bigint not null generated always as identity,
  origin text check (origin in ('import', 'fork')),
  status text not null default 'complete'
    check (status in ('complete', 'length', 'stopped', 'interrupted', 'failed')),
  model_id text check (char_length(model_id) <= 200),
  vendor_id text check (char_length(vendor_id) <= 100),
  unavailable_vendor text check (char_length(unavailable_vendor) <= 100),
  reasoning text check (octet_length(reasoning) <= 262144),
  reasoning_ms integer check (reasoning_ms >= 0),
  usage jsonb check (jsonb_typeof(usage) = 'object' and octet_length(usage::text) <= 500),
  content_format text not null default 'plain' check (content_format in ('plain', 'encrypted')),
  created_at timestamptz not null default now(),
  constraint chat_messages_content_not_blank check (role <> 'user' or content ~ '\S'),
  constraint chat_messages_reasoning_timed check ((reasoning is null) = (reasoning_ms is null))
);
comment on table public.chat_messages is
  'Messages. Read order is (created_at, seq). Rows never change; an edit is a sibling.';
comment on column public.chat_messages.content is 'At most 1 MiB.';
comment on column public.chat_messages.parent_id is
  'The previous message. Omitted: the chat''s active message. The message''s own id: none, a new first message.';
comment on column public.chat_messages.seq is 'Order of arrival; orders messages with the same created_at.';
comment on column public.chat_messages.origin is 'Null: sent. import, fork: copied by a function, which costs no quota.';
comment on column public.chat_messages.status is
  'How the reply ended: complete, length (cut by max_tokens), stopped, interrupted, failed.';
comment on column public.chat_messages.model_id is 'The model that answered.';
comment on column public.chat_messages.vendor_id is
  'Name of the vendor that answered, e.g. deepinfra; stays when the vendor is deleted.';
comment on column public.chat_messages.unavailable_vendor is
  'Display name of the active vendor if it was unavailable and vendor_id answered instead; otherwise null.';
comment on column public.chat_messages.reasoning is
  'What the model thought before it answered, at most 256 KiB. Never searched, and never sent to a model.';
comment on column public.chat_messages.reasoning_ms is
  'Milliseconds of thinking; 0 if unknown, because the writer of the reply disappeared. Null without reasoning.';
comment on column public.chat_messages.usage is
  'What the reply took: {milliseconds, prompt_tokens, completion_tokens (reasoning included), reasoning_tokens, cached_tokens (of the prompt), is_estimated (the vendor reported no tokens), cost (billionths of a US dollar, at the price of that time), is_cost_estimated, is_own_key (with the user''s own key), unavailable_reason (why unavailable_vendor did not answer)}; what is unknown is absent. Null for messages that no model wrote.';
comment on column public.chat_messages.content_format is 'encrypted: ciphertext made by the device; never searched here.';
create index chat_messages_list_idx on public.chat_messages (chat_id, created_at, seq);
create index chat_messages_user_id_idx on public.chat_messages (user_id, created_at);
create index chat_messages_parent_id_idx on public.chat_messages (parent_id) where parent_id is not null;
create index chat_messages_first_idx on public.chat_messages (chat_id) where parent_id is null;
create index chat_messages_imported_idx on public.chat_messages (user_id) where origin = 'import';
create index chat_messages_forked_idx on public.chat_messages (user_id) where origin = 'fork';

create table public.shared_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  chat_id uuid references public.chat_history (id) on delete cascade,
  text text not null check (text <> '' and octet_length(text) <= 131072),
  unique nulls not distinct (user_id, chat_id)
);
comment on table public.shared_drafts is
  'Texts that their user has not sent yet, if the user lets them follow to other devices. A sent or emptied draft has no row.';
comment on column public.shared_drafts.chat_id is 'Null: the draft of the next new chat.';
create index shared_drafts_chat_id_idx on public.shared_drafts (chat_id);

create table private.chat_imports (
  chat_id uuid primary key references public.chat_history (id) on delete cascade,
  given_id uuid not null,
  is_renamed boolean not null,
  done integer not null
);
comment on table private.chat_imports is
  'Chats that are only partly imported. Importing the chat again continues after the messages that are done.';
comment on column private.chat_imports.given_id is 'Id of the chat in its file.';

-- Who may read and write what

alter table public.chat_history enable row level security;
alter table public.chat_messages enable row level security;
alter table public.shared_drafts enable row level security;
alter table private.chat_imports enable row level security;

grant select (
    id, user_id, title, project_id, active_message_id, model_id, vendor_id, parameters, has_code, model_ids, pinned_at,
    archived_at, created_at, updated_at
  )
  on table public.chat_history to authenticated;
-- Not archived_at: a new chat is in the list.
grant insert (id, user_id, title, project_id, model_id, vendor_id, parameters)
  on table public.chat_history to authenticated;
-- The documented update includes updated_at; a trigger replaces it.
grant update (title, updated_at, active_message_id, pinned_at, archived_at, model_id, vendor_id, parameters)
  on table public.chat_history to authenticated;
grant delete on table public.chat_history to authenticated;
grant select, insert, update, delete on table public.chat_history to service_role;

grant select (
    id, chat_id, user_id, role, content, parent_id, seq, origin, status, model_id, vendor_id, unavailable_vendor,
    reasoning, reasoning_ms, usage, content_format, created_at
  )
  on table public.chat_messages to authenticated;
-- Not origin (it would add messages without quota), not created_at or seq (the server decides the order), not reasoning
-- or usage (only the service writes them, with a reply).
grant insert (
    id, chat_id, user_id, role, content, parent_id, status, model_id, vendor_id, unavailable_vendor, content_format
  )
  on table public.chat_messages to authenticated;
grant delete on table public.chat_messages to authenticated;
-- No role may update: rows never change.
grant select, insert, delete on table public.chat_messages to service_role;

grant select (id, user_id, chat_id, text), insert (user_id, chat_id, text), update (user_id, chat_id, text), delete
  on table public.shared_drafts to authenticated;
grant select, insert, update, delete on table public.shared_drafts to service_role;

create policy "Users can read their own chats as far back as their plan shows"
  on public.chat_history for select to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and updated_at >= (select public.history_since())
  );

create policy "Users can begin their own chats"
  on public.chat_history for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_send()));

-- The plan's limit is repeated here because an update without a condition reads no row, so the policy above does not
-- apply, and renaming all chats would make hidden ones visible again.
create policy "Users can rename and pin the chats that they can read"
  on public.chat_history for update to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and updated_at >= (select public.history_since())
  )
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can delete the chats that they can read"
  on public.chat_history for delete to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and updated_at >= (select public.history_since())
  );

-- The chat is read under its own policies: owner, ban and retention are written there, once.
create policy "Users can read the messages of chats that they can read"
  on public.chat_messages for select to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and exists (select from public.chat_history c where c.id = chat_id)
  );

create policy "Users can add messages to chats that they can read"
  on public.chat_messages for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_send())
    and exists (select from public.chat_history c where c.id = chat_id)
  );

create policy "Users can delete the messages of chats that they can read"
  on public.chat_messages for delete to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and exists (select from public.chat_history c where c.id = chat_id)
  );

create policy "Users can read their own drafts"
  on public.shared_drafts for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- The chat is read under its own policies, so that the id of another user's chat is refused like one that does not exist.
create policy "Users can store drafts of chats that they can read"
  on public.shared_drafts for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_read())
    and (chat_id is null or exists (select from public.chat_history c where c.id = chat_id))
  );

create policy "Users can change their own drafts"
  on public.shared_drafts for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()))
  with check (
    user_id = (select auth.uid())
    and (select private.may_read())
    and (chat_id is null or exists (select from public.chat_history c where c.id = chat_id))
  );

create policy "Users can delete their own drafts"
  on public.shared_drafts for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- Rules of the tables

create function private.check_chat_sender() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads bans and restrictions. The policy would refuse too, but without a sentence for the user.
  as $$
  begin
    -- Only for the caller's own rows, otherwise a refusal would reveal who else is banned.
    if auth.uid() = new.user_id then
      perform private.check_sender(new.user_id);
    end if;
    return new;
  end
  $$;

create function private.prepare_chat() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.title is distinct from old.title then
      new.updated_at := now();
    elsif current_user in ('anon', 'authenticated') then
      -- Only our own functions, which run as the owner, may set the time of a chat.
      new.updated_at := old.updated_at;
    end if;
    return new;
  end
  $$;

create function private.prepare_message() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: locks the chat, so that two messages sent at the same time do not get the same parent.
  as $$
  declare
    chat_owner uuid;
    leaf uuid;
  begin
    select c.user_id, c.active_message_id into chat_owner, leaf
    from public.chat_history c where c.id = new.chat_id for update;

    -- The same error for another user's chat and for a missing one, so that ids reveal nothing. Our functions insert
    -- without auth.uid().
    if chat_owner is null
      or new.user_id is distinct from chat_owner
      or new.user_id <> coalesce(auth.uid(), chat_owner)
    then
      raise insufficient_privilege using message = 'Messages can only be added to your own chats.';
    end if;
    -- A reply that began before a ban is stored.
    if not exists (select from public.running_replies r where r.id = new.id and r.chat_id = new.chat_id) then
      perform private.check_sender(new.user_id);
    end if;

    if new.parent_id is null then
      -- Otherwise the message would be beside the reply, in another branch.
      if new.role <> 'assistant' and exists (select from public.running_replies r where r.question_id = leaf) then
        raise exception using hint = 'busy', message = 'A reply is being written in this chat. Send the message when it ends.';
      end if;
      -- Rows of one insert follow each other: the earlier ones are not the active message yet.
      select m.id into new.parent_id
      from public.chat_messages m
      where m.chat_id = new.chat_id and m.created_at = now()
        and m.seq > coalesce((select a.seq from public.chat_messages a where a.id = leaf), 0)
      order by m.seq desc limit 1;
      new.parent_id := coalesce(new.parent_id, leaf);
    elsif new.parent_id = new.id then
      new.parent_id := null;
    elsif not exists (
      select from public.chat_messages m where m.id = new.parent_id and m.chat_id = new.chat_id
    ) then
      raise foreign_key_violation using message = 'The previous message belongs to another chat or no longer exists.';
    end if;
    return new;
  end
  $$;

create function private.refresh_chat_facts(chats uuid[]) returns void
  language sql set search_path = ''
  as $$
    update public.chat_history c
    set has_code = exists (
        select from public.chat_messages m
        where m.chat_id = c.id and m.content_format = 'plain' and m.content like '%```%'
      ),
      model_ids = array(
        select distinct m.model_id from public.chat_messages m
        where m.chat_id = c.id and m.model_id is not null limit 20
      )
    where c.id = any (chats)
  $$;
comment on function private.refresh_chat_facts(uuid[]) is 'Reads has_code and model_ids of chats from their messages.';

create function private.follow_messages() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: sets updated_at, which clients may not (see prepare_chat). Runs once per statement, because an import
  -- inserts thousands of rows.
  as $$
  begin
    update public.chat_history c
    set active_message_id = last.id,
      updated_at = case when last.is_sent then now() else c.updated_at end,
      archived_at = case when last.is_from_user then null else c.archived_at end,
      has_code = c.has_code or last.has_code,
      model_ids = case
        when last.model_ids <@ c.model_ids then c.model_ids
        else array(select distinct m from unnest(c.model_ids || last.model_ids) m limit 20)
      end
    from (
      select a.chat_id, (array_agg(a.id order by a.seq desc))[1] as id, bool_or(a.origin is null) as is_sent,
        bool_or(a.origin is null and a.role = 'user') as is_from_user,
        bool_or(a.content_format = 'plain' and a.content like '%```%') as has_code,
        coalesce(array_agg(distinct a.model_id) filter (where a.model_id is not null), '{}') as model_ids
      from added a
      group by a.chat_id
    ) as last
    where c.id = last.chat_id;
    return null;
  end
  $$;

create function private.repair_active_message() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: must not count as a write of the client who deleted the message.
  as $$
  begin
    update public.chat_history c
    set active_message_id = (
      select m.id from public.chat_messages m where m.chat_id = c.id order by m.created_at desc, m.seq desc limit 1
    )
    -- An array, so that the chats are found by their key.
    where c.id = any (array(select distinct d.chat_id from deleted d))
      and c.active_message_id in (select d.id from deleted d);
    perform private.refresh_chat_facts(array(
      select distinct d.chat_id from deleted d where d.model_id is not null or d.content like '%```%'
    ));
    return null;
  end
  $$;

create function private.check_active_message() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not exists (
      select from public.chat_messages m where m.id = new.active_message_id and m.chat_id = new.id
    ) then
      raise foreign_key_violation using message = 'The active message must be one of the chat.';
    end if;
    return new;
  end
  $$;

create function private.limit_shared_drafts() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    max_drafts constant integer := 20;
  begin
    -- One at a time for each account, so that the count is right.
    perform pg_advisory_xact_lock(hashtextextended('shared_drafts:' || new.user_id, 0));
    if (select count(*) from public.shared_drafts d where d.user_id = new.user_id) >= max_drafts
      and not exists (
        select from public.shared_drafts d
        where d.user_id = new.user_id and d.chat_id is not distinct from new.chat_id
      )
    then
      raise exception using hint = 'limit',
        message = format('%s drafts are stored already. Send or delete one first.', max_drafts);
    end if;
    return new;
  end
  $$;

-- What the chat shows first, in one request: the app asks once when it opens.

create function public.app_start(project text, max_chats integer, max_pinned integer) returns json
  language sql stable set search_path = ''
  as $$
    select json_build_object(
      'chats', (
        select coalesce(json_agg(c), '[]') from (
          select id, title, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters
          from public.chat_history
          where user_id = (select auth.uid()) and project_id = project and archived_at is null
          order by updated_at desc, id desc
          limit least(max_chats, 200)
        ) c
      ),
      'pinned', (
        select coalesce(json_agg(c), '[]') from (
          select id, title, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters
          from public.chat_history
          where user_id = (select auth.uid()) and project_id = project and archived_at is null
            and pinned_at is not null
          order by pinned_at desc
          limit least(max_pinned, 200)
        ) c
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
      )
    )
  $$;
comment on function public.app_start(text, integer, integer) is
  'The caller''s first chats, pinned chats and message quota, and the vendors and models of the selector.';

-- Branches and versions

create function private.may_read_chat(chat uuid) returns boolean
  language sql stable set search_path = ''
  -- Called once per walk: under row-level security each step would evaluate the policies again.
  as $$
    select private.may_read() and exists (
      select from public.chat_history c
      where c.id = may_read_chat.chat and c.user_id = auth.uid() and c.updated_at >= public.history_since()
    )
  $$;

create function private.newest_leaf(message uuid) returns uuid
  language sql stable set search_path = ''
  as $$
    with recursive below as (
      select m.id, m.created_at, m.seq from public.chat_messages m where m.id = newest_leaf.message
      union all
      select m.id, m.created_at, m.seq from below b join public.chat_messages m on m.parent_id = b.id
    )
    select b.id from below b order by b.created_at desc, b.seq desc limit 1
  $$;
comment on function private.newest_leaf(uuid) is 'The newest message that descends from this one, or this one itself.';

create function private.versions_of(chat uuid, message_before uuid) returns uuid[]
  language sql stable set search_path = ''
  -- One select for each index: with "or" the complete chat would be read.
  as $$
    select array_agg(v.id order by v.created_at, v.seq)
    from (
      select m.id, m.created_at, m.seq
      from public.chat_messages m
      where m.parent_id = versions_of.message_before and m.role <> 'system'
      union all
      select m.id, m.created_at, m.seq
      from public.chat_messages s
      join public.chat_messages m on m.parent_id = s.id and m.role <> 'system'
      where s.parent_id = versions_of.message_before and s.role = 'system'
      union all
      select m.id, m.created_at, m.seq
      from public.chat_messages m
      where versions_of.message_before is null and m.chat_id = versions_of.chat and m.parent_id is null
        and m.role <> 'system'
      union all
      select m.id, m.created_at, m.seq
      from public.chat_messages s
      join public.chat_messages m on m.parent_id = s.id and m.role <> 'system'
      where versions_of.message_before is null and s.chat_id = versions_of.chat and s.parent_id is null
        and s.role = 'system'
    ) as v
  $$;
comment on function private.versions_of(uuid, uuid) is
  'The messages that follow this one (null: the first ones of the chat), oldest first. A system prompt before a message belongs to it and does not separate versions.';

create function public.list_branch(chat uuid, before uuid default null, max_messages integer default 60)
  returns table (
    id uuid, chat_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, created_at timestamptz, seq bigint, parent_id uuid, versions uuid[],
    reasoning_ms integer, usage jsonb, attachments jsonb
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
        m.reasoning_ms, m.usage,
        case when m.role = 'user' then private.attachments_of(m.id) end
      from branch b
      join public.chat_messages m on m.id = b.id
      left join public.chat_messages p on p.id = m.parent_id
      order by b.place desc;
  end
  $$;
comment on function public.list_branch(uuid, uuid, integer) is
  'The end of an own chat''s active branch, or the messages before one of its messages, in read order, with the ids of each message''s versions, oldest first, and its attachments. Without the reasoning itself, which is read when it is opened.';

create function public.count_branch(chat uuid) returns integer
  language sql stable security definer set search_path = ''
  -- Definer: walks the messages without the policies; checks the chat once.
  as $$
    with recursive branch as (
      select m.parent_id, m.role
      from public.chat_history c
      join public.chat_messages m on m.id = c.active_message_id
      where c.id = count_branch.chat and private.may_read_chat(count_branch.chat)
      union all
      select m.parent_id, m.role from branch b join public.chat_messages m on m.id = b.parent_id
    )
    select count(*)::integer from branch b where b.role <> 'system'
  $$;
comment on function public.count_branch(uuid) is
  'How many messages the active branch of an own chat has, without system prompts.';

create function public.find_system_prompt(before uuid) returns text
  language sql stable security definer set search_path = ''
  -- Definer: walks the messages without the policies; checks the chat once.
  as $$
    with recursive branch as (
      select m.id, m.parent_id, m.role, 1 as place
      from public.chat_messages m
      where m.id = find_system_prompt.before and private.may_read_chat(m.chat_id)
      union all
      select m.id, m.parent_id, m.role, b.place + 1
      from branch b
      join public.chat_messages m on m.id = b.parent_id
      where b.role <> 'system'
    )
    select m.content from branch b join public.chat_messages m on m.id = b.id and b.role = 'system'
    order by b.place limit 1
  $$;
comment on function public.find_system_prompt(uuid) is
  'The system prompt that applies to an own message: the nearest one before it, or null.';

create function public.show_version(message uuid) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: walks the messages without the policies; checks the chat once.
  as $$
  declare
    chat uuid;
    leaf uuid;
  begin
    select m.chat_id into chat from public.chat_messages m where m.id = show_version.message;
    if chat is null or not private.may_read_chat(chat) then
      return null;
    end if;
    perform from public.chat_history c where c.id = chat for update;
    leaf := private.newest_leaf(show_version.message);
    update public.chat_history c set active_message_id = leaf where c.id = chat and leaf is not null;
    return leaf;
  end
  $$;
comment on function public.show_version(uuid) is
  'Makes the newest branch through an own message the active one; returns its last message, or null if there is no such message. updated_at stays unchanged.';

create function public.delete_version(message uuid) returns integer
  language plpgsql security definer set search_path = ''
  -- Definer: walks the messages without the policies; checks the chat once.
  as $$
  declare
    deleted_ids uuid[];
    target public.chat_messages;
    before public.chat_messages;
    active uuid;
    sibling uuid;
    deleted integer;
  begin
    select * into target from public.chat_messages m where m.id = delete_version.message;
    if target.id is null or not private.may_read_chat(target.chat_id) then
      return 0;
    end if;
    select c.active_message_id into active from public.chat_history c where c.id = target.chat_id for update;
    select * into before from public.chat_messages m where m.id = target.parent_id;
    deleted_ids := array(
      with recursive below as (
        select target.id
        union all
        select m.id from below b join public.chat_messages m on m.parent_id = b.id
      )
      select b.id from below b
    );
    select v.id into sibling
    from unnest(
      private.versions_of(target.chat_id, case when before.role = 'system' then before.parent_id else before.id end)
    ) with ordinality as v (id, place)
    where v.id <> target.id
    order by v.place desc limit 1;

    delete from public.chat_messages m where m.id = any (deleted_ids);
    get diagnostics deleted = row_count;
    -- Show the nearest other version, or else the previous message. The trigger has chosen another one.
    if active = any (deleted_ids) then
      update public.chat_history c
      set active_message_id = coalesce(private.newest_leaf(sibling), before.id)
      where c.id = target.chat_id;
    end if;
    return deleted;
  end
  $$;
comment on function public.delete_version(uuid) is
  'Deletes an own message and all that follow it; returns how many. Its other versions stay.';

create function public.get_chat_usage(chat uuid) returns jsonb
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

-- Forks. A summary names the first message that it does not contain. Copied messages have other ids, so copies have no
-- summary.

create function private.copyable_messages(plan text) returns integer
  language sql immutable set search_path = ''
  as $$
    select case plan when 'professional' then 200000 when 'starter' then 20000 else 2000 end
  $$;
comment on function private.copyable_messages(text) is
  'How many imported messages, and how many forked ones, an account may store by its plan. They cost no quota, but space.';

create function private.without_summary(parameters jsonb) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select nullif(parameters - 'summary', '{}')
  $$;

create function public.fork_chat(message uuid, new_chat uuid, since uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: writes origin (it would add messages without quota) and times, which clients may not; all of it the
  -- caller's.
  as $$
  declare
    caller constant uuid := auth.uid();
    source public.chat_history;
    branch_ids uuid[];
    prompt_id uuid;
    stored integer;
  begin
    perform private.check_sender(caller);
    -- An earlier request succeeded, but its response did not arrive.
    if exists (select from public.chat_history c where c.id = fork_chat.new_chat and c.user_id = caller) then
      return fork_chat.new_chat;
    end if;
    select c.* into source
    from public.chat_messages m
    join public.chat_history c on c.id = m.chat_id
    where m.id = fork_chat.message and private.may_read_chat(c.id);
    if source.id is null then
      raise insufficient_privilege using message = 'You can only fork messages from your own chats.';
    end if;

    with recursive branch as (
      select m.id, m.parent_id, 1 as place from public.chat_messages m where m.id = fork_chat.message
      union all
      select m.id, m.parent_id, b.place + 1 from branch b join public.chat_messages m on m.id = b.parent_id
      where b.id is distinct from fork_chat.since
    )
    select array_agg(b.id order by b.place desc) into branch_ids from branch b;
    if fork_chat.since is not null then
      -- The system prompt that applies there.
      with recursive before as (
        select m.id, m.parent_id, m.role, 0 as place from public.chat_messages m where m.id = branch_ids[1]
        union all
        select m.id, m.parent_id, m.role, b.place + 1
        from before b join public.chat_messages m on m.id = b.parent_id
        where b.role <> 'system'
      )
      select b.id into prompt_id from before b where b.role = 'system' and b.place > 0 order by b.place limit 1;
      branch_ids := array_remove(array[prompt_id], null) || branch_ids;
    end if;

    -- Two forks at the same time must not both use the same remaining space.
    perform pg_advisory_xact_lock(hashtextextended(caller::text, 143100));
    select count(*) into stored from public.chat_messages m where m.user_id = caller and m.origin = 'fork';
    if stored + cardinality(branch_ids) > private.copyable_messages(private.plan_of(caller)) then
      raise exception using message = 'Your plan has no space for more forked messages. Delete a forked chat first.', hint = 'quota';
    end if;

    insert into public.chat_history (id, user_id, title, project_id, model_id, vendor_id, parameters)
    values (
      fork_chat.new_chat, caller, source.title, source.project_id, source.model_id, source.vendor_id,
      private.without_summary(source.parameters)
    );
    -- Ids are derived, so that a message finds its copied parent. A first message has its own id as its parent.
    insert into public.chat_messages (
      id, chat_id, user_id, role, content, parent_id, origin, status, model_id, vendor_id, unavailable_vendor,
      content_format, reasoning, reasoning_ms, usage, created_at
    )
    select named.id, fork_chat.new_chat, caller, m.role,
      case
        when m.role = 'assistant' and m.content like '%/functions/v1/images/%'
          then private.copy_images(m.content, caller)
        else m.content
      end,
      coalesce(md5(fork_chat.new_chat::text || c.parent_id::text)::uuid, named.id), 'fork', m.status, m.model_id,
      m.vendor_id, m.unavailable_vendor, m.content_format, m.reasoning, m.reasoning_ms, m.usage, m.created_at
    from (
      select b.id, b.place, lag(b.id) over (order by b.place) as parent_id
      from unnest(branch_ids) with ordinality as b (id, place)
    ) c
    join public.chat_messages m on m.id = c.id
    cross join lateral (select md5(fork_chat.new_chat::text || m.id::text)::uuid as id) as named
    order by c.place;
    -- The objects are shared: each is deleted with the last message that uses it.
    insert into public.message_attachments (
      id, user_id, chat_id, message_id, position, kind, name, media_type, size, text, pages, width, height, object_path
    )
    select md5(fork_chat.new_chat::text || a.id::text)::uuid, caller, fork_chat.new_chat,
      md5(fork_chat.new_chat::text || a.message_id::text)::uuid, a.position, a.kind, a.name, a.media_type, a.size, a.text,
      a.pages, a.width, a.height, a.object_path
    from public.message_attachments a
    where a.message_id = any (branch_ids);
    return fork_chat.new_chat;
  end
  $$;
comment on function public.fork_chat(uuid, uuid, uuid) is
  'Copies an own chat''s branch up to a message, with its images, into a new chat with the given id; returns it. With since, only the messages from that one on, and the system prompt that applies to it. Costs no quota; if the plan''s limit is reached: P0001 with the hint quota.';

-- Import

create function private.import_messages(caller uuid, chat uuid, is_renamed boolean, begun timestamptz, messages jsonb)
  returns void
  language sql set search_path = ''
  -- Parents come before their children in the list. A first message has its own id as its parent.
  as $$
    insert into public.chat_messages (
      id, chat_id, user_id, role, content, parent_id, origin, status, model_id, vendor_id, unavailable_vendor,
      content_format, created_at
    )
    select named.id, chat, caller, m.role, m.content, coalesce(named.parent_id, named.id), 'import',
      coalesce(m.status, 'complete'), m.model_id, m.vendor_id, m.unavailable_vendor,
      coalesce(m.content_format, 'plain'), least(coalesce(m.created_at, begun), now())
    from rows from (
      jsonb_to_recordset(messages) as (
        id uuid, parent_id uuid, role text, content text, status text, model_id text, vendor_id text,
        unavailable_vendor text, content_format text, created_at timestamptz
      )
    ) with ordinality as m (
      id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, created_at, position
    )
    cross join lateral (
      select
        case when is_renamed then md5(caller::text || m.id::text)::uuid else m.id end as id,
        case when is_renamed then md5(caller::text || m.parent_id::text)::uuid else m.parent_id end as parent_id
    ) as named
    order by m.position
  $$;

create function private.import_chat(caller uuid, given jsonb, room bigint) returns jsonb
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
        id, user_id, title, pinned_at, archived_at, created_at, updated_at, model_id, vendor_id, parameters
      )
      values (
        part.chat_id, caller, given ->> 'title',
        -- least() ignores null: a chat that is not pinned would become pinned.
        case when given ->> 'pinned_at' is not null then least((given ->> 'pinned_at')::timestamptz, now()) end,
        case when given ->> 'archived_at' is not null then least((given ->> 'archived_at')::timestamptz, now()) end,
        begun, changed, given ->> 'model_id', given ->> 'vendor_id',
        case when part.is_renamed then private.without_summary(nullif(given -> 'parameters', 'null')) else nullif(given -> 'parameters', 'null') end
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

create function private.drop_import(caller uuid, given jsonb) returns void
  language sql set search_path = ''
  -- A chat is imported completely or not at all: a refused part removes the parts before it.
  as $$
    delete from public.chat_history c using private.chat_imports i
    where i.chat_id = c.id and c.user_id = caller and i.given_id::text = given ->> 'id'
  $$;

create function public.import_chats(chats jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes origin (it would add messages without quota) and times, which clients may not; all of it the
  -- caller's.
  as $$
  declare
    caller constant uuid := auth.uid();
    max_messages constant integer := 100;
    max_bytes constant integer := 524288;
    in_call bigint;
    room bigint;
    given jsonb;
    answer jsonb;
    answers jsonb := '[]';
    reason text;
  begin
    if caller is null then
      raise insufficient_privilege using message = 'Sign in to import chats.';
    end if;
    perform private.check_sender(caller);
    if jsonb_typeof(chats) is distinct from 'array' or jsonb_array_length(chats) > 100 then
      raise invalid_parameter_value using message = 'Send a list of at most 100 chats.';
    end if;
    select coalesce(sum(jsonb_array_length(e -> 'messages')), 0) into in_call
    from jsonb_array_elements(chats) e where jsonb_typeof(e -> 'messages') = 'array';
    -- A single message is always accepted, because it may have a megabyte.
    if in_call > max_messages or (in_call > 1 and octet_length(chats::text) > max_bytes) then
      raise invalid_parameter_value using
        message = 'One call takes at most 100 messages and 512 kB. Send long chats in parts, with offset and total.';
    end if;

    -- Two imports at the same time must not both use the same remaining space.
    perform pg_advisory_xact_lock(hashtextextended(caller::text, 142000));
    select private.copyable_messages(private.plan_of(caller)) - count(*) into room
    from public.chat_messages m where m.user_id = caller and m.origin = 'import';

    for given in select value from jsonb_array_elements(chats) loop
      begin
        answer := private.import_chat(caller, given, room);
        room := room - coalesce((answer ->> 'messages')::integer, 0);
      exception
        -- Only this chat is undone; the others stay.
        when data_exception or integrity_constraint_violation then
          perform private.drop_import(caller, given);
          answer := jsonb_build_object('outcome', 'refused', 'code', 'invalid');
        when raise_exception then
          get stacked diagnostics reason = pg_exception_hint;
          if reason <> 'limit' then
            raise;
          end if;
          perform private.drop_import(caller, given);
          answer := jsonb_build_object('outcome', 'refused', 'code', 'limit');
      end;
      answers := answers || jsonb_build_array(answer || jsonb_build_object('id', given -> 'id'));
    end loop;
    return answers;
  end
  $$;
comment on function public.import_chats(jsonb) is
  'Imports chats [{id, title, created_at, updated_at, pinned_at, archived_at, active_message_id, model_id, vendor_id, parameters, offset, total, messages: [{id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, created_at}]}], each completely or not at all, without quota; at most 100 messages and 512 kB per call, longer chats in parts. Returns [{id, outcome: imported, partial, present or refused, chat_id, code, next, messages, is_hidden}].';

-- Export, and chats that the plan hides. An export is complete: it includes hidden chats.

create function public.export_chats(after uuid default null, only_hidden boolean default false)
  returns table (
    id uuid, title text, created_at timestamptz, updated_at timestamptz, pinned_at timestamptz,
    active_message_id uuid, is_hidden boolean, archived_at timestamptz, model_id text, vendor_id text, parameters jsonb
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show.
  as $$
    select c.id, c.title, c.created_at, c.updated_at, c.pinned_at, c.active_message_id,
      c.updated_at < public.history_since(), c.archived_at, c.model_id, c.vendor_id, c.parameters
    from public.chat_history c
    where c.user_id = auth.uid() and private.may_read()
      and (export_chats.after is null or c.id > export_chats.after)
      and (not export_chats.only_hidden or c.updated_at < public.history_since())
    order by c.id
    limit 500
  $$;
comment on function public.export_chats(uuid, boolean) is
  'The caller''s chats by id, 500 per call, including those that the plan hides; with only_hidden only those.';

create function public.export_messages(chat uuid, after bigint default null) returns table (
    id uuid, parent_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, content_format text, created_at timestamptz, seq bigint
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show. Limited by size too, because a message may have a
  -- megabyte. The first one always comes, so that every call makes progress.
  as $$
    select p.id, p.parent_id, p.role, p.content, p.status, p.model_id, p.vendor_id, p.unavailable_vendor,
      p.content_format, p.created_at, p.seq
    from (
      select m.*, sum(octet_length(m.content)) over (order by m.seq) - octet_length(m.content) as bytes_before
      from public.chat_messages m
      join public.chat_history c on c.id = m.chat_id
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

create function public.count_hidden_chats() returns bigint
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide exactly these rows.
  as $$
    select count(*) from public.chat_history c
    where c.user_id = auth.uid() and c.updated_at < public.history_since() and private.may_read()
  $$;
comment on function public.count_hidden_chats() is 'How many chats the caller''s plan hides.';

create function public.delete_hidden_chats() returns bigint
  language plpgsql security definer set search_path = ''
  -- Definer: the policies hide exactly these rows.
  as $$
  declare
    deleted bigint;
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    end if;
    delete from public.chat_history c where c.user_id = auth.uid() and c.updated_at < public.history_since();
    get diagnostics deleted = row_count;
    return deleted;
  end
  $$;
comment on function public.delete_hidden_chats() is
  'Deletes the chats that the caller''s plan hides; returns how many.';

grant execute on function
  public.app_start(text, integer, integer), public.list_branch(uuid, uuid, integer), public.count_branch(uuid),
  public.find_system_prompt(uuid), public.show_version(uuid), public.delete_version(uuid), public.get_chat_usage(uuid),
  public.fork_chat(uuid, uuid, uuid), public.import_chats(jsonb), public.export_chats(uuid, boolean),
  public.export_messages(uuid, bigint), public.count_hidden_chats(), public.delete_hidden_chats()
  to authenticated;

create trigger check_sender before insert on public.chat_history
  for each row execute function private.check_chat_sender();
create trigger prepare_chat before update on public.chat_history
  for each row execute function private.prepare_chat();
create trigger check_active_message before update of active_message_id on public.chat_history
  for each row
  when (new.active_message_id is not null and new.active_message_id is distinct from old.active_message_id)
  execute function private.check_active_message();
create trigger prepare_message before insert on public.chat_messages
  for each row execute function private.prepare_message();
create trigger follow_messages after insert on public.chat_messages
  referencing new table as added
  for each statement execute function private.follow_messages();
create trigger repair_active_message after delete on public.chat_messages
  referencing old table as deleted
  for each statement execute function private.repair_active_message();
create trigger limit_shared_drafts before insert on public.shared_drafts
  for each row execute function private.limit_shared_drafts();

create trigger count_message after insert on public.chat_messages
  for each row when (new.role = 'user' and new.origin is null)
  execute function private.count_message();

-- Only what clients write themselves counts toward the rate: import and fork are functions that run as the owner.
create trigger add_direct_chats after insert on public.chat_history
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.add_chats('direct');
create trigger add_chats after insert on public.chat_history
  referencing new table as changed for each statement
  when (current_user <> 'authenticated') execute function private.add_chats('internal');
-- Renaming a chat costs the disk as much as a new row.
create trigger count_chat_changes after update on public.chat_history
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.add_chats('direct');
create trigger subtract_chats after delete on public.chat_history
  referencing old table as changed for each statement execute function private.subtract_usage();
create trigger add_direct_messages after insert on public.chat_messages
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.add_content('direct');
create trigger add_messages after insert on public.chat_messages
  referencing new table as changed for each statement
  when (current_user <> 'authenticated') execute function private.add_content('internal');
create trigger subtract_messages after delete on public.chat_messages
  referencing old table as changed for each statement execute function private.subtract_usage();
-- Instructions are content, so they count toward the account's space.
create trigger count_new_parameters after insert on public.chat_history
  for each row when (new.parameters is not null) execute function private.count_parameters();
create trigger count_changed_parameters after update of parameters on public.chat_history
  for each row when (new.parameters is distinct from old.parameters) execute function private.count_parameters();
create trigger count_deleted_parameters after delete on public.chat_history
  for each row when (old.parameters is not null) execute function private.count_parameters();
