-- Functions that the documents name for administrators.
-- Functions: activate_vendor, get_api_usage, get_user_activity.

create function public.activate_vendor(vendor_id uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: vendors are written by functions only. One transaction: exactly one is active at every moment.
  as $$
  declare
    chosen public.api_vendors;
  begin
    perform private.require_admin();
    -- All rows in one order, so that two administrators wait for each other instead of failing.
    perform from public.api_vendors v order by v.id for update;

    select * into chosen from public.api_vendors v where v.id = activate_vendor.vendor_id;
    if not found then
      raise exception using message = 'Vendor not found', hint = 'not_found';
    end if;
    if not chosen.has_key and coalesce(chosen.config ->> 'needs_key', 'true') <> 'false' then
      raise exception using
        message = format(
          'Cannot activate %s: API key is required. Please set the API key first.', chosen.display_name
        ),
        hint = 'missing_key';
    end if;

    update public.api_vendors v set is_active = false where v.is_active and v.id <> chosen.id;
    update public.api_vendors v set is_active = true where v.id = chosen.id and not v.is_active;
    insert into public.system_settings as s (setting_key, setting_value, is_public)
    values ('active_vendor', chosen.name, true)
    on conflict (setting_key) do update set setting_value = excluded.setting_value;
    perform private.log_admin_act('vendor.activate', null, jsonb_build_object('vendor', chosen.name));
  end
  $$;
comment on function public.activate_vendor(uuid) is 'Makes the vendor the only active one. Administrators only.';

create function public.get_api_usage() returns table (user_id uuid, total_requests bigint)
  language plpgsql stable security definer set search_path = ''
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

create function public.get_user_activity(
  target_user_id uuid, limit_count integer default 50, offset_count integer default 0
) returns setof public.user_activity_logs
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    return query
      select l.*
      from public.user_activity_logs l
      where l.user_id = target_user_id
      order by l.created_at desc, l.id
      limit least(greatest(coalesce(limit_count, 50), 0), 500)
      offset greatest(coalesce(offset_count, 0), 0);
  end
  $$;
comment on function public.get_user_activity(uuid, integer, integer) is
  'Log rows about a user, newest first, at most 500 a call. Administrators only.';

revoke execute on function
  public.activate_vendor(uuid), public.get_api_usage(), public.get_user_activity(uuid, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.activate_vendor(uuid), public.get_api_usage(), public.get_user_activity(uuid, integer, integer)
  to authenticated;
