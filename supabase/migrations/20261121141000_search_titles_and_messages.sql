-- Search in titles as well as in messages, in every script and in code, the best hits first.
-- Table: private.title_vectors. Functions: search_messages (once more), private.plain_words, private.searchable.

create function private.plain_words(content text) returns text
  language sql immutable parallel safe set search_path = ''
  -- The parser takes "React.useState", "src/app.ts" and a sentence in Chinese for one word each. With a control
  -- character around each sign, and around each letter of the scripts that put no spaces, their parts can be found; a
  -- query that is cut the same way becomes a phrase. Control characters that a text has itself would pass for marks.
  as $$
    select regexp_replace(
      translate(left(content, 200000), chr(1) || chr(2) || chr(3), ''),
      '([!-/:-@\[-`{-~\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff])', chr(1) || '\1' || chr(1), 'g'
    )
  $$;

create function private.owner_word(user_id uuid) returns text
  language sql immutable parallel safe set search_path = ''
  -- With a space, so that no text has it.
  as $$ select 'owner ' || user_id::text $$;

create function private.searchable(content text, user_id uuid, weight "char") returns tsvector
  language sql immutable parallel safe set search_path = ''
  -- simple, because people write in every language. The head only, because a vector has at most 1 MB. The owner is a
  -- word too: the index itself leaves out what others have written, however common a word is.
  as $$
    select setweight(to_tsvector('pg_catalog.simple'::regconfig, private.plain_words(content)), weight)
      || array_to_tsvector(array[private.owner_word(user_id)])
  $$;

create table private.title_vectors (
  chat_id uuid primary key references public.chat_history (id) on delete cascade,
  vector tsvector not null
);
comment on table private.title_vectors is
  'Words of the chats'' titles. Apart from the chats, whose rows change with every message.';
create index title_vectors_vector_idx on private.title_vectors using gin (vector) with (fastupdate = off);

alter table private.title_vectors enable row level security;
revoke all on table private.title_vectors from public, anon, authenticated, service_role;

create function private.index_title() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: no client may write the vectors.
  as $$
  begin
    insert into private.title_vectors (chat_id, vector)
    values (new.id, private.searchable(new.title, new.user_id, 'A'))
    on conflict (chat_id) do update set vector = excluded.vector;
    return null;
  end
  $$;
create trigger index_title after insert or update of title, user_id on public.chat_history
  for each row execute function private.index_title();

-- Ordered and filtered without the messages themselves, which are many times wider.
truncate private.message_vectors;
alter table private.message_vectors
  add column chat_id uuid not null references public.chat_history (id) on delete cascade,
  add column written_at timestamptz not null;
create index message_vectors_chat_id_idx on private.message_vectors (chat_id);

create or replace function private.index_messages() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: no client may write the vectors. Encrypted text has none, and a system prompt is not searched for.
  as $$
  begin
    insert into private.message_vectors (message_id, chat_id, written_at, vector)
    select a.id, a.chat_id, a.created_at, private.searchable(a.content, a.user_id, 'D')
    from added a
    where a.content_format = 'plain' and a.role <> 'system';
    return null;
  end
  $$;

create function private.change_owner() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.message_vectors v
    set vector = ts_delete(v.vector, private.owner_word(old.user_id))
      || array_to_tsvector(array[private.owner_word(new.user_id)])
    where v.chat_id = new.id;
    return null;
  end
  $$;
comment on function private.change_owner() is 'A chat that another account takes over is found there.';
create trigger change_owner after update of user_id on public.chat_history
  for each row when (new.user_id is distinct from old.user_id) execute function private.change_owner();

insert into private.title_vectors (chat_id, vector)
select c.id, private.searchable(c.title, c.user_id, 'A') from public.chat_history c;
insert into private.message_vectors (message_id, chat_id, written_at, vector)
select m.id, m.chat_id, m.created_at, private.searchable(m.content, m.user_id, 'D')
from public.chat_messages m
where m.content_format = 'plain' and m.role <> 'system';

create or replace function private.search_terms(query text) returns tsquery
  language plpgsql immutable set search_path = ''
  as $$
  declare
    -- Quotes and the minus in front of a word are the language of the search, the other signs part the words.
    typed constant text := replace(private.plain_words(left(query, 500)), chr(1) || '"' || chr(1), '"');
    terms constant tsquery := websearch_to_tsquery(
      'pg_catalog.simple'::regconfig,
      regexp_replace(typed, '(^|\s)' || chr(1) || '-' || chr(1), '\1-', 'g')
    );
  begin
    -- The last word is still being typed: it matches as a beginning.
    return case when numnode(terms) > 0 and query !~ '[\s"]$' then (terms::text || ':*')::tsquery else terms end;
  end
  $$;

create function private.mark(content text, terms tsquery, options text) returns text
  language sql immutable set search_path = ''
  -- Signs that no text has stand around the words: what shows the excerpt needs no markup and trusts none.
  as $$
    select left(replace(replace(ts_headline('pg_catalog.simple'::regconfig, private.plain_words(content), terms,
      'StartSel="' || chr(2) || '", StopSel="' || chr(3) || '", ' || options), chr(1), ''), chr(3) || chr(2), ''), 600)
  $$;

drop function public.search_messages(text, timestamptz, integer);
create function public.search_messages(query text, before timestamptz default null, max_results integer default 20)
  returns table (
    chat_id uuid, chat_title text, message_id uuid, role text, excerpt text, created_at timestamptz
  )
  language plpgsql stable security definer set search_path = ''
  -- Definer, because under row-level security an index on text is not used (the match is not leakproof). So caller,
  -- ban and retention are checked here.
  as $$
  declare
    terms constant tsquery := private.search_terms(query);
    caller constant uuid := auth.uid();
    oldest constant timestamptz := public.history_since();
    own_terms constant tsquery := terms && format('%L', private.owner_word(caller))::tsquery;
    -- However many match, so many of the newest are weighed.
    weighed constant integer := 500;
  begin
    if not private.may_read() or numnode(terms) = 0 then
      return;
    end if;
    return query
      with matching as (
        (
          select v.chat_id, null::uuid as message_id, v.vector, c.updated_at as written_at
          from private.title_vectors v
          join public.chat_history c on c.id = v.chat_id
          where v.vector @@ own_terms and c.user_id = caller and c.updated_at >= oldest
            and (before is null or c.updated_at < before)
          order by c.updated_at desc limit weighed
        )
        union all
        (
          select v.chat_id, v.message_id, v.vector, v.written_at
          from private.message_vectors v
          join public.chat_history c on c.id = v.chat_id
          where v.vector @@ own_terms and c.user_id = caller and c.updated_at >= oldest
            and (before is null or v.written_at < before)
          order by v.written_at desc limit weighed
        )
      ),
      best as (
        select m.chat_id, m.message_id, m.written_at,
          -- A word in a title (weight A) counts ten times one in a message (weight D), long texts count less, and what
          -- is 90 days old counts half.
          ts_rank(m.vector, terms, 1) / (1 + extract(epoch from greatest(now() - m.written_at, interval '0')) / 7776000)
            as score
        from matching m
        order by score desc, m.written_at desc, m.message_id
        limit least(greatest(coalesce(max_results, 20), 1), 100)
      )
      select b.chat_id, c.title, b.message_id, m.role,
        case
          when b.message_id is null then private.mark(c.title, terms, 'HighlightAll=true')
          else private.mark(m.content, terms, 'MinWords=10, MaxWords=30')
        end,
        b.written_at
      from best b
      join public.chat_history c on c.id = b.chat_id
      left join public.chat_messages m on m.id = b.message_id
      order by b.score desc, b.written_at desc, b.message_id;
  end
  $$;
comment on function public.search_messages(text, timestamptz, integer) is
  'The caller''s chats whose title (message_id null) and messages that match all words (quotes for phrases, - to exclude; the last word as a beginning), the best first. In the excerpt U+0002 and U+0003 stand around what matched. before: only what is older.';

revoke execute on function
  private.plain_words(text), private.owner_word(uuid), private.searchable(text, uuid, "char"), private.index_title(),
  private.index_messages(), private.change_owner(), private.search_terms(text), private.mark(text, tsquery, text),
  public.search_messages(text, timestamptz, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.search_messages(text, timestamptz, integer) to authenticated;
