import { passkeySchema } from './passkeys/schema.ts';

/** PostgreSQL announces ended sessions and suspended accounts on this channel. The payload is an id. */
export const sessionEndChannel = 'clover_session_end';

/**
 * The auth service's tables, with the hosted service's names, columns and types, because migrations and seeds refer to
 * them (`references auth.users`) and data can be moved there unchanged. Idempotent, because it runs at every start.
 * Grants nothing to any role: only the auth service, as the owner, may use these tables.
 */
export const authSchema = /* sql */ `
create schema if not exists auth;

do $enums$
begin
  if to_regtype('auth.aal_level') is null then
    create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
  end if;
  if to_regtype('auth.code_challenge_method') is null then
    create type auth.code_challenge_method as enum ('s256', 'plain');
  end if;
  if to_regtype('auth.factor_status') is null then
    create type auth.factor_status as enum ('unverified', 'verified');
  end if;
  if to_regtype('auth.factor_type') is null then
    create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  end if;
  if to_regtype('auth.one_time_token_type') is null then
    create type auth.one_time_token_type as enum (
      'confirmation_token', 'reauthentication_token', 'recovery_token',
      'email_change_token_new', 'email_change_token_current', 'phone_change_token'
    );
  end if;
end
$enums$;

create table if not exists auth.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255),
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz,
  phone text default null unique,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index if not exists users_email_partial_key on auth.users (email) where is_sso_user = false;
create index if not exists users_created_at_idx on auth.users (created_at desc, id);
create index if not exists users_is_anonymous_idx on auth.users (is_anonymous);

create table if not exists auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
create index if not exists identities_user_id_idx on auth.identities (user_id);
create index if not exists identities_email_idx on auth.identities (email text_pattern_ops);

create table if not exists auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text
);
create index if not exists sessions_user_id_idx on auth.sessions (user_id, created_at);
create index if not exists sessions_not_after_idx on auth.sessions (not_after desc);

create table if not exists auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255) constraint refresh_tokens_token_unique unique,
  user_id varchar(255),
  revoked boolean,
  created_at timestamptz,
  updated_at timestamptz,
  parent varchar(255),
  session_id uuid references auth.sessions (id) on delete cascade
);
create index if not exists refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index if not exists refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);

create table if not exists auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  id uuid primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid
);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id, created_at);

create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index if not exists mfa_challenges_created_at_idx on auth.mfa_challenges (created_at desc);

create table if not exists auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now()
);
create index if not exists one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);
create unique index if not exists one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);

create table if not exists auth.flow_state (
  id uuid primary key,
  user_id uuid,
  auth_code text not null,
  code_challenge_method auth.code_challenge_method not null,
  code_challenge text not null,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz,
  updated_at timestamptz,
  authentication_method text not null,
  auth_code_issued_at timestamptz
);
create index if not exists flow_state_auth_code_idx on auth.flow_state (auth_code);
create index if not exists flow_state_created_at_idx on auth.flow_state (created_at desc);

-- Realtime closes the channels of ended sessions and suspended accounts.
create or replace function auth.announce_session_end() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_notify('${sessionEndChannel}', old.id::text);
    return null;
  end
  $$;
revoke execute on function auth.announce_session_end() from public;
create or replace trigger announce_session_end after delete on auth.sessions
  for each row execute function auth.announce_session_end();
create or replace trigger announce_suspension after update of banned_until on auth.users
  for each row when (new.banned_until > now()) execute function auth.announce_session_end();

-- Attempts that count toward a limit. Unlogged, because they expire soon anyway. The name is a keyed hash.
create unlogged table if not exists auth.attempts (
  name text primary key,
  times timestamptz[] not null,
  expires_at timestamptz not null
);
create index if not exists attempts_expires_at_idx on auth.attempts (expires_at);

-- Adds one attempt to each name that is counted now, or to none if one of them is full.
create or replace function auth.take_attempts(
  names text[], limits integer[], seconds double precision[], counted boolean[], at timestamptz,
  out full_until timestamptz, out counts integer[]
)
  language plpgsql set search_path = ''
  as $$
  declare
    recent timestamptz[];
    period interval;
  begin
    counts := '{}';
    -- Always locked in the same order, so that two requests can't block each other.
    insert into auth.attempts (name, times, expires_at)
    select wanted.name, '{}', take_attempts.at from unnest(names) as wanted(name) order by wanted.name
    on conflict (name) do nothing;
    perform from auth.attempts a where a.name = any(names) order by a.name for update;
    for i in 1..cardinality(names) loop
      period := make_interval(secs => seconds[i]);
      select array(select t from unnest(a.times) as t where t > take_attempts.at - period order by t) into recent
      from auth.attempts a where a.name = names[i];
      counts := counts || cardinality(recent);
      if cardinality(recent) >= limits[i] then
        full_until := greatest(full_until, recent[cardinality(recent) - limits[i] + 1] + period);
      end if;
    end loop;
    if full_until is null then
      update auth.attempts a
      set times = array(
            select t from unnest(a.times) as t
            where t > take_attempts.at - make_interval(secs => wanted.seconds) order by t
          ) || take_attempts.at,
        expires_at = take_attempts.at + make_interval(secs => wanted.seconds)
      from unnest(names, seconds, counted) as wanted(name, seconds, counted)
      where a.name = wanted.name and wanted.counted;
    end if;
  end
  $$;
revoke execute on function auth.take_attempts(text[], integer[], double precision[], boolean[], timestamptz) from public;

-- Devices that have signed in. Attempts from other devices don't delay them. The device is a keyed hash of network and
-- browser.
create table if not exists auth.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device text not null,
  last_used_at timestamptz not null,
  primary key (user_id, device)
);

${passkeySchema}

-- Denied twice: no grant, and row-level security without a policy, so that even a careless "grant all on all tables"
-- shows nothing. The auth service is the owner, to whom row-level security doesn't apply.
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.attempts enable row level security;
alter table auth.known_devices enable row level security;

revoke all on all tables in schema auth from public;
do $deny$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated'] loop
    if to_regrole(role_name) is not null then
      execute format('revoke all on all tables in schema auth from %I', role_name);
    end if;
  end loop;
end
$deny$;
`;
