-- Two accounts become one: chats go over, the strictest restriction holds, the first account is deleted.
-- Functions (service role only): preview_merge, merge_users.

create function private.merge_refusal(source uuid, target uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return case
      when source = target then private.refusal('bad_request', 'Choose two different accounts.')
      when auth.uid() in (source, target) then private.refusal('self', 'Your own account cannot be merged by you.')
      when private.is_account_admin(source) or private.is_account_admin(target)
        then private.refusal('admin', 'The account of an administrator is never merged. Take the role first.')
      when private.plan_of(target) = 'guest'
        then private.refusal('guest', 'A guest goes after a day. Merge into an account.')
      when (select count(*) from auth.users u where u.id in (source, target) and u.deleted_at is null) < 2
        then private.refusal('not_found', 'One of the accounts is there no more.')
    end;
  end
  $$;

create function private.strictest(standings text[]) returns text
  language sql immutable set search_path = ''
  as $$
    select case when 'banned' = any (standings) then 'banned' when 'restricted' = any (standings) then 'restricted'
      else 'active' end
  $$;

create function public.preview_merge(actor jsonb, source_user uuid, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    refused jsonb;
  begin
    perform private.act_as(actor);
    refused := private.merge_refusal(source_user, target_user);
    if refused is not null then
      return refused;
    end if;
    return jsonb_build_object(
      'ok', true, 'source', private.user_view(source_user), 'target', private.user_view(target_user),
      'moves', jsonb_build_object(
        'chats', (select count(*) from public.chat_history c where c.user_id = source_user),
        'messages', (select count(*) from public.chat_messages m where m.user_id = source_user),
        'images', (select count(*) from public.message_images i where i.user_id = source_user),
        'usage_rows', (select count(*) from public.message_usage u where u.user_id = source_user)
      ),
      'api_keys_ended', (
        select count(*) from public.llm_api_keys k where k.user_id = source_user and k.revoked_at is null
      ),
      'standing', private.strictest(array[private.standing_of(source_user), private.standing_of(target_user)]),
      'plan', case when 'professional' in (private.plan_of(source_user), private.plan_of(target_user))
        then 'professional' else private.plan_of(target_user) end
    );
  end
  $$;
comment on function public.preview_merge(jsonb, uuid, uuid) is
  'What a merge would move. {ok, source, target, moves, api_keys_ended, standing, plan}';

create function private.move_belongings(source uuid, target uuid) returns jsonb
  language plpgsql security definer set search_path = ''
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
    update public.message_images i set user_id = target where i.user_id = source;
    get diagnostics images = row_count;
    update public.message_reservations r set user_id = target where r.user_id = source;

    -- Days are added up, so that two accounts do not make two days' messages.
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
    return jsonb_build_object(
      'chats', chats, 'messages', messages, 'images', images, 'usage_rows', usage_rows
    );
  end
  $$;

create function private.move_standing(source uuid, target uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    source_ban timestamptz;
  begin
    select u.banned_until into source_ban from auth.users u where u.id = source;
    insert into public.user_roles (user_id, role)
    select target, r.role from public.user_roles r
    where r.user_id = source and r.role in ('banned', 'restricted')
    on conflict (user_id, role) do nothing;
    update public.temporary_restrictions t set user_id = target where t.user_id = source;
    perform private.sync_ban(target);
    -- A ban that the auth service alone knows of.
    update auth.users u set banned_until = source_ban
    where u.id = target and source_ban > now() and (u.banned_until is null or u.banned_until < source_ban);

    -- Who paid in either account has paid; nobody pays twice for the same time.
    if private.plan_of(source) = 'professional' then
      insert into public.subscriptions as s (user_id, plan, billing, source, started_at, ends_at)
      select target, o.plan, o.billing, o.source, o.started_at, o.ends_at
      from public.subscriptions o where o.user_id = move_standing.source
      on conflict (user_id) do update
        set plan = excluded.plan, billing = excluded.billing, source = excluded.source,
          started_at = excluded.started_at, ends_at = excluded.ends_at
        where s.plan <> 'professional' or s.ends_at < coalesce(excluded.ends_at, 'infinity');
    end if;
  end
  $$;

create function private.narrow_consent(source uuid, target uuid) returns void
  language plpgsql security definer set search_path = ''
  -- What the source wrote under no consent must not become readable by the target's.
  as $$
  begin
    if not private.consents_to_support(source) then
      update public.support_consent c set is_given = false, changed_at = now()
      where c.user_id = target and c.is_given;
    end if;
  end
  $$;

create function public.merge_users(actor jsonb, source_user uuid, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    refused jsonb;
    moved jsonb;
  begin
    perform private.begin_user_acts(actor);
    refused := private.merge_refusal(source_user, target_user);
    if refused is not null then
      return refused;
    end if;
    -- Who is sending holds his chat and then asks for his account, so the chats are taken first and nobody waits in a
    -- circle. With the accounts held, no message and no chat can come to the source any more.
    perform from public.chat_history c where c.user_id = source_user order by c.id for update;
    perform from auth.users u where u.id in (source_user, target_user) order by u.id for update;
    refused := private.merge_refusal(source_user, target_user);
    if refused is not null then
      return refused;
    end if;

    perform private.move_standing(source_user, target_user);
    perform private.narrow_consent(source_user, target_user);
    moved := private.move_belongings(source_user, target_user);
    delete from auth.users u where u.id = source_user;
    perform private.log_admin_act(
      'user.merge', target_user, moved || jsonb_build_object('source', source_user)
    );
    perform private.log_admin_act('user.merged-away', source_user, jsonb_build_object('target', target_user));
    return jsonb_build_object('ok', true, 'target', private.user_view(target_user), 'moved', moved);
  end
  $$;
comment on function public.merge_users(jsonb, uuid, uuid) is
  'Moves what the source holds to the target and deletes the source, whole or not at all. {ok, target, moved}';

revoke execute on function
  private.merge_refusal(uuid, uuid), private.strictest(text[]), private.move_belongings(uuid, uuid),
  private.move_standing(uuid, uuid), private.narrow_consent(uuid, uuid), public.preview_merge(jsonb, uuid, uuid), public.merge_users(jsonb, uuid, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.preview_merge(jsonb, uuid, uuid), public.merge_users(jsonb, uuid, uuid)
  to service_role;
