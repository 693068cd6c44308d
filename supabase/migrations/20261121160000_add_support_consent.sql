-- What users decide and learn about administrators who look at their accounts.
-- Table: support_consent. Functions: set_support_consent, my_access_receipts.

create table public.support_consent (
  user_id uuid primary key references auth.users (id) on delete cascade,
  is_given boolean not null,
  changed_at timestamptz not null default now()
);
comment on table public.support_consent is
  'Whether administrators who view an account may read its chats. No row means no.';

create function private.consents_to_support(target uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (select from public.support_consent c where c.user_id = target and c.is_given);
  end
  $$;

create function public.set_support_consent(is_given boolean) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: the log keeps when it was given and taken back, which a client may not write.
  as $$
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    end if;
    insert into public.support_consent as c (user_id, is_given)
    values (auth.uid(), coalesce(set_support_consent.is_given, false))
    on conflict (user_id) do update set is_given = excluded.is_given, changed_at = now()
      where c.is_given <> excluded.is_given;
    if found then
      perform private.log_own_act(
        'support.consent', jsonb_build_object('is_given', coalesce(set_support_consent.is_given, false)), auth.uid()
      );
    end if;
    return private.consents_to_support(auth.uid());
  end
  $$;
comment on function public.set_support_consent(boolean) is
  'Lets administrators who view the caller''s account read its chats, or no longer; returns how it stands.';

create function public.my_access_receipts(before timestamptz default null, max_results integer default 50)
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
        and (my_access_receipts.before is null or l.created_at < my_access_receipts.before)
      order by l.created_at desc, l.id
      limit least(greatest(coalesce(max_results, 50), 0), 200);
  end
  $$;
comment on function public.my_access_receipts(timestamptz, integer) is
  'When administrators viewed, changed or exported the caller''s account, newest first, at most 200 a call.';

revoke execute on function
  private.consents_to_support(uuid), public.set_support_consent(boolean),
  public.my_access_receipts(timestamptz, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.set_support_consent(boolean), public.my_access_receipts(timestamptz, integer) to authenticated;

alter table public.support_consent enable row level security;
revoke all on table public.support_consent from public, anon, authenticated, service_role;
grant select (user_id, is_given, changed_at) on table public.support_consent to authenticated;
grant select, insert, update, delete on table public.support_consent to service_role;

create policy "Users can read whether they let support see chats"
  on public.support_consent for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));
