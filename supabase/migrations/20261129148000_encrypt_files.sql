-- Encrypted history: files attached to messages. Their names, types and texts are envelopes, and their objects contain
-- encrypted bytes. Turning encrypted history on and off converts them. No tables.

create function private.is_encrypted_file(metadata jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
  -- A type that only devices with encrypted history upload, so that an old client can't store a plain file.
  as $$
    select metadata ->> 'mimetype' = 'application/vnd.clover.encrypted'
  $$;
comment on function private.is_encrypted_file(jsonb) is 'Whether an object has the type of encrypted files; null without a type.';

-- An envelope is 35 bytes longer than its file.
update storage.buckets set
  file_size_limit = 20971520 + 35,
  allowed_mime_types = allowed_mime_types || '{application/vnd.clover.encrypted}'::text[]
where id = 'attachments';

alter table public.message_attachments
  drop constraint message_attachments_name_check,
  drop constraint message_attachments_media_type_check,
  drop constraint message_attachments_text_check,
  drop constraint message_attachments_kind_of_type,
  add constraint message_attachments_name_check
    check (name ~ '\S' and name !~ '[[:cntrl:]]' and private.fits(name, 255)),
  add constraint message_attachments_media_type_check check (private.fits(media_type, 100)),
  add constraint message_attachments_text_check check (private.fits_bytes(text, 1048576)),
  add constraint message_attachments_kind_of_type
    check (private.is_envelope(media_type) or (kind = 'image') = (media_type like 'image/%'));
comment on table public.message_attachments is
  'Pictures and documents of a message, at most 10. Rows only change when encrypted history is turned on or off; they are deleted with their message.';
comment on column public.message_attachments.media_type is
  'Copied from the object, like size: the client''s values are ignored. An envelope if the object is encrypted.';
comment on column public.message_attachments.text_length is 'Characters of the text, or of its envelope.';

-- Which rows and objects are accepted

create function private.check_object_encryption() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the account's state, whatever role the writer has.
  as $$
  declare
    owner constant uuid := (select u.id from auth.users u where u.id::text = split_part(new.name, '/', 1));
    is_encrypted constant boolean := private.is_encrypted_file(new.metadata);
    state text;
  begin
    -- Before an upload is read, its row is stored without metadata and rolled back. Of other users' objects, nothing is
    -- revealed: the policies refuse them.
    if owner is null or auth.uid() <> owner or is_encrypted is null then
      return new;
    end if;
    -- The state must not end before this row is stored: see finish_turning_on and finish_turning_off.
    select e.state into state from public.account_encryption e where e.user_id = owner for key share;
    if state in ('turning_on', 'on') and not is_encrypted then
      raise exception using errcode = 'PT409', hint = 'encryption_required',
        message = 'Your history is encrypted. Reload the page or update the app, then try again.';
    elsif state is null and is_encrypted then
      raise exception using errcode = 'PT409', hint = 'encryption_not_on',
        message = 'Your history is no longer encrypted. Reload the page, then try again.';
    end if;
    return new;
  end
  $$;

create or replace function private.check_object() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads bans, and counts what the account has stored. Only for the caller's own paths, otherwise a refusal
  -- would reveal something about others; the policy refuses those.
  as $$
  begin
    if private.is_own_path(new.name) is not true then
      return new;
    end if;
    perform private.check_sender(auth.uid());
    -- The bucket's limit is that of the encrypted file.
    if (new.metadata ->> 'size')::bigint > 20971520 and not private.is_encrypted_file(new.metadata) then
      raise exception using hint = 'limit', message = 'A file can have up to 20 MB.';
    end if;
    -- A converted copy is stored before its original is deleted, also in an account that has reached its limit. Rows of
    -- new files count all objects.
    if private.encryption_state(auth.uid()) in ('turning_on', 'turning_off') and 20 > (
      select count(*) from storage.objects o
      where o.bucket_id = 'attachments'
        and o.name collate "C" >= auth.uid() || '/' and o.name collate "C" < auth.uid() || '0'
        and not exists (select from public.message_attachments a where a.object_path = o.name)
    ) then
      return new;
    end if;
    perform private.check_attachments(auth.uid(), 0, 1, coalesce((new.metadata ->> 'size')::bigint, 0));
    return new;
  end
  $$;

create or replace function private.check_attachment() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the message and the object whatever the plan shows, and counts what the account has stored.
  as $$
  declare
    is_encrypted constant boolean := private.is_envelope(new.name);
    chat_key text;
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
    -- Before the other locks, because finish_turning_on locks the state before it deletes objects.
    perform from public.account_encryption e where e.user_id = new.user_id for key share;
    -- Locked, so that its key is not deleted before this row is stored: see convert_chats.
    select c.chat_key into chat_key from public.chat_history c where c.id = new.chat_id for key share;
    if is_encrypted and chat_key is null then
      raise exception using errcode = 'PT409', hint = 'encryption_chat_key',
        message = 'This chat is no longer encrypted. Reload the page, then try again.';
    end if;
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
    -- If encrypted history was turned on or off meanwhile, the device uploads the file again.
    if stored is null or private.is_encrypted_file(stored) is distinct from is_encrypted then
      raise foreign_key_violation using message = 'The file was not uploaded. Attach it again.';
    end if;
    if not is_encrypted then
      new.media_type := stored ->> 'mimetype';
    end if;
    new.size := (stored ->> 'size')::bigint;
    perform private.check_attachments(new.user_id, 1, 0, coalesce(octet_length(new.text), 0));
    return new;
  end
  $$;

-- Converting the existing history

create function private.needs_chat_key(chat uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from public.running_replies r join private.reply_progress p on p.reply_id = r.id
      where r.chat_id = needs_chat_key.chat and p.is_encrypted
    ) or exists (
      select from public.chat_messages m
      where m.chat_id = needs_chat_key.chat and m.content_format = 'encrypted'
    ) or exists (
      select from public.message_attachments a
      where a.chat_id = needs_chat_key.chat and private.is_envelope(a.name)
    )
  $$;
comment on function private.needs_chat_key(uuid) is
  'True while a chat has encrypted messages or files, or a reply is written that will be stored as an envelope.';

create or replace function public.list_unconverted(max_bytes integer default 400000) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: also lists the chats that the plan hides.
  as $$
  declare
    caller constant uuid := auth.uid();
    state constant text := private.encryption_state(caller);
    source_format constant text := case state when 'turning_on' then 'plain' else 'encrypted' end;
  begin
    perform private.require_conversion(case when state = 'turning_off' then state else 'turning_on' end);
    return jsonb_build_object(
      'chats', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', c.id, 'title', c.title, 'parameters', c.parameters, 'chat_key', c.chat_key
        )), '[]')
        from (
          select * from public.chat_history h
          -- While it is turned off, a chat's key is needed until all of its messages and files are plain.
          where h.user_id = caller and case state
            when 'turning_on' then h.chat_key is null
            else h.chat_key is not null and not private.needs_chat_key(h.id)
          end
          order by h.id limit 100
        ) c
      ),
      'messages', (
        select coalesce(jsonb_agg(to_jsonb(p) - array['bytes_before', 'seq'] order by p.seq), '[]')
        from (
          select m.id, m.chat_id, m.parent_id, m.role, m.content, m.reasoning, m.parameters, m.seq, c.chat_key,
            sum(octet_length(m.content) + coalesce(octet_length(m.reasoning), 0)) over (order by m.seq)
              - octet_length(m.content) - coalesce(octet_length(m.reasoning), 0) as bytes_before
          from (
            select * from public.chat_messages n
            where n.user_id = caller and n.content_format = source_format
            order by n.seq limit 200
          ) m
          join public.chat_history c on c.id = m.chat_id
          -- Replies are decrypted without the chat's key.
          where c.chat_key is not null or state = 'turning_off'
        ) p
        -- The first one always comes, so that every call makes progress.
        where p.bytes_before < least(greatest(max_bytes, 1), 4194304)
      ),
      'remaining', (
        select count(*) from public.chat_messages m where m.user_id = caller and m.content_format = source_format
      ),
      'total', (select count(*) from public.chat_messages m where m.user_id = caller)
    );
  end
  $$;
comment on function public.list_unconverted(integer) is
  'What the caller''s history still has to convert, in the states turning_on and turning_off: {chats: [{id, title, parameters, chat_key}], messages: [{id, chat_id, parent_id, role, content, reasoning, parameters, chat_key}], remaining, total}; while it is turned on only the messages of chats that have a key, while it is turned off only chats without encrypted messages, files and replies. A batch has at most 100 chats, 200 messages and about max_bytes. Files: see list_unconverted_files.';

create or replace function public.convert_chats(chats jsonb) returns integer
  language plpgsql security definer set search_path = ''
  -- Definer: also converts the chats that the plan hides, which its caller owns.
  as $$
  declare
    caller constant uuid := auth.uid();
    is_on constant boolean := private.encryption_state(caller) = 'turning_on';
    converted integer;
  begin
    perform private.require_conversion(case when is_on then 'turning_on' else 'turning_off' end);
    -- A separate statement: the update then sees the messages that were stored while this one waited.
    perform from public.chat_history c
    where c.user_id = caller and c.id in (
      select g.id from jsonb_to_recordset(convert_chats.chats) as g (id uuid)
    )
    order by c.id for update;
    update public.chat_history c
    set title = g.title, parameters = nullif(g.parameters, 'null'), chat_key = g.chat_key
    from jsonb_to_recordset(convert_chats.chats) as g (
      id uuid, title text, parameters jsonb, chat_key text, stored jsonb
    )
    where c.id = g.id and c.user_id = caller and (c.chat_key is null) = is_on and (g.chat_key is null) <> is_on
      -- A title that changed meanwhile is converted with the next batch. Older apps don't send what they have read.
      and (g.stored is null or g.stored = jsonb_build_object('title', c.title, 'parameters', c.parameters))
      and (is_on or not private.needs_chat_key(c.id));
    get diagnostics converted = row_count;
    return converted;
  end
  $$;

drop function private.has_encrypted_reply(uuid);

create function public.list_unconverted_files(after text default '') returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: also lists the files of chats that the plan hides.
  as $$
  declare
    caller constant uuid := auth.uid();
    state constant text := private.encryption_state(caller);
  begin
    perform private.require_conversion(case when state = 'turning_off' then state else 'turning_on' end);
    return (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'chat_id', a.chat_id, 'message_id', a.message_id, 'kind', a.kind, 'name', a.name,
        'media_type', a.media_type, 'text', a.text, 'object_path', a.object_path, 'chat_key', c.chat_key
      ) order by a.chat_id, a.id), '[]')
      from public.message_attachments a
      join public.chat_history c on c.id = a.chat_id
      where c.chat_key is not null and a.object_path = (
        select min(f.object_path collate "C") from public.message_attachments f
        join public.chat_history h on h.id = f.chat_id
        where f.user_id = caller and f.object_path collate "C" > coalesce(list_unconverted_files.after, '')
          and h.chat_key is not null and private.is_envelope(f.name) = (state = 'turning_off')
      )
      and a.user_id = caller and private.is_envelope(a.name) = (state = 'turning_off')
    );
  end
  $$;
comment on function public.list_unconverted_files(text) is
  'The attachments that use the caller''s next unconverted object, in the order of their paths: [{id, chat_id, message_id, kind, name, media_type, text, object_path, chat_key}], in the states turning_on and turning_off. Only those of chats that have a key.';

create function public.convert_files(files jsonb) returns integer
  language plpgsql security definer set search_path = ''
  -- Definer: rows of attachments never change otherwise. Converts the caller's only.
  as $$
  declare
    caller constant uuid := auth.uid();
    is_on constant boolean := private.encryption_state(caller) = 'turning_on';
    converted integer;
    messages uuid[];
    replaced text[];
  begin
    perform private.require_conversion(case when is_on then 'turning_on' else 'turning_off' end);
    with changed as (
      update public.message_attachments a
      set name = g.name, text = g.text, object_path = g.object_path, size = (o.metadata ->> 'size')::bigint,
        media_type = case when is_on then g.media_type else o.metadata ->> 'mimetype' end
      from jsonb_to_recordset(convert_files.files) as g (
        id uuid, name text, media_type text, text text, object_path text, stored_path text
      )
      join storage.objects o on o.bucket_id = 'attachments' and o.name = g.object_path
      where a.id = g.id and a.user_id = caller and a.object_path = g.stored_path
        and private.is_envelope(a.name) <> is_on and private.is_envelope(g.name) = is_on
        and private.is_encrypted_file(o.metadata) = is_on and split_part(o.name, '/', 1) = caller::text
      returning a.message_id, g.stored_path
    )
    select count(*), array_agg(c.message_id), array_agg(distinct c.stored_path)
    into converted, messages, replaced from changed c;
    -- Objects that other messages use stay: see keep_attached_object.
    if private.deletes_files() then
      delete from storage.objects o where o.bucket_id = 'attachments' and o.name = any (replaced);
    end if;
    if not is_on then
      update private.message_vectors v
      set vector = private.searchable(private.searched_text(m), m.user_id, 'D')
      from public.chat_messages m
      where m.id = v.message_id and m.id = any (messages);
    end if;
    return converted;
  end
  $$;
comment on function public.convert_files(jsonb) is
  'Replaces names, types and texts of the caller''s attachments [{id, name, media_type, text, object_path, stored_path}] by envelopes, and their objects by encrypted ones that the device has uploaded (object_path instead of stored_path), or the reverse while encrypted history is turned off. Replaced objects are deleted; on a hosted project by the device. Returns how many were converted; repeated calls have no effect.';

create or replace function public.finish_turning_on() returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: reads internal tables and changes the state of the caller's account only.
  as $$
  declare
    caller constant uuid := private.require_conversion('turning_on');
    remaining text[];
  begin
    -- A request that began before must not store a plain row after the check.
    perform from public.account_encryption e where e.user_id = caller for update;
    remaining := private.unconverted_rows(caller);
    -- Uploads that no message uses, from before encrypted history was turned on.
    if remaining = '{}' and private.deletes_files() then
      delete from storage.objects o
      where o.bucket_id = 'attachments'
        and o.name collate "C" >= caller || '/' and o.name collate "C" < caller || '0'
        and not private.is_encrypted_file(o.metadata);
    end if;
    if remaining = '{}' then
      update public.account_encryption e set state = 'on', changed_at = now() where e.user_id = caller;
    end if;
    return jsonb_build_object('ok', remaining = '{}', 'remaining', to_jsonb(remaining));
  end
  $$;

grant execute on function public.list_unconverted_files(text), public.convert_files(jsonb) to authenticated;

drop trigger refuse_plain_files on public.message_attachments;
drop trigger refuse_plain_files on storage.objects;
create trigger check_encryption before insert or update on public.message_attachments
  for each row execute function private.check_row_encryption('name', 'text', 'media_type');
create trigger check_encryption before insert or update on storage.objects
  for each row when (new.bucket_id = 'attachments') execute function private.check_object_encryption();
