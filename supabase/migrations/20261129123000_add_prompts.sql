-- Prompts that users save, and prompts that administrators publish for everyone. Typing a slash and a prompt's name
-- inserts the prompt into a message.
-- Tables: saved_prompts, published_prompts.

create table public.saved_prompts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (name ~ '^[^\s/{}]+$' and char_length(name) <= 60),
  title text not null default '' check (char_length(title) <= 200 and title !~ '[\n\r]'),
  text text not null check (text ~ '\S' and octet_length(text) <= 65536),
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.saved_prompts is 'Prompts that users saved for themselves.';
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

create function private.limit_prompt_bytes() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    max_kilobytes integer;
    bytes bigint;
  begin
    -- Restore, merge and seed are not limited. A shorter text is always possible.
    if new.user_id is distinct from auth.uid()
      or (tg_op = 'UPDATE' and octet_length(new.text) <= octet_length(old.text))
    then
      return new;
    end if;
    max_kilobytes := case public.current_plan() when 'guest' then 128 else 2048 end;
    -- One at a time for each account, as in limit_rows, so that the sum is right.
    perform pg_advisory_xact_lock(hashtextextended(format('%s:%s', tg_table_name, new.user_id), 0));
    select coalesce(sum(octet_length(p.text)), 0) into bytes
    from public.saved_prompts p where p.user_id = new.user_id and p.id <> new.id;
    if bytes + octet_length(new.text) > max_kilobytes * 1024 then
      raise exception using hint = 'limit', message = format(
        'You can keep %s kB of prompts. Delete prompts that you no longer need, then try again.', max_kilobytes);
    end if;
    return new;
  end
  $$;

create trigger limit_prompts before insert on public.saved_prompts
  for each row execute function private.limit_rows('prompts', '500', '20');
create trigger limit_prompt_bytes before insert or update of text on public.saved_prompts
  for each row execute function private.limit_prompt_bytes();
create trigger count_revision before update of name, title, text on public.saved_prompts
  for each row execute function private.count_revision();
create trigger count_write after insert or update on public.saved_prompts
  for each statement when (current_user = 'authenticated') execute function private.count_write();

-- Published prompts

create table public.published_prompts (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name ~ '^[^\s/{}]+$' and char_length(name) <= 60),
  title text not null default '' check (char_length(title) <= 200 and title !~ '[\n\r]'),
  text text not null check (text ~ '\S' and octet_length(text) <= 65536),
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.published_prompts is 'Prompts that administrators published. All users can insert and copy them.';
comment on column public.published_prompts.revision is
  'Grows with each change. An administrator changes only the revision that they have read.';
create unique index published_prompts_name_idx on public.published_prompts (lower(name));

alter table public.published_prompts enable row level security;

grant select on table public.published_prompts to authenticated;
grant select, insert, update, delete on table public.published_prompts to service_role;

create policy "Users can read published prompts"
  on public.published_prompts for select to authenticated
  using ((select private.may_read()));

create trigger count_revision before update of name, title, text on public.published_prompts
  for each row execute function private.count_revision();

create function private.published_prompts_view() returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'name', p.name, 'title', p.title, 'text', p.text, 'revision', p.revision, 'updated_at', p.updated_at
    ) order by lower(p.name)), '[]')
    from public.published_prompts p
  $$;

create function public.list_published_prompts(actor jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object('ok', true, 'prompts', private.published_prompts_view());
  end
  $$;
comment on function public.list_published_prompts(jsonb) is 'Lists the published prompts by name. {ok, prompts}';

create function public.publish_prompt(
  actor jsonb, prompt_id uuid, known_revision integer, name text, title text, text text
) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    max_prompts constant integer := 200;
    max_kilobytes constant integer := 2048;
  begin
    perform private.begin_admin_action(actor);
    -- One at a time, so that the count, the size and the name are right.
    perform pg_advisory_xact_lock(hashtext('clover.published_prompts'));
    if exists (
      select from public.published_prompts p
      where lower(p.name) = lower(publish_prompt.name) and p.id <> publish_prompt.prompt_id
    ) then
      return private.refusal('conflict', 'A published prompt already has this name. Choose another name.');
    end if;
    -- Each device loads all of them.
    if octet_length(publish_prompt.text) + (
      select coalesce(sum(octet_length(p.text)), 0) from public.published_prompts p
      where p.id <> publish_prompt.prompt_id
    ) > max_kilobytes * 1024 then
      return private.refusal(
        'bad_request', format('Published prompts can have %s kB in total. Remove one first.', max_kilobytes)
      );
    end if;
    if publish_prompt.known_revision is null then
      if (select count(*) from public.published_prompts) >= max_prompts then
        return private.refusal(
          'bad_request', format('%s prompts are published already. Remove one first.', max_prompts)
        );
      end if;
      insert into public.published_prompts (id, name, title, text)
      values (publish_prompt.prompt_id, publish_prompt.name, publish_prompt.title, publish_prompt.text)
      on conflict (id) do nothing;
    else
      update public.published_prompts p
      set name = publish_prompt.name, title = publish_prompt.title, text = publish_prompt.text
      where p.id = publish_prompt.prompt_id and p.revision = publish_prompt.known_revision;
    end if;
    if not found then
      return private.refusal(
        'conflict', 'Another administrator has changed this prompt. Copy your text, then reload the page.'
      );
    end if;
    perform private.log_admin_action('prompt.publish', null, jsonb_build_object(
      'prompt', publish_prompt.prompt_id, 'name', publish_prompt.name, 'length', char_length(publish_prompt.text)
    ));
    return jsonb_build_object('ok', true, 'prompts', private.published_prompts_view());
  end
  $$;
comment on function public.publish_prompt(jsonb, uuid, integer, text, text, text) is
  'Publishes a new prompt if known_revision is null; otherwise changes the prompt, if this is its revision. {ok, prompts}';

create function public.unpublish_prompt(actor jsonb, prompt_id uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    removed public.published_prompts;
  begin
    perform private.begin_admin_action(actor);
    delete from public.published_prompts p where p.id = unpublish_prompt.prompt_id returning * into removed;
    if removed.id is null then
      return private.refusal('not_found', 'This prompt is no longer published.');
    end if;
    perform private.log_admin_action('prompt.unpublish', null, jsonb_build_object(
      'prompt', removed.id, 'name', removed.name
    ));
    return jsonb_build_object('ok', true, 'prompts', private.published_prompts_view());
  end
  $$;
comment on function public.unpublish_prompt(jsonb, uuid) is 'Removes a published prompt. Copies of users stay. {ok, prompts}';

grant execute on function
  private.published_prompts_view(), public.list_published_prompts(jsonb),
  public.publish_prompt(jsonb, uuid, integer, text, text, text), public.unpublish_prompt(jsonb, uuid)
  to service_role;
