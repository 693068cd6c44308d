-- Administrators see that a vendor fails now: its last test or its last two requests failed, and nothing worked since.
-- Columns of private.completion_statistics: last_reply_at, last_failure_at, earlier_failure_at.

alter table private.completion_statistics add column last_reply_at timestamptz;
alter table private.completion_statistics add column last_failure_at timestamptz;
alter table private.completion_statistics add column earlier_failure_at timestamptz;
comment on table private.vendor_checks is
  'Answers of vendors that all callers share: connection tests (subject connection:<model>) for 30 s, lists of models (subject models) for 15 s. Tests are kept for a day, see private.last_failure. Without a result, one caller is waiting for the vendor.';
comment on column private.completion_statistics.last_failure_at is
  'The last request without a reply. Like last_reply_at, without requests with an own key, and null again after the vendor''s settings change.';
comment on column private.completion_statistics.earlier_failure_at is
  'The request without a reply before the one of last_failure_at.';

create function private.last_failure(vendor public.api_vendors) returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: service role only; reads internal tables.
  as $$
    select jsonb_build_object('at', o.at, 'is_test', o.is_test, 'message', o.message)
    from (
      select outcome.*, lead(outcome.is_good) over newest_first as was_good
      from (
        select c.finished_at as at, c.result ->> 'success' = 'true' as is_good, true as is_test,
          c.result ->> 'message' as message
        from private.vendor_checks c
        where c.vendor_id = vendor.id and c.subject like 'connection:%' and c.finished_at is not null
        union all
        select s.last_reply_at, true, false, null from private.completion_statistics s
        where s.usage_day >= private.today() - 1 and s.vendor = vendor.name
        union all
        select failure.at, false, false, null
        from private.completion_statistics s, unnest(array[s.last_failure_at, s.earlier_failure_at]) failure (at)
        where s.usage_day >= private.today() - 1 and s.vendor = vendor.name
      ) outcome
      where outcome.at > now() - interval '1 day'
      window newest_first as (order by outcome.at desc, outcome.is_good desc)
      order by outcome.at desc, outcome.is_good desc limit 1
    ) o
    -- A single failed request may have another cause than the vendor. A test is made to find out.
    where not o.is_good and (o.is_test or not o.was_good)
  $$;
comment on function private.last_failure(api_vendors) is
  'The vendor''s last test or request of the last day, if it failed: {at, is_test, message: of a test}. Null if the last one succeeded, or is a request and no test or request failed right before it.';
grant execute on function private.last_failure(public.api_vendors) to service_role;

create or replace function private.clear_vendor_checks() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes internal tables, whatever role the writer has. Earlier outcomes say nothing about the new settings.
  as $$
  begin
    delete from private.vendor_checks c where c.vendor_id = new.id;
    update private.completion_statistics s
    set last_reply_at = null, last_failure_at = null, earlier_failure_at = null
    where s.vendor = new.name and s.usage_day >= private.today() - 1;
    return null;
  end
  $$;

drop function private.count_completion(uuid, text, boolean, bigint, bigint, numeric, boolean, integer);

create function private.count_completion(
  vendor_id uuid, model text, is_answered boolean, spent_in bigint, spent_out bigint, spent numeric,
  is_estimated boolean, milliseconds integer, is_own_key boolean
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
    -- An own key may be wrong while the vendor works for everyone else.
    moment constant timestamptz := case when not is_own_key then clock_timestamp() end;
  begin
    wait[class] := answered;
    insert into private.completion_statistics as s (
      usage_day, vendor, model_id, requests, failures, prompt_tokens, completion_tokens, estimated_requests, cost, waits,
      last_reply_at, last_failure_at
    )
    values (
      private.today(), vendor_name, left(coalesce(model, 'unknown'), 200), answered, 1 - answered,
      spent_in, spent_out, (is_estimated and is_answered)::integer, spent, wait,
      case when is_answered then moment end, case when not is_answered then moment end
    )
    on conflict (usage_day, vendor, model_id) do update set
      requests = s.requests + excluded.requests, failures = s.failures + excluded.failures,
      prompt_tokens = s.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = s.completion_tokens + excluded.completion_tokens,
      estimated_requests = s.estimated_requests + excluded.estimated_requests,
      cost = s.cost + excluded.cost, waits[class] = s.waits[class] + answered,
      last_reply_at = greatest(s.last_reply_at, excluded.last_reply_at),
      last_failure_at = greatest(s.last_failure_at, excluded.last_failure_at),
      earlier_failure_at = case
        when excluded.last_failure_at is null then s.earlier_failure_at else s.last_failure_at
      end;
  end
  $$;

create or replace function private.settle_completion(
  user_id uuid,
  message_id uuid,
  outcome text,
  vendor_id uuid,
  model_id text,
  usage jsonb
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    spent_in constant bigint := coalesce((usage ->> 'prompt_tokens')::bigint, 0);
    spent_out constant bigint := coalesce((usage ->> 'completion_tokens')::bigint, 0);
    is_estimated constant boolean := coalesce((usage ->> 'is_estimated')::boolean, false);
    reservation public.message_reservations;
    spent numeric := 0;
  begin
    if outcome not in ('answered', 'failed') then
      raise invalid_parameter_value using message = 'The outcome must be answered or failed.';
    end if;

    update public.message_reservations r
    set in_flight = greatest(r.in_flight - 1, 0),
      state = case when outcome = 'answered' then 'answered' else r.state end
    where r.message_id = settle_completion.message_id and r.user_id = settle_completion.user_id
    returning * into reservation;
    if not found then
      return;
    end if;

    if outcome = 'failed' then
      perform private.refund(settle_completion.user_id, settle_completion.message_id);
      perform private.count_completion(
        settle_completion.vendor_id, settle_completion.model_id, false, 0, 0, 0, false, null, reservation.is_own_key
      );
      return;
    end if;

    if reservation.is_own_key then
      perform private.count_own_usage(settle_completion.user_id, usage);
    else
      spent := coalesce((usage ->> 'cost')::numeric, 0) / 1000000000;
    end if;

    insert into public.message_usage as u (
      user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost, billed_tokens, estimated_requests
    )
    values (
      settle_completion.user_id, private.today(), coalesce(settle_completion.model_id, 'unknown'),
      1, spent_in, spent_out, spent, case when reservation.is_own_key then 0 else spent_in + spent_out end,
      is_estimated::integer
    )
    on conflict on constraint message_usage_pkey do update set
      requests = u.requests + 1,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      cost = u.cost + excluded.cost,
      billed_tokens = u.billed_tokens + excluded.billed_tokens,
      estimated_requests = u.estimated_requests + excluded.estimated_requests;
    -- Last, because all users of this model share this row and wait for its lock.
    perform private.count_completion(
      settle_completion.vendor_id, settle_completion.model_id, true, spent_in, spent_out, spent,
      is_estimated,
      least(extract(epoch from clock_timestamp() - reservation.last_attempt_at) * 1000, 2000000000)::integer,
      reservation.is_own_key
    );
  end
  $$;

create or replace function public.finish_vendor_check(vendor_id uuid, subject text, claim uuid, result jsonb) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes an internal table. If the claim was taken over or the vendor changed, nothing is
  -- stored: only the caller gets the result.
  as $$
  begin
    if finish_vendor_check.result is null then
      delete from private.vendor_checks c
      where c.vendor_id = finish_vendor_check.vendor_id and c.subject = finish_vendor_check.subject
        and c.claim = finish_vendor_check.claim;
    else
      update private.vendor_checks c set result = finish_vendor_check.result, finished_at = clock_timestamp()
      where c.vendor_id = finish_vendor_check.vendor_id and c.subject = finish_vendor_check.subject
        and c.claim = finish_vendor_check.claim;
    end if;
    -- Subjects that are no longer in use. Locked ones are in use, and waiting for them could deadlock. Connection tests
    -- are kept longer, because private.last_failure shows the last one.
    delete from private.vendor_checks c where (c.vendor_id, c.subject) in (
      select o.vendor_id, o.subject from private.vendor_checks o
      where o.claimed_at < clock_timestamp()
        - case when o.subject like 'connection:%' then interval '1 day' else interval '10 minutes' end
      for update skip locked
    );
  end
  $$;

create or replace function private.vendor_view(vendor public.api_vendors) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', vendor.id, 'name', vendor.name, 'display_name', vendor.display_name,
      'endpoint_url', vendor.endpoint_url, 'has_key', vendor.has_key, 'key_last4', vendor.key_last4,
      'is_active', vendor.is_active, 'is_enabled', vendor.is_enabled,
      'header_names', to_jsonb(vendor.header_names), 'priority_order', vendor.priority_order,
      'config', vendor.config, 'updated_at', vendor.updated_at, 'last_failure', private.last_failure(vendor)
    )
  $$;

create or replace function public.read_status(actor jsonb) returns jsonb
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
          'lacks_key', not v.has_key and coalesce(v.config ->> 'needs_key', 'true') <> 'false',
          'last_failure', private.last_failure(v)
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
      ),
      'interrupted_replies', (
        select count(*)
        from (
          select from public.chat_messages m
          where m.status = 'interrupted' and m.created_at > now() - interval '1 day'
          limit most
        ) interrupted
      )
    );
  end
  $$;
comment on function public.read_status(jsonb) is
  'What may need an administrator: {ok, active_vendor, failing_vendors, mail, agreed_merges, open_bulk_operations, used_up_accounts, interrupted_replies}. active_vendor has last_failure (see private.last_failure). A vendor is failing if a fifth of today''s requests failed. Interrupted replies are those of the last day. Counts end at 1000.';
