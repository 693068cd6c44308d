-- What else belongs to a user: keys of the developer API, and images that functions made.
-- Tables: llm_api_keys, message_images.

create table public.llm_api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (name ~ '\S' and char_length(name) <= 100),
  prefix text not null check (prefix ~ '^clv_[A-Za-z0-9]{4,12}$'),
  key_hash text not null unique check (char_length(key_hash) between 32 and 200),
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.llm_api_keys is 'Keys of the developer API. The key itself is shown once and never stored.';
comment on column public.llm_api_keys.prefix is 'First characters, by which the user tells the keys apart.';
comment on column public.llm_api_keys.key_hash is 'Hash of the key; no client role may read it.';

create index llm_api_keys_user_id_idx on public.llm_api_keys (user_id, created_at desc);

create table public.message_images (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  message_id uuid references public.chat_messages (id) on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 4194304),
  created_at timestamptz not null default now()
);
comment on table public.message_images is 'Images made for messages, at most 4 MiB each, served by the images function.';

create index message_images_user_id_idx on public.message_images (user_id, created_at desc);
create index message_images_message_id_idx on public.message_images (message_id) where message_id is not null;

alter table public.llm_api_keys enable row level security;
revoke all on table public.llm_api_keys from public, anon, authenticated, service_role;
grant select (id, user_id, name, prefix, last_used_at, revoked_at, created_at)
  on table public.llm_api_keys to authenticated;
grant select, insert, update, delete on table public.llm_api_keys to service_role;

create policy "Users can list their own keys, administrators every key"
  on public.llm_api_keys for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.may_read())) or (select private.is_admin()));

alter table public.message_images enable row level security;
revoke all on table public.message_images from public, anon, authenticated, service_role;
grant select (id, user_id, message_id, content_type, content, created_at)
  on table public.message_images to authenticated;
grant select, insert, update, delete on table public.message_images to service_role;

create policy "Users can read their own images"
  on public.message_images for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));
