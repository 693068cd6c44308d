-- Encrypted history: generated pictures. The gateway encrypts them to the account's public key and names their reply,
-- because the database can't read which pictures an encrypted reply shows. No tables.

alter table public.message_images
  drop constraint message_images_content_type_check,
  drop constraint message_images_content_check,
  add constraint message_images_content_type_check
    check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'application/vnd.clover.encrypted')),
  -- An envelope is 55 bytes longer.
  add constraint message_images_content_check check (
    octet_length(content) >= 1 and case content_type
      when 'application/vnd.clover.encrypted'
        then octet_length(content) <= 4194304 + 55 and substring(content for 7) = 'enc1.p.'::bytea
      else octet_length(content) <= 4194304
    end
  ),
  add column reply_id uuid;
comment on column public.message_images.content_type is
  'application/vnd.clover.encrypted: the content is an envelope to the account''s public key.';
comment on column public.message_images.reply_id is
  'The message that will show an encrypted picture. Others are found by the link in their message.';

create function private.check_image_encryption() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the account's state, whatever role the writer has.
  as $$
  declare
    is_encrypted constant boolean := new.content_type = 'application/vnd.clover.encrypted';
    state text;
  begin
    select e.state into state from public.account_encryption e where e.user_id = new.user_id for key share;
    if state in ('turning_on', 'on') and not is_encrypted
      -- Of a reply that began before encryption was turned on. It is encrypted with the existing history.
      and not (state = 'turning_on' and exists (
        select from private.reply_progress p where p.reply_id = new.reply_id and not p.is_encrypted
      ))
    then
      raise exception using errcode = 'PT409', hint = 'encryption_required',
        message = 'Your history is encrypted. Reload the page or update the app, then try again.';
    elsif state is null and is_encrypted then
      raise exception using errcode = 'PT409', hint = 'encryption_not_on',
        message = 'Your history is no longer encrypted. Reload the page, then try again.';
    end if;
    return new;
  end
  $$;

create function private.link_encrypted_images() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes message_images, which clients may not.
  as $$
  begin
    update public.message_images i set message_id = new.id
    where i.user_id = new.user_id and i.message_id is null and i.reply_id = new.id;
    return null;
  end
  $$;

drop function public.store_message_image(uuid, text, text);
create function public.store_message_image(
  owner_id uuid, content_type text, content text, image_id uuid default null, reply_id uuid default null
)
  returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: checks the owner's limits. Service role only: a client could store any file here.
  as $$
  declare
    stored uuid;
  begin
    insert into public.message_images (id, user_id, content_type, content, reply_id)
    values (
      coalesce(store_message_image.image_id, gen_random_uuid()), store_message_image.owner_id,
      store_message_image.content_type, decode(store_message_image.content, 'base64'), store_message_image.reply_id
    )
    returning id into stored;
    perform private.check_usage(store_message_image.owner_id);
    return stored;
  end
  $$;
comment on function public.store_message_image(uuid, text, text, uuid, uuid) is
  'Stores an image (base64) for a user until a message refers to it, or the reply is stored, at most 24 hours; returns its id. Service role only.';

create function private.image_length(content_type text, content bytea) returns integer
  language sql immutable set search_path = ''
  as $$
    select octet_length(image_length.content)
      - case image_length.content_type when 'application/vnd.clover.encrypted' then 55 else 0 end
  $$;
comment on function private.image_length(text, bytea) is 'The bytes of a picture, also if it is encrypted.';

create function public.copy_message_image(source uuid, copy uuid, message uuid, content_type text, content text)
  returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: writes message_images, which clients may not. Only copies of the caller's pictures for imported messages of
  -- theirs.
  as $$
  declare
    caller constant uuid := auth.uid();
    original public.message_images;
    bytes constant bytea := decode(copy_message_image.content, 'base64');
    is_new boolean;
  begin
    perform private.check_sender(caller);
    select * into original from public.message_images i where i.id = copy_message_image.source and i.user_id = caller;
    if original.id is null or not exists (
      select from public.chat_messages m
      where m.id = copy_message_image.message and m.user_id = caller and m.role = 'assistant' and m.origin = 'import'
    ) then
      raise insufficient_privilege using message = 'You can only copy pictures from messages that you can read.';
    end if;
    -- The service can't read an envelope, but it has the length of the picture. The copy of a plain picture is encrypted
    -- while encrypted history is turned on, and the reverse while it is turned off.
    if private.image_length(original.content_type, original.content)
        <> private.image_length(copy_message_image.content_type, bytes)
      or (
        'application/vnd.clover.encrypted' not in (original.content_type, copy_message_image.content_type)
        and (original.content_type, original.content) <> (copy_message_image.content_type, bytes)
      )
    then
      raise invalid_parameter_value using message = 'This is not a copy of the picture.';
    end if;
    insert into public.message_images (id, user_id, message_id, content_type, content)
    values (
      copy_message_image.copy, caller, copy_message_image.message, copy_message_image.content_type, bytes
    )
    on conflict (id) do nothing;
    is_new := found;
    perform private.check_usage(caller);
    return is_new;
  end
  $$;
comment on function public.copy_message_image(uuid, uuid, uuid, text, text) is
  'Stores a copy of a picture of the caller (base64) for an imported message: encrypted again, because its envelope is bound to its id. False if an earlier call has stored it.';

-- Converting the existing history

create function public.list_unconverted_images(after uuid default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: also lists the pictures of chats that the plan hides.
  as $$
  declare
    caller constant uuid := auth.uid();
    state constant text := private.encryption_state(caller);
  begin
    perform private.require_conversion(case when state = 'turning_off' then state else 'turning_on' end);
    return (
      select jsonb_build_object(
        'id', i.id, 'content_type', i.content_type, 'content', translate(encode(i.content, 'base64'), e'\n', '')
      )
      from public.message_images i
      where i.user_id = caller
        and (i.content_type = 'application/vnd.clover.encrypted') = (state = 'turning_off')
        and (list_unconverted_images.after is null or i.id > list_unconverted_images.after)
      order by i.id limit 1
    );
  end
  $$;
comment on function public.list_unconverted_images(uuid) is
  'The caller''s next unconverted picture in the order of the ids, in the states turning_on and turning_off: {id, content_type, content: base64}, or null.';

create function public.convert_image(id uuid, content_type text, content text) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: pictures never change otherwise. Converts the caller's only.
  as $$
  declare
    caller constant uuid := auth.uid();
    is_on constant boolean := private.encryption_state(caller) = 'turning_on';
    bytes constant bytea := decode(convert_image.content, 'base64');
    growth bigint;
  begin
    perform private.require_conversion(case when is_on then 'turning_on' else 'turning_off' end);
    update public.message_images i set content_type = convert_image.content_type, content = bytes
    from (
      select octet_length(o.content) as length from public.message_images o
      where o.id = convert_image.id and o.user_id = caller for update
    ) stored
    where i.id = convert_image.id and i.user_id = caller
      and (i.content_type = 'application/vnd.clover.encrypted') <> is_on
      and (convert_image.content_type = 'application/vnd.clover.encrypted') = is_on
      and abs(octet_length(bytes) - stored.length) = 55
    returning octet_length(i.content) - stored.length into growth;
    if growth is null then
      return false;
    end if;
    update private.account_usage u set bytes = greatest(u.bytes + growth, 0) where u.user_id = caller;
    return true;
  end
  $$;
comment on function public.convert_image(uuid, text, text) is
  'Replaces a picture of the caller by its envelope (base64), or the reverse while encrypted history is turned off. False if it has been converted already, or does not exist.';

create or replace function private.unconverted_rows(owner uuid) returns text[]
  language sql stable set search_path = ''
  -- Every column that text-columns.ts marks as encrypted, and what is derived from them.
  as $$
    select array_remove(array[
      case when exists (
        select from public.chat_history c where c.user_id = owner
          and (c.chat_key is null or not private.is_envelope(c.title) or jsonb_typeof(c.parameters) = 'object')
      ) then 'chats' end,
      case when exists (
        select from public.chat_messages m where m.user_id = owner and m.content_format = 'plain'
      ) then 'messages' end,
      case when exists (
        select from public.running_replies r join private.reply_progress p on p.reply_id = r.id
        where r.user_id = owner and not p.is_encrypted
      ) then 'replies' end,
      case when exists (
        select from public.shared_drafts d where d.user_id = owner and not private.is_envelope(d.text)
      ) then 'shared_drafts' end,
      case when exists (
        select from public.account_instructions i where i.user_id = owner
          and not (
            (i.about = '' or private.is_envelope(i.about)) and (i.style = '' or private.is_envelope(i.style))
          )
      ) then 'account_instructions' end,
      case when exists (
        select from public.personas p where p.user_id = owner
          and not (
            private.is_envelope(p.name) and (p.instructions = '' or private.is_envelope(p.instructions))
            and not exists (select from unnest(p.starters) s where s <> '' and not private.is_envelope(s))
          )
      ) then 'personas' end,
      case when exists (
        select from public.saved_prompts p where p.user_id = owner
          and not (
            private.is_envelope(p.name) and (p.title = '' or private.is_envelope(p.title))
            and private.is_envelope(p.text)
          )
      ) then 'saved_prompts' end,
      case when exists (
        select from public.projects p where p.user_id = owner
          and not (private.is_envelope(p.name) and coalesce(private.is_envelope(p.instructions), true))
      ) then 'projects' end,
      case when exists (
        select from public.memories m where m.user_id = owner and not private.is_envelope(m.content)
      ) then 'memories' end,
      case when exists (
        select from private.title_vectors v join public.chat_history c on c.id = v.chat_id where c.user_id = owner
      ) or exists (
        select from private.message_vectors v join public.chat_history c on c.id = v.chat_id where c.user_id = owner
      ) or exists (
        select from public.chat_history c where c.user_id = owner and c.has_code
      ) then 'search' end,
      case when exists (
        select from public.message_attachments a where a.user_id = owner
          and not (
            private.is_envelope(a.name) and private.is_envelope(a.media_type)
            and coalesce(a.text = '' or private.is_envelope(a.text), true)
          )
      ) then 'files' end,
      case when exists (
        select from public.message_images i
        where i.user_id = owner and i.content_type <> 'application/vnd.clover.encrypted'
      ) then 'pictures' end
    ], null)
  $$;
comment on function private.unconverted_rows(uuid) is
  'Where an account still has plain texts: names of tables, and replies, search, files and pictures. Empty if there are none.';

create or replace function public.finish_turning_off() returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: reads internal tables and deletes the keys of the caller's account only.
  as $$
  declare
    caller constant uuid := private.require_conversion('turning_off');
    remaining text[];
  begin
    perform from public.account_encryption e where e.user_id = caller for update;
    remaining := array_remove(array[
      case when exists (select from public.chat_history c where c.user_id = caller and c.chat_key is not null)
        then 'chats' end,
      case when exists (
        select from public.chat_messages m where m.user_id = caller and m.content_format = 'encrypted'
      ) then 'messages' end,
      case when exists (
        select from private.reply_progress p where p.user_id = caller and p.is_encrypted
      ) then 'replies' end,
      case when exists (
        select from public.shared_drafts d where d.user_id = caller and private.is_envelope(d.text)
      ) then 'shared_drafts' end,
      case when exists (
        select from public.account_instructions i where i.user_id = caller
          and (private.is_envelope(i.about) or private.is_envelope(i.style))
      ) then 'account_instructions' end,
      case when exists (
        select from public.personas p where p.user_id = caller
          and (
            private.is_envelope(p.name) or private.is_envelope(p.instructions)
            or exists (select from unnest(p.starters) s where private.is_envelope(s))
          )
      ) then 'personas' end,
      case when exists (
        select from public.saved_prompts p where p.user_id = caller
          and (private.is_envelope(p.name) or private.is_envelope(p.title) or private.is_envelope(p.text))
      ) then 'saved_prompts' end,
      case when exists (
        select from public.projects p where p.user_id = caller
          and (private.is_envelope(p.name) or private.is_envelope(p.instructions))
      ) then 'projects' end,
      case when exists (
        select from public.memories m where m.user_id = caller and private.is_envelope(m.content)
      ) then 'memories' end,
      case when exists (
        select from public.message_attachments a where a.user_id = caller
          and (private.is_envelope(a.name) or private.is_envelope(a.media_type) or private.is_envelope(a.text))
      ) then 'files' end,
      case when exists (
        select from public.message_images i
        where i.user_id = caller and i.content_type = 'application/vnd.clover.encrypted'
      ) then 'pictures' end
    ], null);
    if remaining = '{}' then
      delete from public.account_encryption e where e.user_id = caller;
    end if;
    return jsonb_build_object('ok', remaining = '{}', 'remaining', to_jsonb(remaining));
  end
  $$;

grant select (reply_id) on table public.message_images to authenticated;
grant execute on function public.store_message_image(uuid, text, text, uuid, uuid) to service_role;
grant execute on function
  public.copy_message_image(uuid, uuid, uuid, text, text), public.list_unconverted_images(uuid),
  public.convert_image(uuid, text, text)
  to authenticated;

drop trigger check_turning_on on public.account_encryption;
drop trigger refuse_plain_files on public.message_images;
drop function private.check_turning_on();
drop function private.refuse_plain_files();
create trigger check_encryption before insert or update of content_type, content on public.message_images
  for each row execute function private.check_image_encryption();
create trigger link_encrypted_images after insert on public.chat_messages
  for each row when (new.role = 'assistant' and new.content_format = 'encrypted')
  execute function private.link_encrypted_images();
