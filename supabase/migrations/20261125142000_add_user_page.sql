-- What the page of an account shows: messages left today, sessions and usage by day. Administrators can end a session.

create or replace function public.show_user(actor jsonb, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads auth tables and writes the log.
  as $$
  begin
    perform private.begin_admin_action(actor);
    if private.user_view(target_user) is null then
      return private.refusal('not_found', 'This account no longer exists.');
    end if;
    -- Users can see when an administrator looked at their account, so looking is logged.
    perform private.log_admin_action('user.show', target_user, '{}');
    return jsonb_build_object(
      'ok', true, 'user', private.user_view(target_user),
      'budget', (select to_jsonb(b) from private.budget_of(target_user) b),
      'messages', jsonb_build_object(
        'allowed', private.messages_per_day(private.plan_of(target_user)),
        'used', coalesce((
          select c.used from private.message_counts c
          where c.user_id = target_user and c.usage_day = private.today()
        ), 0)
      ),
      'chats', (select count(*) from public.chat_history c where c.user_id = target_user),
      'api_keys', (
        select count(*) from public.llm_api_keys k where k.user_id = target_user and k.revoked_at is null
      ),
      -- Without addresses: ending a session does not need them.
      'sessions', coalesce((
        select jsonb_agg(to_jsonb(listed) order by listed.last_active_at desc, listed.id)
        from (
          select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at) as last_active_at,
            s.user_agent
          from auth.sessions s where s.user_id = target_user order by 3 desc, s.id limit 100
        ) listed
      ), '[]'::jsonb),
      'usage', coalesce((
        select jsonb_agg(to_jsonb(d) order by d.day)
        from (
          select u.usage_day as day, sum(u.requests) as requests, sum(u.prompt_tokens) as prompt_tokens,
            sum(u.completion_tokens) as completion_tokens, sum(u.cost) as cost
          from public.message_usage u
          where u.user_id = target_user and u.usage_day > private.today() - 731
          group by u.usage_day
        ) d
      ), '[]'::jsonb),
      'has_second_factor', private.has_second_factor(target_user),
      'consents_to_support', private.consents_to_support(target_user)
    );
  end
  $$;
comment on function public.show_user(jsonb, uuid) is
  'Shows one account with its budget, messages of today, sessions (used last, at most 100), usage by UTC day of two years and counts, logged. {ok, user, budget, messages, chats, api_keys, sessions, usage, has_second_factor, consents_to_support}';

create function public.end_user_session(actor jsonb, target_user uuid, session_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; deletes from auth.sessions and writes the log.
  as $$
  begin
    perform private.begin_admin_action(actor);
    if target_user = auth.uid() then
      return private.refusal('self', 'End your own sessions in your settings.');
    end if;
    delete from auth.sessions s where s.id = end_user_session.session_id and s.user_id = target_user;
    if not found then
      return private.refusal('not_found', 'This session has already ended.');
    end if;
    perform private.log_admin_action('user.end-session', target_user, '{}');
    return jsonb_build_object('ok', true, 'id', session_id);
  end
  $$;
comment on function public.end_user_session(jsonb, uuid, uuid) is 'Signs an account out of one session, logged. {ok, id}';

grant execute on function public.end_user_session(jsonb, uuid, uuid) to service_role;
