-- The read-only look at an account: 60 minutes, one at a time, each page of it logged.
-- Functions (service role only): begin_view, current_view, end_view, view_account.

create function private.view_session(session public.user_sessions) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', session.id, 'user_id', session.user_id, 'created_at', session.created_at, 'expires_at', session.expires_at
    )
  $$;

create function private.is_account_admin(target uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from public.user_roles r where r.user_id = target and r.role = 'admin') $$;

create function private.close_overdue_views() returns void
  language sql security definer set search_path = ''
  as $$
    update public.user_sessions s set is_active = false, ended_at = s.expires_at
    where s.admin_id = auth.uid() and s.is_active and s.expires_at <= now()
  $$;

create function public.begin_view(actor jsonb, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    session public.user_sessions;
    refused jsonb;
  begin
    perform private.act_as(actor);
    refused := case
      when target_user = auth.uid() then private.refusal('self', 'This is your own account: open the chat.')
      else private.lock_user(target_user)
    end;
    if refused is not null then
      return refused;
    elsif private.is_account_admin(target_user) then
      return private.refusal('admin', 'The account of an administrator is never viewed.');
    end if;
    perform private.close_overdue_views();
    -- The unique index decides between two requests at once.
    insert into public.user_sessions (user_id, admin_id) values (target_user, auth.uid())
    on conflict (admin_id) where is_active do nothing
    returning * into session;
    if session.id is null then
      return private.refusal('nested', 'You are viewing an account already. End that view first.');
    end if;
    perform private.log_admin_act('user.impersonate', target_user, jsonb_build_object('session', session.id));
    return jsonb_build_object(
      'ok', true, 'session', private.view_session(session), 'user', private.user_view(target_user)
    );
  end
  $$;
comment on function public.begin_view(jsonb, uuid) is
  'Begins a read-only look at an account, for 60 minutes. Never of an administrator, never two at once. {ok, session, user}';

create function public.current_view(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    session public.user_sessions;
  begin
    perform private.act_as(actor);
    select * into session from public.user_sessions s
    where s.admin_id = auth.uid() and s.is_active and s.expires_at > now();
    return jsonb_build_object(
      'ok', true, 'session', case when found then private.view_session(session) end,
      'user', private.user_view(session.user_id)
    );
  end
  $$;
comment on function public.current_view(jsonb) is 'The own look that is open. {ok, session, user}, both null where there is none';

create function public.end_view(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    ended public.user_sessions;
  begin
    perform private.act_as(actor);
    perform private.close_overdue_views();
    update public.user_sessions s set is_active = false, ended_at = now()
    where s.admin_id = auth.uid() and s.is_active
    returning * into ended;
    if found then
      perform private.log_admin_act(
        'user.end-impersonation', ended.user_id, jsonb_build_object('session', ended.id)
      );
    end if;
    return jsonb_build_object('ok', true, 'ended', ended.id is not null);
  end
  $$;
comment on function public.end_view(jsonb) is 'Ends the own look that is open. {ok, ended}';

create function private.viewed_chats(target uuid, before uuid, consents boolean) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', c.id, 'title', case when consents then c.title end,
      'messages', (select count(*) from public.chat_messages m where m.chat_id = c.id),
      'created_at', c.created_at, 'updated_at', c.updated_at
    ) order by c.updated_at desc, c.id desc), '[]')
    from (
      select * from public.chat_history h
      where h.user_id = target and (viewed_chats.before is null or (h.updated_at, h.id) < (
        select b.updated_at, b.id from public.chat_history b where b.id = viewed_chats.before and b.user_id = target
      ))
      order by h.updated_at desc, h.id desc limit 51
    ) c
  $$;

create function private.viewed_messages(target uuid, chat uuid, before uuid, consents boolean) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', m.id, 'role', m.role, 'content', case when consents and m.content_format = 'plain' then m.content end,
      'length', char_length(m.content), 'status', m.status, 'model_id', m.model_id, 'vendor_id', m.vendor_id,
      'created_at', m.created_at
    ) order by m.created_at desc, m.seq desc), '[]')
    from (
      select * from public.chat_messages n
      where n.chat_id = viewed_messages.chat and n.user_id = target
        and (viewed_messages.before is null or (n.created_at, n.seq) < (
          select b.created_at, b.seq from public.chat_messages b
          where b.id = viewed_messages.before and b.chat_id = viewed_messages.chat
        ))
      order by n.created_at desc, n.seq desc limit 51
    ) m
  $$;

create function public.view_account(
  actor jsonb, view_id uuid, page text, chat uuid default null, before uuid default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- No policy gives administrators chats: this is the one way, and it withholds titles and texts without consent.
  as $$
  declare
    session public.user_sessions;
    consents boolean;
    rows jsonb;
  begin
    perform private.act_as(actor);
    select * into session from public.user_sessions s
    where s.id = view_account.view_id and s.admin_id = auth.uid() and s.is_active and s.expires_at > now();
    if not found or private.is_account_admin(session.user_id) then
      return private.refusal('view_over', 'This view is over. Begin a new one to go on.');
    end if;
    consents := private.consents_to_support(session.user_id);
    perform private.log_admin_act('user.view', session.user_id, jsonb_strip_nulls(jsonb_build_object(
      'session', session.id, 'page', view_account.page, 'chat', view_account.chat, 'with_text', consents
    )));
    if view_account.page = 'account' then
      return jsonb_build_object(
        'ok', true, 'page', 'account', 'consents', consents, 'user', private.user_view(session.user_id),
        'chats', (select count(*) from public.chat_history c where c.user_id = session.user_id),
        'messages', (select count(*) from public.chat_messages m where m.user_id = session.user_id)
      );
    end if;
    rows := case view_account.page
      when 'chats' then private.viewed_chats(session.user_id, view_account.before, consents)
      else private.viewed_messages(session.user_id, view_account.chat, view_account.before, consents)
    end;
    return jsonb_build_object(
      'ok', true, 'page', view_account.page, 'consents', consents, view_account.page, rows - 50,
      'has_more', jsonb_array_length(rows) > 50
    );
  end
  $$;
comment on function public.view_account(jsonb, uuid, text, uuid, uuid) is
  'One page of a look: account, chats or messages, 50 rows, newest first; logged. {ok, page, consents, …, has_more}';

revoke execute on function
  private.view_session(public.user_sessions), private.is_account_admin(uuid), private.close_overdue_views(),
  private.viewed_chats(uuid, uuid, boolean), private.viewed_messages(uuid, uuid, uuid, boolean),
  public.begin_view(jsonb, uuid), public.current_view(jsonb), public.end_view(jsonb),
  public.view_account(jsonb, uuid, text, uuid, uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.begin_view(jsonb, uuid), public.current_view(jsonb), public.end_view(jsonb),
  public.view_account(jsonb, uuid, text, uuid, uuid)
  to service_role;
