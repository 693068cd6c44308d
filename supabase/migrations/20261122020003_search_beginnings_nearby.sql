-- What is near at hand, the messages of the chats used last, is looked through; the index is asked by those only who have
-- more, and for whole words only. It reads the beginning of a word as all words of everybody that begin so, and a word
-- that everybody uses as all their messages: both grow without end.
-- Functions: search_messages once more, private.whole_terms.

drop index private.message_vectors_chat_id_idx;
create index message_vectors_chat_id_idx on private.message_vectors (chat_id, written_at desc);

create function private.whole_terms(query text) returns tsquery
  language plpgsql immutable set search_path = ''
  as $$
  begin
    -- The space says that the last word is whole: see private.search_terms.
    return private.search_terms(left(query, 499) || ' ');
  end
  $$;

create or replace function public.search_messages(query text, before timestamptz default null, max_results integer default 20)
  returns table (
    chat_id uuid, chat_title text, message_id uuid, role text, excerpt text, created_at timestamptz
  )
  language plpgsql stable security definer set search_path = ''
  -- Definer, because under row-level security an index on text is not used (the match is not leakproof). So caller,
  -- ban and retention are checked here.
  as $$
  declare
    terms constant tsquery := private.search_terms(query);
    whole constant tsquery := private.whole_terms(query);
    caller constant uuid := auth.uid();
    oldest constant timestamptz := public.history_since();
    own_terms constant tsquery := whole && format('%L', private.owner_word(caller))::tsquery;
    -- However many match, so many of the newest are weighed.
    weighed constant integer := 500;
    -- So many chats, and so many messages of them, are looked through.
    nearby constant integer := 2000;
    has_more_chats constant boolean := exists (
      select from public.chat_history c where c.user_id = caller offset nearby
    );
    has_more_messages constant boolean := exists (
      select from public.chat_messages m where m.user_id = caller offset nearby
    );
  begin
    if not private.may_read() or numnode(terms) = 0 then
      return;
    end if;
    return query
      with newest as (
        select h.id, h.updated_at from public.chat_history h
        where h.user_id = caller and h.updated_at >= oldest
        order by h.updated_at desc limit nearby
      ),
      -- The offsets keep the plans: rows by their keys here, the index once below.
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
          order by w.written_at desc limit nearby
        ) v
        order by c.updated_at desc limit nearby
      ),
      matching as (
        (
          select t.id as chat_id, null::uuid as message_id, t.vector, t.updated_at as written_at
          from titles t
          where t.vector @@ terms and not (has_more_chats and t.vector @@ whole)
          limit weighed
        )
        union all
        (
          select m.chat_id, m.message_id, m.vector, m.written_at
          from messages m
          where m.vector @@ terms and not (has_more_messages and m.vector @@ whole)
          limit weighed
        )
        union all
        (
          select v.chat_id, null, v.vector, c.updated_at
          from (
            select t.chat_id, t.vector from private.title_vectors t where has_more_chats and t.vector @@ own_terms offset 0
          ) v
          join public.chat_history c on c.id = v.chat_id
          where c.user_id = caller and c.updated_at >= oldest and (before is null or c.updated_at < before)
          order by c.updated_at desc limit weighed
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
  'The caller''s chats whose title (message_id null) and messages that match all words (quotes for phrases, - to exclude), the best first; the last word is also found as a beginning, in the 2,000 chats used last and the newest 2,000 messages of them. In the excerpt U+0002 and U+0003 stand around what matched. before: only what is older.';

revoke execute on function private.whole_terms(text) from public, anon, authenticated, service_role;
