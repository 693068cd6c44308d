-- Files of messages: generated images, and pictures and documents that users send. The bytes of the latter are objects
-- of the bucket `attachments`, with row-level security.
-- Tables: message_images, message_attachments.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'attachments', 'attachments', false, 20971520,
  array[
    'image/jpeg', 'image/png', 'image/webp', 'image/gif',
    'application/pdf', 'application/rtf', 'application/epub+zip', 'application/zip', 'application/json',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.presentation',
    'message/rfc822', 'text/plain', 'text/markdown', 'text/csv', 'application/octet-stream'
  ]
)
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table public.message_images (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  message_id uuid references public.chat_messages (id) on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 4194304),
  created_at timestamptz not null default now()
);
comment on table public.message_images is
  'Generated images, at most 4 MiB each, served by the images function. Without a message they are deleted after a day.';
create index message_images_user_id_idx on public.message_images (user_id, created_at desc);
create index message_images_message_id_idx on public.message_images (message_id) where message_id is not null;
create index message_images_unlinked_idx on public.message_images (created_at) where message_id is null;

create table public.message_attachments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  chat_id uuid not null references public.chat_history (id) on delete cascade,
  message_id uuid not null references public.chat_messages (id) on delete cascade,
  position smallint not null check (position between 0 and 9),
  kind text not null check (kind in ('image', 'document')),
  name text not null check (char_length(name) between 1 and 255 and name ~ '\S' and name !~ '[[:cntrl:]]'),
  media_type text not null check (char_length(media_type) <= 100),
  size bigint not null check (size > 0),
  text text check (octet_length(text) <= 1048576),
  -- For estimates of tokens without the text itself.
  text_length integer generated always as (char_length(text)) stored,
  pages integer check (pages between 1 and 100000),
  width integer check (width between 1 and 100000),
  height integer check (height between 1 and 100000),
  object_path text not null check (char_length(object_path) <= 100),
  created_at timestamptz not null default now(),
  unique (message_id, position),
  constraint message_attachments_kind_of_type check ((kind = 'image') = (media_type like 'image/%')),
  constraint message_attachments_image check (
    case kind
      when 'image' then text is null and pages is null and width is not null and height is not null
      else text is not null and width is null and height is null
    end
  )
);
comment on table public.message_attachments is
  'Pictures and documents of a message, at most 10. Rows never change; they are deleted with their message.';
comment on column public.message_attachments.media_type is 'Copied from the object, like size: the client''s values are ignored.';
comment on column public.message_attachments.text is 'The text of a document as it is sent to the model; null for pictures.';
comment on column public.message_attachments.text_length is 'Characters of the text.';
comment on column public.message_attachments.width is 'Of a picture as it is sent, in pixels.';
comment on column public.message_attachments.object_path is
  'Name of the object in the bucket attachments: <user id>/<uuid>. Several rows may share one; it is deleted with the last.';
create index message_attachments_user_id_idx on public.message_attachments (user_id);
create index message_attachments_chat_id_idx on public.message_attachments (chat_id);
create index message_attachments_object_path_idx on public.message_attachments (object_path);

-- Who may read and write what

alter table public.message_images enable row level security;
alter table public.message_attachments enable row level security;

grant select (id, user_id, message_id, content_type, content, created_at)
  on table public.message_images to authenticated;
grant select, insert, update, delete on table public.message_images to service_role;

grant select (
    id, user_id, chat_id, message_id, position, kind, name, media_type, size, text, text_length, pages, width, height,
    object_path, created_at
  ),
  insert (
    id, user_id, chat_id, message_id, position, kind, name, media_type, size, text, pages, width, height, object_path
  )
  on table public.message_attachments to authenticated;
grant select, insert, delete on table public.message_attachments to service_role;

create policy "Users can read their own images"
  on public.message_images for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- The chat is read under its own policies: owner, ban and retention are written there, once.
create policy "Users can read the attachments of chats that they can read"
  on public.message_attachments for select to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and exists (select from public.chat_history c where c.id = chat_id)
  );

create policy "Users can add attachments to messages of chats that they can read"
  on public.message_attachments for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_send())
    and exists (select from public.chat_history c where c.id = chat_id)
  );

-- Objects. A path names the user who uploaded it and reveals nothing else.

create function private.is_own_path(path text) returns boolean
  language sql stable set search_path = ''
  as $$
    select path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and split_part(path, '/', 1) = auth.uid()::text
  $$;
comment on function private.is_own_path(text) is 'Whether an object''s path is <id of the caller>/<uuid>.';

-- The second condition is for accounts that were merged into the caller's: their objects keep their paths.
create policy "Users can read their own attachments"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'attachments'
    and (select private.may_read())
    and (
      private.is_own_path(name)
      or exists (
        select from public.message_attachments a where a.object_path = objects.name and a.user_id = (select auth.uid())
      )
    )
  );

create policy "Users can upload their own attachments"
  on storage.objects for insert to authenticated
  with check (bucket_id = 'attachments' and private.is_own_path(name) and (select private.may_send()));

-- What a message uses is kept by the trigger keep_attached_object.
create policy "Users can remove their own attachments"
  on storage.objects for delete to authenticated
  using (bucket_id = 'attachments' and private.is_own_path(name) and (select private.may_read()));

-- Images

create function private.link_message_images() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes message_images, which clients may not.
  as $$
  begin
    update public.message_images i
    set message_id = new.id
    where i.user_id = new.user_id and i.message_id is null
      and i.id in (
        select reference[1]::uuid
        from regexp_matches(
          new.content,
          '/functions/v1/images/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
        ) as reference
      );
    return null;
  end
  $$;

create function private.copy_images(content text, owner_id uuid) returns text
  language plpgsql set search_path = ''
  -- An image belongs to one message; a copied message gets a copy of it.
  as $$
  declare
    copied text := copy_images.content;
    image uuid;
    copy_id uuid;
  begin
    for image in
      select distinct i.id
      from regexp_matches(
        copy_images.content,
        '/functions/v1/images/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
      ) as reference
      join public.message_images i on i.id = reference[1]::uuid and i.user_id = copy_images.owner_id
    loop
      insert into public.message_images (user_id, content_type, content)
      select i.user_id, i.content_type, i.content from public.message_images i where i.id = image
      returning id into copy_id;
      copied := replace(copied, '/functions/v1/images/' || image, '/functions/v1/images/' || copy_id);
    end loop;
    return copied;
  end
  $$;

create function public.store_message_image(owner_id uuid, content_type text, content text) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: checks the owner's limits. Service role only: a client could store any file here.
  as $$
  declare
    stored uuid;
  begin
    insert into public.message_images (user_id, content_type, content)
    values (
      store_message_image.owner_id, store_message_image.content_type,
      decode(store_message_image.content, 'base64')
    )
    returning id into stored;
    perform private.check_usage(store_message_image.owner_id);
    return stored;
  end
  $$;
comment on function public.store_message_image(uuid, text, text) is
  'Stores an image (base64) for a user until a message refers to it, at most 24 hours; returns its id. Service role only.';

create function public.read_message_image(image_id uuid)
  returns table (content_type text, content text)
  language sql stable set search_path = ''
  -- Row-level security decides which images the caller may read.
  as $$
    select i.content_type, translate(encode(i.content, 'base64'), e'\n', '')
    from public.message_images i
    where i.id = read_message_image.image_id
  $$;
comment on function public.read_message_image(uuid) is
  'An own image as {content_type, content}, the content as base64.';

-- Attachments and their limits

create function private.check_attachments(target uuid, more_rows integer, more_objects integer, more_bytes bigint)
  returns void
  language plpgsql set search_path = ''
  as $$
  declare
    plan constant text := coalesce(private.plan_of(target), 'guest');
    max_attachments constant integer := private.integer_setting(
      plan || '_attachments', case plan when 'professional' then 20000 when 'starter' then 2000 else 20 end
    );
    max_megabytes constant integer := private.integer_setting(
      plan || '_attachment_megabytes', case plan when 'professional' then 20000 when 'starter' then 1000 else 50 end
    );
    stored_rows bigint;
    stored_objects bigint;
    text_bytes bigint;
    object_bytes bigint;
  begin
    -- One at a time for each account, so that the sums are right.
    perform pg_advisory_xact_lock(hashtextextended('attachments:' || target, 0));
    select count(*), coalesce(sum(octet_length(a.text)), 0) into stored_rows, text_bytes
    from public.message_attachments a where a.user_id = target;
    -- A range of the index, which is ordered by bytes: 0 follows the slash.
    select count(*), coalesce(sum((o.metadata ->> 'size')::bigint), 0) into stored_objects, object_bytes
    from storage.objects o
    where o.bucket_id = 'attachments'
      and o.name collate "C" >= target || '/' and o.name collate "C" < target || '0';
    if greatest(stored_rows + more_rows, stored_objects + more_objects) > max_attachments then
      raise exception using hint = 'limit', message = format(
        'You can keep %s files in your chats. Delete chats that you no longer need, then try again.', max_attachments);
    elsif text_bytes + object_bytes + more_bytes > max_megabytes * 1048576::bigint then
      raise exception using hint = 'limit', message = format(
        'You can keep %s MB of files. Delete chats that you no longer need, then try again.', max_megabytes);
    end if;
  end
  $$;
comment on function private.check_attachments(uuid, integer, integer, bigint) is
  'Raises P0001 with the hint limit and a sentence that names the limit of the account''s plan. Bytes are those of objects and texts.';

create function private.check_object() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads bans, and counts what the account has stored. Only for the caller's own paths, otherwise a refusal
  -- would reveal something about others; the policy refuses those.
  as $$
  begin
    if private.is_own_path(new.name) then
      perform private.check_sender(auth.uid());
      perform private.check_attachments(auth.uid(), 0, 1, coalesce((new.metadata ->> 'size')::bigint, 0));
    end if;
    return new;
  end
  $$;

create function private.check_attachment() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the message and the object whatever the plan shows, and counts what the account has stored.
  as $$
  declare
    stored jsonb;
  begin
    -- The same error for another user's message and for a missing one, so that ids reveal nothing. Our functions insert
    -- without auth.uid().
    if new.user_id <> coalesce(auth.uid(), new.user_id) or not exists (
      select from public.chat_messages m
      where m.id = new.message_id and m.chat_id = new.chat_id and m.user_id = new.user_id and m.role = 'user'
    ) then
      raise insufficient_privilege using message = 'Files can only be attached to your own messages.';
    end if;
    perform private.check_sender(new.user_id);
    -- Locked, so that the object is not removed as unused until this row is stored.
    select o.metadata into stored
    from storage.objects o
    where o.bucket_id = 'attachments' and o.name = new.object_path
      and (
        split_part(o.name, '/', 1) = new.user_id::text
        or exists (
          select from public.message_attachments a where a.object_path = o.name and a.user_id = new.user_id
        )
      )
    for key share;
    if stored is null then
      raise foreign_key_violation using message = 'The file was not uploaded. Attach it again.';
    end if;
    new.media_type := stored ->> 'mimetype';
    new.size := (stored ->> 'size')::bigint;
    perform private.check_attachments(new.user_id, 1, 0, coalesce(octet_length(new.text), 0));
    return new;
  end
  $$;

create function private.attachments_of(message uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_agg(
      jsonb_build_object(
        'id', a.id, 'kind', a.kind, 'name', a.name, 'media_type', a.media_type, 'size', a.size, 'pages', a.pages,
        'width', a.width, 'height', a.height, 'text_length', a.text_length, 'object_path', a.object_path
      )
      order by a.position
    )
    from public.message_attachments a where a.message_id = attachments_of.message
  $$;
comment on function private.attachments_of(uuid) is
  'The attachments of a message without the texts of documents, which are read when they are needed; null if there are none.';

-- Objects live as long as a message uses them.

create function private.keep_attached_object() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: also sees attachments that the caller's plan hides.
  as $$
  begin
    -- The object is locked here, so an attachment that is inserted at the same time is seen, or does not find the object.
    if exists (select from public.message_attachments a where a.object_path = old.name) then
      return null;
    end if;
    return old;
  end
  $$;
comment on function private.keep_attached_object() is
  'Leaves out objects that a message uses, for every role: no row refers to a missing object.';

create function private.deletes_files() returns boolean
  language sql stable set search_path = ''
  as $$ select to_regclass('storage.folder') is not null $$;
comment on function private.deletes_files() is
  'Whether deleting the row of an object deletes its file: in the embedded service. Files of a hosted project are deleted through its API only.';

create function private.delete_unused_object() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: deletes the object in the transaction that deletes its last attachment, also when an account is deleted.
  as $$
  begin
    if private.deletes_files() then
      delete from storage.objects o where o.bucket_id = 'attachments' and o.name = old.object_path;
    end if;
    return null;
  end
  $$;

create function private.unused_attachments(max_objects integer) returns setof text
  language sql stable set search_path = ''
  as $$
    select o.name from storage.objects o
    where o.bucket_id = 'attachments' and o.created_at < now() - interval '1 day'
      and not exists (select from public.message_attachments a where a.object_path = o.name)
    limit max_objects
  $$;
comment on function private.unused_attachments(integer) is
  'Names of objects that are older than a day, because they are uploaded before their message, and that no message uses.';

create function private.purge_objects() returns bigint
  language plpgsql set search_path = ''
  as $$
  declare
    purged bigint;
  begin
    if not private.deletes_files() then
      return 0;
    end if;
    delete from storage.objects o
    where o.bucket_id = 'attachments' and o.name in (select private.unused_attachments(10000));
    get diagnostics purged = row_count;
    return purged;
  end
  $$;
comment on function private.purge_objects() is
  'Deletes the objects of unused_attachments; returns how many. Does nothing on a hosted project, which deletes them through its API.';

grant execute on function private.is_own_path(text), public.read_message_image(uuid) to authenticated;
grant execute on function public.store_message_image(uuid, text, text) to service_role;

-- From here on the image is deleted with its message, by the foreign key.
create trigger link_message_images after insert on public.chat_messages
  for each row
  when (new.role = 'assistant' and new.content like '%/functions/v1/images/%')
  execute function private.link_message_images();
create trigger add_images after insert on public.message_images
  referencing new table as changed for each statement execute function private.add_content('internal');
create trigger subtract_images after delete on public.message_images
  referencing old table as changed for each statement execute function private.subtract_usage();

create trigger check_attachment before insert on public.message_attachments
  for each row execute function private.check_attachment();
create trigger delete_unused_object after delete on public.message_attachments
  for each row execute function private.delete_unused_object();
create trigger check_attachment_object before insert on storage.objects
  for each row when (new.bucket_id = 'attachments')
  execute function private.check_object();
create trigger keep_attached_object before delete on storage.objects
  for each row when (old.bucket_id = 'attachments') execute function private.keep_attached_object();
