-- Chats.
-- Table: chat_history.

create table public.chat_history (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null check (title ~ '\S' and char_length(title) <= 500),
  project_id text not null default 'blue_clover' check (project_id ~ '\S' and char_length(project_id) <= 100),
  active_message_id uuid,
  pinned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.chat_history is 'Chats. The chat is the unit of retention: its messages follow it.';
comment on column public.chat_history.active_message_id is
  'Leaf of the branch on screen; new messages continue there. No foreign key: a second path between the two tables would make embedding chat_messages ambiguous. Triggers keep it true.';
comment on column public.chat_history.updated_at is
  'Time of the last title change or message, by the server''s clock; what clients write is replaced.';

create index chat_history_list_idx on public.chat_history (user_id, project_id, updated_at desc);
create index chat_history_updated_at_idx on public.chat_history (user_id, updated_at desc);

-- A DELETE event carries the old row's identity only; filtering it by user needs the whole row.
alter table public.chat_history replica identity full;

create function private.prepare_chat() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.title is distinct from old.title then
      new.updated_at := now();
    elsif current_user in ('anon', 'authenticated') then
      -- Only our own functions (which run as the owner) may move a chat in time.
      new.updated_at := old.updated_at;
    end if;
    return new;
  end
  $$;

create function private.check_chat_sender() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer, and before the policy: the policy would refuse as well, but without a sentence for the user.
  as $$
  begin
    -- Only about oneself, otherwise a refusal would tell who else is banned.
    if auth.uid() = new.user_id then
      perform private.check_sender(new.user_id);
    end if;
    return new;
  end
  $$;

revoke execute on function private.prepare_chat(), private.check_chat_sender() from public, anon, authenticated, service_role;

alter table public.chat_history enable row level security;
revoke all on table public.chat_history from public, anon, authenticated, service_role;
grant select (id, user_id, title, project_id, active_message_id, pinned_at, created_at, updated_at)
  on table public.chat_history to authenticated;
grant insert (id, user_id, title, project_id) on table public.chat_history to authenticated;
-- updated_at is in the documented update; the trigger replaces it.
grant update (title, updated_at, active_message_id, pinned_at) on table public.chat_history to authenticated;
grant delete on table public.chat_history to authenticated;
grant select, insert, update, delete on table public.chat_history to service_role;

create policy "Users can read their own chats as far back as their plan shows"
  on public.chat_history for select to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and updated_at >= (select public.history_since())
  );

create policy "Users can begin their own chats"
  on public.chat_history for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_send()));

-- What the plan hides is named here again: a statement without a condition reads no row, so the policy above is not
-- asked, and renaming every chat at once would bring the hidden ones back.
create policy "Users can rename and pin the chats that they can read"
  on public.chat_history for update to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and updated_at >= (select public.history_since())
  )
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can delete the chats that they can read"
  on public.chat_history for delete to authenticated
  using (
    user_id = (select auth.uid())
    and (select private.may_read())
    and updated_at >= (select public.history_since())
  );

create trigger check_sender before insert on public.chat_history
  for each row execute function private.check_chat_sender();
create trigger prepare_chat before update on public.chat_history
  for each row execute function private.prepare_chat();
