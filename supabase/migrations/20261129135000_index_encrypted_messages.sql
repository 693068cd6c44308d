-- Devices read encrypted messages in their order of arrival, to search them. Accounts without encrypted history are not
-- in the index. No tables.

create index chat_messages_encrypted_idx on public.chat_messages (user_id, seq) where content_format = 'encrypted';
