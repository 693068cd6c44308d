-- What administrators do with accounts: each act checks, locks, acts and logs in one transaction.
-- Functions (service role only): act_on_user, begin_user_creation, finish_user_creation.

create function private.sync_ban(target uuid) returns void
  language plpgsql security definer set search_path = ''
  -- The auth service asks its own column at sign-in and refresh. A hundred years stand for ever: its parser knows no
  -- infinity.
  as $$
  declare
    until timestamptz;
  begin
    until := case
      when exists (select from public.user_roles r where r.user_id = target and r.role = 'banned')
      then now() + interval '100 years'
      else (
        select max(t.expires_at) from public.temporary_restrictions t
        where t.user_id = target and t.is_active and t.restriction_type = 'ban' and t.expires_at > now()
      )
    end;
    update auth.users u set banned_until = until
    where u.id = target and u.banned_until is distinct from until;
  end
  $$;

create function private.set_role(target uuid, role_name text, granted boolean, reason text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    is_changed boolean;
  begin
    if granted then
      insert into public.user_roles (user_id, role) values (target, role_name)
      on conflict (user_id, role) do nothing;
    else
      delete from public.user_roles r where r.user_id = target and r.role = role_name;
    end if;
    is_changed := found;
    if role_name = 'banned' then
      perform private.sync_ban(target);
    end if;
    if is_changed then
      perform private.log_admin_act(
        case when granted then 'user.grant-role' else 'user.revoke-role' end, target,
        jsonb_strip_nulls(jsonb_build_object('role', role_name, 'reason', nullif(reason, '')))
      );
    end if;
    return null;
  end
  $$;

create function private.set_plan(target uuid, plan_name text, ends_at timestamptz) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.plan_of(target) = 'guest' then
      return private.refusal('guest', 'A guest has no plan of an account.');
    elsif set_plan.ends_at <= now() then
      return private.refusal('bad_request', 'The end of the plan must be ahead.');
    end if;
    insert into public.subscriptions as s (user_id, plan, source, ends_at)
    values (target, plan_name, 'admin', set_plan.ends_at)
    on conflict (user_id) do update
      set plan = excluded.plan, billing = null, source = 'admin', started_at = now(), ends_at = excluded.ends_at;
    perform private.log_admin_act(
      'user.set-plan', target,
      jsonb_strip_nulls(jsonb_build_object('plan', plan_name, 'ends_at', set_plan.ends_at))
    );
    return null;
  end
  $$;

create function private.restrict(target uuid, restriction_type text, reason text, expires_at timestamptz) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if restrict.expires_at is null or restrict.expires_at < now() + interval '1 minute' then
      return private.refusal('bad_request', 'The end of the restriction must be ahead, by a minute at least.');
    elsif restrict.expires_at > now() + interval '10 years' then
      return private.refusal('bad_request', 'A restriction lasts ten years at most. Use the role for ever.');
    end if;
    insert into public.temporary_restrictions (user_id, restriction_type, reason, expires_at, created_by)
    values (target, restrict.restriction_type, restrict.reason, restrict.expires_at, auth.uid());
    perform private.sync_ban(target);
    perform private.log_admin_act('user.restrict', target, jsonb_build_object(
      'restriction_type', restrict.restriction_type, 'reason', restrict.reason, 'expires_at', restrict.expires_at
    ));
    return null;
  end
  $$;

create function private.lift(target uuid, restriction uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    lifted integer;
    roles text[] := '{}';
  begin
    update public.temporary_restrictions t set is_active = false
    where t.user_id = target and t.is_active and (lift.restriction is null or t.id = lift.restriction);
    get diagnostics lifted = row_count;
    if lift.restriction is null then
      with gone as (
        delete from public.user_roles r where r.user_id = target and r.role in ('banned', 'restricted')
        returning r.role
      )
      select coalesce(array_agg(g.role order by g.role), '{}') into roles from gone g;
      update auth.users u set banned_until = null where u.id = target and u.banned_until is not null;
    elsif lifted = 0 then
      return private.refusal('not_found', 'This restriction was lifted already.');
    else
      perform private.sync_ban(target);
    end if;
    perform private.log_admin_act(
      'user.lift', target, jsonb_build_object('restrictions', lifted, 'roles', to_jsonb(roles))
    );
    return null;
  end
  $$;

create function private.force_password_reset(target uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.plan_of(target) = 'guest' then
      return private.refusal('guest', 'A guest has no password.');
    end if;
    insert into public.user_verification_status as v (user_id, forced_password_reset, forced_password_reset_at)
    values (target, true, now())
    on conflict (user_id) do update set forced_password_reset = true, forced_password_reset_at = now();
    delete from auth.sessions s where s.user_id = target;
    perform private.log_admin_act('user.reset-password', target, '{}');
    return null;
  end
  $$;

create function private.set_verified(target uuid, verified boolean) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.plan_of(target) = 'guest' then
      return private.refusal('guest', 'A guest has no e-mail address.');
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

create function private.delete_account(target uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Everything that is the account's goes with it, by cascade; the log stays.
    delete from auth.users u where u.id = target;
    perform private.log_admin_act('user.delete', target, '{}');
    return null;
  end
  $$;

create function private.lock_user(target uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform from auth.users u where u.id = target and u.deleted_at is null for no key update;
    if not found then
      return private.refusal('not_found', 'This account is there no more.');
    end if;
    return null;
  end
  $$;
comment on function private.lock_user(uuid) is 'Holds the account until the end of the act; a refusal where there is none.';

create function private.apply_user_act(target uuid, act jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    kind constant text := act ->> 'type';
    hint text;
    refused jsonb;
  begin
    -- Nobody shuts himself out by a slip, and nobody makes himself anything.
    if target = auth.uid() and kind in ('set-role', 'restrict', 'lift', 'delete', 'reset-password', 'set-plan') then
      return private.refusal('self', 'You cannot do this to your own account.');
    end if;
    refused := private.lock_user(target);
    if refused is not null then
      return refused;
    end if;
    return case kind
      when 'set-role' then private.set_role(target, act ->> 'role', (act ->> 'granted')::boolean, act ->> 'reason')
      when 'set-plan' then private.set_plan(target, act ->> 'plan', (act ->> 'ends_at')::timestamptz)
      when 'restrict' then
        private.restrict(target, act ->> 'restriction_type', act ->> 'reason', (act ->> 'expires_at')::timestamptz)
      when 'lift' then private.lift(target, (act ->> 'restriction')::uuid)
      when 'reset-password' then private.force_password_reset(target)
      when 'set-verified' then private.set_verified(target, (act ->> 'verified')::boolean)
      when 'delete' then private.delete_account(target)
      else private.refusal('bad_request', 'There is no such act.')
    end;
  exception
    -- What the rules of the tables refuse: the last administrator, a guest as administrator. Undone so far.
    when raise_exception then
      get stacked diagnostics hint = pg_exception_hint;
      if hint in ('last_admin', 'guest') then
        return private.refusal(hint, sqlerrm);
      end if;
      raise;
  end
  $$;
comment on function private.apply_user_act(uuid, jsonb) is
  'One act on one account, whole or not at all: null, or a refusal. The caller holds private.begin_user_acts.';

create function private.begin_user_acts(actor jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Before the check of who acts: of two administrators who demote each other, the second must see that he is none
    -- any more. The trigger that keeps the last one takes the same lock, so nobody waits in a circle.
    perform pg_advisory_xact_lock(hashtext('clover.last_admin'));
    perform private.act_as(actor);
  end
  $$;

create function public.act_on_user(actor jsonb, target_user uuid, act jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    refused jsonb;
  begin
    perform private.begin_user_acts(actor);
    refused := private.apply_user_act(target_user, act);
    return coalesce(refused, jsonb_build_object(
      'ok', true, 'id', target_user, 'user', private.user_view(target_user)
    ));
  end
  $$;
comment on function public.act_on_user(jsonb, uuid, jsonb) is
  'One act on one account: {type: set-role, role, granted, reason}, {type: set-plan, plan, ends_at}, {type: restrict, restriction_type, reason, expires_at}, {type: lift, restriction}, {type: reset-password}, {type: set-verified, verified}, {type: delete}. {ok, id, user}';

create function public.begin_user_creation(actor jsonb, new_user uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- The auth service makes the account, so the log has a beginning and an end.
  as $$
  begin
    perform private.act_as(actor);
    if exists (select from auth.users u where u.id = new_user) then
      -- Only what an earlier try began: whose id was typed by mistake keeps his roles.
      if not exists (
        select from public.user_activity_logs l where l.user_id = new_user and l.action_type = 'user.create-started'
      ) then
        return private.refusal('conflict', 'There is another account with this id. Try again.');
      end if;
      return jsonb_build_object('ok', true, 'is_there', true);
    end if;
    perform private.log_admin_act('user.create-started', new_user, '{}');
    return jsonb_build_object('ok', true, 'is_there', false);
  end
  $$;

create function public.finish_user_creation(
  actor jsonb, new_user uuid, failure text, roles text[] default '{}', plan text default 'starter'
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    each text;
    refused jsonb;
    roles_error text;
  begin
    perform private.begin_user_acts(actor);
    if failure is not null then
      perform private.log_admin_act('user.create-failed', new_user, jsonb_build_object('code', failure));
      return jsonb_build_object('ok', true);
    end if;
    if not exists (
      select from public.user_activity_logs l where l.user_id = new_user and l.action_type = 'user.create'
    ) then
      perform private.log_admin_act('user.create', new_user, jsonb_build_object('roles', to_jsonb(roles)));
    end if;
    foreach each in array roles loop
      refused := private.apply_user_act(
        new_user, jsonb_build_object('type', 'set-role', 'role', each, 'granted', true)
      );
      roles_error := coalesce(roles_error, refused ->> 'message');
    end loop;
    if plan <> 'starter' then
      refused := private.apply_user_act(new_user, jsonb_build_object('type', 'set-plan', 'plan', plan));
    end if;
    return jsonb_build_object('ok', true, 'user', private.user_view(new_user), 'roles_error', roles_error);
  end
  $$;
comment on function public.begin_user_creation(jsonb, uuid) is
  'Notes that an account is about to be made. {ok, is_there}: whether an earlier try has made it already';
comment on function public.finish_user_creation(jsonb, uuid, text, text[], text) is
  'Notes that it was made, with its roles and its plan, or the code of the failure. {ok, user, roles_error}';

revoke execute on function
  private.sync_ban(uuid), private.set_role(uuid, text, boolean, text), private.set_plan(uuid, text, timestamptz),
  private.restrict(uuid, text, text, timestamptz), private.lift(uuid, uuid), private.force_password_reset(uuid),
  private.set_verified(uuid, boolean), private.delete_account(uuid), private.lock_user(uuid),
  private.apply_user_act(uuid, jsonb), private.begin_user_acts(jsonb), public.act_on_user(jsonb, uuid, jsonb),
  public.begin_user_creation(jsonb, uuid), public.finish_user_creation(jsonb, uuid, text, text[], text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.act_on_user(jsonb, uuid, jsonb), public.begin_user_creation(jsonb, uuid),
  public.finish_user_creation(jsonb, uuid, text, text[], text)
  to service_role;
