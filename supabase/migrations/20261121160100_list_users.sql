-- What the console lists accounts from: one row an account, kept by triggers, with the indexes that a list needs.
-- auth.users is the auth service's own and takes no index of ours on a hosted project.
-- Tables: private.user_directory. Functions (service role only): list_users.

create extension if not exists pg_trgm with schema extensions;

create table private.user_directory (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text,
  name text,
  is_guest boolean not null,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  -- Bytewise, so that one index serves both the order and the search for a beginning.
  email_key text collate "C" generated always as (lower(email)) stored,
  name_key text collate "C" generated always as (lower(name)) stored,
  search_text text generated always as (lower(coalesce(email, '') || ' ' || coalesce(name, ''))) stored
);
comment on table private.user_directory is 'Accounts as the console lists, sorts and searches them. A copy: auth.users decides.';

create index user_directory_created_at_idx on private.user_directory (created_at desc, user_id);
create index user_directory_last_sign_in_at_idx
  on private.user_directory (last_sign_in_at desc nulls last, user_id);
create index user_directory_email_key_idx on private.user_directory (email_key, user_id);
create index user_directory_name_key_idx on private.user_directory (name_key, user_id);
create index user_directory_search_text_idx
  on private.user_directory using gin (search_text extensions.gin_trgm_ops);
create index user_directory_guests_idx on private.user_directory (created_at desc, user_id) where is_guest;
-- The filter by plan.
create index subscriptions_professional_idx on public.subscriptions (user_id) where plan = 'professional';

create function private.note_user() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: the auth service writes its table as a role of its own.
  as $$
  begin
    insert into private.user_directory as d (user_id, email, name, is_guest, created_at, last_sign_in_at)
    values (
      new.id, nullif(new.email, ''), left(nullif(btrim(new.raw_user_meta_data ->> 'name'), ''), 200),
      coalesce(new.is_anonymous, false), coalesce(new.created_at, now()), new.last_sign_in_at
    )
    on conflict (user_id) do update set
      email = excluded.email, name = excluded.name, is_guest = excluded.is_guest,
      last_sign_in_at = excluded.last_sign_in_at
      where (d.email, d.name, d.is_guest, d.last_sign_in_at)
        is distinct from (excluded.email, excluded.name, excluded.is_guest, excluded.last_sign_in_at);
    return null;
  end
  $$;

insert into private.user_directory (user_id, email, name, is_guest, created_at, last_sign_in_at)
select u.id, nullif(u.email, ''), left(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), 200),
  coalesce(u.is_anonymous, false), coalesce(u.created_at, now()), u.last_sign_in_at
from auth.users u;

create function private.standing_of(target uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select case
      when private.is_banned(target) then 'banned'
      when private.is_restricted(target) then 'restricted'
      else 'active'
    end
  $$;
comment on function private.standing_of(uuid) is 'active, restricted or banned: roles and live restrictions together.';

create function private.user_view(target uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'id', d.user_id,
      'email', d.email,
      'name', d.name,
      'is_guest', d.is_guest,
      'email_verified', coalesce((select u.email_confirmed_at is not null from auth.users u where u.id = target), false),
      'created_at', d.created_at,
      'last_sign_in_at', d.last_sign_in_at,
      'plan', private.plan_of(target),
      'plan_ends_at', (select s.ends_at from public.subscriptions s where s.user_id = target and s.plan = 'professional'),
      'roles', coalesce(
        (select jsonb_agg(r.role order by r.role) from public.user_roles r where r.user_id = target), '[]'::jsonb
      ),
      'standing', private.standing_of(target),
      'restrictions', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', t.id, 'restriction_type', t.restriction_type, 'reason', t.reason, 'expires_at', t.expires_at,
            'created_by', t.created_by, 'created_at', t.created_at
          ) order by t.expires_at desc, t.id
        )
        from public.temporary_restrictions t
        where t.user_id = target and t.is_active and t.expires_at > now()
      ), '[]'::jsonb),
      'forced_password_reset', coalesce(
        (select v.forced_password_reset from public.user_verification_status v where v.user_id = target), false
      ),
      'requests', coalesce((
        select sum(m.requests) from public.message_usage m
        where m.user_id = target and m.usage_day > private.today() - 30
      ), 0)
    )
    from private.user_directory d
    where d.user_id = target
  $$;
comment on function private.user_view(uuid) is 'An account as administrators see it; null where there is none.';

create function private.like_pattern(text) returns text
  language sql immutable set search_path = ''
  as $$ select replace(replace(replace($1, '\', '\\'), '%', '\%'), '_', '\_') $$;

create function private.user_condition(filter jsonb) returns text
  language plpgsql stable security definer set search_path = ''
  -- A text of SQL, each value quoted, because only the conditions that are really asked let the planner use an index.
  as $$
  declare
    wanted constant text := lower(btrim(coalesce(filter ->> 'search', '')));
    live constant text :=
      $live$exists (select from public.subscriptions s where s.user_id = d.user_id and s.plan = 'professional'
        and s.started_at <= now() and (s.ends_at is null or s.ends_at > now()))$live$;
    conditions text[] := array['true'];
  begin
    if wanted ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      conditions := conditions || format('d.user_id = %L', wanted);
    elsif char_length(wanted) >= 3 then
      conditions := conditions || format('d.search_text like %L', '%' || private.like_pattern(wanted) || '%');
    elsif wanted <> '' then
      -- Too short for trigrams; nearly everything holds two letters somewhere anyway.
      conditions := conditions || format(
        '(d.email_key like %1$L or d.name_key like %1$L)', private.like_pattern(wanted) || '%'
      );
    end if;
    if filter ->> 'role' is not null then
      conditions := conditions || format(
        'd.user_id in (select r.user_id from public.user_roles r where r.role = %L)', filter ->> 'role'
      );
    end if;
    conditions := conditions || case filter ->> 'plan'
      when 'guest' then 'd.is_guest'
      when 'professional' then format('not d.is_guest and %s', live)
      when 'starter' then format('not d.is_guest and not %s', live)
    end;
    return array_to_string(conditions, ' and ');
  end
  $$;
comment on function private.user_condition(jsonb) is
  'The condition on private.user_directory d for {search, role, plan}; what is absent does not narrow.';

create function private.user_page_query(filter jsonb, sort text, direction text, page integer, page_size integer)
  returns text
  language sql stable security definer set search_path = ''
  as $$
    select format(
      'select d.user_id from private.user_directory d where %s order by %s limit %s offset %s',
      private.user_condition(filter),
      case sort
        when 'email' then case direction when 'asc' then 'd.email_key, d.user_id' else 'd.email_key desc, d.user_id desc' end
        when 'name' then case direction when 'asc' then 'd.name_key, d.user_id' else 'd.name_key desc, d.user_id desc' end
        when 'last_sign_in_at' then case direction
          when 'asc' then 'd.last_sign_in_at nulls first, d.user_id desc'
          else 'd.last_sign_in_at desc nulls last, d.user_id'
        end
        else case direction when 'asc' then 'd.created_at, d.user_id desc' else 'd.created_at desc, d.user_id' end
      end,
      least(greatest(page_size, 1), 100),
      (least(greatest(page, 1), 100000) - 1)::bigint * least(greatest(page_size, 1), 100)
    )
  $$;
comment on function private.user_page_query(jsonb, text, text, integer, integer) is
  'The statement of one page, apart so that its plan can be looked at.';

create function private.count_up_to(query text, most integer, out total integer, out is_exact boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    execute format('select count(*) from (%s limit %s) counted', query, most + 1) into total;
    is_exact := total <= most;
    total := least(total, most);
  end
  $$;

create function public.list_users(
  actor jsonb, filter jsonb default '{}', sort text default 'created_at', direction text default 'desc',
  page integer default 1, page_size integer default 50
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    condition constant text := private.user_condition(filter);
    counted record;
    ids uuid[];
  begin
    perform private.act_as(actor);
    execute format(
      'select coalesce(array_agg(found.user_id), ''{}'') from (%s) found',
      private.user_page_query(filter, sort, direction, page, page_size)
    ) into ids;
    select * into counted from private.count_up_to(
      format('select from private.user_directory d where %s', condition),
      -- All of them are counted by an index alone; a search stops where nobody pages to any more.
      case condition when 'true' then 10000000 else 10000 end
    );
    return jsonb_build_object(
      'ok', true,
      'users', coalesce(
        (select jsonb_agg(private.user_view(each.id) order by each.place)
         from unnest(ids) with ordinality as each (id, place)),
        '[]'::jsonb
      ),
      'total', counted.total, 'total_is_exact', counted.is_exact
    );
  end
  $$;
comment on function public.list_users(jsonb, jsonb, text, text, integer, integer) is
  'A page of accounts. {ok, users, total, total_is_exact}';

revoke execute on function
  private.note_user(), private.standing_of(uuid), private.user_view(uuid), private.like_pattern(text),
  private.user_condition(jsonb), private.user_page_query(jsonb, text, text, integer, integer),
  private.count_up_to(text, integer), public.list_users(jsonb, jsonb, text, text, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.list_users(jsonb, jsonb, text, text, integer, integer) to service_role;

alter table private.user_directory enable row level security;
revoke all on table private.user_directory from public, anon, authenticated, service_role;

create trigger note_user
  after insert or update of email, raw_user_meta_data, is_anonymous, last_sign_in_at on auth.users
  for each row execute function private.note_user();
