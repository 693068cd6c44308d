-- Projects: groups of chats with their own instructions and default model. chat_history.project_id is the id of the
-- project. Its default blue_clover means that the chat is in none.
-- Table: projects.

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
comment on column public.projects.instructions is 'Part of the system prompt of every chat in the project; null if there are none.';
comment on column public.projects.model_id is 'The model of new chats in the project; null for the user''s default.';
comment on column public.projects.vendor_id is
  'Name of the vendor that offers the model; null for the active vendor.';
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

create function private.prepare_project() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := clock_timestamp();
    return new;
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
  for each row execute function private.limit_rows('projects', '200', '10');
create trigger prepare_project before update on public.projects
  for each row execute function private.prepare_project();
create trigger count_write after insert or update on public.projects
  for each statement when (current_user = 'authenticated') execute function private.count_write();
create trigger release_chats before delete on public.projects
  for each row execute function private.release_chats();

-- Until now, clients could store any text here, and no screen showed those chats.
update public.chat_history set project_id = default where project_id <> 'blue_clover';
create trigger check_chat_project before insert or update of project_id, user_id on public.chat_history
  for each row when (new.project_id <> 'blue_clover') execute function private.check_chat_project();

-- What the chat shows first: also projects, and pinned chats of all projects

create or replace function public.app_start(project text, max_chats integer, max_pinned integer) returns json
  language sql stable set search_path = ''
  as $$
    select json_build_object(
      'chats', (
        select coalesce(json_agg(c), '[]') from (
          select id, title, project_id, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters
          from public.chat_history
          where user_id = (select auth.uid()) and project_id = project and archived_at is null
          order by updated_at desc, id desc
          limit least(max_chats, 200)
        ) c
      ),
      'pinned', (
        select coalesce(json_agg(c), '[]') from (
          select id, title, project_id, created_at, updated_at, pinned_at, archived_at, model_id, vendor_id, parameters
          from public.chat_history
          where user_id = (select auth.uid()) and archived_at is null and pinned_at is not null
          order by pinned_at desc
          limit least(max_pinned, 200)
        ) c
      ),
      'projects', (
        select coalesce(json_agg(p), '[]') from (
          select id, name, color, model_id, vendor_id, archived_at, created_at, updated_at
          from public.projects
          where user_id = (select auth.uid())
          order by created_at, id
          limit 1000
        ) p
      ),
      'quota', public.get_message_quota(),
      'vendors', (
        select coalesce(json_agg(v), '[]') from (
          select id, name, display_name, endpoint_url, has_key, is_active, is_enabled, config
          from public.api_vendors
          order by priority_order, name
          limit 1000
        ) v
      ),
      'models', (
        select coalesce(json_agg(m), '[]') from (
          select model_id, display_name, icon_text, size_label, description_items, is_new, is_pro, is_beta,
            is_default, supports_images
          from public.ai_models
          order by "order"
          limit 1000
        ) m
      )
    )
  $$;
comment on function public.app_start(text, integer, integer) is
  'The caller''s first chats outside projects, pinned chats, projects without their instructions, and message quota, and the vendors and models of the selector.';

-- Searching in a project

drop function public.search_messages(text, timestamptz, integer, timestamptz, text, boolean, boolean, boolean);
drop function private.chat_fits(public.chat_history, text, boolean, boolean, boolean);

create function private.chat_fits(
  chat public.chat_history, model text, with_code boolean, archived boolean, pinned boolean, project text
) returns boolean
  language sql immutable set search_path = ''
  as $$
    select (model is null or model = any (chat.model_ids))
      and (with_code is null or chat.has_code = with_code)
      and (archived is null or (chat.archived_at is not null) = archived)
      and (pinned is null or (chat.pinned_at is not null) = pinned)
      and (project is null or chat.project_id = project)
  $$;
comment on function private.chat_fits(public.chat_history, text, boolean, boolean, boolean, text) is
  'Whether a chat matches all filters of a search. A filter that is null is ignored. model matches if it answered in the chat, project if it is the chat''s project_id.';

create function public.search_messages(
  query text, before timestamptz default null, max_results integer default 20, since timestamptz default null,
  model text default null, with_code boolean default null, archived boolean default null,
  pinned boolean default null, project text default null
)
  returns table (
    chat_id uuid, chat_title text, message_id uuid, role text, excerpt text, created_at timestamptz,
    is_archived boolean
  )
  language plpgsql stable security definer set search_path = ''
  -- Definer: under row-level security no index on text is used (the match is not leakproof). Caller, ban and retention
  -- are checked here.
  as $$
  declare
    terms constant tsquery := private.search_terms(query);
    complete constant tsquery := private.complete_terms(query);
    caller constant uuid := auth.uid();
    -- A chat changes with its messages, so it has none that are newer.
    oldest constant timestamptz := greatest(public.history_since(), search_messages.since);
    own_terms constant tsquery := complete && format('%L', private.owner_word(caller))::tsquery;
    -- How many of the newest matches are ranked.
    max_ranked constant integer := 500;
    -- How many recent chats, and how many of their messages, are scanned. Only users with more of them use the index,
    -- and only for complete words: for a prefix it would read the words of all users, which grows without limit.
    max_scanned constant integer := 2000;
    has_more_chats constant boolean := exists (
      select from public.chat_history c where c.user_id = caller offset max_scanned
    );
    has_more_messages constant boolean := exists (
      select from public.chat_messages m where m.user_id = caller offset max_scanned
    );
  begin
    if not private.may_read() or numnode(terms) = 0 then
      return;
    end if;
    return query
      with newest as (
        select h.id, h.updated_at from public.chat_history h
        where h.user_id = caller and h.updated_at >= oldest
          and private.chat_fits(h, model, with_code, archived, pinned, project)
        order by h.updated_at desc limit max_scanned
      ),
      -- The offsets keep the planner from rewriting these: rows by their keys here, the index once below.
      titles as (
        select c.id, v.vector, c.updated_at
        from newest c
        cross join lateral (select t.vector from private.title_vectors t where t.chat_id = c.id offset 0) v
        where before is null or c.updated_at < before
      ),
      messages as (
        select v.chat_id, v.message_id, v.vector, v.written_at
        from newest c
        cross join lateral (
          select w.chat_id, w.message_id, w.vector, w.written_at from private.message_vectors w
          where w.chat_id = c.id and (before is null or w.written_at < before)
            and (since is null or w.written_at >= since)
          order by w.written_at desc limit max_scanned
        ) v
        order by c.updated_at desc limit max_scanned
      ),
      matching as (
        (
          select t.id as chat_id, null::uuid as message_id, t.vector, t.updated_at as written_at
          from titles t
          where t.vector @@ terms and not (has_more_chats and t.vector @@ complete)
          limit max_ranked
        )
        union all
        (
          select m.chat_id, m.message_id, m.vector, m.written_at
          from messages m
          where m.vector @@ terms and not (has_more_messages and m.vector @@ complete)
          limit max_ranked
        )
        union all
        (
          select v.chat_id, null, v.vector, c.updated_at
          from (
            select t.chat_id, t.vector from private.title_vectors t where has_more_chats and t.vector @@ own_terms offset 0
          ) v
          join public.chat_history c on c.id = v.chat_id
          where c.user_id = caller and c.updated_at >= oldest and (before is null or c.updated_at < before)
            and private.chat_fits(c, model, with_code, archived, pinned, project)
          order by c.updated_at desc limit max_ranked
        )
        union all
        (
          select v.chat_id, v.message_id, v.vector, v.written_at
          from (
            select w.chat_id, w.message_id, w.vector, w.written_at from private.message_vectors w
            where has_more_messages and w.vector @@ own_terms offset 0
          ) v
          join public.chat_history c on c.id = v.chat_id
          where c.user_id = caller and c.updated_at >= oldest and (before is null or v.written_at < before)
            and (since is null or v.written_at >= since)
            and private.chat_fits(c, model, with_code, archived, pinned, project)
          order by v.written_at desc limit max_ranked
        )
      ),
      best as (
        select m.chat_id, m.message_id, m.written_at,
          -- A word in a title (weight A) counts ten times as much as in a message (weight D), long texts count less,
          -- and after 90 days a match counts half.
          ts_rank(m.vector, terms, 1) / (1 + extract(epoch from greatest(now() - m.written_at, interval '0')) / 7776000)
            as score
        from matching m
        order by score desc, m.written_at desc, m.message_id
        limit least(greatest(coalesce(max_results, 20), 1), 100)
      )
      select b.chat_id, c.title, b.message_id, m.role,
        case
          when b.message_id is null then private.excerpt(c.title, terms, 'HighlightAll=true')
          else private.excerpt(private.searched_text(m), terms, 'MinWords=10, MaxWords=30')
        end,
        b.written_at, c.archived_at is not null
      from best b
      join public.chat_history c on c.id = b.chat_id
      left join public.chat_messages m on m.id = b.message_id
      order by b.score desc, b.written_at desc, b.message_id;
  end
  $$;
comment on function public.search_messages(text, timestamptz, integer, timestamptz, text, boolean, boolean, boolean, text) is
  'The caller''s chats (by title; message_id is null) and messages that match all words, best first. Quotes make phrases, - excludes. The last word also matches as a prefix, within the 2,000 most recently used chats and their newest 2,000 messages. In the excerpt, U+0002 and U+0003 enclose the matches. Results are older than before, and not older than since. model, with_code, archived, pinned and project filter the chats (see private.chat_fits).';

grant execute on function
  public.search_messages(text, timestamptz, integer, timestamptz, text, boolean, boolean, boolean, text)
  to authenticated;

-- The export of a chat names its project.

drop function public.export_chats(uuid, boolean);
create function public.export_chats(after uuid default null, only_hidden boolean default false)
  returns table (
    id uuid, title text, project_id text, created_at timestamptz, updated_at timestamptz, pinned_at timestamptz,
    active_message_id uuid, is_hidden boolean, archived_at timestamptz, model_id text, vendor_id text, parameters jsonb
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide the chats that the plan does not show.
  as $$
    select c.id, c.title, c.project_id, c.created_at, c.updated_at, c.pinned_at, c.active_message_id,
      c.updated_at < public.history_since(), c.archived_at, c.model_id, c.vendor_id, c.parameters
    from public.chat_history c
    where c.user_id = auth.uid() and private.may_read()
      and (export_chats.after is null or c.id > export_chats.after)
      and (not export_chats.only_hidden or c.updated_at < public.history_since())
    order by c.id
    limit 500
  $$;
comment on function public.export_chats(uuid, boolean) is
  'The caller''s chats by id, 500 per call, including those that the plan hides; with only_hidden only those.';
grant execute on function public.export_chats(uuid, boolean) to authenticated;
