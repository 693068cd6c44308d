-- Encrypted history: the keys of accounts, in a form that the service can't use, and the ways to unlock them.
-- Tables: account_encryption, unlock_methods.

create table public.account_encryption (
  user_id uuid primary key references auth.users (id) on delete cascade,
  state text not null default 'turning_on' check (state in ('turning_on', 'on', 'turning_off')),
  key_version integer not null default 1 check (key_version >= 1),
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{43}$'),
  private_key text not null check (private_key ~ '^enc1\.k\.[A-Za-z0-9_-]{60,200}$'),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table public.account_encryption is
  'Accounts with encrypted history. Without a row, an account''s history is stored as plain text.';
comment on column public.account_encryption.state is
  'turning_on and turning_off while a device of the user converts the stored texts.';
comment on column public.account_encryption.public_key is
  'X25519, base64url. The gateway encrypts replies to it.';
comment on column public.account_encryption.private_key is
  'PKCS #8, encrypted under the account key, which no one but the user has.';

create table public.unlock_methods (
  -- The device makes it, because the encryption is bound to it.
  id uuid primary key,
  user_id uuid not null references public.account_encryption (user_id) on delete cascade,
  kind text not null check (kind in ('passkey', 'passphrase', 'words')),
  name text not null check (char_length(name) between 1 and 100),
  key_version integer not null check (key_version >= 1),
  salt text not null check (salt ~ '^[A-Za-z0-9_-]{43}$'),
  credential_id text check (credential_id ~ '^[A-Za-z0-9_-]+$' and char_length(credential_id) <= 1400),
  wrapped_key text not null check (wrapped_key ~ '^enc1\.k\.[A-Za-z0-9_-]{80}$'),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  check ((kind = 'passkey') = (credential_id is not null))
);
comment on table public.unlock_methods is
  'The ways to get an account key on a new device. Each one is enough. An account has at least two.';
comment on column public.unlock_methods.name is
  'Such as the name of a device. In plain text, because users read it before they unlock.';
comment on column public.unlock_methods.credential_id is 'The passkey''s id, base64url. Null for the other kinds.';
comment on column public.unlock_methods.wrapped_key is
  'The account key, encrypted under a key from the passkey, the passphrase or the words.';
create index unlock_methods_user_id_idx on public.unlock_methods (user_id, created_at);
-- There is one set of recovery words, so that users know which paper is the valid one.
create unique index unlock_methods_words_idx on public.unlock_methods (user_id) where kind = 'words';

-- Who may read and write what

alter table public.account_encryption enable row level security;
alter table public.unlock_methods enable row level security;

grant select on table public.account_encryption, public.unlock_methods to authenticated;
grant select, insert, update, delete on table public.account_encryption, public.unlock_methods to service_role;

create policy "Users can read their own keys, which are encrypted"
  on public.account_encryption for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can read their own unlock methods"
  on public.unlock_methods for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create function private.encryption_state(target uuid) returns text
  language sql stable set search_path = ''
  as $$
    select e.state from public.account_encryption e where e.user_id = target
  $$;
comment on function private.encryption_state(uuid) is
  'turning_on, on or turning_off. Null for accounts without encrypted history.';

-- The user's other devices follow these changes.
create trigger record_account_change after insert or update of state, key_version or delete
  on public.account_encryption for each row execute function private.record_account_change();

-- The setting. Off by default: an administrator decides it, because a lost history can't be restored by anyone.

insert into public.system_settings (setting_key, setting_value, is_public, description) values
  ('encrypted_history', 'off', true, 'Whether users can encrypt their history: off or offered')
on conflict (setting_key) do nothing;

create or replace function private.is_valid_setting(key text, value text) returns boolean
  language sql immutable set search_path = ''
  -- Every other setting belongs to the installation or is changed by a separate function (active_vendor).
  as $$
    select case
      when key in ('failover', 'signup_open', 'demo_enabled', 'sharing_without_expiry')
        then value in ('true', 'false')
      when key = 'payments_mode' then value in ('simulated', 'off')
      when key = 'sharing' then value in ('off', 'members', 'everyone')
      when key = 'encrypted_history' then value in ('off', 'offered')
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

-- Turning it on

create function private.add_method(target uuid, method jsonb) returns uuid
  language plpgsql set search_path = ''
  as $$
  declare
    max_methods constant integer := 20;
    added public.unlock_methods := jsonb_populate_record(null::public.unlock_methods, method);
    version constant integer := (select e.key_version from public.account_encryption e where e.user_id = target);
  begin
    -- A request whose response was lost is repeated.
    if exists (select from public.unlock_methods m where m.id = added.id and m.user_id = target) then
      return added.id;
    end if;
    if added.key_version is distinct from version then
      raise exception using errcode = 'PT409', hint = 'key_changed',
        message = 'Another device has changed the keys. Reload, then try again.';
    elsif (select count(*) from public.unlock_methods m where m.user_id = target) >= max_methods then
      raise exception using hint = 'limit', message = format(
        'You can keep %s unlock methods. Remove one that you no longer need, then try again.', max_methods);
    end if;
    insert into public.unlock_methods (id, user_id, kind, name, key_version, salt, credential_id, wrapped_key)
    values (
      added.id, target, added.kind, added.name, added.key_version, added.salt, added.credential_id, added.wrapped_key
    );
    return added.id;
  end
  $$;

create function public.turn_on_encryption(public_key text, private_key text, methods jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: clients write these tables through functions only, so that an account always has two methods.
  as $$
  declare
    caller constant uuid := auth.uid();
    stored public.account_encryption;
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.';
    elsif public.current_plan() = 'guest' then
      raise insufficient_privilege using hint = 'guest',
        message = 'Guests can''t encrypt their history. Create an account first.';
    elsif private.setting('encrypted_history', 'off') <> 'offered' then
      raise insufficient_privilege using hint = 'encryption_off',
        message = 'Encrypted history is turned off on this service.';
    end if;
    perform private.add_usage(caller, writes => 1);
    insert into public.account_encryption (user_id, public_key, private_key)
    values (caller, turn_on_encryption.public_key, turn_on_encryption.private_key)
    on conflict (user_id) do nothing;
    select e.* into strict stored from public.account_encryption e where e.user_id = caller for update;
    if stored.public_key <> turn_on_encryption.public_key then
      raise exception using errcode = 'PT409', hint = 'already_on',
        message = 'Another device has turned encrypted history on. Reload to unlock it.';
    end if;
    perform private.add_method(caller, m) from jsonb_array_elements(methods) m;
    if (select count(*) from public.unlock_methods m where m.user_id = caller) < 2 then
      raise exception using hint = 'too_few', message = 'Set up at least two ways to unlock your history.';
    end if;
    return to_jsonb(stored) - 'user_id';
  end
  $$;
comment on function public.turn_on_encryption(text, text, jsonb) is
  'Stores the keys of the caller''s encrypted history with at least two unlock methods, all or nothing: [{id, kind, name, key_version, salt, credential_id, wrapped_key}]. Returns the stored keys. Raises 42501 (guest, encryption_off), 409 (already_on) or P0001 (too_few, limit).';
grant execute on function public.turn_on_encryption(text, text, jsonb) to authenticated;

-- Unlock methods

create function private.lock_encryption() returns uuid
  language plpgsql set search_path = ''
  -- Two devices change the methods of an account one after the other. Otherwise both could remove the last but one.
  as $$
  declare
    caller constant uuid := auth.uid();
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.';
    end if;
    perform private.add_usage(caller, writes => 1);
    perform from public.account_encryption e where e.user_id = caller for update;
    if not found then
      raise exception using errcode = 'PT409', hint = 'not_on',
        message = 'Encrypted history is off. Another device may have turned it off.';
    end if;
    return caller;
  end
  $$;

create function public.add_unlock_method(method jsonb, replaces uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: see turn_on_encryption.
  as $$
  declare
    caller constant uuid := private.lock_encryption();
  begin
    -- The replaced one first, because there is only one set of recovery words.
    delete from public.unlock_methods m where m.id = replaces and m.user_id = caller;
    return private.add_method(caller, method);
  end
  $$;
comment on function public.add_unlock_method(jsonb, uuid) is
  'Adds an unlock method of the caller, and removes the one that it replaces. Returns its id. Raises 409 (not_on, key_changed) or P0001 (limit).';
grant execute on function public.add_unlock_method(jsonb, uuid) to authenticated;

create function public.remove_unlock_method(method uuid) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: see turn_on_encryption.
  as $$
  declare
    caller constant uuid := private.lock_encryption();
  begin
    if not exists (select from public.unlock_methods m where m.id = method and m.user_id = caller) then
      return false;
    end if;
    if (select count(*) from public.unlock_methods m where m.user_id = caller) <= 2 then
      raise exception using hint = 'too_few',
        message = 'You need at least two ways to unlock your history. Add another one first.';
    end if;
    delete from public.unlock_methods m where m.id = method;
    return true;
  end
  $$;
comment on function public.remove_unlock_method(uuid) is
  'Removes an unlock method of the caller if two others remain. False if it does not exist. Raises 409 (not_on) or P0001 (too_few).';
grant execute on function public.remove_unlock_method(uuid) to authenticated;

create function public.use_unlock_method(method uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: see turn_on_encryption.
  as $$
  begin
    if private.may_read() then
      update public.unlock_methods m set last_used_at = now() where m.id = method and m.user_id = auth.uid();
    end if;
  end
  $$;
comment on function public.use_unlock_method(uuid) is 'Remembers when the caller last unlocked with this method.';
grant execute on function public.use_unlock_method(uuid) to authenticated;

-- What devices load first

create or replace function public.app_start(project text, max_chats integer, max_pinned integer) returns json
  language sql stable set search_path = ''
  as $$
    select json_build_object(
      'chats', (
        select coalesce(json_agg(c), '[]') from (
          select id, title, project_id, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters
          from public.chat_history
          where user_id = (select auth.uid()) and project_id = project and archived_at is null
          order by updated_at desc, id desc
          limit least(max_chats, 200)
        ) c
      ),
      'pinned', (
        select coalesce(json_agg(c), '[]') from (
          select id, title, project_id, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters
          from public.chat_history
          where user_id = (select auth.uid()) and archived_at is null and pinned_at is not null
          order by pinned_at desc
          limit least(max_pinned, 200)
        ) c
      ),
      'projects', (
        select coalesce(json_agg(p), '[]') from (
          select id, name, color, model_id, vendor_id, archived_at, created_at, updated_at
          from public.projects
          where user_id = (select auth.uid())
          order by created_at, id
          limit 1000
        ) p
      ),
      'quota', public.get_message_quota(),
      'vendors', (
        select coalesce(json_agg(v), '[]') from (
          select id, name, display_name, endpoint_url, has_key, is_active, is_enabled, config
          from public.api_vendors
          order by priority_order, name
          limit 1000
        ) v
      ),
      'models', (
        select coalesce(json_agg(m), '[]') from (
          select model_id, display_name, icon_text, size_label, description_items, is_new, is_pro, is_beta,
            is_default, supports_images
          from public.ai_models
          order by "order"
          limit 1000
        ) m
      ),
      'encryption', (
        select row_to_json(e) from (
          select state, key_version, public_key, private_key
          from public.account_encryption
          where user_id = (select auth.uid())
        ) e
      )
    )
  $$;
comment on function public.app_start(text, integer, integer) is
  'The caller''s first chats outside projects, pinned chats, projects without their instructions, message quota and stored keys, and the vendors and models of the selector.';

create or replace function public.own_access() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'access', public.own_standing(),
      'plan', public.current_plan(),
      'is_admin', public.has_role('admin'),
      'requirement', public.session_requirement(),
      'encryption', (select e.state from public.account_encryption e where e.user_id = auth.uid())
    )
  $$;
comment on function public.own_access() is
  'The caller''s access, plan, whether they are an administrator, what their session must still do, and the state of their encrypted history.';

-- Administrators see whether an account has encrypted history, and can't merge it

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
      -- Without network addresses: ending a session does not need them.
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
      'consents_to_support', private.consents_to_support(target_user),
      'encryption', private.encryption_state(target_user)
    );
  end
  $$;

create or replace function private.merge_refusal(source uuid, target uuid) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  begin
    return case
      when source = target then private.refusal('bad_request', 'Choose two different accounts.')
      when auth.uid() in (source, target) then private.refusal('self', 'You cannot merge your own account.')
      when private.is_account_admin(source) or private.is_account_admin(target)
        then private.refusal('admin', 'Administrator accounts cannot be merged. Remove the role first.')
      when private.plan_of(target) = 'guest'
        then private.refusal('guest', 'Guests are deleted after a day. Merge into an account.')
      -- Encrypted texts are bound to their account, and the keys of two accounts can't become one.
      when private.encryption_state(source) is not null or private.encryption_state(target) is not null
        then private.refusal(
          'encrypted', 'One of the accounts has encrypted history. Its owner must turn that off before the merge.'
        )
      when (select count(*) from auth.users u where u.id in (source, target) and u.deleted_at is null) < 2
        then private.refusal('not_found', 'One of the accounts no longer exists.')
    end;
  end
  $$;
