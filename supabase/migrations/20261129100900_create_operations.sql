-- Operations: figures for the console, emails that wait to be sent, retention, and realtime.
-- Tables: private.completion_statistics, private.counters, private.mail_outbox, private.mail_status.

create table private.completion_statistics (
  usage_day date not null,
  vendor text not null,
  model_id text not null,
  requests bigint not null default 0,
  failures bigint not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  estimated_requests bigint not null default 0,
  cost numeric(20, 9) not null default 0,
  waits bigint[] not null default array_fill(0::bigint, array[16]),
  primary key (usage_day, vendor, model_id)
);
comment on table private.completion_statistics is
  'Sums by UTC day, vendor (its name) and model, without users: they stay when an account is deleted.';
comment on column private.completion_statistics.waits is
  'How many replies finished within each limit of private.wait_bounds(); the last element counts those beyond all limits.';

create table private.counters (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('accounts', 'guests', 'chats', 'new_accounts', 'active_accounts')),
  day date,
  change bigint not null
);
comment on table private.counters is
  'Counters for the console; a counter''s value is the sum of its rows. Every change is a separate row, because writers would wait for each other on a single row; private.compact_counters sums them up.';
comment on column private.counters.day is
  'UTC day of new_accounts (guests excluded) and active_accounts (accounts that got a reply); null for the others.';
create index counters_subject_idx on private.counters (subject, day);

-- The embedded service fills and empties these two; a hosted project sends its emails itself and leaves them empty.
create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) <= 40),
  -- The complete email, encrypted, because it contains a code that opens an account. Null for a test email.
  encrypted text check (octet_length(encrypted) <= 262144),
  -- The recipient of a test email.
  user_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  check ((encrypted is null) = (user_id is not null))
);
comment on table private.mail_outbox is
  'Emails that wait for the mail server. A row is deleted once the email is sent, permanently refused or one hour old.';
create index mail_outbox_due on private.mail_outbox (next_attempt_at);
create index mail_outbox_user on private.mail_outbox (user_id);

create table private.mail_status (
  -- One row, present while the service sends emails.
  id boolean primary key default true check (id),
  server text not null,
  sender text not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text
);
comment on table private.mail_status is 'The configured mail server, and when it last accepted or refused an email.';

alter table private.completion_statistics enable row level security;
alter table private.counters enable row level security;
alter table private.mail_outbox enable row level security;
alter table private.mail_status enable row level security;

-- Tables whose changes reach other devices. Their keys are uuids, because a DELETE event skips row-level security and
-- carries the key: it must reveal nothing. The log is for administrators; its rows are never changed or deleted.
alter publication supabase_realtime add table
  public.api_vendors, public.api_vendor_models, public.ai_models, public.chat_history, public.chat_messages,
  public.running_replies, public.user_roles, public.account_changes, public.user_activity_logs;

-- Statistics of completions

create function private.wait_bounds() returns integer[]
  language sql immutable set search_path = ''
  as $$
    select array[100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10000, 20000, 40000, 60000]
  $$;
comment on function private.wait_bounds() is 'Milliseconds.';

create function private.wait_percentile(waits bigint[], share numeric) returns integer
  language sql immutable set search_path = ''
  as $$
    select (private.wait_bounds() || 600000)[min(each.place)]
    from (
      select w.place, sum(w.count) over (order by w.place) as so_far, sum(w.count) over () as total
      from unnest(waits) with ordinality as w (count, place)
    ) each
    where each.total > 0 and each.so_far >= each.total * share
  $$;
comment on function private.wait_percentile(bigint[], numeric) is
  'The limit within which this share of the replies finished; null without replies.';

create function private.count_completion(
  vendor_id uuid, model text, is_answered boolean, spent_in bigint, spent_out bigint, spent numeric,
  is_estimated boolean, milliseconds integer
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    vendor_name constant text := coalesce(
      (select v.name from public.api_vendors v where v.id = count_completion.vendor_id), 'unknown'
    );
    answered constant integer := is_answered::integer;
    -- The place of this wait in waits; failures are not counted there.
    class constant integer := 1 + (
      select count(*) from unnest(private.wait_bounds()) bound where bound < coalesce(milliseconds, 0)
    );
    wait bigint[] := array_fill(0::bigint, array[16]);
  begin
    wait[class] := answered;
    insert into private.completion_statistics as s (
      usage_day, vendor, model_id, requests, failures, prompt_tokens, completion_tokens, estimated_requests, cost, waits
    )
    values (
      private.today(), vendor_name, left(coalesce(model, 'unknown'), 200), answered, 1 - answered,
      spent_in, spent_out, (is_estimated and is_answered)::integer, spent, wait
    )
    on conflict (usage_day, vendor, model_id) do update set
      requests = s.requests + excluded.requests, failures = s.failures + excluded.failures,
      prompt_tokens = s.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = s.completion_tokens + excluded.completion_tokens,
      estimated_requests = s.estimated_requests + excluded.estimated_requests,
      cost = s.cost + excluded.cost, waits[class] = s.waits[class] + answered;
  end
  $$;

-- Counters

create function private.counter_total(subject text, day date default null) returns bigint
  language sql stable set search_path = ''
  as $$
    select coalesce(sum(t.change), 0)::bigint from private.counters t
    where t.subject = counter_total.subject and t.day is not distinct from counter_total.day
  $$;

create function private.count_account() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table; deleting an account runs it as the auth service's own role. A missing new or old
  -- row has null fields.
  as $$
  declare
    guests constant integer := coalesce(new.is_guest::integer, 0) - coalesce(old.is_guest::integer, 0);
    accounts constant integer := (new.user_id is not null)::integer - (old.user_id is not null)::integer;
  begin
    insert into private.counters (subject, day, change)
    select each.subject, each.day, each.change
    from (
      values ('accounts', null::date, accounts), ('guests', null, guests),
        ('new_accounts', (coalesce(new.created_at, old.created_at) at time zone 'utc')::date, accounts - guests)
    ) as each (subject, day, change)
    where each.change <> 0;
    return null;
  end
  $$;

create function private.count_chats() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write chats.
  as $$
  begin
    insert into private.counters (subject, change)
    select 'chats', case tg_op when 'INSERT' then count(*) else -count(*) end from changed having count(*) > 0;
    return null;
  end
  $$;

create function private.count_active_accounts() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table, whatever role the writer has. An account with rows of several models on a day is
  -- counted with its first row, and removed with its last.
  as $$
  begin
    -- An existing row is only updated: nearly every reply ends here.
    if not exists (select from changed) then
      return null;
    end if;
    -- If two first replies come at the same time, the second waits here and then sees the first.
    perform pg_advisory_xact_lock(hashtextextended(c.user_id || ' ' || c.usage_day, 20001))
    from (select distinct user_id, usage_day from changed order by 1, 2) c;
    insert into private.counters (subject, day, change)
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

create function private.compact_counters() returns void
  language sql set search_path = ''
  -- If two run at the same time, the second waits for the rows, finds them deleted and adds nothing.
  as $$
    with folded as (
      delete from private.counters t
      using (select subject, day from private.counters group by subject, day having count(*) > 1) several
      where t.subject = several.subject and t.day is not distinct from several.day
      returning t.subject, t.day, t.change
    )
    insert into private.counters (subject, day, change)
    select f.subject, f.day, sum(f.change) from folded f group by f.subject, f.day having sum(f.change) <> 0
  $$;
comment on function private.compact_counters() is 'Replaces the rows of each counter by one row with their sum.';

-- Figures for administrators

create function private.figures_of(day date) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'new_users', private.counter_total('new_accounts', figures_of.day),
      'active_users', private.counter_total('active_accounts', figures_of.day),
      'requests', coalesce(sum(s.requests), 0), 'failures', coalesce(sum(s.failures), 0),
      'prompt_tokens', coalesce(sum(s.prompt_tokens), 0), 'completion_tokens', coalesce(sum(s.completion_tokens), 0),
      'cost', coalesce(sum(s.cost), 0)
    )
    from private.completion_statistics s where s.usage_day = figures_of.day
  $$;

create function public.get_dashboard(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads internal tables.
  as $$
  declare
    today constant date := private.today();
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object(
      'ok', true,
      'total_users', private.counter_total('accounts') - private.counter_total('guests'),
      'total_guests', private.counter_total('guests'),
      'total_chats', private.counter_total('chats'),
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
comment on function public.get_dashboard(jsonb) is
  'Gets the figures of the console''s first page. total_users are people, without guests. {ok, total_users, total_guests, …, days, vendors}';

create function public.read_status(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads internal tables.
  as $$
  declare
    -- Counting stops here: more doesn't change what an administrator does.
    most constant integer := 1000;
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object(
      'ok', true,
      'active_vendor', (
        select jsonb_build_object(
          'display_name', v.display_name,
          'is_demo', v.name = 'demo',
          'lacks_key', not v.has_key and coalesce(v.config ->> 'needs_key', 'true') <> 'false'
        )
        from public.api_vendors v where v.is_active
      ),
      'failing_vendors', coalesce((
        select jsonb_agg(to_jsonb(f) order by f.failures desc, f.display_name)
        from (
          select coalesce(max(v.display_name), s.vendor) as display_name, sum(s.requests) as requests,
            sum(s.failures) as failures
          from private.completion_statistics s left join public.api_vendors v on v.name = s.vendor
          where s.usage_day = private.today()
          group by s.vendor
          -- A single failure is no reason to act.
          having sum(s.failures) >= 3 and sum(s.failures) * 5 >= sum(s.requests) + sum(s.failures)
        ) f
      ), '[]'::jsonb),
      'mail', (
        select jsonb_build_object(
          'is_failing', s.last_failure_at is not null and s.last_failure_at > coalesce(s.last_success_at, '-infinity'),
          'waiting', (select count(*) from private.mail_outbox)
        )
        from private.mail_status s
      ),
      'agreed_merges', (
        select count(*) from (select from private.merge_requests r where r.agreed_at is not null limit most) waiting
      ),
      'open_bulk_operations', (
        select count(*) from (select from public.bulk_operations o where o.status = 'in_progress' limit most) running
      ),
      'used_up_accounts', (
        select count(*)
        from (
          select c.user_id, c.used from private.message_counts c
          where c.usage_day = private.today()
            and c.used >= least(private.messages_per_day('starter'), private.messages_per_day('guest'))
          limit most
        ) c
        where c.used >= private.messages_per_day(private.plan_of(c.user_id))
      )
    );
  end
  $$;
comment on function public.read_status(jsonb) is
  'What may need an administrator: {ok, active_vendor, failing_vendors, mail, agreed_merges, open_bulk_operations, used_up_accounts}. A vendor is failing if a fifth of today''s requests failed. Counts end at 1000.';

create function public.get_analytics(actor jsonb, first_day date, last_day date, by_what text, max_rows integer default 500)
  returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads internal tables.
  as $$
  declare
    answer jsonb;
  begin
    perform private.begin_admin_action(actor);
    with raw as (
      select
        case get_analytics.by_what when 'day' then s.usage_day::text when 'model' then s.model_id else s.vendor end as key,
        s.requests, s.failures, s.prompt_tokens, s.completion_tokens, s.cost, s.estimated_requests
      from private.completion_statistics s
      where get_analytics.by_what <> 'user' and s.usage_day between first_day and last_day
      union all
      select u.user_id::text, u.requests, 0, u.prompt_tokens, u.completion_tokens, u.cost, u.estimated_requests
      from public.message_usage u
      where get_analytics.by_what = 'user' and u.usage_day between first_day and last_day
    ),
    summed as (
      select r.key, sum(r.requests) as requests, sum(r.failures) as failures, sum(r.prompt_tokens) as prompt_tokens,
        sum(r.completion_tokens) as completion_tokens, sum(r.cost) as cost,
        sum(r.estimated_requests) as estimated_requests,
        row_number() over (
          order by case when get_analytics.by_what = 'day' then r.key end, sum(r.requests) desc, r.key
        ) as place
      from raw r group by r.key
    ),
    named as (
      select s.*, case get_analytics.by_what
        when 'user' then coalesce(private.email_of(s.key::uuid), 'Guest')
        when 'vendor' then coalesce((select v.display_name from public.api_vendors v where v.name = s.key), s.key)
        else s.key
      end as label
      from summed s where s.place <= get_analytics.max_rows
    )
    select jsonb_build_object(
      'ok', true,
      'rows', coalesce((select jsonb_agg(to_jsonb(n) - 'place' order by n.place) from named n), '[]'::jsonb),
      'totals', (
        select jsonb_build_object(
          'key', 'total', 'label', 'Total', 'requests', coalesce(sum(s.requests), 0),
          'failures', coalesce(sum(s.failures), 0), 'prompt_tokens', coalesce(sum(s.prompt_tokens), 0),
          'completion_tokens', coalesce(sum(s.completion_tokens), 0), 'cost', coalesce(sum(s.cost), 0),
          'estimated_requests', coalesce(sum(s.estimated_requests), 0)
        )
        from summed s
      )
    ) into answer;
    return answer;
  end
  $$;
comment on function public.get_analytics(jsonb, date, date, text, integer) is
  'Sums usage by day, model, vendor or user over UTC days, both days included. {ok, rows, totals}';

create function public.export_analytics(
  actor jsonb, first_day date, last_day date, by_what text, max_rows integer default 500
) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    answer jsonb;
  begin
    perform private.begin_admin_action(actor);
    answer := public.get_analytics(actor, first_day, last_day, by_what, max_rows);
    perform private.log_admin_action('usage.export', null, jsonb_build_object(
      'by', by_what, 'from', first_day, 'to', last_day
    ));
    return answer;
  end
  $$;
comment on function public.export_analytics(jsonb, date, date, text, integer) is
  'Exports what get_analytics shows, logged. {ok, rows, totals}';

create function public.get_api_usage() returns table (user_id uuid, total_requests bigint)
  language plpgsql stable set search_path = ''
  as $$
  begin
    perform private.require_admin();
    return query
      select u.user_id, sum(u.requests)::bigint
      from public.message_usage u
      group by u.user_id
      order by 2 desc, 1;
  end
  $$;
comment on function public.get_api_usage() is 'Requests by user, most first. Administrators only.';

-- Emails

create function public.read_mail_status(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads internal tables.
  as $$
  begin
    perform private.begin_admin_action(actor);
    return jsonb_build_object('ok', true, 'mail', (
      select jsonb_build_object(
        'server', s.server, 'sender', s.sender,
        'waiting', (select count(*) from private.mail_outbox),
        'last_success_at', s.last_success_at, 'last_failure_at', s.last_failure_at, 'last_error', s.last_error
      )
      from private.mail_status s
    ));
  end
  $$;
comment on function public.read_mail_status(jsonb) is
  'Shows how sending emails goes: {ok, mail: {server, sender, waiting, last_success_at, last_failure_at, last_error}}; mail is null if this service sends none.';

create function public.send_test_mail(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes an internal table and the log.
  as $$
  declare
    recipient text;
  begin
    perform private.begin_admin_action(actor);
    -- The lock makes two requests at the same time count each other.
    perform from private.mail_status for update;
    if not found then
      return jsonb_build_object('ok', false, 'code', 'conflict',
        'message', 'This service sends no emails. Set CLOVER_SMTP_URL and CLOVER_MAIL_FROM, then restart it.');
    end if;
    select u.email into recipient from auth.users u where u.id = auth.uid();
    if coalesce(recipient, '') = '' then
      return jsonb_build_object('ok', false, 'code', 'conflict',
        'message', 'Your account has no email address to send a test email to.');
    end if;
    if (
      select count(*) from public.user_activity_logs l
      where l.admin_id = auth.uid() and l.action_type = 'mail.test' and l.created_at > now() - interval '10 minutes'
    ) >= 3 then
      return jsonb_build_object('ok', false, 'code', 'rate_limited',
        'message', 'You can send three test emails in ten minutes. Try again later.');
    end if;
    insert into private.mail_outbox (kind, user_id) values ('test', auth.uid());
    perform private.log_admin_action('mail.test', null, '{}');
    return jsonb_build_object('ok', true, 'recipient', recipient);
  end
  $$;
comment on function public.send_test_mail(jsonb) is
  'Queues a test email to the administrator''s own address, three in ten minutes. {ok, recipient}';

-- Retention

create function public.purge_guests() returns bigint
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; deletes from auth.users.
  as $$
  declare
    purged bigint;
  begin
    delete from auth.users u where u.is_anonymous and u.created_at < now() - interval '24 hours';
    get diagnostics purged = row_count;
    return purged;
  end
  $$;
comment on function public.purge_guests() is
  'Deletes guests older than 24 hours with all their data; returns how many. Service role only.';

create function public.purge_unconfirmed() returns bigint
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; deletes from auth.users. An email address must not be stored for someone who may
  -- never have asked for it. An email was sent to it, so it was a sign-up; accounts that administrators create and
  -- invite are kept.
  -- The account was never signed in, so no data is lost.
  as $$
  declare
    purged bigint;
  begin
    delete from auth.users u
    using private.user_directory d
    where d.is_unconfirmed and u.id = d.user_id
      and u.email_confirmed_at is null and u.email is not null
      and u.last_sign_in_at is null and u.invited_at is null
      and greatest(u.confirmation_sent_at, u.recovery_sent_at) < now() - interval '7 days'
      and not exists (select from public.user_roles r where r.user_id = u.id);
    get diagnostics purged = row_count;
    return purged;
  end
  $$;
comment on function public.purge_unconfirmed() is
  'Deletes sign-ups whose email address was not confirmed within 7 days of the last email; returns how many. Service role only.';

create function public.purge_images() returns bigint
  language plpgsql set search_path = ''
  as $$
  declare
    purged bigint;
  begin
    delete from public.message_images i
    where i.message_id is null and i.created_at < now() - interval '24 hours';
    get diagnostics purged = row_count;
    return purged;
  end
  $$;
comment on function public.purge_images() is
  'Deletes images that no message has referred to for 24 hours; returns how many. Service role only; call it hourly.';

create function public.purge_counts() returns void
  language sql security definer set search_path = ''
  -- Definer: service role only; deletes from internal tables. Hashed addresses are kept for their day only; a
  -- reservation as long as a message may be retried.
  as $$
    delete from private.address_counts a where a.usage_day < private.today();
    delete from private.message_counts c where c.usage_day < private.today() - 7;
    update public.message_reservations r set client_address_hash = null
      where r.usage_day < private.today() and r.client_address_hash is not null;
    delete from public.message_reservations r where r.usage_day < private.today() - 30;
    select private.compact_counters();
  $$;
comment on function public.purge_counts() is
  'Deletes counters and hashed network addresses of past days, and compacts the console''s counters. Service role only; call it hourly.';

create function private.purge_expired() returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    purged jsonb := jsonb_build_object(
      'guests', public.purge_guests(),
      'unconfirmed', public.purge_unconfirmed(),
      'images', public.purge_images(),
      'objects', private.purge_objects()
    );
  begin
    perform public.purge_counts();
    return purged;
  end
  $$;
comment on function private.purge_expired() is
  'Deletes everything that has expired; returns how many guests, unconfirmed sign-ups, images and objects. pg_cron or the embedded service calls it.';

create function private.schedule_retention() returns boolean
  language plpgsql set search_path = ''
  as $$
  begin
    -- The declaration differs between versions of pg_cron, and older ones have no job names.
    if not exists (
      select from pg_catalog.pg_proc p
      where p.pronamespace = to_regnamespace('cron') and p.proname = 'schedule' and p.pronargs = 3
    ) then
      return false;
    end if;
    -- Scheduling the same name again replaces the job.
    execute 'select cron.schedule(''clover-retention'', ''*/30 * * * *'', ''select private.purge_expired()'')';
    execute 'select cron.schedule(''clover-replies'', ''* * * * *'', ''select public.settle_abandoned_replies()'')';
    return true;
  end
  $$;
comment on function private.schedule_retention() is
  'Schedules private.purge_expired and settle_abandoned_replies if pg_cron is installed; false if it is not. Call it again once it is.';

grant execute on function
  public.get_dashboard(jsonb), public.read_status(jsonb), public.get_analytics(jsonb, date, date, text, integer),
  public.export_analytics(jsonb, date, date, text, integer), public.read_mail_status(jsonb),
  public.send_test_mail(jsonb), public.purge_guests(), public.purge_unconfirmed(), public.purge_images(),
  public.purge_counts()
  to service_role;
grant execute on function public.get_api_usage() to authenticated;

create trigger count_account after insert or delete or update of is_guest on private.user_directory
  for each row execute function private.count_account();
create trigger count_new_chats after insert on public.chat_history
  referencing new table as changed for each statement execute function private.count_chats();
create trigger count_deleted_chats after delete on public.chat_history
  referencing old table as changed for each statement execute function private.count_chats();
create trigger count_new_usage after insert on public.message_usage
  referencing new table as changed for each statement execute function private.count_active_accounts();
create trigger count_deleted_usage after delete on public.message_usage
  referencing old table as changed for each statement execute function private.count_active_accounts();

-- Accounts that existed before this schema.
insert into private.counters (subject, day, change)
select 'accounts', null::date, count(*) from private.user_directory having count(*) > 0
union all
select 'guests', null, count(*) from private.user_directory d where d.is_guest having count(*) > 0
union all
select 'new_accounts', (d.created_at at time zone 'utc')::date, count(*)
from private.user_directory d where not d.is_guest group by 2;

do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
  end if;
  perform private.schedule_retention();
exception
  -- pg_cron may not be loaded, may belong to another database, or we may lack the right to create it. None of these is
  -- a reason to fail the schema.
  when others then
    raise notice 'retention is not scheduled here: %', sqlerrm;
end
$$;
