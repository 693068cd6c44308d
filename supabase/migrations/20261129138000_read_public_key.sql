-- Encrypted history: a device also reads the account's public key before it writes, because another device may have
-- turned encrypted history off and on again, with new keys. No tables.

create or replace function public.prepare_chat(chat uuid) returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: also reads the chats that the plan hides, which its caller owns.
  as $$
    select jsonb_build_object(
      'state', private.encryption_state(auth.uid()),
      'public_key', (select e.public_key from public.account_encryption e where e.user_id = auth.uid()),
      'chat', (
        select jsonb_build_object(
          'id', c.id, 'title', c.title, 'parameters', c.parameters, 'chat_key', c.chat_key,
          'active_message_id', c.active_message_id, 'is_busy', exists (
            select from public.running_replies r where r.question_id = c.active_message_id
          )
        )
        from public.chat_history c where c.id = prepare_chat.chat and c.user_id = auth.uid()
      )
    )
    where private.may_read()
  $$;
comment on function public.prepare_chat(uuid) is
  'What a device reads before it writes an encrypted text to an own chat: {state: of the encrypted history, null if it is off, public_key, chat: {id, title, parameters, chat_key, active_message_id, is_busy}, null if there is none}. is_busy: a reply to the active message is running.';
