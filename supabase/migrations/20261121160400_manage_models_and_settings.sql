-- Settings, models and users' API keys in the hands of administrators.
-- Functions (service role only): list_settings, list_models, save_model, delete_model, order_models,
-- save_vendor_model, delete_vendor_model, list_api_keys, revoke_api_key_as. save_setting knows all settings now.

insert into public.system_settings (setting_key, setting_value, is_public, description) values
  ('guest_tokens_per_month', 'none', false, 'Tokens of a guest a UTC month; none is no limit'),
  ('starter_tokens_per_month', 'none', false, 'Tokens of an account on the plan starter a UTC month'),
  ('professional_tokens_per_month', 'none', false, 'Tokens of an account on the plan professional a UTC month'),
  ('guest_cost_per_month', 'none', false, 'US dollars that a guest may cost a UTC month; none is no limit'),
  ('starter_cost_per_month', 'none', false, 'US dollars that an account on the plan starter may cost a UTC month'),
  ('professional_cost_per_month', 'none', false,
    'US dollars that an account on the plan professional may cost a UTC month')
on conflict (setting_key) do nothing;

create or replace function private.setting_takes(key text, value text) returns boolean
  language sql immutable set search_path = ''
  -- Every other setting belongs to the installation or to an act of its own (active_vendor).
  as $$
    select case
      when key in ('failover', 'signup_open', 'demo_enabled') then value in ('true', 'false')
      when key = 'payments_mode' then value in ('simulated', 'off')
      when key = 'default_system_prompt' then value ~ '\S' and char_length(value) <= 8000
      when key in (
        'starter_messages_per_day', 'guest_messages_per_day', 'guest_demo_messages_per_day',
        'guest_address_messages_per_day'
      ) then value ~ '^[0-9]{1,6}$' and value::integer <= 100000
      when key = 'starter_models' then value ~ '^[0-9]{1,3}$' and value::integer <= 500
      when key = 'starter_history_hours' then value ~ '^[0-9]{1,5}$' and value::integer <= 87600
      when key ~ '^(guest|starter|professional)_(tokens|cost)_per_month$'
        then value = 'none' or value ~ '^[0-9]{1,13}(\.[0-9]{1,6})?$'
      else false
    end
  $$;

create function public.list_settings(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    return jsonb_build_object('ok', true, 'settings', coalesce((
      select jsonb_agg(jsonb_build_object(
        'key', s.setting_key, 'value', s.setting_value, 'description', s.description, 'updated_at', s.updated_at
      ) order by s.setting_key)
      from public.system_settings s
      -- What stands there now is always taken, so this is the list of what may be changed.
      where private.setting_takes(s.setting_key, s.setting_value)
    ), '[]'::jsonb));
  end
  $$;
comment on function public.list_settings(jsonb) is 'Settings that administrators may change, as text. {ok, settings}';

create function private.curated_models() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(to_jsonb(m) - array['id', 'created_at', 'updated_at'] order by m."order", m.model_id), '[]')
    from public.ai_models m
    where m.model_id <> 'dummy_preserve_table'
  $$;

create function private.vendor_models() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'vendor', v.name, 'model_id', o.model_id, 'display_name', o.display_name, 'is_available', o.is_available,
      'config', o.config
    ) order by v.priority_order, v.name, o.display_name, o.model_id), '[]')
    from public.api_vendor_models o join public.api_vendors v on v.id = o.vendor_id
  $$;

create function private.model_in_log(model_id text) returns text
  language sql immutable set search_path = ''
  -- The log refuses what looks like an e-mail address, as the names of some models do: maker/model@1.5
  as $$ select replace(model_in_log.model_id, '@', ' @ ') $$;

create function private.lock_models() returns void
  language sql security definer set search_path = ''
  -- In one order, so that two administrators wait for each other instead of failing.
  as $$ select from public.ai_models m order by m.id for update $$;

create function public.list_models(actor jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    return jsonb_build_object(
      'ok', true, 'models', private.curated_models(), 'vendor_models', private.vendor_models()
    );
  end
  $$;
comment on function public.list_models(jsonb) is 'The selector''s models in their order, and what vendors have. {ok, models, vendor_models}';

create function public.save_model(actor jsonb, model jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    given public.ai_models;
  begin
    perform private.act_as(actor);
    perform private.lock_models();
    given := jsonb_populate_record(null::public.ai_models, model - array['id', 'order', 'created_at', 'updated_at']);
    if given.model_id = 'dummy_preserve_table' then
      return private.refusal('bad_request', 'This name is not for a model.');
    end if;
    if given.is_default then
      update public.ai_models m set is_default = false where m.is_default and m.model_id <> given.model_id;
    end if;
    insert into public.ai_models as m (
      model_id, display_name, icon_text, size_label, description_items, is_new, is_pro, is_beta, is_default,
      supports_images, "order"
    )
    values (
      given.model_id, given.display_name, coalesce(given.icon_text, ''), coalesce(given.size_label, ''),
      coalesce(given.description_items, '{}'), coalesce(given.is_new, false), coalesce(given.is_pro, false),
      coalesce(given.is_beta, false), coalesce(given.is_default, false), coalesce(given.supports_images, false),
      (select coalesce(max(o."order"), 0) + 1 from public.ai_models o)
    )
    on conflict (model_id) do update set
      display_name = excluded.display_name, icon_text = excluded.icon_text, size_label = excluded.size_label,
      description_items = excluded.description_items, is_new = excluded.is_new, is_pro = excluded.is_pro,
      is_beta = excluded.is_beta, is_default = excluded.is_default, supports_images = excluded.supports_images;
    perform private.log_admin_act('model.save', null, jsonb_build_object('model', private.model_in_log(given.model_id)));
    return jsonb_build_object('ok', true, 'models', private.curated_models());
  end
  $$;
comment on function public.save_model(jsonb, jsonb) is
  'Makes or changes a row of the selector, by model_id; a default takes it from the others. {ok, models}';

create function public.delete_model(actor jsonb, model_id text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    delete from public.ai_models m where m.model_id = delete_model.model_id;
    if not found then
      return private.refusal('not_found', 'This model is there no more.');
    end if;
    perform private.log_admin_act(
      'model.delete', null, jsonb_build_object('model', private.model_in_log(delete_model.model_id))
    );
    return jsonb_build_object('ok', true, 'models', private.curated_models());
  end
  $$;
comment on function public.delete_model(jsonb, text) is 'Takes a model out of the selector. {ok, models}';

create function public.order_models(actor jsonb, model_ids text[]) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    perform private.lock_models();
    if (select coalesce(array_agg(m.model_id order by m.model_id collate "C"), '{}') from public.ai_models m
        where m.model_id <> 'dummy_preserve_table')
      is distinct from
      (select coalesce(array_agg(each order by each collate "C"), '{}') from unnest(order_models.model_ids) each)
    then
      return private.refusal('conflict', 'The list of models was changed meanwhile. Look at it, then order it again.');
    end if;
    update public.ai_models m set "order" = each.place
    from unnest(order_models.model_ids) with ordinality as each (model_id, place)
    where m.model_id = each.model_id and m."order" <> each.place;
    perform private.log_admin_act('model.order', null, '{}');
    return jsonb_build_object('ok', true, 'models', private.curated_models());
  end
  $$;
comment on function public.order_models(jsonb, text[]) is
  'The selector''s order; the first two that are not pro are the models of starter. {ok, models}';

create function public.save_vendor_model(
  actor jsonb, vendor_name text, model_id text, display_name text, is_available boolean, config jsonb
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    vendor public.api_vendors;
  begin
    perform private.act_as(actor);
    select * into vendor from public.api_vendors v where v.name = save_vendor_model.vendor_name for share;
    if not found then
      return private.vendor_not_found();
    end if;
    insert into public.api_vendor_models as o (vendor_id, model_id, display_name, is_available, config)
    values (
      vendor.id, save_vendor_model.model_id, save_vendor_model.display_name, save_vendor_model.is_available,
      jsonb_strip_nulls(coalesce(save_vendor_model.config, '{}'))
    )
    on conflict on constraint api_vendor_models_vendor_id_model_id_key do update set
      display_name = excluded.display_name, is_available = excluded.is_available,
      config = jsonb_strip_nulls(o.config || coalesce(save_vendor_model.config, '{}'));
    perform private.log_admin_act('model.save-at-vendor', null, jsonb_build_object(
      'vendor', vendor.name, 'model', private.model_in_log(save_vendor_model.model_id)
    ));
    return jsonb_build_object('ok', true, 'vendor_models', private.vendor_models());
  end
  $$;
comment on function public.save_vendor_model(jsonb, text, text, text, boolean, jsonb) is
  'Makes or changes what a vendor has; a null inside config takes that field out. {ok, vendor_models}';

create function public.delete_vendor_model(actor jsonb, vendor_name text, model_id text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    delete from public.api_vendor_models o
    using public.api_vendors v
    where v.id = o.vendor_id and v.name = delete_vendor_model.vendor_name
      and o.model_id = delete_vendor_model.model_id;
    if not found then
      return private.refusal('not_found', 'This vendor has no such model any more.');
    end if;
    perform private.log_admin_act('model.delete-at-vendor', null, jsonb_build_object(
      'vendor', delete_vendor_model.vendor_name, 'model', private.model_in_log(delete_vendor_model.model_id)
    ));
    return jsonb_build_object('ok', true, 'vendor_models', private.vendor_models());
  end
  $$;
comment on function public.delete_vendor_model(jsonb, text, text) is 'Takes a model from a vendor''s list. {ok, vendor_models}';

create index llm_api_keys_created_at_idx on public.llm_api_keys (created_at desc, id);

create function public.list_api_keys(
  actor jsonb, search text default null, state text default null, page integer default 1, page_size integer default 50
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    wanted constant text := '%' || private.like_pattern(lower(btrim(coalesce(list_api_keys.search, '')))) || '%';
    matching text;
    counted record;
    keys jsonb;
  begin
    perform private.act_as(actor);
    matching := format(
      'select k.*, d.email from public.llm_api_keys k left join private.user_directory d on d.user_id = k.user_id
       where %s %s',
      case list_api_keys.state
        when 'live' then 'k.revoked_at is null' when 'revoked' then 'k.revoked_at is not null' else 'true'
      end,
      case when wanted <> '%%' then format(
        'and (d.search_text like %1$L or lower(k.name) like %1$L or lower(k.prefix) like %1$L)', wanted
      ) end
    );
    execute format(
      $page$select coalesce(jsonb_agg(jsonb_build_object(
          'id', f.id, 'user_id', f.user_id, 'email', f.email, 'name', f.name, 'prefix', f.prefix,
          'created_at', f.created_at, 'last_used_at', f.last_used_at, 'revoked_at', f.revoked_at
        ) order by f.created_at desc, f.id), '[]')
        from (%s order by k.created_at desc, k.id limit %s offset %s) f$page$,
      matching, least(greatest(list_api_keys.page_size, 1), 100),
      (least(greatest(list_api_keys.page, 1), 100000) - 1)::bigint * least(greatest(list_api_keys.page_size, 1), 100)
    ) into keys;
    select * into counted from private.count_up_to(matching, 10000);
    return jsonb_build_object(
      'ok', true, 'keys', keys, 'total', counted.total, 'total_is_exact', counted.is_exact
    );
  end
  $$;
comment on function public.list_api_keys(jsonb, text, text, integer, integer) is
  'Users'' keys of the developer API, newest first, never their hashes. {ok, keys, total, total_is_exact}';

create function public.revoke_api_key_as(actor jsonb, key_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.act_as(actor);
    if not public.revoke_api_key(revoke_api_key_as.key_id) then
      return private.refusal('not_found', 'There is no such API key.');
    end if;
    return jsonb_build_object('ok', true, 'id', revoke_api_key_as.key_id);
  end
  $$;
comment on function public.revoke_api_key_as(jsonb, uuid) is 'Ends anybody''s API key. {ok, id}';

revoke execute on function
  private.curated_models(), private.vendor_models(), private.model_in_log(text), private.lock_models(),
  public.list_settings(jsonb), public.list_models(jsonb), public.save_model(jsonb, jsonb),
  public.delete_model(jsonb, text), public.order_models(jsonb, text[]),
  public.save_vendor_model(jsonb, text, text, text, boolean, jsonb), public.delete_vendor_model(jsonb, text, text),
  public.list_api_keys(jsonb, text, text, integer, integer), public.revoke_api_key_as(jsonb, uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.list_settings(jsonb), public.list_models(jsonb), public.save_model(jsonb, jsonb),
  public.delete_model(jsonb, text), public.order_models(jsonb, text[]),
  public.save_vendor_model(jsonb, text, text, text, boolean, jsonb), public.delete_vendor_model(jsonb, text, text),
  public.list_api_keys(jsonb, text, text, integer, integer), public.revoke_api_key_as(jsonb, uuid)
  to service_role;
