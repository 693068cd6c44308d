-- Deleting a chat looked for its active message in all chats.
-- Functions: private.repair_active_message once more.

create or replace function private.repair_active_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.chat_history c
    set active_message_id = (
      select m.id from public.chat_messages m where m.chat_id = c.id order by m.created_at desc, m.seq desc limit 1
    )
    -- As an array, so that the chats are found by their key, however many there are.
    where c.id = any (array(select distinct d.chat_id from deleted d))
      and c.active_message_id in (select d.id from deleted d);
    return null;
  end
  $$;
