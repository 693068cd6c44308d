-- Unsent texts that follow a user to other devices, if the user wants.
-- Tables: shared_drafts.

create table public.shared_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  chat_id uuid references public.chat_history (id) on delete cascade,
  text text not null check (text <> '' and octet_length(text) <= 131072),
  unique nulls not distinct (user_id, chat_id)
);
comment on table public.shared_drafts is
  'Texts that their user has not sent yet, if the user lets them follow to other devices. A sent or emptied draft has no row.';
comment on column public.shared_drafts.chat_id is 'Null: the draft of the next new chat.';
create index shared_drafts_chat_id_idx on public.shared_drafts (chat_id);

alter table public.shared_drafts enable row level security;

grant select (id, user_id, chat_id, text), insert (user_id, chat_id, text), update (user_id, chat_id, text), delete
  on table public.shared_drafts to authenticated;
grant select, insert, update, delete on table public.shared_drafts to service_role;

create policy "Users can read their own drafts"
  on public.shared_drafts for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- The chat is read under its own policies, so that the id of another user's chat is refused like one that does not exist.
create policy "Users can store drafts of chats that they can read"
  on public.shared_drafts for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_read())
    and (chat_id is null or exists (select from public.chat_history c where c.id = chat_id))
  );

create policy "Users can change their own drafts"
  on public.shared_drafts for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()))
  with check (
    user_id = (select auth.uid())
    and (select private.may_read())
    and (chat_id is null or exists (select from public.chat_history c where c.id = chat_id))
  );

create policy "Users can delete their own drafts"
  on public.shared_drafts for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create function private.limit_shared_drafts() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    max_drafts constant integer := 20;
  begin
    -- One at a time for each account, so that the count is right.
    perform pg_advisory_xact_lock(hashtextextended('shared_drafts:' || new.user_id, 0));
    if (select count(*) from public.shared_drafts d where d.user_id = new.user_id) >= max_drafts
      and not exists (
        select from public.shared_drafts d
        where d.user_id = new.user_id and d.chat_id is not distinct from new.chat_id
      )
    then
      raise exception using hint = 'limit',
        message = format('%s drafts are stored already. Send or delete one first.', max_drafts);
    end if;
    return new;
  end
  $$;
create trigger limit_shared_drafts before insert on public.shared_drafts
  for each row execute function private.limit_shared_drafts();
