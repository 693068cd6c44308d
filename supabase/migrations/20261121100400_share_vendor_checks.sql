-- What vendors answered lately, shared by all callers: connection tests for 30 s, lists of models for 15 s. One asks,
-- the others read. The hosted service runs many processes, so the place to share is the database.
-- Tables: private.vendor_checks, private.key_checks.
-- Functions (service role only): begin_connection_check, begin_vendor_test, read_vendor_check, finish_vendor_check,
-- begin_key_check.

create table private.vendor_checks (
  vendor_id uuid not null references public.api_vendors (id) on delete cascade,
  subject text not null check (char_length(subject) <= 250),
  claim uuid not null default gen_random_uuid(),
  claimed_at timestamptz not null default clock_timestamp(),
  -- A list of 2,000 models with the longest names fits.
  result jsonb check (octet_length(result::text) <= 2097152),
  finished_at timestamptz,
  primary key (vendor_id, subject)
);
comment on table private.vendor_checks is
  'Answers of vendors for a short while, by what was asked: connection:<model> or models. Without a result somebody is asking.';

create table private.key_checks (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null default clock_timestamp(),
  used integer not null default 1
);
comment on table private.key_checks is
  'Checks that are bounded by user, above all those of own keys, within the minute that began at since.';

alter table private.vendor_checks enable row level security;
alter table private.key_checks enable row level security;
revoke all on table private.vendor_checks, private.key_checks from public, anon, authenticated, service_role;

create function private.claim_vendor_check(target_vendor uuid, target_subject text, fresh interval) returns jsonb
  language plpgsql security definer set search_path = ''
  -- The clock of the wall, not of the transaction: a waiting one must see time pass.
  as $$
  declare
    claimed uuid;
    known private.vendor_checks;
  begin
    insert into private.vendor_checks as c (vendor_id, subject) values (target_vendor, target_subject)
    on conflict (vendor_id, subject) do update
      set claim = excluded.claim, claimed_at = excluded.claimed_at, result = null, finished_at = null
      -- Who asks has 30 s; whoever claimed longer ago died over it.
      where coalesce(c.finished_at + fresh, c.claimed_at + interval '40 seconds') <= clock_timestamp()
    returning claim into claimed;
    if found then
      return jsonb_build_object('state', 'claimed', 'claim', claimed);
    end if;
    select * into known from private.vendor_checks c
    where c.vendor_id = target_vendor and c.subject = target_subject;
    if known.finished_at is null then
      return jsonb_build_object('state', 'pending');
    end if;
    return jsonb_build_object('state', 'finished', 'result', known.result);
  end
  $$;
comment on function private.claim_vendor_check(uuid, text, interval) is
  '{state: claimed, claim}: the caller asks the vendor; {state: pending}: somebody does; {state: finished, result}.';

create function public.read_vendor_check(vendor_id uuid, subject text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    known private.vendor_checks;
  begin
    select * into known from private.vendor_checks c
    where c.vendor_id = read_vendor_check.vendor_id and c.subject = read_vendor_check.subject;
    if not found then
      return jsonb_build_object('state', 'gone');
    elsif known.finished_at is null then
      return jsonb_build_object('state', 'pending');
    end if;
    return jsonb_build_object('state', 'finished', 'result', known.result);
  end
  $$;
comment on function public.read_vendor_check(uuid, text) is
  'For those who wait: {state: pending}, {state: finished, result}, or {state: gone}, because the vendor changed or the asker left.';

create function public.finish_vendor_check(vendor_id uuid, subject text, claim uuid, result jsonb) returns void
  language plpgsql security definer set search_path = ''
  -- A claim that was taken over, or whose vendor changed meanwhile, is no more: its answer is the asker's alone.
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
    -- Subjects that nobody asks about any more. One that is held is being asked about, and waiting here could deadlock.
    delete from private.vendor_checks c where (c.vendor_id, c.subject) in (
      select o.vendor_id, o.subject from private.vendor_checks o
      where o.claimed_at < clock_timestamp() - interval '10 minutes' for update skip locked
    );
  end
  $$;
comment on function public.finish_vendor_check(uuid, text, uuid, jsonb) is
  'Shares the answer of a claim; null gives the claim back, because the asker left.';

create function private.forget_vendor_checks() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: whoever may write a vendor need not reach the answers.
  as $$
  begin
    delete from private.vendor_checks c where c.vendor_id = new.id;
    return null;
  end
  $$;

create function private.connection_check(vendor public.api_vendors, model text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    subject constant text := 'connection:' || model;
    state constant jsonb := private.claim_vendor_check(vendor.id, subject, interval '30 seconds');
  begin
    return jsonb_build_object('ok', true, 'subject', subject, 'model', model, 'check', state)
      -- The sealed key only to the one who asks.
      || case state ->> 'state'
        when 'claimed' then jsonb_build_object('vendor', private.sealed_vendor(vendor))
        else jsonb_build_object('vendor', private.sealed_vendor(vendor) || '{"api_key_encrypted": null}')
      end;
  end
  $$;

create function private.count_check(target_user uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Check and count are one statement, because a limit that is read before it is counted is passed in parallel.
    insert into private.key_checks as k (user_id) values (target_user)
    on conflict (user_id) do update set
      since = case when k.since <= clock_timestamp() - interval '1 minute' then excluded.since else k.since end,
      used = case when k.since <= clock_timestamp() - interval '1 minute' then 1 else k.used + 1 end
      where k.used < 10 or k.since <= clock_timestamp() - interval '1 minute';
    return found;
  end
  $$;
comment on function private.count_check(uuid) is 'Counts a check, ten a minute a user; false where that is one too many.';

create function private.too_many_checks() returns jsonb
  language sql immutable set search_path = ''
  as $$
    select private.refusal(
      'rate_limited', 'You have made ten checks within a minute. Wait a minute, then try again.'
    )
  $$;

create function public.begin_connection_check(user_id uuid, vendor_name text, model_id text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer and service role only: it hands out a vendor's sealed key.
  as $$
  declare
    plan constant text := private.plan_of(begin_connection_check.user_id);
    vendor public.api_vendors;
    model record;
  begin
    if plan is null or private.is_banned(begin_connection_check.user_id) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    select * into vendor from public.api_vendors v where v.name = begin_connection_check.vendor_name;
    if not found then
      return private.refusal('not_found', 'Vendor not found');
    end if;
    if not exists (select from public.api_vendors v where v.is_active) then
      return private.refusal('no_vendor', 'No active vendor configured');
    end if;
    -- Each test is a call that the service pays for: only of what this user could ask, and of no other vendor.
    if not vendor.is_active then
      return private.refusal('missing_key', 'API key not configured for this vendor');
    end if;
    select * into model from private.choose_model(plan, vendor, nullif(begin_connection_check.model_id, ''));
    if vendor.name <> 'demo'
      and not exists (select from public.api_vendor_models o where o.vendor_id = vendor.id and o.is_available)
    then
      -- No list bounds the names. Where each costs, the default stands for all; others are counted.
      if coalesce(vendor.config ->> 'needs_key', 'true') <> 'false' then
        model.model_id := coalesce(nullif(vendor.config ->> 'default_model', ''), model.model_id);
      end if;
      if model.model_id <> coalesce(vendor.config ->> 'default_model', '')
        and not private.count_check(begin_connection_check.user_id)
      then
        return private.too_many_checks();
      end if;
    end if;
    if model.model_id is null and not model.is_refused then
      return private.refusal('model', 'No available models for this vendor');
    end if;
    if model.is_refused then
      return private.refusal(
        'forbidden', 'This model is part of Professional. Upgrade to Professional to use all models.'
      );
    end if;
    return private.connection_check(vendor, model.model_id);
  end
  $$;
comment on function public.begin_connection_check(uuid, text, text) is
  'A test of the active vendor with a model of the user''s plan. {ok, subject, model, check, vendor}';

create function public.begin_vendor_test(actor jsonb, vendor_name text, model_id text, as_fallback boolean default false)
  returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer and service role only: it hands out a vendor's sealed key. As a fallback, the vendor named is the one that
  -- failed, and the next one that could answer is tested.
  as $$
  declare
    vendor public.api_vendors;
    model text;
  begin
    perform private.act_as(actor);
    if begin_vendor_test.as_fallback then
      select * into vendor from public.api_vendors v
      where v.name <> begin_vendor_test.vendor_name and not v.is_active and v.priority_order > 0
        and (v.has_key or v.config ->> 'needs_key' = 'false')
      order by v.priority_order, v.name limit 1;
    else
      select * into vendor from public.api_vendors v where v.name = begin_vendor_test.vendor_name;
    end if;
    if not found then
      return private.refusal('not_found', 'Vendor not found');
    end if;
    if not vendor.has_key and coalesce(vendor.config ->> 'needs_key', 'true') <> 'false' then
      return private.refusal('missing_key', 'API key not configured for this vendor');
    end if;
    if vendor.name = 'demo' then
      model := 'demo';
    else
      model := coalesce(
        nullif(begin_vendor_test.model_id, ''),
        nullif(vendor.config ->> 'default_model', ''),
        (
          select o.model_id from public.api_vendor_models o
          where o.vendor_id = vendor.id and o.is_available
          order by o.display_name, o.model_id limit 1
        )
      );
    end if;
    if model is null then
      return private.refusal('model', 'No available models for this vendor');
    end if;
    perform private.log_admin_act('vendor.test', null, jsonb_build_object('vendor', vendor.name));
    return private.connection_check(vendor, model);
  end
  $$;
comment on function public.begin_vendor_test(jsonb, text, text, boolean) is
  'An administrator''s test of any vendor. {ok, subject, model, check, vendor}';

create function public.begin_key_check(user_id uuid, vendor_name text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer and service role only: who asks was verified by the function, and the count is not the caller's to touch.
  as $$
  declare
    vendor public.api_vendors;
  begin
    if private.is_banned(begin_key_check.user_id) then
      return private.refusal('forbidden', 'Your account cannot be used.');
    end if;
    select * into vendor from public.api_vendors v where v.name = begin_key_check.vendor_name;
    if not found then
      return private.refusal('not_found', 'Vendor not found');
    end if;
    if not private.count_check(begin_key_check.user_id) then
      return private.too_many_checks();
    end if;
    return jsonb_build_object('ok', true, 'vendor', private.sealed_vendor(vendor) || '{"api_key_encrypted": null}');
  end
  $$;
comment on function public.begin_key_check(uuid, text) is
  'Counts a check of an own key, ten a minute a user. {ok, vendor}, without the service''s key';

revoke execute on function
  private.claim_vendor_check(uuid, text, interval), private.forget_vendor_checks(),
  private.connection_check(public.api_vendors, text), private.count_check(uuid), private.too_many_checks(),
  public.begin_connection_check(uuid, text, text), public.begin_vendor_test(jsonb, text, text, boolean),
  public.read_vendor_check(uuid, text), public.finish_vendor_check(uuid, text, uuid, jsonb),
  public.begin_key_check(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.begin_connection_check(uuid, text, text), public.begin_vendor_test(jsonb, text, text, boolean),
  public.read_vendor_check(uuid, text), public.finish_vendor_check(uuid, text, uuid, jsonb),
  public.begin_key_check(uuid, text)
  to service_role;

create trigger forget_vendor_checks
  after update of endpoint_url, api_key_encrypted, config on public.api_vendors
  for each row
  when (
    old.endpoint_url is distinct from new.endpoint_url
    or old.api_key_encrypted is distinct from new.api_key_encrypted
    or old.config is distinct from new.config
  )
  execute function private.forget_vendor_checks();
