-- The console shows how many replies were interrupted during the last day.

create index chat_messages_interrupted_idx on public.chat_messages (created_at) where status = 'interrupted';

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
  'What may need an administrator: {ok, active_vendor, failing_vendors, mail, agreed_merges, open_bulk_operations, used_up_accounts, interrupted_replies}. A vendor is failing if a fifth of today''s requests failed. Interrupted replies are those of the last day. Counts end at 1000.';
