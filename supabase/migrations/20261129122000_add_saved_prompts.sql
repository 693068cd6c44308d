-- Prompts that users save, to insert them into a message by their name. Table: saved_prompts.

create table public.saved_prompts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (name ~ '^[^\s/{}]+$' and char_length(name) <= 60),
  title text not null default '' check (char_length(title) <= 200 and title !~ '[\n\r]'),
  text text not null check (text ~ '\S' and octet_length(text) <= 65536),
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.saved_prompts is 'Prompts that their user saved. Typing a slash and the name inserts the text.';
comment on column public.saved_prompts.revision is
  'Grows with each change. A device changes only the revision that it has read, so that no other change is lost.';
create unique index saved_prompts_name_idx on public.saved_prompts (user_id, lower(name));

-- Who may read and write what

alter table public.saved_prompts enable row level security;

-- With the id, so that a repeated request has no effect and Undo restores the same prompt.
grant select (id, user_id, name, title, text, revision, updated_at), insert (id, user_id, name, title, text),
  update (name, title, text), delete
  on table public.saved_prompts to authenticated;
grant select, insert, update, delete on table public.saved_prompts to service_role;

create policy "Users can read their own prompts"
  on public.saved_prompts for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can save prompts"
  on public.saved_prompts for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can change their own prompts"
  on public.saved_prompts for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()))
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can delete their own prompts"
  on public.saved_prompts for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- Rules of the table

create function private.count_prompt_change() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.revision := old.revision + 1;
    new.updated_at := now();
    return new;
  end
  $$;

create function private.limit_saved_prompts() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    max_prompts integer := 500;
    max_kilobytes integer := 2048;
    prompts bigint;
    bytes bigint;
  begin
    -- Restore, merge and seed are not limited.
    if new.user_id is distinct from auth.uid() then
      return new;
    end if;
    if public.current_plan() = 'guest' then
      max_prompts := 20;
      max_kilobytes := 128;
    end if;
    -- One at a time for each account, so that the sums are right.
    perform pg_advisory_xact_lock(hashtextextended('saved_prompts:' || new.user_id, 0));
    select count(*), coalesce(sum(octet_length(p.text)), 0) into prompts, bytes
    from public.saved_prompts p where p.user_id = new.user_id and p.id <> new.id;
    if prompts >= max_prompts then
      raise exception using hint = 'limit', message = format(
        'You can save %s prompts. Delete prompts that you no longer need, then try again.', max_prompts);
    elsif bytes + octet_length(new.text) > max_kilobytes * 1024 then
      raise exception using hint = 'limit', message = format(
        'You can save %s kB of prompts. Delete prompts that you no longer need, then try again.', max_kilobytes);
    end if;
    return new;
  end
  $$;

create trigger count_prompt_change before update of name, title, text on public.saved_prompts
  for each row execute function private.count_prompt_change();
create trigger limit_saved_prompts before insert or update of text on public.saved_prompts
  for each row execute function private.limit_saved_prompts();

-- A merge also moves prompts. If both accounts use a name, the moved prompt gets another one.

create function private.move_prompts(source uuid, target uuid) returns bigint
  language plpgsql set search_path = ''
  as $$
  declare
    moved public.saved_prompts;
    free_name text;
    number integer;
    prompts bigint := 0;
  begin
    for moved in select * from public.saved_prompts p where p.user_id = source order by p.name loop
      free_name := moved.name;
      number := 1;
      while exists (
        select from public.saved_prompts p
        where p.user_id = target and lower(p.name) = lower(free_name)
      ) loop
        number := number + 1;
        free_name := left(moved.name, 55) || '-' || number;
      end loop;
      update public.saved_prompts p set user_id = target, name = free_name where p.id = moved.id;
      prompts := prompts + 1;
    end loop;
    return prompts;
  end
  $$;

alter function private.move_content(uuid, uuid) rename to move_content_without_prompts;

create or replace function private.move_content(source uuid, target uuid) returns jsonb
  language sql set search_path = ''
  as $$
    select private.move_content_without_prompts(source, target)
      || jsonb_build_object('prompts', private.move_prompts(source, target))
  $$;
