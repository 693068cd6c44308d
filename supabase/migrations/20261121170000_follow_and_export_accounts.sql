-- What a person may learn and take along about their own account.
-- Tables: account_changes. Functions: own_standing, export_account, export_chats, export_messages.
-- Triggers on: user_roles, temporary_restrictions, user_verification_status, subscriptions.

create table public.account_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  changed_at timestamptz not null default now()
);
create index account_changes_user_id_idx on public.account_changes (user_id);
comment on table public.account_changes is
  'When something about an account last changed that its screens must know at once. A hint: what changed is asked of the service. Published, with a key of its own, because a DELETE event carries the key to everybody.';

create function private.note_account_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    target constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  begin
    -- With the account itself its rows go too, and there is nobody left to tell.
    update public.account_changes a set changed_at = clock_timestamp() where a.user_id = target;
    if not found then
      insert into public.account_changes (user_id) select u.id from auth.users u where u.id = target;
    end if;
    return null;
  end
  $$;
revoke execute on function private.note_account_change() from public, anon, authenticated, service_role;

alter table public.account_changes enable row level security;
revoke all on table public.account_changes from public, anon, authenticated, service_role;
grant select (id, user_id, changed_at) on table public.account_changes to authenticated;
grant select, insert, update, delete on table public.account_changes to service_role;

-- No ban check: who is put out should learn it at once, as user_roles tells it.
create policy "Users can read when their own account changed"
  on public.account_changes for select to authenticated
  using (user_id = (select auth.uid()));

create trigger note_account_change after insert or update or delete on public.user_roles
  for each row execute function private.note_account_change();
create trigger note_account_change after insert or update or delete on public.temporary_restrictions
  for each row execute function private.note_account_change();
create trigger note_account_change after insert or update or delete on public.user_verification_status
  for each row execute function private.note_account_change();
create trigger note_account_change after insert or update or delete on public.subscriptions
  for each row execute function private.note_account_change();

alter publication supabase_realtime add table public.account_changes;

create function public.own_standing() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return case
      when auth.uid() is null then null
      when private.is_banned(auth.uid()) then 'banned'
      when private.is_restricted(auth.uid()) then 'restricted'
      else 'active'
    end;
  end
  $$;
comment on function public.own_standing() is 'How the caller''s account stands: active, restricted or banned.';

-- The export is the user's own and whole: what the plan hides is in it.

create function public.export_account() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: it reads the person's row of the auth service, and past what the plan shows.
  as $$
  declare
    person constant uuid := auth.uid();
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    end if;
    return jsonb_build_object(
      'account', (
        select jsonb_build_object(
          'id', u.id, 'email', u.email, 'name', u.raw_user_meta_data ->> 'name', 'created_at', u.created_at,
          'last_sign_in_at', u.last_sign_in_at, 'is_guest', u.is_anonymous
        )
        from auth.users u where u.id = person
      ),
      'plan', public.current_plan(),
      'subscription', (
        select to_jsonb(s) - 'user_id' from public.subscriptions s where s.user_id = person
      ),
      'roles', coalesce(
        (select jsonb_agg(r.role order by r.role) from public.user_roles r where r.user_id = person), '[]'
      ),
      'verification', (
        select to_jsonb(v) - 'id' - 'user_id' from public.user_verification_status v where v.user_id = person
      ),
      'support_consent', coalesce(
        (select c.is_given from public.support_consent c where c.user_id = person), false
      ),
      'api_keys', coalesce(
        (
          select jsonb_agg(to_jsonb(k) - 'user_id' - 'key_hash' order by k.created_at)
          from public.llm_api_keys k where k.user_id = person
        ), '[]'
      ),
      'sessions', coalesce((select jsonb_agg(to_jsonb(l)) from public.list_sessions() l), '[]'),
      'usage', coalesce(
        (
          select jsonb_agg(to_jsonb(m) - 'user_id' order by m.usage_day, m.model_id)
          from public.message_usage m where m.user_id = person
        ), '[]'
      ),
      'images', coalesce(
        (
          select jsonb_agg(
            jsonb_build_object('id', i.id, 'content_type', i.content_type, 'message_id', i.message_id,
              'created_at', i.created_at)
            order by i.created_at, i.id
          )
          from public.message_images i where i.user_id = person
        ), '[]'
      ),
      'access_receipts', coalesce(
        (select jsonb_agg(to_jsonb(a)) from public.my_access_receipts(max_results => 200) a), '[]'
      )
    );
  end
  $$;
comment on function public.export_account() is
  'All of the caller''s account but its chats: see export_chats and export_messages. No secret is in it.';

create function public.export_chats(after uuid default null, only_hidden boolean default false)
  returns table (
    id uuid, title text, created_at timestamptz, updated_at timestamptz, pinned_at timestamptz,
    active_message_id uuid, is_hidden boolean
  )
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide what the plan does not show.
  as $$
    select c.id, c.title, c.created_at, c.updated_at, c.pinned_at, c.active_message_id,
      c.updated_at < public.history_since()
    from public.chat_history c
    where c.user_id = auth.uid() and private.may_read()
      and (export_chats.after is null or c.id > export_chats.after)
      and (not export_chats.only_hidden or c.updated_at < public.history_since())
    order by c.id
    limit 500
  $$;
comment on function public.export_chats(uuid, boolean) is
  'The caller''s chats by id, 500 a call, those included that the plan hides; with only_hidden those alone.';

create function public.export_messages(chat uuid, after bigint default null) returns table (
    id uuid, parent_id uuid, role text, content text, status text, model_id text, vendor_id text,
    unavailable_vendor text, content_format text, created_at timestamptz, seq bigint
  )
  language sql stable security definer set search_path = ''
  -- Bounded by size as well: a message may hold a megabyte. The first one always comes, so that a call gets on.
  as $$
    select p.id, p.parent_id, p.role, p.content, p.status, p.model_id, p.vendor_id, p.unavailable_vendor,
      p.content_format, p.created_at, p.seq
    from (
      select m.*, sum(octet_length(m.content)) over (order by m.seq) - octet_length(m.content) as bytes_before
      from public.chat_messages m
      join public.chat_history c on c.id = m.chat_id
      where m.chat_id = export_messages.chat and c.user_id = auth.uid() and private.may_read()
        and (export_messages.after is null or m.seq > export_messages.after)
      order by m.seq
      limit 500
    ) p
    where p.bytes_before < 4194304
    order by p.seq
  $$;
comment on function public.export_messages(uuid, bigint) is
  'Messages of an own chat after a place in it (seq): at most 500 and about 4 MB a call, none when there are no more.';

revoke execute on function
  public.own_standing(), public.export_account(), public.export_chats(uuid, boolean),
  public.export_messages(uuid, bigint)
  from public, anon, authenticated, service_role;
grant execute on function
  public.own_standing(), public.export_account(), public.export_chats(uuid, boolean),
  public.export_messages(uuid, bigint)
  to authenticated;
