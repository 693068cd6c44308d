/** NOTIFY announces deleted objects on this channel. The payload is the version, which is the file's name. */
export const deletedObjectsChannel = 'clover_deleted_objects';

/**
 * The part of the hosted service's storage that migrations and policies use, with its names, columns and grants.
 * Idempotent. Without a policy, row-level security gives client roles no access to any row.
 *
 * Unlike on the hosted service, `storage.folder` contains the name of the folder with this database's files, because
 * several databases may use one data directory at different times, and each deletes only its own files.
 */
export const storageSchema = /* sql */ `
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on table storage.buckets, storage.objects to anon, authenticated, service_role;

create or replace function storage.foldername(name text) returns text[] language sql immutable set search_path = ''
  as $$ select (string_to_array(name, '/'))[:array_length(string_to_array(name, '/'), 1) - 1] $$;
create or replace function storage.filename(name text) returns text language sql immutable set search_path = ''
  as $$ select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;
grant execute on function storage.foldername(text), storage.filename(text) to anon, authenticated, service_role;

create table if not exists storage.folder (
  single boolean primary key default true check (single),
  id uuid not null default gen_random_uuid()
);
alter table storage.folder enable row level security;

create or replace function storage.announce_deletion() returns trigger language plpgsql set search_path = ''
  as $announce$
  begin
    if tg_op = 'DELETE' or old.version is distinct from new.version then
      perform pg_catalog.pg_notify('${deletedObjectsChannel}', old.version);
    end if;
    return null;
  end
  $announce$;
create or replace trigger announce_deletion after delete or update of version on storage.objects
  for each row execute function storage.announce_deletion();`;
