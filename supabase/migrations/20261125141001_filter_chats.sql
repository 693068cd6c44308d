-- What the history page filters by: facts about a chat, kept with its row, because finding them in its messages would
-- mean reading all of them.

alter table public.chat_history
  add column has_code boolean not null default false,
  add column model_ids text[] not null default '{}';
comment on column public.chat_history.has_code is 'Whether a message contains a block of code. Kept by triggers.';
comment on column public.chat_history.model_ids is
  'The models that answered, at most 20, so that the row stays small. Kept by triggers.';
grant select (has_code, model_ids) on table public.chat_history to authenticated;

create function private.refresh_chat_facts(chats uuid[]) returns void
  language sql set search_path = ''
  as $$
    update public.chat_history c
    set has_code = exists (
        select from public.chat_messages m
        where m.chat_id = c.id and m.content_format = 'plain' and m.content like '%```%'
      ),
      model_ids = array(
        select distinct m.model_id from public.chat_messages m
        where m.chat_id = c.id and m.model_id is not null limit 20
      )
    where c.id = any (chats)
  $$;
comment on function private.refresh_chat_facts(uuid[]) is 'Reads has_code and model_ids of chats from their messages.';

select private.refresh_chat_facts(array(select c.id from public.chat_history c));

create or replace function private.follow_messages() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: sets updated_at, which clients may not (see prepare_chat). Runs once per statement, because an import
  -- inserts thousands of rows.
  as $$
  begin
    update public.chat_history c
    set active_message_id = last.id,
      updated_at = case when last.is_sent then now() else c.updated_at end,
      archived_at = case when last.is_from_user then null else c.archived_at end,
      has_code = c.has_code or last.has_code,
      model_ids = case
        when last.model_ids <@ c.model_ids then c.model_ids
        else array(select distinct m from unnest(c.model_ids || last.model_ids) m limit 20)
      end
    from (
      select a.chat_id, (array_agg(a.id order by a.seq desc))[1] as id, bool_or(a.origin is null) as is_sent,
        bool_or(a.origin is null and a.role = 'user') as is_from_user,
        bool_or(a.content_format = 'plain' and a.content like '%```%') as has_code,
        coalesce(array_agg(distinct a.model_id) filter (where a.model_id is not null), '{}') as model_ids
      from added a
      group by a.chat_id
    ) as last
    where c.id = last.chat_id;
    return null;
  end
  $$;

create or replace function private.repair_active_message() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: must not count as a write of the client who deleted the message.
  as $$
  begin
    update public.chat_history c
    set active_message_id = (
      select m.id from public.chat_messages m where m.chat_id = c.id order by m.created_at desc, m.seq desc limit 1
    )
    -- An array, so that the chats are found by their key.
    where c.id = any (array(select distinct d.chat_id from deleted d))
      and c.active_message_id in (select d.id from deleted d);
    perform private.refresh_chat_facts(array(
      select distinct d.chat_id from deleted d where d.model_id is not null or d.content like '%```%'
    ));
    return null;
  end
  $$;

create function private.chat_fits(
  chat public.chat_history, model text, with_code boolean, archived boolean, pinned boolean
) returns boolean
  language sql immutable set search_path = ''
  as $$
    select (model is null or model = any (chat.model_ids))
      and (with_code is null or chat.has_code = with_code)
      and (archived is null or (chat.archived_at is not null) = archived)
      and (pinned is null or (chat.pinned_at is not null) = pinned)
  $$;
comment on function private.chat_fits(public.chat_history, text, boolean, boolean, boolean) is
  'Whether a chat fits the filters of a search; null: any. model: one that answered in it.';

-- New parameters and a new column: created again. Calls with the earlier parameters mean the same as before.
drop function public.search_messages(text, timestamptz, integer);
create function public.search_messages(
  query text, before timestamptz default null, max_results integer default 20, since timestamptz default null,
  model text default null, with_code boolean default null, archived boolean default null, pinned boolean default null
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
        where h.user_id = caller and h.updated_at >= oldest and private.chat_fits(h, model, with_code, archived, pinned)
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
            and private.chat_fits(c, model, with_code, archived, pinned)
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
            and (since is null or v.written_at >= since) and private.chat_fits(c, model, with_code, archived, pinned)
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
          else private.excerpt(m.content, terms, 'MinWords=10, MaxWords=30')
        end,
        b.written_at, c.archived_at is not null
      from best b
      join public.chat_history c on c.id = b.chat_id
      left join public.chat_messages m on m.id = b.message_id
      order by b.score desc, b.written_at desc, b.message_id;
  end
  $$;
comment on function public.search_messages(text, timestamptz, integer, timestamptz, text, boolean, boolean, boolean) is
  'The caller''s chats (by title; message_id is null) and messages that match all words, best first. Quotes make phrases, - excludes. The last word also matches as a prefix, within the 2,000 most recently used chats and their newest 2,000 messages. In the excerpt, U+0002 and U+0003 enclose the matches. before, since: only older ones, and not older ones. model, with_code, archived, pinned: only in such chats (see private.chat_fits).';

grant execute on function public.search_messages(text, timestamptz, integer, timestamptz, text, boolean, boolean, boolean)
  to authenticated;
