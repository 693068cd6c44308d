-- A message may consist of files. They are stored after it, so the row itself can't demand them. No tables.

alter table public.chat_messages drop constraint chat_messages_content_not_blank;
alter table public.chat_messages add constraint chat_messages_content_not_blank
  check (role <> 'user' or content = '' or content ~ '\S');
