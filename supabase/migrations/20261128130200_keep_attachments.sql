-- Forks keep the files of their messages, and the export of an account lists all of its files. No tables.

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
      fork_chat.new_chat, caller, source.title, source.project_id, source.model_id, source.vendor_id, source.parameters
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

create or replace function public.export_account() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads the row of auth.users, and beyond what the plan shows.
  as $$
  declare
    owner constant uuid := auth.uid();
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    end if;
    return jsonb_build_object(
      'account', (
        select jsonb_build_object(
          'id', u.id, 'email', u.email, 'name', u.raw_user_meta_data ->> 'name', 'created_at', u.created_at,
          'last_sign_in_at', u.last_sign_in_at, 'is_guest', u.is_anonymous
        )
        from auth.users u where u.id = owner
      ),
      'plan', public.current_plan(),
      'subscription', (
        select to_jsonb(s) - 'user_id' from public.subscriptions s where s.user_id = owner
      ),
      'roles', coalesce(
        (select jsonb_agg(r.role order by r.role) from public.user_roles r where r.user_id = owner), '[]'
      ),
      'verification', (
        select to_jsonb(v) - 'id' - 'user_id' from public.user_verification_status v where v.user_id = owner
      ),
      'support_consent', coalesce(
        (select c.is_given from public.support_consent c where c.user_id = owner), false
      ),
      'api_keys', coalesce(
        (
          select jsonb_agg(to_jsonb(k) - 'user_id' - 'key_hash' order by k.created_at)
          from public.llm_api_keys k where k.user_id = owner
        ), '[]'
      ),
      'sessions', coalesce((select jsonb_agg(to_jsonb(l)) from public.list_sessions() l), '[]'),
      'usage', coalesce(
        (
          select jsonb_agg(to_jsonb(m) - 'user_id' order by m.usage_day, m.model_id)
          from public.message_usage m where m.user_id = owner
        ), '[]'
      ),
      'images', coalesce(
        (
          select jsonb_agg(
            jsonb_build_object('id', i.id, 'content_type', i.content_type, 'message_id', i.message_id,
              'created_at', i.created_at)
            order by i.created_at, i.id
          )
          from public.message_images i where i.user_id = owner
        ), '[]'
      ),
      'files', coalesce(
        (
          select jsonb_agg(
            jsonb_build_object('id', a.id, 'chat_id', a.chat_id, 'message_id', a.message_id, 'position', a.position,
              'name', a.name, 'media_type', a.media_type, 'size', a.size, 'object_path', a.object_path,
              'created_at', a.created_at)
            order by a.created_at, a.message_id, a.position
          )
          from public.message_attachments a where a.user_id = owner
        ), '[]'
      ),
      'access_receipts', coalesce(
        (select jsonb_agg(to_jsonb(a)) from public.my_access_receipts(max_results => 200) a), '[]'
      )
    );
  end
  $$;
