-- Search reads a bounded part of long texts: the first 100,000 characters are indexed, and an excerpt is made from a
-- window around a hit instead of the whole text.
-- Functions: private.near_hit; private.plain_words, private.mark once more.

create or replace function private.plain_words(content text) returns text
  language sql immutable parallel safe set search_path = ''
  -- The parser takes "React.useState", "src/app.ts" and a sentence in Chinese for one word each. With a control
  -- character around each sign, and around each letter of the scripts that put no spaces, their parts can be found; a
  -- query that is cut the same way becomes a phrase. Control characters that a text has itself would pass for marks.
  as $$
    select regexp_replace(
      translate(left(content, 100000), chr(1) || chr(2) || chr(3), ''),
      '([!-/:-@\[-`{-~\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff])', chr(1) || '\1' || chr(1), 'g'
    )
  $$;

create function private.near_hit(content text, terms tsquery) returns text
  language plpgsql immutable set search_path = ''
  as $$
  declare
    span constant integer := 2000;
    before_hit constant integer := 600;
    lower_text text;
    -- The longest word that must be there: the rarest, as a rule.
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
      near := substr(content, greatest(place - before_hit, 1), span);
      best := coalesce(best, near);
      -- Inside another word it is no hit, and the other words should be near.
      if to_tsvector('pg_catalog.simple'::regconfig, private.plain_words(near)) @@ terms then
        return near;
      end if;
    end loop;
    return coalesce(best, left(content, span));
  end
  $$;
comment on function private.near_hit(text, tsquery) is
  'Up to 2,000 characters of a text around one of the first places that match, so that an excerpt costs the same for any length.';

create or replace function private.mark(content text, terms tsquery, options text) returns text
  language plpgsql immutable set search_path = ''
  -- Signs that no text has stand around the words: what shows the excerpt needs no markup and trusts none.
  as $$
  declare
    near constant text := private.plain_words(private.near_hit(content, terms));
    -- Words that stand far from each other are marked where they are.
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

revoke execute on function private.near_hit(text, tsquery) from public, anon, authenticated, service_role;
