-- The audit log can be searched by email, and its entries name the provider, model or other thing they are about. No
-- tables.

create function private.log_subject(details jsonb) returns text
  language sql stable set search_path = ''
  as $$
    select nullif(concat_ws(
      ': ',
      coalesce(
        (select v.display_name from public.api_vendors v where v.name = details ->> 'vendor'),
        (select r.display_name from public.removed_vendors r where r.name = details ->> 'vendor'),
        details ->> 'vendor'
      ),
      details ->> 'model',
      details ->> 'name'
    ), '')
  $$;
comment on function private.log_subject(jsonb) is
  'What an entry''s action changed, by the name that administrators see: a vendor, a model, a prompt or a persona. Null for accounts and the rest.';

create function private.log_accounts(filter jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  -- At most 100 accounts, so that the entries are found by their indexes instead of reading the complete log.
  as $$
  declare
    wanted constant text := lower(btrim(coalesce(filter ->> 'account', '')));
    accounts uuid[];
  begin
    if wanted = '' then
      return '{}';
    end if;
    if wanted ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      accounts := array[wanted::uuid];
    else
      accounts := array(
        select d.user_id from private.user_directory d
        where d.email_key like private.like_pattern(wanted) || '%'
        limit 101
      );
    end if;
    if cardinality(accounts) > 100 then
      return private.refusal('too_many', 'More than 100 emails start like this. Enter more of the email.');
    end if;
    return jsonb_build_object('accounts', to_jsonb(accounts));
  end
  $$;
comment on function private.log_accounts(jsonb) is
  'The accounts that a filter''s account (an id or the start of an email) means: {accounts}, {} without that filter, or a refusal.';

create or replace function private.log_view(entry public.user_activity_logs) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', entry.id, 'user_id', entry.user_id, 'user_email', private.email_of(entry.user_id),
      'admin_id', entry.admin_id, 'admin_email', private.email_of(entry.admin_id),
      'action_type', entry.action_type, 'action_details', entry.action_details,
      'subject', private.log_subject(entry.action_details),
      'ip_address', entry.ip_address, 'user_agent', entry.user_agent, 'created_at', entry.created_at
    )
  $$;

create or replace function private.log_condition(filter jsonb) returns text
  language sql stable set search_path = ''
  -- SQL text with each value quoted: see private.user_condition.
  as $$
    select concat_ws(
      ' and ',
      'true',
      case when filter ->> 'action' <> ''
        then format('l.action_type collate "C" like %L', private.like_pattern(filter ->> 'action') || '%') end,
      case when filter ->> 'user' is not null then format('l.user_id = %L', (filter ->> 'user')::uuid) end,
      case when filter ->> 'admin' is not null then format('l.admin_id = %L', (filter ->> 'admin')::uuid) end,
      case when filter ? 'accounts' then format(
        '(l.user_id = any (%1$L) or l.admin_id = any (%1$L))',
        array(select account::uuid from jsonb_array_elements_text(filter -> 'accounts') account)
      ) end,
      case when filter ->> 'from' is not null
        then format('l.created_at >= %L', (filter ->> 'from')::timestamptz) end,
      case when filter ->> 'to' is not null
        then format('l.created_at <= %L', (filter ->> 'to')::timestamptz) end
    )
  $$;

create or replace function public.list_log(
  actor jsonb, filter jsonb default '{}', page integer default 1, page_size integer default 50
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the internal directory.
  as $$
  declare
    found jsonb;
    condition text;
    counted record;
  begin
    perform private.begin_admin_action(actor);
    found := private.log_accounts(filter);
    if found ->> 'ok' = 'false' then
      return found;
    end if;
    condition := private.log_condition(filter || found);
    select * into counted from private.count_up_to(
      format('select from public.user_activity_logs l where %s', condition), 10000
    );
    return jsonb_build_object(
      'ok', true,
      'entries', private.log_page(
        condition, least(greatest(page, 1), 100000), least(greatest(page_size, 1), 100)
      ),
      'total', counted.total, 'total_is_exact', counted.is_exact, 'actions', to_jsonb(private.logged_action_types())
    );
  end
  $$;
comment on function public.list_log(jsonb, jsonb, integer, integer) is
  'Lists a page of the audit log, newest first. The filter''s account is an id or the start of an email, and matches entries about and by the account. {ok, entries, total, total_is_exact, actions}';

create or replace function public.export_log(actor jsonb, filter jsonb default '{}', max_rows integer default 50000) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the internal directory and writes the log.
  as $$
  declare
    found jsonb;
    entries jsonb;
    -- The account whose entries are exported, so that its user gets an access receipt.
    exported uuid;
  begin
    perform private.begin_admin_action(actor);
    found := private.log_accounts(filter);
    if found ->> 'ok' = 'false' then
      return found;
    end if;
    exported := coalesce(
      (filter ->> 'user')::uuid,
      case when jsonb_array_length(found -> 'accounts') = 1 then (found -> 'accounts' ->> 0)::uuid end
    );
    -- One more than allowed, to show whether there were more.
    entries := private.log_page(private.log_condition(filter || found), 1, export_log.max_rows + 1);
    perform private.log_admin_action('log.export', exported, jsonb_build_object(
      'rows', least(jsonb_array_length(entries), export_log.max_rows)
    ));
    return jsonb_build_object('ok', true, 'entries', entries);
  end
  $$;

create or replace function public.recent_activity(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads the internal directory.
  as $$
  begin
    perform private.begin_admin_action(actor);
    return (
      with happened as (
        (
          select 'act:' || l.id as id, 'act' as kind, l.created_at as at, l.user_id, l.admin_id, l.action_type,
            l.action_details
          from public.user_activity_logs l
          order by l.created_at desc, l.id limit 100
        )
        union all
        (
          select 'account:' || d.user_id, 'account', d.created_at, d.user_id, null,
            case when d.is_guest then 'account.guest' else 'account.create' end, null
          from private.user_directory d
          order by d.created_at desc, d.user_id limit 100
        )
      ),
      newest as (select * from happened h order by h.at desc, h.id collate "C" limit 100)
      select jsonb_build_object(
        'ok', true,
        'entries', coalesce(jsonb_agg(jsonb_build_object(
          'id', n.id, 'kind', n.kind, 'at', n.at, 'user_id', n.user_id, 'user_email', private.email_of(n.user_id),
          'admin_id', n.admin_id, 'admin_email', private.email_of(n.admin_id), 'action_type', n.action_type,
          'subject', private.log_subject(n.action_details)
        ) order by n.at desc, n.id collate "C"), '[]'::jsonb),
        'active_users', (
          select count(distinct r.user_id) from public.message_reservations r
          where r.last_attempt_at > now() - interval '15 minutes'
        )
      )
      from newest n
    );
  end
  $$;
