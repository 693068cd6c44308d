-- No act of an administrator may lead to somebody's chats, alone or with others (docs/security.md lists them all).
-- Chats move only if the owner of the source account agreed, and an address that an administrator verifies opens
-- through its mailbox alone.
-- Tables: private.merge_requests. Functions: ask_merge (service role only), my_merge_request, answer_merge_request;
-- preview_merge, merge_users and private.set_verified once more.

create table private.merge_requests (
  source_user uuid primary key references auth.users (id) on delete cascade,
  target_user uuid not null references auth.users (id) on delete cascade,
  target_email text not null,
  asked_at timestamptz not null default now(),
  agreed_at timestamptz
);
create index merge_requests_target_user_idx on private.merge_requests (target_user);
comment on table private.merge_requests is
  'Merges that administrators ask for. The owner of the source agrees or declines while signed in to it.';
comment on column private.merge_requests.target_email is
  'The address that the owner saw. If the target gets another one, the agreement is void.';
alter table private.merge_requests enable row level security;
revoke all on table private.merge_requests from public, anon, authenticated, service_role;

create function private.merge_needs_consent(source uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.chat_history c where c.user_id = source)
      or exists (select from public.message_images i where i.user_id = source)
  $$;

create function private.merge_consent(source uuid, target uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select case
      when not private.merge_needs_consent(source) then 'not_needed'
      else coalesce((
        select case when r.agreed_at > now() - interval '30 days' then 'given' when r.agreed_at is null then 'asked' end
        from private.merge_requests r join auth.users u on u.id = r.target_user
        where r.source_user = source and r.target_user = target and r.target_email = u.email
      ), 'needed')
    end
  $$;
comment on function private.merge_consent(uuid, uuid) is
  'not_needed: the source has no chats. given, asked, or needed: not asked, declined, older than 30 days, or another address.';

create or replace function public.preview_merge(actor jsonb, source_user uuid, target_user uuid) returns jsonb
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
      'consent', private.merge_consent(source_user, target_user),
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
  'What a merge would move, and whether its owner agreed. {ok, source, target, consent, moves, api_keys_ended, standing, plan}';

create function public.ask_merge(actor jsonb, source_user uuid, target_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    refused jsonb;
  begin
    perform private.begin_user_acts(actor);
    refused := private.merge_refusal(source_user, target_user);
    if refused is not null then
      return refused;
    end if;
    if private.merge_consent(source_user, target_user) = 'needed' then
      insert into private.merge_requests as r (source_user, target_user, target_email)
      select ask_merge.source_user, u.id, u.email from auth.users u where u.id = ask_merge.target_user
      on conflict on constraint merge_requests_pkey do update
        set target_user = excluded.target_user, target_email = excluded.target_email, asked_at = now(),
          agreed_at = null;
      perform private.log_admin_act(
        'user.ask-merge', ask_merge.source_user, jsonb_build_object('target', ask_merge.target_user)
      );
    end if;
    return jsonb_build_object('ok', true, 'consent', private.merge_consent(source_user, target_user));
  end
  $$;
comment on function public.ask_merge(jsonb, uuid, uuid) is
  'Asks the owner of the source on the account page whether its chats may move. {ok, consent}';

create function public.my_merge_request() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'target', r.target_user, 'target_email', r.target_email, 'asked_at', r.asked_at, 'agreed_at', r.agreed_at
    )
    from private.merge_requests r join auth.users u on u.id = r.target_user
    where r.source_user = auth.uid() and u.email = r.target_email and private.may_read()
  $$;
comment on function public.my_merge_request() is
  'The merge that an administrator asks the caller to agree to: {target, target_email, asked_at, agreed_at}, or null.';

create function public.answer_merge_request(target uuid, agrees boolean) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: the log keeps what the owner answered. The target is named, so that nobody agrees to a request that
  -- replaced the one on screen.
  as $$
  declare
    answered boolean;
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    end if;
    if agrees then
      update private.merge_requests r set agreed_at = now()
      where r.source_user = auth.uid() and r.target_user = answer_merge_request.target
        and r.target_email = (select u.email from auth.users u where u.id = answer_merge_request.target);
    else
      delete from private.merge_requests r
      where r.source_user = auth.uid() and r.target_user = answer_merge_request.target;
    end if;
    answered := found;
    if answered then
      perform private.log_own_act(
        'account.answer-merge',
        jsonb_build_object('target', answer_merge_request.target, 'agrees', coalesce(agrees, false)), auth.uid()
      );
    end if;
    return answered;
  end
  $$;
comment on function public.answer_merge_request(uuid, boolean) is
  'Agrees to the merge of the caller''s account into the named one, or declines it; false where it is no longer asked for.';

create or replace function public.merge_users(actor jsonb, source_user uuid, target_user uuid) returns jsonb
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
    -- A sender locks the chat and then the account, so the chats are locked first: no deadlock. Once the accounts are
    -- locked, no message and no chat can be added to the source.
    perform from public.chat_history c where c.user_id = source_user order by c.id for update;
    perform from auth.users u where u.id in (source_user, target_user) order by u.id for update;
    perform from private.merge_requests r where r.source_user = merge_users.source_user for update;
    refused := private.merge_refusal(source_user, target_user);
    if refused is null and private.merge_consent(source_user, target_user) not in ('not_needed', 'given') then
      refused := private.refusal(
        'consent_needed', 'The owner of this account must agree first. Ask them: the request appears on their account page.'
      );
    end if;
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

create or replace function private.set_verified(target uuid, verified boolean) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.plan_of(target) = 'guest' then
      return private.refusal('guest', 'A guest has no e-mail address.');
    elsif not verified and private.is_account_admin(target) then
      return private.refusal('admin', 'The address of an administrator stays verified. Take the role first.');
    end if;
    if verified and exists (select from auth.users u where u.id = target and u.email_confirmed_at is null) then
      -- Whoever signed up with this address has not proved that it is theirs: it may have been the administrator.
      -- Their password and sessions must not open what the owner of the mailbox writes later.
      update auth.users u set encrypted_password = null where u.id = target;
      delete from auth.sessions s where s.user_id = target;
    end if;
    update auth.users u set email_confirmed_at = case when verified then coalesce(u.email_confirmed_at, now()) end
    where u.id = target;
    insert into public.user_verification_status as v (user_id, email_verified, email_verified_at)
    values (target, verified, case when verified then now() end)
    on conflict (user_id) do update
      set email_verified = excluded.email_verified, email_verified_at = excluded.email_verified_at;
    update auth.identities i
    set identity_data = i.identity_data || jsonb_build_object('email_verified', verified)
    where i.user_id = target and i.provider = 'email';
    perform private.log_admin_act('user.set-verified', target, jsonb_build_object('verified', verified));
    return null;
  end
  $$;

revoke execute on function
  private.merge_needs_consent(uuid), private.merge_consent(uuid, uuid), public.ask_merge(jsonb, uuid, uuid),
  public.my_merge_request(), public.answer_merge_request(uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.ask_merge(jsonb, uuid, uuid) to service_role;
grant execute on function public.my_merge_request(), public.answer_merge_request(uuid, boolean) to authenticated;

create or replace function public.my_access_receipts(before uuid default null, max_results integer default 50)
  returns table (id uuid, action_type text, reason text, created_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  -- Definer: the log is the administrators' to read. Which administrator it was is not shown, nor from where.
  as $$
  begin
    if not private.may_read() then
      return;
    end if;
    return query
      select l.id, l.action_type, l.action_details ->> 'reason', l.created_at
      from public.user_activity_logs l
      where l.admin_id is not null and l.admin_id <> auth.uid()
        and (
          l.user_id = auth.uid()
          -- What everybody sends goes to another provider from then on.
          or (
            l.user_id is null
            and (
              l.action_type = 'vendor.activate'
              or (l.action_type = 'vendor.save' and l.action_details -> 'changed' ? 'endpoint_url')
            )
            and l.created_at >= (select u.created_at from auth.users u where u.id = auth.uid())
          )
        )
        and (
          my_access_receipts.before is null
          or (l.created_at, l.id) < (
            select o.created_at, o.id from public.user_activity_logs o where o.id = my_access_receipts.before
          )
        )
      order by l.created_at desc, l.id desc
      limit least(greatest(coalesce(max_results, 50), 0), 200);
  end
  $$;
comment on function public.my_access_receipts(uuid, integer) is
  'When administrators viewed, changed or exported the caller''s account or changed which provider answers, newest first, at most 200 a call: those before the receipt with the id before.';
