-- Bounds for files of projects, their passages and the heads of encrypted chats.

-- An empty type could never be encrypted, so turning encrypted history on would not end.
update public.project_files set media_type = 'application/octet-stream' where media_type !~ '\S';
alter table public.project_files add constraint project_files_media_type_is_not_empty check (media_type ~ '\S');

create or replace function private.check_project_file() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads bans, and counts what the account and the project have stored. Only for callers' own rows; the policy refuses others.
  as $$
  begin
    -- Restore, merge and seed are not limited.
    if new.user_id is distinct from auth.uid() then
      return new;
    end if;
    perform private.check_sender(new.user_id);
    perform private.check_attachments(new.user_id, 1, 0, octet_length(new.text));
    -- After the lock of check_attachments. A device reads all texts of a project before it can search them.
    if 20 * 1048576 < private.text_bytes(new.text) + (
      select coalesce(sum(private.text_bytes(f.text)), 0) from public.project_files f where f.project_id = new.project_id
    ) then
      raise exception using hint = 'limit',
        message = 'The files of a project can have 20 MB of text together. Remove some that you no longer need, then try again.';
    end if;
    return new;
  end
  $$;

create function private.text_bytes(stored text) returns bigint
  language sql immutable set search_path = ''
  as $$ select case when private.is_envelope(stored) then octet_length(stored)::bigint * 3 / 4 else octet_length(stored) end $$;
comment on function private.text_bytes(text) is
  'The bytes of a text, also if it is encrypted: Base64 in an envelope has four for every three.';

-- Passages are deleted with their reply, not only with the question.
drop trigger repair_active_message on public.chat_messages;
drop function private.repair_active_message();
create function private.follow_deleted_messages() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: must not count as a write of the client who deleted the message.
  as $$
  begin
    update public.chat_history c
    set active_message_id = (
      select m.id from public.chat_messages m where m.chat_id = c.id order by m.created_at desc, m.seq desc limit 1
    )
    -- An array, so that the chats are found by their key.
    where c.id = any (array(select distinct d.chat_id from deleted d))
      and c.active_message_id in (select d.id from deleted d);
    perform private.refresh_chat_facts(array(
      select distinct d.chat_id from deleted d where d.model_id is not null or d.content like '%```%'
    ));
    delete from public.reply_passages p where p.id = any (array(select d.id from deleted d));
    return null;
  end
  $$;
create trigger follow_deleted_messages after delete on public.chat_messages
  referencing old table as deleted for each statement execute function private.follow_deleted_messages();

create or replace function private.purge_expired() returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    purged jsonb := jsonb_build_object(
      'guests', public.purge_guests(),
      'unconfirmed', public.purge_unconfirmed(),
      'images', public.purge_images(),
      'objects', private.purge_objects(),
      'shares', private.purge_shares()
    );
  begin
    perform public.purge_counts();
    delete from private.lost_replies l where l.lost_at < now() - interval '30 days';
    -- Those of requests that were refused. A device that is offline may store its reply later.
    delete from public.reply_passages p
    where p.created_at < now() - interval '30 days'
      and not exists (select from public.chat_messages m where m.id = p.id);
    return purged;
  end
  $$;

-- One row of at most 13 MB: the limit of the REST API doesn't see the size of a single row in advance.
create or replace function public.read_chat_heads(chats uuid[]) returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: reads an internal table; only the caller's rows.
  as $$
    select jsonb_build_object(
      'state', private.encryption_state(auth.uid()),
      'public_key', (select e.public_key from public.account_encryption e where e.user_id = auth.uid()),
      'chats', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', given.id, 'is_readable', private.may_read_chat(given.id),
          'exists', exists (select from public.chat_history c where c.id = given.id and c.user_id = auth.uid()),
          'number', h.number, 'envelope', h.envelope
        )), '[]')
        from (select distinct c.id from unnest(read_chat_heads.chats[1:100]) as c (id)) as given
        left join private.chat_heads h on h.user_id = auth.uid() and h.chat_id = given.id
      )
    )
    where private.may_read()
  $$;
comment on function public.read_chat_heads(uuid[]) is
  'The heads of the first 100 of these own chats, each once: {state: of the encrypted history, null if it is off, public_key, chats: [{id, exists: false if there is no such chat, is_readable: false also if the plan hides it, number and envelope: null if it has no head}]}.';
