-- Objects of the bucket `attachments` live as long as a message uses them. No tables.

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
create trigger keep_attached_object before delete on storage.objects
  for each row when (old.bucket_id = 'attachments') execute function private.keep_attached_object();

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
create trigger delete_unused_object after delete on public.message_attachments
  for each row execute function private.delete_unused_object();

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

create or replace function private.purge_expired() returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    purged jsonb := jsonb_build_object(
      'guests', public.purge_guests(),
      'unconfirmed', public.purge_unconfirmed(),
      'images', public.purge_images(),
      'objects', private.purge_objects()
    );
  begin
    perform public.purge_counts();
    return purged;
  end
  $$;
comment on function private.purge_expired() is
  'Deletes everything that has expired; returns how many guests, unconfirmed sign-ups, images and objects. pg_cron or the embedded service calls it.';

-- The objects keep their paths: anyone with an attachment that uses them may read them.
create or replace function private.move_content(source uuid, target uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    chats bigint;
    messages bigint;
    images bigint;
    usage_rows bigint;
  begin
    update public.chat_history c set user_id = target where c.user_id = source;
    get diagnostics chats = row_count;
    update public.chat_messages m set user_id = target where m.user_id = source;
    get diagnostics messages = row_count;
    update public.message_attachments a set user_id = target where a.user_id = source;
    update public.message_images i set user_id = target where i.user_id = source;
    get diagnostics images = row_count;
    update public.message_reservations r set user_id = target where r.user_id = source;

    -- Everything moves, even beyond the target's limit: it can then only delete.
    insert into private.account_usage as u (user_id, chats, messages, bytes)
    select target, s.chats, s.messages, s.bytes from private.account_usage s where s.user_id = source
    on conflict (user_id) do update
      set chats = u.chats + excluded.chats, messages = u.messages + excluded.messages, bytes = u.bytes + excluded.bytes;

    -- Counts of the same day are added, so that a merge does not double the quota.
    insert into private.message_counts as c (user_id, usage_day, used, attempts)
    select target, s.usage_day, s.used, s.attempts from private.message_counts s where s.user_id = source
    on conflict (user_id, usage_day) do update
      set used = c.used + excluded.used, attempts = c.attempts + excluded.attempts;
    insert into public.message_usage as u (
      user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost, billed_tokens, estimated_requests
    )
    select target, s.usage_day, s.model_id, s.requests, s.prompt_tokens, s.completion_tokens, s.cost, s.billed_tokens,
      s.estimated_requests
    from public.message_usage s where s.user_id = source
    on conflict on constraint message_usage_pkey do update set
      requests = u.requests + excluded.requests, prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens, cost = u.cost + excluded.cost,
      billed_tokens = u.billed_tokens + excluded.billed_tokens,
      estimated_requests = u.estimated_requests + excluded.estimated_requests;
    get diagnostics usage_rows = row_count;
    return jsonb_build_object(
      'chats', chats, 'messages', messages, 'images', images, 'usage_rows', usage_rows
    );
  end
  $$;
