-- The console hears of each act at once; what it then reads is whole and in one order, however many acts have the same
-- moment, as those of one step of a bulk operation do.
-- Functions (service role only): recent_activity.

-- Only administrators may read the rows, and none is ever changed or deleted.
alter publication supabase_realtime add table public.user_activity_logs;

drop function public.recent_activity(jsonb, timestamptz);

create function public.recent_activity(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    return (
      with happened as (
        (
          select 'act:' || l.id as id, 'act' as kind, l.created_at as at, l.user_id, l.admin_id, l.action_type
          from public.user_activity_logs l
          order by l.created_at desc, l.id limit 100
        )
        union all
        (
          select 'account:' || d.user_id, 'account', d.created_at, d.user_id, null,
            case when d.is_guest then 'account.guest' else 'account.create' end
          from private.user_directory d
          order by d.created_at desc, d.user_id limit 100
        )
      ),
      newest as (select * from happened h order by h.at desc, h.id collate "C" limit 100)
      select jsonb_build_object(
        'ok', true,
        'entries', coalesce(jsonb_agg(jsonb_build_object(
          'id', n.id, 'kind', n.kind, 'at', n.at, 'user_id', n.user_id, 'user_email', private.email_of(n.user_id),
          'admin_id', n.admin_id, 'admin_email', private.email_of(n.admin_id), 'action_type', n.action_type
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
comment on function public.recent_activity(jsonb) is 'What happened, newest first, at most 100. {ok, entries, active_users}';

revoke execute on function public.recent_activity(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.recent_activity(jsonb) to service_role;
