-- Keys of the developer API: made, used and revoked.
-- Functions: create_api_key (service role), revoke_api_key.

-- A hash that anybody may choose is a key that anybody may guess; only SHA-256 of a key made by the service comes here.
alter table public.llm_api_keys add constraint llm_api_keys_name_is_printable check (name !~ '[[:cntrl:]]');

create function private.log_own_act(act text, details jsonb, actor uuid) returns void
  language sql security definer set search_path = ''
  -- Definer: no client may write the log. It is called inside the act's own transaction.
  as $$
    insert into public.user_activity_logs (user_id, action_type, action_details) values (actor, act, details)
  $$;

create function public.create_api_key(user_id uuid, name text, prefix text, key_hash text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer and service role only: a client could otherwise store the hash of a key that is easy to guess.
  as $$
  declare
    owner constant uuid := create_api_key.user_id;
    most_live constant integer := 20;
    made public.llm_api_keys;
  begin
    if private.plan_of(owner) is null or private.is_banned(owner) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    elsif private.plan_of(owner) <> 'professional' then
      return private.refusal('forbidden', 'API keys are part of Professional. Upgrade to Professional to make one.');
    end if;

    -- Two requests at once must not both see the last free place.
    perform pg_advisory_xact_lock(hashtextextended(owner::text, 110100));
    if (select count(*) from public.llm_api_keys k where k.user_id = owner and k.revoked_at is null) >= most_live then
      return private.refusal(
        'too_many', format('You have %s API keys. Please revoke one that you no longer use.', most_live)
      );
    end if;

    insert into public.llm_api_keys (user_id, name, prefix, key_hash)
    values (owner, create_api_key.name, create_api_key.prefix, create_api_key.key_hash)
    returning * into made;
    perform private.log_own_act(
      'api-key.create', jsonb_build_object('key_id', made.id, 'prefix', made.prefix), owner
    );
    return jsonb_build_object(
      'ok', true, 'id', made.id, 'name', made.name, 'prefix', made.prefix, 'created_at', made.created_at
    );
  end
  $$;
comment on function public.create_api_key(uuid, text, text, text) is
  'Stores a key of the developer API by its SHA-256: {ok: true, id, name, prefix, created_at} or {ok: false, code, message}. Professional only, at most 20 live ones.';

create function public.revoke_api_key(key_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: clients may not write the table. Administrators may revoke anybody's key, and never see one.
  as $$
  declare
    revoked public.llm_api_keys;
  begin
    update public.llm_api_keys k set revoked_at = now()
    where k.id = key_id and k.revoked_at is null and (
      (k.user_id = auth.uid() and private.may_read()) or private.is_admin()
    )
    returning * into revoked;
    if not found then
      -- Revoking twice is no mistake; a key of somebody else is as good as none.
      return exists (
        select from public.llm_api_keys k
        where k.id = key_id and ((k.user_id = auth.uid() and private.may_read()) or private.is_admin())
      );
    end if;
    if revoked.user_id = auth.uid() then
      perform private.log_own_act(
        'api-key.revoke', jsonb_build_object('key_id', revoked.id, 'prefix', revoked.prefix), revoked.user_id
      );
    else
      perform private.log_admin_act(
        'api-key.revoke', revoked.user_id, jsonb_build_object('key_id', revoked.id, 'prefix', revoked.prefix)
      );
    end if;
    return true;
  end
  $$;
comment on function public.revoke_api_key(uuid) is
  'Ends an own key, or as an administrator anybody''s; from then on it opens nothing. False: there is no such key.';

create function private.check_credential(
  user_id uuid, session_id uuid, api_key_hash text, out owner uuid, out refusal jsonb
)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    key public.llm_api_keys;
  begin
    if api_key_hash is null then
      owner := user_id;
      if session_id is not null and not exists (
        select from auth.sessions s where s.id = check_credential.session_id and s.user_id = check_credential.user_id
      ) then
        refusal := private.refusal('unauthenticated', 'Please sign in to use the chat');
      end if;
      return;
    end if;

    select * into key from public.llm_api_keys k
    where k.key_hash = check_credential.api_key_hash and k.revoked_at is null;
    if not found then
      refusal := private.refusal('unauthenticated', 'This API key is not valid. It may have been revoked.');
      return;
    end if;
    owner := key.user_id;
    if private.plan_of(owner) is distinct from 'professional' then
      refusal := private.refusal(
        'forbidden', 'API keys are part of Professional. Upgrade to Professional to use this one again.'
      );
      return;
    end if;
    -- Once a minute is exact enough for its user, and spares a write at each request.
    update public.llm_api_keys k set last_used_at = now()
    where k.id = key.id and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute');
  end
  $$;
comment on function private.check_credential(uuid, uuid, text) is
  'Whose request it is: of a session that still exists (null: checked already), or of a key that is live and paid for.';

revoke execute on function
  private.log_own_act(text, jsonb, uuid), private.check_credential(uuid, uuid, text),
  public.create_api_key(uuid, text, text, text), public.revoke_api_key(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.create_api_key(uuid, text, text, text) to service_role;
grant execute on function public.revoke_api_key(uuid) to authenticated;
