-- Projects: groups of chats with their own instructions and default model. chat_history.project_id names the project;
-- its default blue_clover means none.
-- Tables: projects.

create table public.projects (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (name ~ '\S' and name !~ '[\x01-\x1f\x7f]' and char_length(name) <= 100),
  color text not null default 'gray'
    check (color in ('gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink')),
  instructions text check (instructions ~ '\S' and char_length(instructions) <= 8000),
  model_id text check (model_id ~ '\S' and char_length(model_id) <= 200),
  vendor_id text check (vendor_id ~ '\S' and char_length(vendor_id) <= 100),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint projects_vendor_needs_model check (vendor_id is null or model_id is not null)
);
comment on table public.projects is 'Groups of chats. Deleting a project keeps its chats, outside any project.';
comment on column public.projects.instructions is 'Part of the system prompt of every chat in the project; null: none.';
comment on column public.projects.model_id is 'The model of new chats in the project; null: the user''s default.';
comment on column public.projects.vendor_id is
  'Name of the vendor that offers the model; null: whichever vendor is active.';
comment on column public.projects.archived_at is 'When the user archived the project; null if it is in their list.';
comment on column public.projects.updated_at is
  'Time of the last change, by the server''s clock. Devices compare it, so that they don''t overwrite each other unseen.';
create index projects_user_id_idx on public.projects (user_id, created_at);
-- A DELETE event carries only the old row's identity; filtering it by user needs the complete row.
alter table public.projects replica identity full;
alter publication supabase_realtime add table public.projects;

alter table public.projects enable row level security;

grant select (id, user_id, name, color, instructions, model_id, vendor_id, archived_at, created_at, updated_at),
  insert (id, user_id, name, color, instructions, model_id, vendor_id),
  update (name, color, instructions, model_id, vendor_id, archived_at), delete
  on table public.projects to authenticated;
grant select, insert, update, delete on table public.projects to service_role;
-- Chats move between projects.
grant update (project_id) on table public.chat_history to authenticated;

create policy "Users can read their own projects"
  on public.projects for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can create their own projects"
  on public.projects for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can change their own projects"
  on public.projects for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()))
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can delete their own projects"
  on public.projects for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- Rules of the table

create function private.limit_projects() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the plan.
  as $$
  declare
    max_projects constant integer := case private.plan_of(new.user_id) when 'guest' then 10 else 200 end;
  begin
    -- One at a time for each account, so that the count is right.
    perform pg_advisory_xact_lock(hashtextextended('projects:' || new.user_id, 0));
    if (select count(*) from public.projects p where p.user_id = new.user_id) >= max_projects then
      raise exception using hint = 'limit', message = format(
        'You can keep %s projects. Delete projects that you no longer need, then try again.', max_projects);
    end if;
    return new;
  end
  $$;

create function private.prepare_project() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := clock_timestamp();
    return new;
  end
  $$;

create function private.count_project() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write projects.
  as $$
  declare
    growth constant bigint := coalesce(octet_length(new.instructions), 0) - coalesce(octet_length(old.instructions), 0);
  begin
    if tg_op <> 'DELETE' then
      perform private.add_usage(new.user_id, bytes => greatest(growth, 0), writes => 1);
    end if;
    if growth < 0 then
      update private.account_usage u set bytes = greatest(u.bytes + growth, 0) where u.user_id = old.user_id;
    end if;
    return null;
  end
  $$;

create function private.release_chats() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: also moves the chats that the plan hides.
  as $$
  begin
    update public.chat_history c set project_id = default
    where c.user_id = old.user_id and c.project_id = old.id::text;
    return old;
  end
  $$;

create function private.check_chat_project() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- The lock makes a chat wait for a project that is being deleted, and the deletion wait for the chat. The same error
    -- for another user's project and for a missing one, so that ids reveal nothing.
    perform from public.projects p where p.user_id = new.user_id and p.id::text = new.project_id for key share;
    if not found then
      raise exception using hint = 'project', message = 'This project no longer exists.';
    end if;
    return new;
  end
  $$;

create trigger limit_projects before insert on public.projects
  for each row execute function private.limit_projects();
create trigger prepare_project before update on public.projects
  for each row execute function private.prepare_project();
-- A merge moves projects with their bytes, which it adds itself.
create trigger count_project after insert or delete or update of name, color, instructions, model_id, vendor_id, archived_at
  on public.projects
  for each row execute function private.count_project();
create trigger release_chats before delete on public.projects
  for each row execute function private.release_chats();

-- Until now, clients could store any text here, and no screen showed those chats.
update public.chat_history set project_id = default where project_id <> 'blue_clover';
create trigger check_chat_project before insert or update of project_id, user_id on public.chat_history
  for each row when (new.project_id <> 'blue_clover') execute function private.check_chat_project();

-- Merging accounts

alter function private.move_content(uuid, uuid) rename to move_content_without_projects;
create or replace function private.move_content(source uuid, target uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    -- First, because a chat may only be in a project of the same user.
    update public.projects p set user_id = target where p.user_id = source;
    return private.move_content_without_projects(source, target);
  end
  $$;
