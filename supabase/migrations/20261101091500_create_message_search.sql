-- Full-text search over a user's own messages.
-- Function: search_messages.

create function private.searchable(content text) returns tsvector
  language sql immutable parallel safe set search_path = ''
  -- The head only: a vector has at most 1 MB. simple: people write in every language.
  as $$ select to_tsvector('pg_catalog.simple'::regconfig, left(content, 200000)) $$;

-- An index on an expression instead of a column: select * stays short, and encrypted rows have no entry.
create index chat_messages_search_idx on public.chat_messages
  using gin (private.searchable(content)) where content_format = 'plain';

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
        from public.chat_messages m
        join public.chat_history c on c.id = m.chat_id
        where m.user_id = caller
          and c.user_id = caller
          and c.updated_at >= oldest
          and m.role <> 'system'
          and m.content_format = 'plain'
          and private.searchable(m.content) @@ terms
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
  private.searchable(text), private.search_terms(text), public.search_messages(text, timestamptz, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.search_messages(text, timestamptz, integer) to authenticated;
-- The index is kept up by whoever inserts a message.
grant execute on function private.searchable(text) to authenticated, service_role;
