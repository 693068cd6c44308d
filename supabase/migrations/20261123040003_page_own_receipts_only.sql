-- A receipt of somebody else is no place in one's own list: it would tell when it was written.
-- Function: my_access_receipts.

create or replace function public.my_access_receipts(before uuid default null, max_results integer default 50)
  returns table (id uuid, action_type text, reason text, created_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  -- Definer: the log is the administrators' to read. Which administrator it was is not shown, nor from where.
  as $$
  begin
    if not private.may_read() then
      return;
    end if;
    return query
      select l.id, l.action_type, l.action_details ->> 'reason', l.created_at
      from public.user_activity_logs l
      where l.admin_id is not null and l.admin_id <> auth.uid()
        and (
          l.user_id = auth.uid()
          -- What everybody sends goes to another provider from then on.
          or (
            l.user_id is null
            and (
              l.action_type = 'vendor.activate'
              or (l.action_type = 'vendor.save' and l.action_details -> 'changed' ? 'endpoint_url')
            )
            and l.created_at >= (select u.created_at from auth.users u where u.id = auth.uid())
          )
        )
        and (
          my_access_receipts.before is null
          or (l.created_at, l.id) < (
            select o.created_at, o.id from public.user_activity_logs o
            where o.id = my_access_receipts.before and (o.user_id = auth.uid() or o.user_id is null)
          )
        )
      order by l.created_at desc, l.id desc
      limit least(greatest(coalesce(max_results, 50), 0), 200);
  end
  $$;
