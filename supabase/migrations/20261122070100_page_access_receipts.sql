-- Access receipts a page at a time, none lost or shown twice where several acts have the same moment.
-- Function: my_access_receipts.

drop function public.my_access_receipts(timestamptz, integer);

create function public.my_access_receipts(before uuid default null, max_results integer default 50)
  returns table (id uuid, action_type text, reason text, created_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  -- Definer: the log is the administrators' to read. Who of them it was stays among them, as does from where.
  as $$
  begin
    if not private.may_read() then
      return;
    end if;
    return query
      select l.id, l.action_type, l.action_details ->> 'reason', l.created_at
      from public.user_activity_logs l
      where l.user_id = auth.uid() and l.admin_id is not null and l.admin_id <> auth.uid()
        and (
          my_access_receipts.before is null
          or (l.created_at, l.id) < (
            select o.created_at, o.id from public.user_activity_logs o
            where o.id = my_access_receipts.before and o.user_id = auth.uid()
          )
        )
      order by l.created_at desc, l.id desc
      limit least(greatest(coalesce(max_results, 50), 0), 200);
  end
  $$;
comment on function public.my_access_receipts(uuid, integer) is
  'When administrators viewed, changed or exported the caller''s account, newest first, at most 200 a call: those before the receipt with the id before.';

revoke execute on function public.my_access_receipts(uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.my_access_receipts(uuid, integer) to authenticated;
