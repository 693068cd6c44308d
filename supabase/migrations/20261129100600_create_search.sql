-- Full-text search over a user's own chat titles and messages, with the names and texts of attached files.
-- Tables: private.title_vectors, private.message_vectors.

create table private.title_vectors (
  chat_id uuid primary key references public.chat_history (id) on delete cascade,
  vector tsvector not null
);
comment on table private.title_vectors is
  'Words of chat titles. Separate from the chats, because those rows change with every message.';
-- Without fastupdate, whose pending list every search would have to read and some insert would have to merge.
create index title_vectors_vector_idx on private.title_vectors using gin (vector) with (fastupdate = off);

create table private.message_vectors (
  message_id uuid primary key references public.chat_messages (id) on delete cascade,
  chat_id uuid not null references public.chat_history (id) on delete cascade,
  written_at timestamptz not null,
  vector tsvector not null
);
comment on table private.message_vectors is
  'Words of messages. Separate from the messages, whose rows are many times wider.';
create index message_vectors_vector_idx on private.message_vectors using gin (vector) with (fastupdate = off);
create index message_vectors_chat_id_idx on private.message_vectors (chat_id, written_at desc);

alter table private.title_vectors enable row level security;
alter table private.message_vectors enable row level security;

-- From text to words

create function private.split_words(content text) returns text
  language sql immutable parallel safe set search_path = ''
  -- The parser takes "React.useState", "src/app.ts" and a sentence in Chinese for one word each. Control characters
  -- around each sign, and around each letter of scripts without spaces, make their parts searchable; a query that is
  -- split the same way becomes a phrase. Control characters in the text itself are removed. Only the start of a long
  -- text is indexed.
  as $$
    select regexp_replace(
      translate(left(content, 100000), chr(1) || chr(2) || chr(3), ''),
      '([!-/:-@\[-`{-~\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff])', chr(1) || '\1' || chr(1), 'g'
    )
  $$;

create function private.owner_word(user_id uuid) returns text
  language sql immutable parallel safe set search_path = ''
  -- Contains a space, so that no text can contain it.
  as $$ select 'owner ' || user_id::text $$;

create function private.searchable(content text, user_id uuid, weight "char") returns tsvector
  language sql immutable parallel safe set search_path = ''
  -- simple, because users write in every language. The owner is a word too, so that the index itself excludes other
  -- users' texts, however common a word is.
  as $$
    select setweight(to_tsvector('pg_catalog.simple'::regconfig, private.split_words(content)), weight)
      || array_to_tsvector(array[private.owner_word(user_id)])
  $$;

create function private.searched_text(message public.chat_messages) returns text
  language sql stable set search_path = ''
  -- Only the start of a long text is indexed: documents share what a message may take, so that each is found.
  as $$
    select concat_ws(
      e'\n', message.content, string_agg(a.name, e'\n' order by a.position),
      string_agg(left(a.text, 80000 / a.documents), e'\n' order by a.position)
    )
    from (
      select f.name, f.text, f.position, greatest(count(f.text) over (), 1)::integer as documents
      from public.message_attachments f where f.message_id = message.id
    ) a
  $$;
comment on function private.searched_text(public.chat_messages) is
  'What the search finds a message by: its text, the names of its files, and the beginnings of its documents.';

create function private.index_title() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write chats.
  as $$
  begin
    insert into private.title_vectors (chat_id, vector)
    values (new.id, private.searchable(new.title, new.user_id, 'A'))
    on conflict (chat_id) do update set vector = excluded.vector;
    return null;
  end
  $$;

create function private.index_messages() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write messages. Encrypted texts and system prompts are not
  -- searched.
  as $$
  begin
    insert into private.message_vectors (message_id, chat_id, written_at, vector)
    select a.id, a.chat_id, a.created_at, private.searchable(a.content, a.user_id, 'D')
    from added a
    where a.content_format = 'plain' and a.role <> 'system';
    return null;
  end
  $$;

create function private.index_attachments() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients attach files.
  as $$
  begin
    update private.message_vectors v
    set vector = private.searchable(private.searched_text(m), m.user_id, 'D')
    from public.chat_messages m
    where m.id = v.message_id and m.id in (select a.message_id from added a);
    return null;
  end
  $$;

create function private.change_owner() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table, whatever role the writer has.
  as $$
  begin
    update private.message_vectors v
    set vector = ts_delete(v.vector, private.owner_word(old.user_id))
      || array_to_tsvector(array[private.owner_word(new.user_id)])
    where v.chat_id = new.id;
    return null;
  end
  $$;
comment on function private.change_owner() is 'Makes a chat searchable for the account that it moved to.';

-- From a query to results

create function private.search_terms(query text) returns tsquery
  language plpgsql immutable set search_path = ''
  as $$
  declare
    -- Quotes and a minus before a word are search syntax; other signs separate words.
    typed constant text := replace(private.split_words(left(query, 500)), chr(1) || '"' || chr(1), '"');
    terms constant tsquery := websearch_to_tsquery(
      'pg_catalog.simple'::regconfig,
      regexp_replace(typed, '(^|\s)' || chr(1) || '-' || chr(1), '\1-', 'g')
    );
  begin
    -- The last word is still being typed: it matches as a prefix.
    return case when numnode(terms) > 0 and query !~ '[\s"]$' then (terms::text || ':*')::tsquery else terms end;
  end
  $$;

create function private.complete_terms(query text) returns tsquery
  language plpgsql immutable set search_path = ''
  as $$
  begin
    -- The space means that the last word is complete: see private.search_terms.
    return private.search_terms(left(query, 499) || ' ');
  end
  $$;

create function private.text_around_match(content text, terms tsquery) returns text
  language plpgsql immutable set search_path = ''
  as $$
  declare
    span constant integer := 2000;
    before_match constant integer := 600;
    lower_text text;
    -- The longest required word, because it is usually the rarest.
    word text;
    step integer;
    place integer := 0;
    near text;
    best text;
  begin
    if char_length(content) <= span then
      return content;
    end if;
    select replace(t.found[2], '''''', '''') into word
    from regexp_matches(terms::text, '(!?)''((?:[^'']|'''')+)''', 'g') as t (found)
    where t.found[1] = ''
    order by char_length(t.found[2]) desc limit 1;
    lower_text := lower(left(content, 100000));
    for attempt in 1..8 loop
      step := strpos(substr(lower_text, place + 1), word);
      exit when word is null or step = 0;
      place := place + step;
      near := substr(content, greatest(place - before_match, 1), span);
      best := coalesce(best, near);
      -- Inside another word it is not a match, and the other words should be nearby.
      if to_tsvector('pg_catalog.simple'::regconfig, private.split_words(near)) @@ terms then
        return near;
      end if;
    end loop;
    return coalesce(best, left(content, span));
  end
  $$;
comment on function private.text_around_match(text, tsquery) is
  'Up to 2,000 characters of a text around one of the first matches, so that an excerpt costs the same for a text of any length.';

create function private.excerpt(content text, terms tsquery, options text) returns text
  language plpgsql immutable set search_path = ''
  -- Control characters mark the matches: whatever shows the excerpt needs no markup and trusts none.
  as $$
  declare
    near constant text := private.split_words(private.text_around_match(content, terms));
    -- Words that are far from each other are marked separately.
    shown constant tsquery := case
      when to_tsvector('pg_catalog.simple'::regconfig, near) @@ terms then terms
      else regexp_replace(terms::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery
    end;
  begin
    return left(replace(replace(
      ts_headline(
        'pg_catalog.simple'::regconfig, near, shown,
        'StartSel="' || chr(2) || '", StopSel="' || chr(3) || '", ' || options
      ), chr(1), ''), chr(3) || chr(2), ''), 600);
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
          else private.excerpt(private.searched_text(m), terms, 'MinWords=10, MaxWords=30')
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

grant execute on function
  public.search_messages(text, timestamptz, integer, timestamptz, text, boolean, boolean, boolean)
  to authenticated;

create trigger index_title after insert or update of title, user_id on public.chat_history
  for each row execute function private.index_title();
create trigger change_owner after update of user_id on public.chat_history
  for each row when (new.user_id is distinct from old.user_id) execute function private.change_owner();
create trigger index_messages after insert on public.chat_messages
  referencing new table as added
  for each statement execute function private.index_messages();
create trigger index_attachments after insert on public.message_attachments
  referencing new table as added for each statement execute function private.index_attachments();
