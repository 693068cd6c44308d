-- Acts of administrators: who acts, from where, and the one check that each act begins with.
-- Functions: private.act_as; private.log_admin_act now notes where the act came from.
--
-- The admin function calls these acts with the service's key, because it hands them what no client may choose: the
-- sealed key of a vendor and the address that the audit log keeps. Who acts is the verified bearer's user.

create function private.act_as(actor jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The bearer's claims decide, exactly as in a call of his own. Local: they are gone with the transaction.
    perform set_config('request.jwt.claims', jsonb_build_object(
      'sub', act_as.actor ->> 'user_id', 'role', 'authenticated', 'aal', coalesce(act_as.actor ->> 'aal', 'aal1')
    )::text, true);
    perform set_config('clover.actor', jsonb_build_object(
      'address', left(act_as.actor ->> 'address', 64), 'agent', left(act_as.actor ->> 'agent', 500)
    )::text, true);
    if public.has_role('admin') and not private.is_admin() then
      raise invalid_authorization_specification using
        message = 'Confirm with your second factor first.', hint = 'second_factor';
    end if;
    perform private.require_admin();
  end
  $$;
comment on function private.act_as(jsonb) is
  'Takes the identity of an administrator for this transaction: {user_id, aal, address, agent}. 42501 for everyone else, 28000 where the second factor is missing.';

create or replace function private.log_admin_act(act text, target_user uuid, details jsonb) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no client may write the log. It is called inside the act's own transaction.
  as $$
  declare
    actor constant jsonb := coalesce(nullif(current_setting('clover.actor', true), '')::jsonb, '{}'::jsonb);
  begin
    insert into public.user_activity_logs (user_id, admin_id, action_type, action_details, ip_address, user_agent)
    values (target_user, auth.uid(), act, details, actor ->> 'address', actor ->> 'agent');
  end
  $$;

revoke execute on function private.act_as(jsonb), private.log_admin_act(text, uuid, jsonb)
  from public, anon, authenticated, service_role;
