-- Mail that waits to be sent, retention, and realtime.
-- Tables: private.mail_outbox, private.mail_status. The embedded service fills and empties them; a hosted project
-- sends its mail itself and leaves them empty.

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) <= 40),
  -- The complete mail, encrypted, because it contains a code that opens an account. Null for a test mail.
  encrypted text check (octet_length(encrypted) <= 262144),
  -- The recipient of a test mail.
  user_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  check ((encrypted is null) = (user_id is not null))
);
comment on table private.mail_outbox is
  'Mails that wait for the mail server. A row is deleted once the mail is sent, permanently refused or one hour old.';
create index mail_outbox_due on private.mail_outbox (next_attempt_at);
create index mail_outbox_user on private.mail_outbox (user_id);

create table private.mail_status (
  -- One row, present while the service sends mails.
  id boolean primary key default true check (id),
  server text not null,
  sender text not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text
);
comment on table private.mail_status is 'The configured mail server, and when it last accepted or refused a mail.';

alter table private.mail_outbox enable row level security;
alter table private.mail_status enable row level security;

-- Tables whose changes reach other devices. Their keys are uuids, because a DELETE event skips row-level security and
-- carries the key: it must reveal nothing. The log is for administrators; its rows are never changed or deleted.
alter publication supabase_realtime add table
  public.api_vendors, public.api_vendor_models, public.ai_models, public.chat_history, public.chat_messages,
  public.user_roles, public.account_changes, public.user_activity_logs;

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
  'Shows how sending mail goes: {ok, mail: {server, sender, waiting, last_success_at, last_failure_at, last_error}}; mail is null if this service sends none.';

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
        'message', 'This service sends no mail. Set CLOVER_SMTP_URL and CLOVER_MAIL_FROM, then restart it.');
    end if;
    select u.email into recipient from auth.users u where u.id = auth.uid();
    if coalesce(recipient, '') = '' then
      return jsonb_build_object('ok', false, 'code', 'conflict',
        'message', 'Your account has no e-mail address to send a test mail to.');
    end if;
    if (
      select count(*) from public.user_activity_logs l
      where l.admin_id = auth.uid() and l.action_type = 'mail.test' and l.created_at > now() - interval '10 minutes'
    ) >= 3 then
      return jsonb_build_object('ok', false, 'code', 'rate_limited',
        'message', 'You can send three test mails in ten minutes. Try again later.');
    end if;
    insert into private.mail_outbox (kind, user_id) values ('test', auth.uid());
    perform private.log_admin_action('mail.test', null, '{}');
    return jsonb_build_object('ok', true, 'recipient', recipient);
  end
  $$;
comment on function public.send_test_mail(jsonb) is
  'Queues a test mail to the administrator''s own address, three in ten minutes. {ok, recipient}';

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
  -- Definer: service role only; deletes from auth.users. An address must not be stored for someone who may never have
  -- asked for it. A mail was sent to it, so it was a sign-up; accounts that administrators create and invite are kept.
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
  'Deletes sign-ups whose address was not confirmed within 7 days of the last mail; returns how many. Service role only.';

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
  'Deletes counters and addresses of past days, and compacts the console''s counters. Service role only; call it hourly.';

create function private.purge_expired() returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    purged jsonb := jsonb_build_object(
      'guests', public.purge_guests(),
      'unconfirmed', public.purge_unconfirmed(),
      'images', public.purge_images()
    );
  begin
    perform public.purge_counts();
    return purged;
  end
  $$;
comment on function private.purge_expired() is
  'Deletes everything that has expired; returns how many guests, unconfirmed sign-ups and images. pg_cron or the embedded service calls it.';

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
    return true;
  end
  $$;
comment on function private.schedule_retention() is
  'Schedules private.purge_expired if pg_cron is installed; false if it is not. Call it again once it is.';

grant execute on function
  public.read_mail_status(jsonb), public.send_test_mail(jsonb), public.purge_guests(), public.purge_unconfirmed(),
  public.purge_images(), public.purge_counts()
  to service_role;

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
