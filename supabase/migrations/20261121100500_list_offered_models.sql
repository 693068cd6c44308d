-- What can be asked for now, for the function models.
-- Functions (service role only): begin_model_list.

create function public.begin_model_list(
  user_id uuid default null, session_id uuid default null, api_key_hash text default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer and service role only: a key of the developer API brings no token to act with, and where the vendor must be
  -- asked itself its sealed key is handed out.
  as $$
  declare
    credential record;
    vendor public.api_vendors;
    models jsonb;
    state jsonb;
  begin
    select * into credential from private.check_credential(
      begin_model_list.user_id, begin_model_list.session_id, begin_model_list.api_key_hash
    );
    if credential.refusal is not null then
      return credential.refusal;
    elsif private.plan_of(credential.owner) is null or private.is_banned(credential.owner) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;

    select * into vendor from public.api_vendors v where v.is_active;
    if not found then
      return jsonb_build_object('ok', true, 'vendor', null, 'models', '[]'::jsonb);
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
        'ok', true, 'vendor', jsonb_build_object('name', vendor.name), 'models', coalesce(models, '[]'::jsonb)
      );
    end if;
    -- Nobody has listed its models here (a server of one's own, say): the vendor itself knows them.
    state := private.claim_vendor_check(vendor.id, 'models', interval '15 seconds');
    return jsonb_build_object(
      'ok', true, 'models', null, 'created_at', vendor.created_at, 'subject', 'models', 'check', state,
      'vendor', private.sealed_vendor(vendor)
        || case state ->> 'state' when 'claimed' then '{}'::jsonb else '{"api_key_encrypted": null}'::jsonb end
    );
  end
  $$;
comment on function public.begin_model_list(uuid, uuid, text) is
  'The active vendor''s models as the selector shows them: {ok, vendor, models}; models null with a check where the vendor must be asked itself.';

revoke execute on function public.begin_model_list(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.begin_model_list(uuid, uuid, text) to service_role;
