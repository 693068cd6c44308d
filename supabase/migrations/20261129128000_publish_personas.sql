-- Personas that administrators publish for everyone, and the persona that a user picks for one message.
-- Table: published_personas.

create table public.published_personas (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name ~ '\S' and char_length(name) <= 60),
  color text not null default 'green' check (color in ('green', 'blue', 'purple', 'red', 'yellow', 'gray')),
  instructions text not null default '' check (char_length(instructions) <= 8000),
  model_id text check (char_length(model_id) <= 200),
  vendor_id text check (char_length(vendor_id) <= 100),
  parameters jsonb not null default '{}'
    check (jsonb_typeof(parameters) = 'object' and octet_length(parameters::text) <= 500),
  starters text[] not null default '{}'
    check (cardinality(starters) <= 4 and octet_length(starters::text) <= 9000 and array_position(starters, null) is null),
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.published_personas is
  'Personas that administrators published. All users can choose and copy them. The columns are those of personas.';
comment on column public.published_personas.revision is
  'Grows with each change. An administrator changes only the revision that they have read.';
create unique index published_personas_name_idx on public.published_personas (lower(name));

-- Who may read and write what

alter table public.published_personas enable row level security;

grant select on table public.published_personas to authenticated;
grant select, insert, update, delete on table public.published_personas to service_role;

create policy "Users can read published personas"
  on public.published_personas for select to authenticated
  using ((select private.may_read()));

create trigger count_revision
  before update of name, color, instructions, model_id, vendor_id, parameters, starters on public.published_personas
  for each row execute function private.count_revision();

-- Admin actions

create function private.published_personas_view() returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(to_jsonb(p) order by lower(p.name)), '[]') from public.published_personas p
  $$;

create function public.list_published_personas(actor jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object('ok', true, 'personas', private.published_personas_view());
  end
  $$;
comment on function public.list_published_personas(jsonb) is 'Lists the published personas by name. {ok, personas}';

create function public.publish_personas(actor jsonb, personas jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    max_personas constant integer := 100;
    max_kilobytes constant integer := 1024;
    given record;
    refused_as text;
  begin
    perform private.begin_admin_action(actor);
    -- One at a time, so that the count, the size and the names are right.
    perform pg_advisory_xact_lock(hashtext('clover.published_personas'));
    for given in
      select * from jsonb_to_recordset(publish_personas.personas) as g (
        id uuid, known_revision integer, name text, color text, instructions text, model_id text, vendor_id text,
        parameters jsonb, starters text[]
      )
    loop
      if given.known_revision is null then
        insert into public.published_personas as p (
          id, name, color, instructions, model_id, vendor_id, parameters, starters
        )
        values (
          given.id, given.name, given.color, given.instructions, given.model_id, given.vendor_id, given.parameters,
          given.starters
        )
        on conflict (id) do nothing;
      else
        update public.published_personas p
        set name = given.name, color = given.color, instructions = given.instructions, model_id = given.model_id,
          vendor_id = given.vendor_id, parameters = given.parameters, starters = given.starters
        where p.id = given.id and p.revision = given.known_revision;
      end if;
      if not found then
        raise exception using hint = 'conflict', message = format(
          'Another administrator has changed the persona "%s". Copy your text, then reload the page.', given.name);
      end if;
      perform private.log_admin_action('persona.publish', null, jsonb_build_object(
        'persona', given.id, 'name', given.name, 'length', char_length(given.instructions)
      ));
    end loop;
    if (select count(*) from public.published_personas) > max_personas then
      raise exception using hint = 'bad_request', message = format(
        'At most %s personas can be published. Remove one first.', max_personas);
    end if;
    -- Each device loads all of them.
    if (
      select sum(octet_length(p.instructions) + octet_length(p.starters::text)) from public.published_personas p
    ) > max_kilobytes * 1024 then
      raise exception using hint = 'bad_request', message = format(
        'Published personas can have %s kB in total. Remove one first.', max_kilobytes);
    end if;
    return jsonb_build_object('ok', true, 'personas', private.published_personas_view());
  exception
    -- Nothing of the request remains.
    when unique_violation then
      return private.refusal('conflict', format(
        'Another published persona is also called "%s". Choose another name.', given.name));
    when raise_exception then
      get stacked diagnostics refused_as = pg_exception_hint;
      return private.refusal(refused_as, sqlerrm);
  end
  $$;
comment on function public.publish_personas(jsonb, jsonb) is
  'Publishes all of the personas [{id, known_revision, name, color, instructions, model_id, vendor_id, parameters, starters}] or none. Without known_revision, a persona is new; otherwise it replaces that revision. {ok, personas}';

create function public.unpublish_persona(actor jsonb, persona_id uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    removed public.published_personas;
  begin
    perform private.begin_admin_action(actor);
    delete from public.published_personas p where p.id = unpublish_persona.persona_id returning * into removed;
    if removed.id is null then
      return private.refusal('not_found', 'This persona is no longer published.');
    end if;
    perform private.log_admin_action('persona.unpublish', null, jsonb_build_object(
      'persona', removed.id, 'name', removed.name
    ));
    return jsonb_build_object('ok', true, 'personas', private.published_personas_view());
  end
  $$;
comment on function public.unpublish_persona(jsonb, uuid) is
  'Removes a published persona. Chats and copies keep its texts. {ok, personas}';

grant execute on function
  private.published_personas_view(), public.list_published_personas(jsonb), public.publish_personas(jsonb, jsonb),
  public.unpublish_persona(jsonb, uuid)
  to service_role;

-- A persona for one message: the message has a copy of its instructions and parameters.

create function private.are_chat_parameters(parameters jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select case
      when parameters is null then true
      when jsonb_typeof(parameters) <> 'object' or parameters = '{}' then false
      when parameters - array[
        'instructions', 'temperature', 'topP', 'maxTokens', 'effort', 'summary', 'accountInstructions', 'persona'
      ] <> '{}' then false
      when coalesce(jsonb_typeof(parameters -> 'instructions'), 'string') <> 'string'
        or coalesce(jsonb_typeof(parameters -> 'effort'), 'string') <> 'string'
        or coalesce(jsonb_typeof(parameters -> 'temperature'), 'number') <> 'number'
        or coalesce(jsonb_typeof(parameters -> 'topP'), 'number') <> 'number'
        or coalesce(jsonb_typeof(parameters -> 'maxTokens'), 'number') <> 'number'
        or coalesce(jsonb_typeof(parameters -> 'accountInstructions'), 'boolean') <> 'boolean'
        or coalesce(jsonb_typeof(parameters -> 'persona'), 'object') <> 'object'
        or coalesce(jsonb_typeof(parameters -> 'summary'), 'object') <> 'object' then false
      when parameters ? 'summary' and (
        coalesce(jsonb_typeof(parameters #> '{summary,before}'), '') <> 'string'
        or coalesce(jsonb_typeof(parameters #> '{summary,text}'), '') <> 'string'
        or coalesce(jsonb_typeof(parameters #> '{summary,isPartial}'), 'boolean') <> 'boolean'
        or (parameters -> 'summary') - array['before', 'text', 'isPartial'] <> '{}') then false
      when parameters ? 'persona' and (
        coalesce(jsonb_typeof(parameters #> '{persona,id}'), '') <> 'string'
        or coalesce(jsonb_typeof(parameters #> '{persona,name}'), '') <> 'string'
        or (parameters -> 'persona') - array['id', 'name'] <> '{}') then false
      else coalesce(parameters ->> 'instructions' ~ '\S', true)
        and coalesce(char_length(parameters ->> 'instructions') <= 8000, true)
        and coalesce(parameters ->> 'effort' in ('off', 'low', 'medium', 'high'), true)
        and coalesce((parameters ->> 'temperature')::numeric between 0 and 2, true)
        and coalesce((parameters ->> 'topP')::numeric between 0 and 1, true)
        and coalesce((parameters ->> 'maxTokens')::numeric between 1 and 1000000, true)
        and coalesce((parameters ->> 'maxTokens')::numeric % 1 = 0, true)
        and coalesce(char_length(parameters #>> '{persona,id}') = 36, true)
        and coalesce(char_length(parameters #>> '{persona,name}') between 1 and 60, true)
        and coalesce(char_length(parameters #>> '{summary,before}') = 36, true)
        and coalesce(parameters #>> '{summary,text}' ~ '\S', true)
        and coalesce(char_length(parameters #>> '{summary,text}') <= 8000, true)
    end
  $$;
comment on function private.are_chat_parameters(jsonb) is 'True if the parameters of a chat or a message are valid, or null.';
grant execute on function private.are_chat_parameters(jsonb) to authenticated, service_role;

alter table public.chat_history drop constraint chat_history_parameters_check;
alter table public.chat_history
  add constraint chat_history_parameters_check check (private.are_chat_parameters(parameters));

alter table public.chat_messages add column parameters jsonb
  constraint chat_messages_parameters_check check (
    private.are_chat_parameters(parameters)
    and (parameters is null or (
      role = 'user' and parameters ? 'persona' and not parameters ?| array['summary', 'accountInstructions']
    ))
  );
comment on column public.chat_messages.parameters is
  '{persona, instructions, temperature, topP, maxTokens, effort}: the persona that the user picked for this message. Replies to it use them instead of those of the chat. Null: the chat''s.';
grant select (parameters), insert (parameters) on table public.chat_messages to authenticated;

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
          sum(
            octet_length(c.content) + coalesce(octet_length(c.reasoning), 0)
            + coalesce(octet_length(c.parameters::text), 0)
          ) as bytes
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
          sum(
            octet_length(c.content) + coalesce(octet_length(c.reasoning), 0)
            + coalesce(octet_length(c.parameters::text), 0)
          ) as bytes
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

-- Its result has another column.
drop function public.list_branch(uuid, uuid, integer);
create function public.list_branch(chat uuid, before uuid default null, max_messages integer default 60)
  returns table (
    id uuid, chat_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, created_at timestamptz, seq bigint, parent_id uuid, versions uuid[],
    reasoning_ms integer, usage jsonb, attachments jsonb, parameters jsonb
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
        case when m.role = 'user' then private.attachments_of(m.id) end, m.parameters
      from branch b
      join public.chat_messages m on m.id = b.id
      left join public.chat_messages p on p.id = m.parent_id
      order by b.place desc;
  end
  $$;
comment on function public.list_branch(uuid, uuid, integer) is
  'The end of an own chat''s active branch, or the messages before one of its messages, in read order, with the ids of each message''s versions, oldest first, and its attachments. Without the reasoning itself, which is read when it is opened.';
grant execute on function public.list_branch(uuid, uuid, integer) to authenticated;

create or replace function public.fork_chat(message uuid, new_chat uuid, since uuid default null) returns uuid
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
      content_format, reasoning, reasoning_ms, usage, parameters, created_at
    )
    select named.id, fork_chat.new_chat, caller, m.role,
      case
        when m.role = 'assistant' and m.content like '%/functions/v1/images/%'
          then private.copy_images(m.content, caller)
        else m.content
      end,
      coalesce(md5(fork_chat.new_chat::text || c.parent_id::text)::uuid, named.id), 'fork', m.status, m.model_id,
      m.vendor_id, m.unavailable_vendor, m.content_format, m.reasoning, m.reasoning_ms, m.usage, m.parameters,
      m.created_at
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

create or replace function private.import_messages(
  caller uuid, chat uuid, is_renamed boolean, begun timestamptz, messages jsonb
) returns void
  language sql set search_path = ''
  -- Parents come before their children in the list. A first message has its own id as its parent.
  as $$
    insert into public.chat_messages (
      id, chat_id, user_id, role, content, parent_id, origin, status, model_id, vendor_id, unavailable_vendor,
      content_format, parameters, created_at
    )
    select named.id, chat, caller, m.role, m.content, coalesce(named.parent_id, named.id), 'import',
      coalesce(m.status, 'complete'), m.model_id, m.vendor_id, m.unavailable_vendor,
      coalesce(m.content_format, 'plain'), m.parameters, least(coalesce(m.created_at, begun), now())
    from rows from (
      jsonb_to_recordset(messages) as (
        id uuid, parent_id uuid, role text, content text, status text, model_id text, vendor_id text,
        unavailable_vendor text, content_format text, parameters jsonb, created_at timestamptz
      )
    ) with ordinality as m (
      id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, parameters,
      created_at, position
    )
    cross join lateral (
      select
        case when is_renamed then md5(caller::text || m.id::text)::uuid else m.id end as id,
        case when is_renamed then md5(caller::text || m.parent_id::text)::uuid else m.parent_id end as parent_id
    ) as named
    order by m.position
  $$;
comment on function public.import_chats(jsonb) is
  'Imports chats [{id, title, created_at, updated_at, pinned_at, archived_at, active_message_id, model_id, vendor_id, parameters, offset, total, messages: [{id, parent_id, role, content, status, model_id, vendor_id, unavailable_vendor, content_format, parameters, created_at}]}], each completely or not at all, without quota; at most 100 messages and 512 kB per call, longer chats in parts. Returns [{id, outcome: imported, partial, present or refused, chat_id, code, next, messages, is_hidden}].';

-- Its result has another column.
drop function public.export_messages(uuid, bigint);
create function public.export_messages(chat uuid, after bigint default null) returns table (
    id uuid, parent_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, content_format text, created_at timestamptz, seq bigint, parameters jsonb
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show. Limited by size too, because a message may have a
  -- megabyte. The first one always comes, so that every call makes progress.
  as $$
    select p.id, p.parent_id, p.role, p.content, p.status, p.model_id, p.vendor_id, p.unavailable_vendor,
      p.content_format, p.created_at, p.seq, p.parameters
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
