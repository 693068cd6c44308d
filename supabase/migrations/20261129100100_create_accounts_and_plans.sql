-- Accounts: roles, restrictions, verification, sessions, API keys, the directory that the console lists, settings of
-- the installation, and plans.
-- Tables: user_roles, temporary_restrictions, user_verification_status, support_consent, account_changes,
-- llm_api_keys, private.user_directory, system_settings, subscriptions.

create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'banned', 'restricted')),
  created_at timestamptz not null default now(),
  unique (user_id, role)
);
comment on table public.user_roles is 'Roles by user. An ordinary user has no row.';
create index user_roles_role_idx on public.user_roles (role, user_id);

create table public.temporary_restrictions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  restriction_type text not null check (restriction_type in ('ban', 'restrict')),
  reason text check (octet_length(reason) <= 4096),
  expires_at timestamptz not null,
  created_by uuid,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
comment on table public.temporary_restrictions is
  'While is_active and not expired (by the server''s clock), a row has the effect of the role banned or restricted.';
comment on column public.temporary_restrictions.created_by is
  'Administrator. No foreign key: the restriction must outlive the account that created it.';
create index temporary_restrictions_user_id_idx
  on public.temporary_restrictions (user_id, expires_at) where is_active;
-- The cascade from auth.users cannot use the partial index above.
create index temporary_restrictions_every_user_id_idx on public.temporary_restrictions (user_id);

create table public.user_verification_status (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  email_verified boolean not null default false,
  email_verified_at timestamptz,
  forced_password_reset boolean not null default false,
  forced_password_reset_at timestamptz
);
comment on table public.user_verification_status is
  'Whether the email address is verified (a copy: the auth service decides), and password resets forced by administrators.';

create table public.support_consent (
  user_id uuid primary key references auth.users (id) on delete cascade,
  is_given boolean not null,
  changed_at timestamptz not null default now()
);
comment on table public.support_consent is
  'Whether administrators who view an account may read its chats. No row means no.';

create table public.account_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  changed_at timestamptz not null default now()
);
comment on table public.account_changes is
  'When roles, restrictions, plan or verification of an account last changed: a hint to reload. Has a key besides user_id, because realtime sends the key of a deleted row to everyone.';
create index account_changes_user_id_idx on public.account_changes (user_id);

create table public.llm_api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (name ~ '\S' and char_length(name) <= 100),
  prefix text not null check (prefix ~ '^clv_[A-Za-z0-9]{4,12}$'),
  key_hash text not null unique check (char_length(key_hash) between 32 and 200),
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  constraint llm_api_keys_name_is_printable check (name !~ '[[:cntrl:]]')
);
comment on table public.llm_api_keys is 'Keys of the developer API. The key itself is shown once and never stored.';
comment on column public.llm_api_keys.prefix is 'First characters, so that the user can tell keys apart.';
comment on column public.llm_api_keys.key_hash is 'SHA-256 of the key; no client role may read it.';
create index llm_api_keys_user_id_idx on public.llm_api_keys (user_id, created_at desc);
create index llm_api_keys_created_at_idx on public.llm_api_keys (created_at desc, id);

-- auth.users belongs to the auth service and takes no index of ours on a hosted project.
create table private.user_directory (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text,
  name text,
  is_guest boolean not null,
  is_unconfirmed boolean not null default false,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  -- Collation "C", so that one index serves both sorting and searching by prefix.
  email_key text collate "C" generated always as (lower(email)) stored,
  name_key text collate "C" generated always as (lower(name)) stored,
  search_text text generated always as (lower(coalesce(email, '') || ' ' || coalesce(name, ''))) stored
);
comment on table private.user_directory is
  'Accounts as the console lists, sorts and searches them. A copy of auth.users, updated by triggers.';
create index user_directory_created_at_idx on private.user_directory (created_at desc, user_id);
create index user_directory_last_sign_in_at_idx
  on private.user_directory (last_sign_in_at desc nulls last, user_id);
create index user_directory_email_key_idx on private.user_directory (email_key, user_id);
create index user_directory_name_key_idx on private.user_directory (name_key, user_id);
create index user_directory_search_text_idx
  on private.user_directory using gin (search_text extensions.gin_trgm_ops);
create index user_directory_guests_idx on private.user_directory (created_at desc, user_id) where is_guest;
create index user_directory_unconfirmed_idx on private.user_directory (user_id) where is_unconfirmed;

create table public.system_settings (
  setting_key text primary key check (setting_key ~ '^[a-z][a-z0-9_]{0,62}$'),
  setting_value text not null check (octet_length(setting_value) <= 65536),
  is_public boolean not null default false,
  description text,
  updated_at timestamptz not null default now()
);
comment on table public.system_settings is
  'One row per setting; numbers and booleans as text. Never a secret: administrators read every row.';
comment on column public.system_settings.is_public is 'Everyone may read it, signed in or not.';

create table public.subscriptions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  plan text not null check (plan in ('starter', 'professional')),
  billing text check (billing in ('monthly', 'annual')),
  source text not null check (source in ('simulated', 'admin')),
  started_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at >= started_at)
);
comment on table public.subscriptions is 'At most one row per user. Without a current row the plan is starter.';
comment on column public.subscriptions.source is
  'simulated: the checkout without payment; admin: set by an administrator.';
comment on column public.subscriptions.ends_at is 'When the plan ends; null means no end date.';
-- For the console's filter by plan.
create index subscriptions_professional_idx on public.subscriptions (user_id) where plan = 'professional';

-- Who may read what

alter table public.user_roles enable row level security;
alter table public.temporary_restrictions enable row level security;
alter table public.user_verification_status enable row level security;
alter table public.support_consent enable row level security;
alter table public.account_changes enable row level security;
alter table public.llm_api_keys enable row level security;
alter table private.user_directory enable row level security;
alter table public.system_settings enable row level security;
alter table public.subscriptions enable row level security;

grant select (id, user_id, role, created_at) on table public.user_roles to authenticated;
grant select (id, user_id, restriction_type, reason, expires_at, created_by, is_active, created_at)
  on table public.temporary_restrictions to authenticated;
grant select (id, user_id, email_verified, email_verified_at, forced_password_reset, forced_password_reset_at)
  on table public.user_verification_status to authenticated;
grant select (user_id, is_given, changed_at) on table public.support_consent to authenticated;
grant select (id, user_id, changed_at) on table public.account_changes to authenticated;
grant select (id, user_id, name, prefix, last_used_at, revoked_at, created_at)
  on table public.llm_api_keys to authenticated;
grant select (setting_key, setting_value, is_public, description, updated_at)
  on table public.system_settings to anon, authenticated;
grant select (user_id, plan, billing, source, started_at, ends_at) on table public.subscriptions to authenticated;
grant select, insert, update, delete on table
  public.user_roles, public.temporary_restrictions, public.user_verification_status, public.support_consent,
  public.account_changes, public.llm_api_keys, public.system_settings, public.subscriptions
  to service_role;

-- No ban check for own rows here and in account_changes: a banned user must be able to see the ban.
create policy "Users can read their own roles, administrators every role"
  on public.user_roles for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.has_session())) or (select private.is_admin()));

create policy "Administrators can read every restriction"
  on public.temporary_restrictions for select to authenticated
  using ((select private.is_admin()));

create policy "Users can read their own verification, administrators every one"
  on public.user_verification_status for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.may_read())) or (select private.is_admin()));

create policy "Users can read whether they let support see chats"
  on public.support_consent for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can read when their own account changed"
  on public.account_changes for select to authenticated
  using (user_id = (select auth.uid()) and (select private.has_session()));

create policy "Users can list their own keys, administrators every key"
  on public.llm_api_keys for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.may_read())) or (select private.is_admin()));

create policy "Visitors can read public settings"
  on public.system_settings for select to anon
  using (is_public);

create policy "Users can read public settings, administrators every setting"
  on public.system_settings for select to authenticated
  using (is_public or (select private.is_admin()));

create policy "Users can read their own subscription, administrators every one"
  on public.subscriptions for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.may_read())) or (select private.is_admin()));

-- Settings

create function private.setting(key text, fallback text) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    return coalesce((select s.setting_value from public.system_settings s where s.setting_key = key), fallback);
  end
  $$;

create function private.integer_setting(key text, fallback integer) returns integer
  language plpgsql stable set search_path = ''
  -- Anything but a plain number means the default, because a typing error must not open or close the service.
  as $$
  declare
    value constant text := private.setting(key, fallback::text);
  begin
    return case when value ~ '^[0-9]{1,9}$' then value::integer else fallback end;
  end
  $$;

create function private.limit_setting(key text) returns numeric
  language plpgsql stable set search_path = ''
  -- Anything but a number means no limit: messages per day have separate limits.
  as $$
  declare
    value constant text := private.setting(key, 'none');
  begin
    return case when value ~ '^[0-9]{1,13}(\.[0-9]{1,6})?$' then value::numeric end;
  end
  $$;

create function private.is_valid_setting(key text, value text) returns boolean
  language sql immutable set search_path = ''
  -- Every other setting belongs to the installation or is changed by a separate function (active_vendor).
  as $$
    select case
      when key in ('failover', 'signup_open', 'demo_enabled') then value in ('true', 'false')
      when key = 'payments_mode' then value in ('simulated', 'off')
      when key = 'default_system_prompt' then value ~ '\S' and char_length(value) <= 8000
      when key in (
        'starter_messages_per_day', 'guest_messages_per_day', 'guest_demo_messages_per_day',
        'guest_address_messages_per_day'
      ) then value ~ '^[0-9]{1,6}$' and value::integer <= 100000
      when key = 'starter_models' then value ~ '^[0-9]{1,3}$' and value::integer <= 500
      when key = 'starter_history_hours' then value ~ '^[0-9]{1,5}$' and value::integer <= 87600
      when key ~ '^(guest|starter|professional)_(chats|stored_messages|stored_megabytes|writes_per_minute)$'
        then value ~ '^[0-9]{1,8}$' and value::integer between 1 and 10000000
      when key ~ '^(guest|starter|professional)_(tokens|cost)_per_month$' or key = 'service_cost_per_month'
        then value = 'none' or value ~ '^[0-9]{1,13}(\.[0-9]{1,6})?$'
      else false
    end
  $$;
comment on function private.is_valid_setting(text, text) is
  'Whether administrators may change the setting, and to this value.';

create function public.list_settings(actor jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object('ok', true, 'settings', coalesce((
      select jsonb_agg(jsonb_build_object(
        'key', s.setting_key, 'value', s.setting_value, 'description', s.description, 'updated_at', s.updated_at
      ) order by s.setting_key)
      from public.system_settings s
      -- The current value is always valid, so this lists the settings that may be changed.
      where private.is_valid_setting(s.setting_key, s.setting_value)
    ), '[]'::jsonb));
  end
  $$;
comment on function public.list_settings(jsonb) is
  'Lists the settings that administrators may change, as text. {ok, settings}';

create function public.save_setting(actor jsonb, key text, value text) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    if private.is_valid_setting(save_setting.key, save_setting.value) is not true then
      return private.refusal('bad_request', 'This setting cannot have this value.');
    end if;
    insert into public.system_settings as s (setting_key, setting_value)
    values (save_setting.key, save_setting.value)
    on conflict (setting_key) do update set setting_value = excluded.setting_value;
    -- Only the setting's name: a prompt may contain anything.
    perform private.log_admin_action('setting.save', null, jsonb_build_object('setting', save_setting.key));
    return jsonb_build_object('ok', true, 'key', save_setting.key, 'value', save_setting.value);
  end
  $$;
comment on function public.save_setting(jsonb, text, text) is 'Changes a setting. {ok, key, value}';

-- Plans

create function private.plan_of(target uuid) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (
      select case
        when u.is_anonymous then 'guest'
        when exists (
          select from public.subscriptions s
          where s.user_id = u.id and s.plan = 'professional'
            and s.started_at <= now() and (s.ends_at is null or s.ends_at > now())
        ) then 'professional'
        else 'starter'
      end
      from auth.users u
      where u.id = target
    );
  end
  $$;
comment on function private.plan_of(uuid) is 'guest, starter or professional; null for no such user.';

create function public.current_plan() returns text
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads auth.users, which is closed to clients.
  as $$
  begin
    return private.plan_of(auth.uid());
  end
  $$;
comment on function public.current_plan() is 'The caller''s plan: guest, starter or professional.';

create function public.history_since() returns timestamptz
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads the plan and settings that are not public.
  as $$
  begin
    return case
      when private.plan_of(auth.uid()) = 'professional' then '-infinity'::timestamptz
      else now() - make_interval(hours => private.integer_setting('starter_history_hours', 24))
    end;
  end
  $$;
comment on function public.history_since() is
  'The caller''s plan hides chats with an older updated_at. It never deletes them.';

create function private.end_of_term(subscription public.subscriptions) returns timestamptz
  language plpgsql stable set search_path = ''
  as $$
  declare
    months constant integer := case subscription.billing when 'annual' then 12 else 1 end;
    terms integer := 0;
    ends timestamptz;
  begin
    loop
      terms := terms + 1;
      -- Always from the start: a month added to 28 February would lose that the plan began on the 31st.
      ends := subscription.started_at + make_interval(months => terms * months);
      exit when ends > now();
    end loop;
    return ends;
  end
  $$;
comment on function private.end_of_term(subscriptions) is 'The end of the current month or year of the subscription.';

create function private.subscription_answer(subscription public.subscriptions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'ok', true, 'plan', subscription.plan, 'billing', subscription.billing,
      'started_at', subscription.started_at, 'ends_at', subscription.ends_at
    )
  $$;

create function public.subscribe(billing text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes subscriptions, which clients may not; only for the caller.
  as $$
  declare
    chosen constant text := subscribe.billing;
    subscription public.subscriptions;
  begin
    if not private.may_read() then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    if private.plan_of(auth.uid()) = 'guest' then
      return private.refusal('forbidden', 'A guest has no plan. Create an account first, then choose one.');
    end if;
    if chosen is null or chosen not in ('monthly', 'annual') then
      return private.refusal('invalid_request', 'Billing is monthly or annual.');
    end if;
    if not exists (
      select from public.system_settings s where s.setting_key = 'payments_mode' and s.setting_value = 'simulated'
    ) then
      return private.refusal(
        'payments_off', 'Payments are not connected on this installation, so nothing was recorded.'
      );
    end if;

    insert into public.subscriptions as s (user_id, plan, billing, source)
    values (auth.uid(), 'professional', chosen, 'simulated')
    on conflict (user_id) do update
      set plan = 'professional', billing = chosen, source = 'simulated', ends_at = null,
        -- A plan that continues keeps its term. One that ended, or has another term, starts again.
        started_at = case
          when s.plan = 'professional' and s.billing = chosen and s.ends_at > now() then s.started_at else now()
        end
      -- A plan that already runs as chosen does not change, and one without end date from an administrator does not
      -- become a paid one.
      where s.plan <> 'professional' or s.ends_at is not null
        or (s.source = 'simulated' and s.billing is distinct from chosen)
    returning * into subscription;
    if not found then
      select * into subscription from public.subscriptions s where s.user_id = auth.uid();
      return private.subscription_answer(subscription);
    end if;
    perform private.log_own_action(
      'plan.subscribe', jsonb_build_object('plan', 'professional', 'billing', chosen), auth.uid()
    );
    return private.subscription_answer(subscription);
  end
  $$;
comment on function public.subscribe(text) is
  'Records the caller''s Professional plan while payments are simulated. {ok: true, plan, billing, started_at, ends_at} or {ok: false, code, message}. Repeating it changes nothing.';

create function public.cancel_subscription() returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes subscriptions, which clients may not; only for the caller.
  as $$
  declare
    subscription public.subscriptions;
  begin
    if not private.may_read() then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    select * into subscription from public.subscriptions s
    where s.user_id = auth.uid() and s.plan = 'professional' and (s.ends_at is null or s.ends_at > now())
    for update;
    if not found then
      return private.refusal('no_plan', 'You have no plan to cancel.');
    end if;
    if subscription.source = 'admin' then
      return private.refusal('forbidden', 'An administrator gave you this plan, and can end it.');
    end if;
    if subscription.ends_at is null then
      update public.subscriptions s set ends_at = private.end_of_term(subscription)
      where s.user_id = auth.uid()
      returning * into subscription;
      perform private.log_own_action(
        'plan.cancel', jsonb_build_object('ends_at', subscription.ends_at), auth.uid()
      );
    end if;
    return private.subscription_answer(subscription);
  end
  $$;
comment on function public.cancel_subscription() is
  'Ends the caller''s plan with the current term. Repeating it changes nothing. Returns the same as subscribe.';

-- Access and sessions

create function private.access_of(target uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when private.is_banned(target) then 'banned'
      when private.is_restricted(target) then 'restricted'
      else 'active'
    end
  $$;
comment on function private.access_of(uuid) is 'active, restricted or banned, from roles and current restrictions.';

create function public.own_standing() returns text
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads bans and restrictions that are closed to clients.
  as $$
  begin
    return case
      when auth.uid() is null then null
      when private.is_banned(auth.uid()) then 'banned'
      when private.is_restricted(auth.uid()) then 'restricted'
      else 'active'
    end;
  end
  $$;
comment on function public.own_standing() is 'The caller''s access: active, restricted or banned.';

create function public.own_access() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'access', public.own_standing(),
      'plan', public.current_plan(),
      'is_admin', public.has_role('admin'),
      'requirement', public.session_requirement()
    )
  $$;
comment on function public.own_access() is
  'The caller''s access, plan, whether they are an administrator, and what their session must still do.';

create function public.list_sessions() returns table (
  id uuid, created_at timestamptz, last_active_at timestamptz, user_agent text, address text, aal text,
  is_current boolean
)
  language sql stable security definer set search_path = ''
  -- Definer: reads auth.sessions, which is closed to clients.
  as $$
    select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at),
      s.user_agent, host(s.ip), coalesce(s.aal::text, 'aal1'),
      s.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = auth.uid() and private.may_read()
    order by 7 desc, 3 desc, 1
  $$;
comment on function public.list_sessions() is
  'The caller''s sessions: the current one first, then the most recently used. user_agent and address are those of the latest refresh.';

create function public.end_session(session_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: deletes from auth.sessions, which is closed to clients.
  as $$
  begin
    if not private.may_read() then
      return false;
    end if;
    delete from auth.sessions s where s.id = end_session.session_id and s.user_id = auth.uid();
    return found;
  end
  $$;
comment on function public.end_session(uuid) is
  'Signs an own session out, with its refresh tokens. False if the caller has no such session.';

create function private.check_credential(
  user_id uuid, session_id uuid, api_key_hash text, out owner uuid, out refusal jsonb
)
  language plpgsql set search_path = ''
  as $$
  declare
    key public.llm_api_keys;
    level text;
  begin
    if api_key_hash is null then
      owner := user_id;
      if session_id is not null then
        select s.aal::text into level
        from auth.sessions s where s.id = check_credential.session_id and s.user_id = check_credential.user_id;
        if not found then
          refusal := private.refusal('unauthenticated', 'Please sign in to use the chat');
        elsif level is distinct from 'aal2' and private.has_second_factor(owner) then
          refusal := private.refusal('forbidden', 'Confirm with your second factor first.');
        end if;
      end if;
    else
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
      -- At most once a minute, which avoids a write at each request.
      update public.llm_api_keys k set last_used_at = now()
      where k.id = key.id and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute');
    end if;
    if refusal is null and private.must_change_password(owner) then
      refusal := private.refusal('forbidden', 'Choose a new password first.');
    end if;
  end
  $$;
comment on function private.check_credential(uuid, uuid, text) is
  'Who is calling: the user of a session that has not ended (null: checked before), or of an API key that is active and covered by the plan.';

-- Support consent, receipts and export

create function private.consents_to_support(target uuid) returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    return exists (select from public.support_consent c where c.user_id = target and c.is_given);
  end
  $$;

create function public.set_support_consent(is_given boolean) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: writes support_consent and the log, so that no consent changes without a log entry.
  as $$
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    end if;
    insert into public.support_consent as c (user_id, is_given)
    values (auth.uid(), coalesce(set_support_consent.is_given, false))
    on conflict (user_id) do update set is_given = excluded.is_given, changed_at = now()
      where c.is_given <> excluded.is_given;
    if found then
      perform private.log_own_action(
        'support.consent', jsonb_build_object('is_given', coalesce(set_support_consent.is_given, false)), auth.uid()
      );
    end if;
    return private.consents_to_support(auth.uid());
  end
  $$;
comment on function public.set_support_consent(boolean) is
  'Sets whether administrators who view the caller''s account may read its chats; returns the new value.';

create function public.my_access_receipts(before uuid default null, max_results integer default 50)
  returns table (id uuid, action_type text, reason text, created_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  -- Definer: only administrators may read the log. Receipts don't show which administrator it was, nor from where.
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
          -- From then on, everyone's messages go to another provider. An exported list may include everyone.
          or (
            l.user_id is null
            and (
              l.action_type in ('vendor.activate', 'user.export')
              or (l.action_type = 'vendor.save' and l.action_details -> 'changed' ? 'endpoint_url')
            )
            and l.created_at >= (select u.created_at from auth.users u where u.id = auth.uid())
          )
        )
        and (
          my_access_receipts.before is null
          or (l.created_at, l.id) < (
            select o.created_at, o.id from public.user_activity_logs o
            where o.id = my_access_receipts.before and (o.user_id = auth.uid() or o.user_id is null)
          )
        )
      order by l.created_at desc, l.id desc
      limit least(greatest(coalesce(max_results, 50), 0), 200);
  end
  $$;
comment on function public.my_access_receipts(uuid, integer) is
  'When administrators viewed, changed or exported the caller''s account, exported a list of accounts or changed which provider answers, newest first, at most 200 per call: those before the receipt with the id before.';

create function public.export_account() returns jsonb
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
comment on function public.export_account() is
  'The caller''s account without its chats: see export_chats and export_messages. Contains no secret.';

-- API keys

create function public.create_api_key(user_id uuid, name text, prefix text, key_hash text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes llm_api_keys. Service role only: a client could store the hash of a key that is easy to guess.
  as $$
  declare
    owner constant uuid := create_api_key.user_id;
    max_active constant integer := 20;
    created public.llm_api_keys;
  begin
    if private.plan_of(owner) is null or private.is_banned(owner) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    elsif private.plan_of(owner) <> 'professional' then
      return private.refusal('forbidden', 'API keys are part of Professional. Upgrade to Professional to create one.');
    end if;

    -- Two requests at the same time must not both take the last free place.
    perform pg_advisory_xact_lock(hashtextextended(owner::text, 110100));
    if (select count(*) from public.llm_api_keys k where k.user_id = owner and k.revoked_at is null) >= max_active then
      return private.refusal(
        'too_many', format('You have %s API keys. Revoke one that you no longer use.', max_active)
      );
    end if;

    insert into public.llm_api_keys (user_id, name, prefix, key_hash)
    values (owner, create_api_key.name, create_api_key.prefix, create_api_key.key_hash)
    returning * into created;
    perform private.log_own_action(
      'api-key.create', jsonb_build_object('key_id', created.id, 'prefix', created.prefix), owner
    );
    return jsonb_build_object(
      'ok', true, 'id', created.id, 'name', created.name, 'prefix', created.prefix, 'created_at', created.created_at
    );
  end
  $$;
comment on function public.create_api_key(uuid, text, text, text) is
  'Stores an API key by its SHA-256: {ok: true, id, name, prefix, created_at} or {ok: false, code, message}. Professional only, at most 20 active keys.';

create function public.revoke_api_key(key_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: writes llm_api_keys, which clients may not. Administrators may revoke any key, but never see one.
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
      -- Revoking a key again succeeds; another user's key counts as missing.
      return exists (
        select from public.llm_api_keys k
        where k.id = key_id and ((k.user_id = auth.uid() and private.may_read()) or private.is_admin())
      );
    end if;
    if revoked.user_id = auth.uid() then
      perform private.log_own_action(
        'api-key.revoke', jsonb_build_object('key_id', revoked.id, 'prefix', revoked.prefix), revoked.user_id
      );
    else
      perform private.log_admin_action(
        'api-key.revoke', revoked.user_id, jsonb_build_object('key_id', revoked.id, 'prefix', revoked.prefix)
      );
    end if;
    return true;
  end
  $$;
comment on function public.revoke_api_key(uuid) is
  'Revokes an own key, or as an administrator any key. False if there is no such key.';

create function public.list_api_keys(
  actor jsonb, search text default null, state text default null, page integer default 1, page_size integer default 50
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the internal directory.
  as $$
  declare
    wanted constant text := '%' || private.like_pattern(lower(btrim(coalesce(list_api_keys.search, '')))) || '%';
    matching text;
    counted record;
    keys jsonb;
  begin
    perform private.begin_admin_action(actor);
    matching := format(
      'select k.*, d.email from public.llm_api_keys k left join private.user_directory d on d.user_id = k.user_id
       where %s %s',
      case list_api_keys.state
        when 'live' then 'k.revoked_at is null' when 'revoked' then 'k.revoked_at is not null' else 'true'
      end,
      case when wanted <> '%%' then format(
        'and (d.search_text like %1$L or lower(k.name) like %1$L or lower(k.prefix) like %1$L)', wanted
      ) end
    );
    execute format(
      $page$select coalesce(jsonb_agg(jsonb_build_object(
          'id', f.id, 'user_id', f.user_id, 'email', f.email, 'name', f.name, 'prefix', f.prefix,
          'created_at', f.created_at, 'last_used_at', f.last_used_at, 'revoked_at', f.revoked_at
        ) order by f.created_at desc, f.id), '[]')
        from (%s order by k.created_at desc, k.id limit %s offset %s) f$page$,
      matching, least(greatest(list_api_keys.page_size, 1), 100),
      (least(greatest(list_api_keys.page, 1), 100000) - 1)::bigint * least(greatest(list_api_keys.page_size, 1), 100)
    ) into keys;
    select * into counted from private.count_up_to(matching, 10000);
    return jsonb_build_object(
      'ok', true, 'keys', keys, 'total', counted.total, 'total_is_exact', counted.is_exact
    );
  end
  $$;
comment on function public.list_api_keys(jsonb, text, text, integer, integer) is
  'Lists the users'' API keys, newest first, never their hashes. {ok, keys, total, total_is_exact}';

create function public.revoke_api_key_as(actor jsonb, key_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; calls revoke_api_key as the actor.
  as $$
  begin
    perform private.begin_admin_action(actor);
    if not public.revoke_api_key(revoke_api_key_as.key_id) then
      return private.refusal('not_found', 'There is no such API key.');
    end if;
    return jsonb_build_object('ok', true, 'id', revoke_api_key_as.key_id);
  end
  $$;
comment on function public.revoke_api_key_as(jsonb, uuid) is 'Revokes any user''s API key. {ok, id}';

-- The last administrator

create function private.live_admins() returns setof uuid
  language sql stable set search_path = ''
  as $$
    select r.user_id from public.user_roles r where r.role = 'admin' and not private.is_banned(r.user_id)
  $$;
comment on function private.live_admins() is 'Administrators whose accounts are not banned.';

create function private.protect_last_admin() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: counts administrators, whatever role the writer has.
  as $$
  declare
    affected uuid;
  begin
    if tg_table_name = 'users' then
      affected := new.id;
    elsif tg_table_name = 'temporary_restrictions' then
      affected := new.user_id;
    elsif tg_op = 'INSERT' then
      affected := case when new.role = 'banned' then new.user_id end;
    elsif old.role = 'admin' then
      affected := case
        when tg_op = 'UPDATE' and new.role = 'admin' and new.user_id = old.user_id then null
        else old.user_id
      end;
    elsif tg_op = 'UPDATE' and new.role = 'banned' then
      affected := new.user_id;
    end if;
    if affected is null then
      return coalesce(new, old);
    end if;

    -- Under a lock and in a separate statement, so that it sees what another transaction has just committed. Locking
    -- the rows instead would deadlock, because each side has locked its own already.
    perform pg_advisory_xact_lock(hashtext('clover.last_admin'));
    if exists (select from public.user_roles r where r.user_id = affected and r.role = 'admin')
      and not exists (select from private.live_admins() a where a <> affected)
    then
      raise exception using
        message = 'The last administrator cannot be removed, demoted, deleted or banned.', hint = 'last_admin';
    end if;
    return coalesce(new, old);
  end
  $$;
comment on function private.protect_last_admin() is
  'Deleting an account reaches this as the deletion of its roles, by cascade.';

create function private.refuse_guest_admin() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads auth.users, whatever role the writer has.
  as $$
  begin
    if private.plan_of(new.user_id) = 'guest' then
      raise exception using message = 'A guest cannot be an administrator.', hint = 'guest';
    end if;
    return new;
  end
  $$;

-- Copies and hints that triggers keep

create function private.mirror_user() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes the directory, while the auth service writes its table as its own role.
  as $$
  begin
    insert into private.user_directory as d (
      user_id, email, name, is_guest, created_at, last_sign_in_at, is_unconfirmed
    )
    values (
      new.id, nullif(new.email, ''), left(nullif(btrim(new.raw_user_meta_data ->> 'name'), ''), 200),
      coalesce(new.is_anonymous, false), coalesce(new.created_at, now()), new.last_sign_in_at,
      new.email_confirmed_at is null and coalesce(new.email, '') <> ''
    )
    on conflict (user_id) do update set
      email = excluded.email, name = excluded.name, is_guest = excluded.is_guest,
      last_sign_in_at = excluded.last_sign_in_at, is_unconfirmed = excluded.is_unconfirmed
      where (d.email, d.name, d.is_guest, d.last_sign_in_at, d.is_unconfirmed) is distinct from
        (excluded.email, excluded.name, excluded.is_guest, excluded.last_sign_in_at, excluded.is_unconfirmed);
    return null;
  end
  $$;

create function private.mirror_verification() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes a table that the auth service's own role may not.
  as $$
  begin
    insert into public.user_verification_status as v (user_id, email_verified, email_verified_at)
    values (new.id, new.email_confirmed_at is not null, new.email_confirmed_at)
    on conflict (user_id) do update
      set email_verified = excluded.email_verified, email_verified_at = excluded.email_verified_at;
    return new;
  end
  $$;

create function private.end_forced_reset() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes a table that the auth service's own role may not.
  as $$
  begin
    update public.user_verification_status v set forced_password_reset = false
    where v.user_id = new.id and v.forced_password_reset;
    return new;
  end
  $$;

create function private.record_account_change() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads auth.users and writes the hint, whatever role the writer has.
  as $$
  declare
    target constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  begin
    -- If the account itself was deleted, there is no one to inform.
    update public.account_changes a set changed_at = clock_timestamp() where a.user_id = target;
    if not found then
      insert into public.account_changes (user_id) select u.id from auth.users u where u.id = target;
    end if;
    return null;
  end
  $$;

create function private.email_of(target uuid) returns text
  language sql stable set search_path = ''
  as $$ select d.email from private.user_directory d where d.user_id = target $$;
comment on function private.email_of(uuid) is 'Null for guests and deleted accounts.';

grant execute on function
  private.is_valid_setting(text, text), public.list_settings(jsonb), public.save_setting(jsonb, text, text),
  public.create_api_key(uuid, text, text, text), public.list_api_keys(jsonb, text, text, integer, integer),
  public.revoke_api_key_as(jsonb, uuid)
  to service_role;
grant execute on function
  public.current_plan(), public.history_since(), public.subscribe(text), public.cancel_subscription(),
  public.own_standing(), public.own_access(), public.list_sessions(), public.end_session(uuid),
  public.set_support_consent(boolean), public.my_access_receipts(uuid, integer), public.export_account(),
  public.revoke_api_key(uuid)
  to authenticated;

create trigger protect_last_admin before insert or update or delete on public.user_roles
  for each row execute function private.protect_last_admin();
create trigger protect_last_admin before insert or update on public.temporary_restrictions
  for each row when (new.restriction_type = 'ban' and new.is_active and new.expires_at > now())
  execute function private.protect_last_admin();
create trigger refuse_guest_admin before insert or update on public.user_roles
  for each row when (new.role = 'admin')
  execute function private.refuse_guest_admin();

create trigger record_account_change after insert or update or delete on public.user_roles
  for each row execute function private.record_account_change();
create trigger record_account_change after insert or update or delete on public.temporary_restrictions
  for each row execute function private.record_account_change();
create trigger record_account_change after insert or update or delete on public.user_verification_status
  for each row execute function private.record_account_change();
create trigger record_account_change after insert or update or delete on public.subscriptions
  for each row execute function private.record_account_change();

create trigger touch_updated_at before update on public.system_settings
  for each row execute function private.touch_updated_at();

create trigger mirror_user
  after insert or update of email, email_confirmed_at, raw_user_meta_data, is_anonymous, last_sign_in_at on auth.users
  for each row execute function private.mirror_user();

-- A host may refuse further triggers on the auth service's table. The product works without these.
do $$
begin
  -- The auth service's own ban and soft deletion.
  create trigger protect_last_admin before update of banned_until, deleted_at on auth.users
    for each row when (new.banned_until > now() or new.deleted_at is not null)
    execute function private.protect_last_admin();
  create trigger mirror_first_verification after insert on auth.users
    for each row when (new.email_confirmed_at is not null)
    execute function private.mirror_verification();
  create trigger mirror_verification after update of email_confirmed_at on auth.users
    for each row when (old.email_confirmed_at is distinct from new.email_confirmed_at)
    execute function private.mirror_verification();
  create trigger end_forced_reset after update of encrypted_password on auth.users
    for each row when (old.encrypted_password is distinct from new.encrypted_password)
    execute function private.end_forced_reset();
exception
  when insufficient_privilege then
    raise notice 'auth.users takes no triggers here: bans of the last administrator are checked by our functions only, and administrators end forced resets and record verifications themselves';
end
$$;

-- Accounts that existed before this schema.
insert into private.user_directory (user_id, email, name, is_guest, is_unconfirmed, created_at, last_sign_in_at)
select u.id, nullif(u.email, ''), left(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), 200),
  coalesce(u.is_anonymous, false), u.email_confirmed_at is null and coalesce(u.email, '') <> '',
  coalesce(u.created_at, now()), u.last_sign_in_at
from auth.users u;
insert into public.user_verification_status (user_id, email_verified, email_verified_at)
select u.id, true, u.email_confirmed_at from auth.users u where u.email_confirmed_at is not null
on conflict (user_id) do nothing;
-- Otherwise the planner would not know for a while how few accounts are unconfirmed.
analyze private.user_directory;
