-- The developer API offers the models of all enabled vendors.

create function private.enabled_models(plan text) returns jsonb
  language sql stable set search_path = ''
  -- What the selector shows besides the active vendor's models.
  as $$
    select coalesce(
      jsonb_agg(
        jsonb_build_object('id', s.model_id, 'created_at', coalesce(o.created_at, v.created_at), 'vendor', v.name)
        order by v.display_name, v.name, s.place
      ),
      '[]'::jsonb
    )
    from public.api_vendors v
    cross join lateral private.selectable_models(v.id) s
    left join public.api_vendor_models o on o.vendor_id = v.id and o.model_id = s.model_id
    where v.is_enabled and not v.is_active and not private.is_outside_plan(enabled_models.plan, v)
  $$;
comment on function private.enabled_models(text) is
  'The models of enabled vendors that are not active, for a plan: [{id, created_at, vendor}].';

create or replace function public.begin_model_list(
  user_id uuid default null, session_id uuid default null, api_key_hash text default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; reads API keys and may return a vendor's encrypted key.
  as $$
  declare
    credential record;
    plan text;
    vendor public.api_vendors;
    models jsonb;
    others jsonb;
    state jsonb;
  begin
    select * into credential from private.check_credential(
      begin_model_list.user_id, begin_model_list.session_id, begin_model_list.api_key_hash
    );
    if credential.refusal is not null then
      return credential.refusal;
    end if;
    plan := private.plan_of(credential.owner);
    if plan is null or private.is_banned(credential.owner) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;

    others := private.enabled_models(plan);
    select * into vendor from public.api_vendors v where v.is_active;
    if not found then
      return jsonb_build_object('ok', true, 'vendor', null, 'models', '[]'::jsonb, 'others', others);
    end if;
    select jsonb_agg(
        jsonb_build_object('id', s.model_id, 'created_at', coalesce(m.created_at, o.created_at)) order by s.place
      )
      into models
    from private.selectable_models(vendor.id) s
    left join public.ai_models m on m.model_id = s.model_id
    left join public.api_vendor_models o on o.vendor_id = vendor.id and o.model_id = s.model_id;

    if models is not null or vendor.name = 'demo' then
      return jsonb_build_object(
        'ok', true, 'vendor', jsonb_build_object('name', vendor.name), 'models', coalesce(models, '[]'::jsonb),
        'others', others
      );
    end if;
    -- Its models are not listed here (for example a local server): the vendor itself must be queried.
    state := private.claim_vendor_check(vendor.id, 'models', interval '15 seconds');
    return jsonb_build_object(
      'ok', true, 'models', null, 'created_at', vendor.created_at, 'subject', 'models', 'check', state,
      'others', others,
      'vendor', private.vendor_with_key(vendor)
        || case state ->> 'state' when 'claimed' then '{}'::jsonb else '{"api_key_encrypted": null}'::jsonb end
    );
  end
  $$;
comment on function public.begin_model_list(uuid, uuid, text) is
  'The models that the gateway offers, as the selector shows them: {ok, vendor, models, others}, with the active vendor''s models and those of other enabled vendors. If models is null, check says who must query the active vendor.';

create function public.find_model_vendor(model_id text) returns text
  language sql stable set search_path = ''
  -- Service role only: callers choose a vendor by name, programs by its models.
  as $$
    select v.name
    from public.api_vendors v
    join public.api_vendor_models o on o.vendor_id = v.id
    where v.is_enabled and not v.is_active and o.is_available and o.model_id = find_model_vendor.model_id
      and not exists (
        select from public.api_vendors a join public.api_vendor_models l on l.vendor_id = a.id
        where a.is_active and l.is_available and l.model_id = find_model_vendor.model_id
      )
    order by v.display_name, v.name
    limit 1
  $$;
comment on function public.find_model_vendor(text) is
  'The name of the enabled vendor that has a model, if the active vendor doesn''t list it; null if there is none.';

grant execute on function public.find_model_vendor(text) to service_role;
