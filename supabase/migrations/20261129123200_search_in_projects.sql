-- Search can be limited to a project. No tables.

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
  'Whether a chat fits the filters of a search; null: any. model: one that answered in it. project: its project_id.';

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
  'The caller''s chats (by title; message_id is null) and messages that match all words, best first. Quotes make phrases, - excludes. The last word also matches as a prefix, within the 2,000 most recently used chats and their newest 2,000 messages. In the excerpt, U+0002 and U+0003 enclose the matches. before, since: only older ones, and not older ones. model, with_code, archived, pinned, project: only in such chats (see private.chat_fits).';

grant execute on function
  public.search_messages(text, timestamptz, integer, timestamptz, text, boolean, boolean, boolean, text)
  to authenticated;
