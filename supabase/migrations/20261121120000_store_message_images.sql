-- Images of messages: stored by a function, read by their owner, gone with their message.
-- Functions: store_message_image, read_message_image, purge_images. Bytes travel as base64: the REST interface would
-- write them as hex, which is half as long again.

create index message_images_unlinked_idx on public.message_images (created_at) where message_id is null;

create function public.store_message_image(owner_id uuid, content_type text, content text) returns uuid
  language sql set search_path = ''
  -- Service role only: a client could otherwise keep any file here.
  as $$
    insert into public.message_images (user_id, content_type, content)
    values (
      store_message_image.owner_id, store_message_image.content_type,
      decode(store_message_image.content, 'base64')
    )
    returning id
  $$;
comment on function public.store_message_image(uuid, text, text) is
  'Keeps an image (base64) for a user until a message refers to it, at most 24 hours; returns its id. Service role only.';

create function public.read_message_image(image_id uuid)
  returns table (content_type text, content text)
  language sql stable set search_path = ''
  -- Not definer: row-level security decides.
  as $$
    select i.content_type, translate(encode(i.content, 'base64'), e'\n', '')
    from public.message_images i
    where i.id = read_message_image.image_id
  $$;
comment on function public.read_message_image(uuid) is 'An own image as {content_type, content}, the content as base64.';

create function private.link_message_images() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: clients may not write images.
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

create function public.purge_images() returns bigint
  language plpgsql security definer set search_path = ''
  as $$
  declare
    purged bigint;
  begin
    delete from public.message_images i
    where i.message_id is null and i.created_at < now() - interval '24 hours';
    get diagnostics purged = row_count;
    return purged;
  end
  $$;
comment on function public.purge_images() is
  'Deletes images that no message has referred to for 24 hours; returns how many. Service role only; call it hourly.';

revoke execute on function
  public.store_message_image(uuid, text, text), public.read_message_image(uuid), public.purge_images(),
  private.link_message_images()
  from public, anon, authenticated, service_role;
grant execute on function public.read_message_image(uuid) to authenticated;
grant execute on function public.store_message_image(uuid, text, text), public.purge_images() to service_role;

-- From now on the image lives as long as the message, which its foreign key deletes it with.
create trigger link_message_images after insert on public.chat_messages
  for each row
  when (new.role = 'assistant' and new.content like '%/functions/v1/images/%')
  execute function private.link_message_images();
