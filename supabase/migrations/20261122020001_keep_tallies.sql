-- Counts that the console shows without counting: they cost the same however many accounts and chats there are.
-- Tables: private.tallies. Functions: fold_tallies; get_dashboard, list_users, purge_counts once more.

create table private.tallies (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('accounts', 'guests', 'chats', 'new_accounts', 'active_accounts')),
  day date,
  change bigint not null
);
comment on table private.tallies is
  'Changes of counts; their sum is the count. A row a change, because in one row for each count all writers would wait for each other; private.fold_tallies makes one row of many.';
comment on column private.tallies.day is
  'UTC day of new_accounts (who is no guest) and active_accounts (who got a reply); null for what is counted once.';
create index tallies_subject_idx on private.tallies (subject, day);

alter table private.tallies enable row level security;
revoke all on table private.tallies from public, anon, authenticated, service_role;

create function private.tally_of(subject text, day date default null) returns bigint
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(sum(t.change), 0)::bigint from private.tallies t
    where t.subject = tally_of.subject and t.day is not distinct from tally_of.day
  $$;

create function private.tally_account() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: the auth service writes the directory through a trigger of its own table. Where there is no new or no old
  -- row, its fields are null.
  as $$
  declare
    guests constant integer := coalesce(new.is_guest::integer, 0) - coalesce(old.is_guest::integer, 0);
    accounts constant integer := (new.user_id is not null)::integer - (old.user_id is not null)::integer;
  begin
    insert into private.tallies (subject, day, change)
    select each.subject, each.day, each.change
    from (
      values ('accounts', null::date, accounts), ('guests', null, guests),
        ('new_accounts', (coalesce(new.created_at, old.created_at) at time zone 'utc')::date, accounts - guests)
    ) as each (subject, day, change)
    where each.change <> 0;
    return null;
  end
  $$;

create function private.tally_chats() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.tallies (subject, change)
    select 'chats', case tg_op when 'INSERT' then count(*) else -count(*) end from changed having count(*) > 0;
    return null;
  end
  $$;

create function private.tally_active_accounts() returns trigger
  language plpgsql security definer set search_path = ''
  -- Whoever has rows of several models on a day is counted with the first one, and taken back with the last.
  as $$
  begin
    -- A row that was there already is only updated: nearly every reply ends here.
    if not exists (select from changed) then
      return null;
    end if;
    -- Two first replies at once: the second waits here, and then sees the first.
    perform pg_advisory_xact_lock(hashtextextended(c.user_id || ' ' || c.usage_day, 20001))
    from (select distinct user_id, usage_day from changed order by 1, 2) c;
    insert into private.tallies (subject, day, change)
    select 'active_accounts', c.usage_day, case tg_op when 'INSERT' then count(*) else -count(*) end
    from (select distinct user_id, usage_day from changed) c
    where not exists (
      select from public.message_usage u
      where u.user_id = c.user_id and u.usage_day = c.usage_day
        and not exists (
          select from changed same
          where same.user_id = u.user_id and same.usage_day = u.usage_day and same.model_id = u.model_id
        )
    )
    group by c.usage_day;
    return null;
  end
  $$;

create function private.fold_tallies() returns void
  language sql security definer set search_path = ''
  -- Two at once: the second waits for the rows, finds them gone and folds none of them again.
  as $$
    with folded as (
      delete from private.tallies t
      using (select subject, day from private.tallies group by subject, day having count(*) > 1) several
      where t.subject = several.subject and t.day is not distinct from several.day
      returning t.subject, t.day, t.change
    )
    insert into private.tallies (subject, day, change)
    select f.subject, f.day, sum(f.change) from folded f group by f.subject, f.day having sum(f.change) <> 0
  $$;
comment on function private.fold_tallies() is 'Makes one row of all changes of a count.';

insert into private.tallies (subject, day, change)
select 'accounts', null::date, count(*) from private.user_directory having count(*) > 0
union all
select 'guests', null, count(*) from private.user_directory d where d.is_guest having count(*) > 0
union all
select 'chats', null, count(*) from public.chat_history having count(*) > 0
union all
select 'new_accounts', (d.created_at at time zone 'utc')::date, count(*)
from private.user_directory d where not d.is_guest group by 2
union all
select 'active_accounts', u.usage_day, count(distinct u.user_id) from public.message_usage u group by 2;

create trigger tally_account after insert or delete or update of is_guest on private.user_directory
  for each row execute function private.tally_account();
create trigger tally_new_chats after insert on public.chat_history
  referencing new table as changed for each statement execute function private.tally_chats();
create trigger tally_deleted_chats after delete on public.chat_history
  referencing old table as changed for each statement execute function private.tally_chats();
create trigger tally_new_usage after insert on public.message_usage
  referencing new table as changed for each statement execute function private.tally_active_accounts();
create trigger tally_deleted_usage after delete on public.message_usage
  referencing old table as changed for each statement execute function private.tally_active_accounts();

create or replace function public.purge_counts() returns void
  language sql security definer set search_path = ''
  -- Hashed addresses are kept no longer than they count; a reservation as long as a message may be retried.
  as $$
    delete from private.address_counts a where a.usage_day < private.today();
    delete from private.message_counts c where c.usage_day < private.today() - 7;
    update public.message_reservations r set client_address_hash = null
      where r.usage_day < private.today() and r.client_address_hash is not null;
    delete from public.message_reservations r where r.usage_day < private.today() - 30;
    select private.fold_tallies();
  $$;
comment on function public.purge_counts() is
  'Forgets counters and addresses of past days, and folds the tallies. Service role only; call it hourly.';

drop function private.figures_of(date, date);
create function private.figures_of(day date) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'new_users', private.tally_of('new_accounts', figures_of.day),
      'active_users', private.tally_of('active_accounts', figures_of.day),
      'requests', coalesce(sum(s.requests), 0), 'failures', coalesce(sum(s.failures), 0),
      'prompt_tokens', coalesce(sum(s.prompt_tokens), 0), 'completion_tokens', coalesce(sum(s.completion_tokens), 0),
      'cost', coalesce(sum(s.cost), 0)
    )
    from private.completion_statistics s where s.usage_day = figures_of.day
  $$;

create or replace function public.get_dashboard(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    today constant date := private.today();
  begin
    perform private.act_as(actor);
    return jsonb_build_object(
      'ok', true,
      'total_users', private.tally_of('accounts') - private.tally_of('guests'),
      'total_chats', private.tally_of('chats'),
      'today', private.figures_of(today),
      'last_week', private.figures_of(today - 7),
      'days', (
        select jsonb_agg(
          private.figures_of(day.date) || jsonb_build_object('day', day.date) order by day.date
        )
        from (select today - n as date from generate_series(0, 13) n) day
      ),
      'vendors', coalesce((
        select jsonb_agg(jsonb_build_object(
          'vendor', each.vendor, 'display_name', each.display_name, 'requests', each.requests,
          'failures', each.failures,
          'p50_ms', private.wait_percentile(each.waits, 0.5), 'p95_ms', private.wait_percentile(each.waits, 0.95)
        ) order by each.requests desc, each.vendor)
        from (
          select s.vendor, coalesce(max(v.display_name), s.vendor) as display_name, sum(s.requests) as requests,
            sum(s.failures) as failures,
            (select array_agg(by_class.count order by by_class.place) from (
              select w.place, sum(w.count)::bigint as count
              from private.completion_statistics o, unnest(o.waits) with ordinality as w (count, place)
              where o.vendor = s.vendor and o.usage_day > today - 7
              group by w.place
            ) by_class) as waits
          from private.completion_statistics s left join public.api_vendors v on v.name = s.vendor
          where s.usage_day > today - 7
          group by s.vendor
        ) each
      ), '[]'::jsonb),
      'active_vendor', (select v.display_name from public.api_vendors v where v.is_active)
    );
  end
  $$;
create or replace function public.list_users(
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
    if condition = 'true' then
      select private.tally_of('accounts')::integer as total, true as is_exact into counted;
    else
      -- A search stops counting where nobody pages to any more.
      select * into counted from private.count_up_to(
        format('select from private.user_directory d where %s', condition), 10000
      );
    end if;
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
revoke execute on function
  private.tally_of(text, date), private.tally_account(), private.tally_chats(), private.tally_active_accounts(),
  private.fold_tallies(), private.figures_of(date)
  from public, anon, authenticated, service_role;
