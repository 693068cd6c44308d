-- Merging accounts also moves instructions, personas, prompts and projects. They are as private as chats, so they also
-- need the owner's consent. No tables.

create or replace function private.merge_needs_consent(source uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (select from public.chat_history c where c.user_id = source)
      or exists (select from public.message_images i where i.user_id = source)
      or exists (select from public.account_instructions i where i.user_id = source)
      or exists (select from public.personas p where p.user_id = source)
      or exists (select from public.saved_prompts p where p.user_id = source)
      or exists (select from public.projects p where p.user_id = source)
  $$;
comment on function private.merge_consent(uuid, uuid) is
  'not_needed: nothing that the user of the source wrote would move. given, asked, or needed: never asked, declined, older than 30 days, or for another email address.';

create function private.move_prompts(source uuid, target uuid) returns void
  language plpgsql set search_path = ''
  -- Both accounts may use a name. Then the moved prompt gets another one.
  as $$
  declare
    moved public.saved_prompts;
    free_name text;
    number integer;
  begin
    for moved in select * from public.saved_prompts p where p.user_id = source order by p.name loop
      free_name := moved.name;
      number := 1;
      while exists (
        select from public.saved_prompts p
        where p.user_id = target and lower(p.name) = lower(free_name)
      ) loop
        number := number + 1;
        free_name := left(moved.name, 55) || '-' || number;
      end loop;
      update public.saved_prompts p set user_id = target, name = free_name where p.id = moved.id;
    end loop;
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
    -- If both accounts have instructions, those of the target stay.
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
