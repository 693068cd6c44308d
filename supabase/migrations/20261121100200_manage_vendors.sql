-- What administrators do with vendors: one function an act, which checks, locks, acts and logs.
-- Functions (service role only): list_vendors, save_vendor, open_vendor, set_vendor_key, clear_vendor_key,
-- activate_vendor_as, order_vendors, list_sealed_keys, reseal_vendor_key, log_key_rotation.
-- Constraint: api_vendors_endpoint_url_plain.

-- A look-alike letter or a backslash is read differently by a URL parser and by the comparison of origins.
alter table public.api_vendors add constraint api_vendors_endpoint_url_plain
  check (octet_length(endpoint_url) = char_length(endpoint_url) and strpos(endpoint_url, '\') = 0);

create function private.vendor_view(vendor public.api_vendors) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', vendor.id, 'name', vendor.name, 'display_name', vendor.display_name,
      'endpoint_url', vendor.endpoint_url, 'has_key', vendor.has_key, 'key_last4', vendor.key_last4,
      'is_active', vendor.is_active, 'priority_order', vendor.priority_order, 'config', vendor.config,
      'updated_at', vendor.updated_at
    )
  $$;
comment on function private.vendor_view(public.api_vendors) is 'A vendor as administrators see it: never its key.';

create function private.vendor_not_found() returns jsonb
  language sql immutable set search_path = ''
  as $$ select private.refusal('not_found', 'Vendor not found') $$;

create function private.lock_vendor(vendor_name text) returns public.api_vendors
  language plpgsql security definer set search_path = ''
  as $$
  declare
    vendor public.api_vendors;
  begin
    select * into vendor from public.api_vendors v where v.name = lock_vendor.vendor_name for update;
    return vendor;
  end
  $$;
comment on function private.lock_vendor(text) is 'The vendor, held until the end of the act; a row of nulls where there is none.';

create function public.list_vendors(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    return jsonb_build_object('ok', true, 'vendors', coalesce(
      (select jsonb_agg(private.vendor_view(v) order by v.priority_order, v.name) from public.api_vendors v),
      '[]'::jsonb
    ));
  end
  $$;
comment on function public.list_vendors(jsonb) is 'Vendors by priority, without keys. {ok, vendors}';

create function public.save_vendor(
  actor jsonb, vendor_name text, display_name text default null, endpoint_url text default null,
  config jsonb default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- What is null stays as it is; a null inside config takes that field out.
  as $$
  declare
    old public.api_vendors;
    new public.api_vendors;
  begin
    perform private.act_as(actor);
    old := private.lock_vendor(save_vendor.vendor_name);
    if old.id is null then
      return private.vendor_not_found();
    end if;
    update public.api_vendors v
    set display_name = coalesce(save_vendor.display_name, v.display_name),
      endpoint_url = coalesce(save_vendor.endpoint_url, v.endpoint_url),
      config = jsonb_strip_nulls(v.config || coalesce(save_vendor.config, '{}'::jsonb))
    where v.id = old.id
    returning v.* into new;
    perform private.log_admin_act('vendor.save', null, jsonb_build_object(
      'vendor', old.name,
      'changed', to_jsonb(array_remove(array[
        case when new.display_name <> old.display_name then 'display_name' end,
        case when new.endpoint_url is distinct from old.endpoint_url then 'endpoint_url' end,
        case when new.config <> old.config then 'config' end
      ], null)),
      'key_cleared', old.has_key and not new.has_key
    ));
    return jsonb_build_object(
      'ok', true, 'vendor', private.vendor_view(new), 'key_cleared', old.has_key and not new.has_key
    );
  end
  $$;
comment on function public.save_vendor(jsonb, text, text, text, jsonb) is
  'Changes name, endpoint and config. A new origin clears the key. {ok, vendor, key_cleared}';

create function public.open_vendor(actor jsonb, vendor_name text, act text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Hands out the sealed key, so each use is logged under its act.
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.act_as(actor);
    select * into vendor from public.api_vendors v where v.name = open_vendor.vendor_name;
    if not found then
      return private.vendor_not_found();
    end if;
    perform private.log_admin_act(open_vendor.act, null, jsonb_build_object('vendor', vendor.name));
    return jsonb_build_object('ok', true, 'vendor', private.sealed_vendor(vendor));
  end
  $$;
comment on function public.open_vendor(jsonb, text, text) is 'The vendor with its sealed key, for a call to it. {ok, vendor}';

create function private.sealed_vendor(vendor public.api_vendors) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', vendor.id, 'name', vendor.name, 'display_name', vendor.display_name,
      'endpoint_url', vendor.endpoint_url, 'api_key_encrypted', vendor.api_key_encrypted, 'config', vendor.config
    )
  $$;
comment on function private.sealed_vendor(public.api_vendors) is 'What a call to a vendor needs. For the service role alone.';

create function public.set_vendor_key(
  actor jsonb, vendor_name text, endpoint_url text, sealed_key text, key_last4 text
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.act_as(actor);
    vendor := private.lock_vendor(set_vendor_key.vendor_name);
    if vendor.id is null then
      return private.vendor_not_found();
    end if;
    -- The key was sealed for one origin; the vendor may have been given another one meanwhile.
    if vendor.endpoint_url is null
      or private.origin_of(vendor.endpoint_url) is distinct from private.origin_of(set_vendor_key.endpoint_url)
    then
      return private.refusal('conflict', format(
        'The address of %s was changed meanwhile. Look at it, then enter the key again.', vendor.display_name
      ));
    end if;
    update public.api_vendors v
    set api_key_encrypted = set_vendor_key.sealed_key, key_last4 = set_vendor_key.key_last4
    where v.id = vendor.id
    returning v.* into vendor;
    perform private.log_admin_act('vendor.set-key', null, jsonb_build_object('vendor', vendor.name));
    return jsonb_build_object('ok', true, 'vendor', private.vendor_view(vendor));
  end
  $$;
comment on function public.set_vendor_key(jsonb, text, text, text, text) is
  'Stores a key sealed for the endpoint given. {ok, vendor}';

create function public.clear_vendor_key(actor jsonb, vendor_name text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.act_as(actor);
    update public.api_vendors v set api_key_encrypted = null
    where v.name = clear_vendor_key.vendor_name
    returning v.* into vendor;
    if not found then
      return private.vendor_not_found();
    end if;
    perform private.log_admin_act('vendor.clear-key', null, jsonb_build_object('vendor', vendor.name));
    return jsonb_build_object('ok', true, 'vendor', private.vendor_view(vendor));
  end
  $$;
comment on function public.clear_vendor_key(jsonb, text) is
  'Forgets the key at once, that of the active vendor too: a key that leaked must go. {ok, vendor}';

create function public.activate_vendor_as(actor jsonb, vendor_name text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    vendor public.api_vendors;
    reason text;
  begin
    perform private.act_as(actor);
    select * into vendor from public.api_vendors v where v.name = activate_vendor_as.vendor_name;
    if not found then
      return private.vendor_not_found();
    end if;
    begin
      perform public.activate_vendor(vendor.id);
    exception when raise_exception then
      get stacked diagnostics reason = pg_exception_hint;
      return private.refusal(reason, sqlerrm);
    end;
    select * into vendor from public.api_vendors v where v.id = vendor.id;
    return jsonb_build_object('ok', true, 'vendor', private.vendor_view(vendor));
  end
  $$;
comment on function public.activate_vendor_as(jsonb, text) is 'activate_vendor for the admin function. {ok, vendor}';

create function public.order_vendors(actor jsonb, vendor_names text[]) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    known integer;
  begin
    perform private.act_as(actor);
    -- All rows in one order, so that two administrators wait for each other instead of failing.
    perform from public.api_vendors v order by v.id for update;
    select count(distinct v.id) into known from public.api_vendors v where v.name = any (order_vendors.vendor_names);
    if known <> cardinality(order_vendors.vendor_names) then
      return private.vendor_not_found();
    end if;
    if 'demo' = any (order_vendors.vendor_names) then
      return private.refusal('bad_request', 'The demonstration never stands in for another vendor.');
    end if;
    update public.api_vendors v
    set priority_order = coalesce(array_position(order_vendors.vendor_names, v.name), 0)
    where v.priority_order <> coalesce(array_position(order_vendors.vendor_names, v.name), 0);
    perform private.log_admin_act(
      'vendor.reorder', null, jsonb_build_object('vendors', to_jsonb(order_vendors.vendor_names))
    );
    return jsonb_build_object('ok', true, 'vendors', (
      select jsonb_agg(private.vendor_view(v) order by v.priority_order, v.name) from public.api_vendors v
    ));
  end
  $$;
comment on function public.order_vendors(jsonb, text[]) is
  'Gives the vendors the places 1, 2, … as stand-ins; those left out get 0 and never stand in. {ok, vendors}';

create function public.list_sealed_keys(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    return jsonb_build_object('ok', true, 'vendors', coalesce(
      (select jsonb_agg(private.sealed_vendor(v) order by v.name) from public.api_vendors v where v.has_key),
      '[]'::jsonb
    ));
  end
  $$;
comment on function public.list_sealed_keys(jsonb) is 'Every vendor that has a key, with its sealed key. {ok, vendors}';

create function public.reseal_vendor_key(actor jsonb, vendor_id uuid, old_key text, new_key text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    update public.api_vendors v set api_key_encrypted = reseal_vendor_key.new_key
    -- A key that was entered meanwhile is newer than the one that was sealed again.
    where v.id = reseal_vendor_key.vendor_id and v.api_key_encrypted = reseal_vendor_key.old_key;
    return jsonb_build_object('ok', true, 'resealed', found);
  end
  $$;
comment on function public.reseal_vendor_key(jsonb, uuid, text, text) is
  'Puts the same key, sealed again, in the place of what it was sealed as; not where it changed meanwhile. {ok, resealed}';

create function public.log_key_rotation(actor jsonb, resealed integer, failed text[]) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    perform private.log_admin_act('vendor.rotate-keys', null, jsonb_build_object(
      'resealed', log_key_rotation.resealed, 'failed', to_jsonb(log_key_rotation.failed)
    ));
    return jsonb_build_object('ok', true);
  end
  $$;
comment on function public.log_key_rotation(jsonb, integer, text[]) is 'Notes what a rotation did. {ok}';

revoke execute on function
  private.vendor_view(public.api_vendors), private.vendor_not_found(), private.lock_vendor(text),
  private.sealed_vendor(public.api_vendors),
  public.list_vendors(jsonb), public.save_vendor(jsonb, text, text, text, jsonb),
  public.open_vendor(jsonb, text, text), public.set_vendor_key(jsonb, text, text, text, text),
  public.clear_vendor_key(jsonb, text), public.activate_vendor_as(jsonb, text), public.order_vendors(jsonb, text[]),
  public.list_sealed_keys(jsonb), public.reseal_vendor_key(jsonb, uuid, text, text),
  public.log_key_rotation(jsonb, integer, text[])
  from public, anon, authenticated, service_role;
grant execute on function
  public.list_vendors(jsonb), public.save_vendor(jsonb, text, text, text, jsonb),
  public.open_vendor(jsonb, text, text), public.set_vendor_key(jsonb, text, text, text, text),
  public.clear_vendor_key(jsonb, text), public.activate_vendor_as(jsonb, text), public.order_vendors(jsonb, text[]),
  public.list_sealed_keys(jsonb), public.reseal_vendor_key(jsonb, uuid, text, text),
  public.log_key_rotation(jsonb, integer, text[])
  to service_role;
