-- Mails that wait to be sent, and how sending goes.
-- The embedded service fills and empties these tables; a hosted project sends its mails itself and leaves them empty.
-- Functions (service role only): read_mail_status, send_test_mail.

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) <= 40),
  -- The whole mail, encrypted: it holds a code that opens an account. Null for a test mail, which the sender writes.
  sealed text check (octet_length(sealed) <= 262144),
  -- Whom a test mail goes to.
  user_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  check ((sealed is null) = (user_id is not null))
);
comment on table private.mail_outbox is
  'Mails that wait for the mail server; each row goes when the mail is sent, refused for good or one hour old.';
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
comment on table private.mail_status is 'The mail server that is set up, and when it last took or refused a mail.';

alter table private.mail_outbox enable row level security;
alter table private.mail_status enable row level security;
revoke all on table private.mail_outbox, private.mail_status from public, anon, authenticated, service_role;

create function public.read_mail_status(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
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
  'How sending mail goes: {ok, mail: {server, sender, waiting, last_success_at, last_failure_at, last_error}}; mail is null where this service sends none.';

create function public.send_test_mail(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    recipient text;
  begin
    perform private.act_as(actor);
    -- The lock makes two requests at the same moment count each other.
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
    perform private.log_admin_act('mail.test', null, '{}');
    return jsonb_build_object('ok', true, 'recipient', recipient);
  end
  $$;
comment on function public.send_test_mail(jsonb) is
  'Queues a mail to the administrator''s own address, three in ten minutes. {ok, recipient}';

revoke execute on function public.read_mail_status(jsonb), public.send_test_mail(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.read_mail_status(jsonb), public.send_test_mail(jsonb) to service_role;
