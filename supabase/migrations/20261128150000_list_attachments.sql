-- Messages are listed with their attachments, so that a chat needs no second request. No tables.

-- For estimates of tokens without the text itself.
alter table public.message_attachments
  add column text_length integer generated always as (char_length(text)) stored;
comment on column public.message_attachments.text_length is 'Characters of the text.';
grant select (text_length) on table public.message_attachments to authenticated;

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

drop function public.list_branch(uuid, uuid, integer);
create function public.list_branch(chat uuid, before uuid default null, max_messages integer default 60)
  returns table (
    id uuid, chat_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, created_at timestamptz, seq bigint, parent_id uuid, versions uuid[],
    reasoning_ms integer, usage jsonb, attachments jsonb
  )
  language plpgsql stable security definer set search_path = ''
  -- Definer: walks the messages without the policies, which every step would evaluate again; checks the chat once.
  as $$
  begin
    if not private.may_read_chat(list_branch.chat) then
      return;
    end if;
    return query
      with recursive branch as (
        select m.id, m.parent_id, 1 as place
        from public.chat_messages m
        where m.chat_id = list_branch.chat and m.id = case
          when list_branch.before is null
            then (select c.active_message_id from public.chat_history c where c.id = list_branch.chat)
          else (select b.parent_id from public.chat_messages b where b.id = list_branch.before)
        end
        union all
        select m.id, m.parent_id, b.place + 1
        from branch b
        join public.chat_messages m on m.id = b.parent_id
        where b.place < least(greatest(coalesce(list_branch.max_messages, 60), 1), 1000)
      )
      select m.id, m.chat_id, m.role, m.content, m.status, m.model_id, m.vendor_id, m.unavailable_vendor,
        m.created_at, m.seq, m.parent_id,
        case
          when m.role = 'system' then '{}'
          when p.role = 'system' then private.versions_of(m.chat_id, p.parent_id)
          else private.versions_of(m.chat_id, m.parent_id)
        end,
        m.reasoning_ms, m.usage,
        case when m.role = 'user' then private.attachments_of(m.id) end
      from branch b
      join public.chat_messages m on m.id = b.id
      left join public.chat_messages p on p.id = m.parent_id
      order by b.place desc;
  end
  $$;
comment on function public.list_branch(uuid, uuid, integer) is
  'The end of an own chat''s active branch, or the messages before one of its messages, in read order, with the ids of each message''s versions, oldest first, and its attachments. Without the reasoning itself, which is read when it is opened.';
grant execute on function public.list_branch(uuid, uuid, integer) to authenticated;
