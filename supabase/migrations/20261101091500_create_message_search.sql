-- Full-text search over a user's own messages.
-- Table: private.message_vectors. Function: search_messages.

create table private.message_vectors (
  message_id uuid primary key references public.chat_messages (id) on delete cascade,
  vector tsvector not null
);
comment on table private.message_vectors is
  'Words of the messages that can be searched. Apart from them, so that their rows stay lean and a poor plan costs little.';

-- Without a list of pending entries, which every search would have to read and some unlucky insert to clear.
create index message_vectors_vector_idx on private.message_vectors using gin (vector) with (fastupdate = off);

alter table private.message_vectors enable row level security;
revoke all on table private.message_vectors from public, anon, authenticated, service_role;

create function private.index_messages() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: no client may write the vectors. Encrypted text has none, and a system prompt is not searched for.
  as $$
  begin
    -- The head only, because a vector has at most 1 MB. simple, because people write in every language.
    insert into private.message_vectors (message_id, vector)
    select a.id, to_tsvector('pg_catalog.simple'::regconfig, left(a.content, 200000))
    from added a
    where a.content_format = 'plain' and a.role <> 'system';
    return null;
  end
  $$;

create trigger index_messages after insert on public.chat_messages
  referencing new table as added
  for each statement execute function private.index_messages();

create function private.search_terms(query text) returns tsquery
  language plpgsql immutable set search_path = ''
  as $$
  declare
    terms constant tsquery := websearch_to_tsquery('pg_catalog.simple'::regconfig, left(query, 500));
  begin
    -- The last word is still being typed: it matches as a beginning.
    return case when numnode(terms) > 0 and query ~ '\w$' then (terms::text || ':*')::tsquery else terms end;
  end
  $$;

create function public.search_messages(query text, before timestamptz default null, max_results integer default 20)
  returns table (message_id uuid, chat_id uuid, chat_title text, role text, excerpt text, created_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  -- Definer, because under row-level security an index on text is not used (the match is not leakproof). So caller,
  -- ban and retention are checked here.
  as $$
  declare
    terms constant tsquery := private.search_terms(query);
    caller constant uuid := auth.uid();
    oldest constant timestamptz := public.history_since();
  begin
    if not private.may_read() or numnode(terms) = 0 then
      return;
    end if;
    return query
      select found.id, found.chat_id, found.title, found.role,
        ts_headline(
          'pg_catalog.simple'::regconfig, left(found.content, 200000), terms,
          'StartSel="", StopSel="", MinWords=10, MaxWords=30, FragmentDelimiter=" … "'
        ),
        found.created_at
      from (
        select m.id, m.chat_id, c.title, m.role, m.content, m.created_at
        from private.message_vectors v
        join public.chat_messages m on m.id = v.message_id
        join public.chat_history c on c.id = m.chat_id
        where v.vector @@ terms
          and m.user_id = caller
          and c.user_id = caller
          and c.updated_at >= oldest
          and (before is null or m.created_at < before)
        order by m.created_at desc, m.seq desc
        limit least(greatest(coalesce(max_results, 20), 1), 100)
      ) as found
      order by found.created_at desc, found.id;
  end
  $$;
comment on function public.search_messages(text, timestamptz, integer) is
  'The caller''s messages that match all words (quotes for phrases, - to exclude; the last word as a beginning), newest first. Page with before.';

revoke execute on function
  private.index_messages(), private.search_terms(text), public.search_messages(text, timestamptz, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.search_messages(text, timestamptz, integer) to authenticated;
