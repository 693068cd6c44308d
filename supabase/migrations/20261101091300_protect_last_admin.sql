-- The last administrator cannot be removed, demoted, deleted or banned, by anyone and in parallel.
-- Triggers on: user_roles, temporary_restrictions, auth.users.

create function private.live_admins() returns setof uuid
  language sql stable security definer set search_path = ''
  as $$
    select r.user_id from public.user_roles r where r.role = 'admin' and not private.is_banned(r.user_id)
  $$;
comment on function private.live_admins() is 'Administrators who can act now.';

create function private.keep_an_admin() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    loser uuid;
  begin
    if tg_table_name = 'users' then
      loser := new.id;
    elsif tg_table_name = 'temporary_restrictions' then
      loser := new.user_id;
    elsif tg_op = 'INSERT' then
      loser := case when new.role = 'banned' then new.user_id end;
    elsif old.role = 'admin' then
      loser := case
        when tg_op = 'UPDATE' and new.role = 'admin' and new.user_id = old.user_id then null
        else old.user_id
      end;
    elsif tg_op = 'UPDATE' and new.role = 'banned' then
      loser := new.user_id;
    end if;
    if loser is null then
      return coalesce(new, old);
    end if;

    -- One after the other: counted under the lock, by a statement of its own, so that what another transaction has
    -- committed meanwhile is seen. Locking the rows instead would deadlock, because each side holds its own already.
    perform pg_advisory_xact_lock(hashtext('clover.last_admin'));
    if exists (select from public.user_roles r where r.user_id = loser and r.role = 'admin')
      and not exists (select from private.live_admins() a where a <> loser)
    then
      raise exception using
        message = 'The last administrator cannot be removed, demoted, deleted or banned.', hint = 'last_admin';
    end if;
    return coalesce(new, old);
  end
  $$;
comment on function private.keep_an_admin() is
  'Deletion of an account arrives here as the deletion of its roles, by cascade.';

create function private.refuse_guest_admin() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.plan_of(new.user_id) = 'guest' then
      raise exception using message = 'A guest cannot be an administrator.', hint = 'guest';
    end if;
    return new;
  end
  $$;

revoke execute on function private.live_admins(), private.keep_an_admin(), private.refuse_guest_admin()
  from public, anon, authenticated, service_role;

create trigger keep_an_admin before insert or update or delete on public.user_roles
  for each row execute function private.keep_an_admin();
create trigger keep_an_admin before insert or update on public.temporary_restrictions
  for each row when (new.restriction_type = 'ban' and new.is_active and new.expires_at > now())
  execute function private.keep_an_admin();
create trigger refuse_guest_admin before insert or update on public.user_roles
  for each row when (new.role = 'admin')
  execute function private.refuse_guest_admin();

-- The auth service's own ban and soft deletion. A host that keeps triggers off its auth tables has the rest.
do $$
begin
  create trigger keep_an_admin before update of banned_until, deleted_at on auth.users
    for each row when (new.banned_until > now() or new.deleted_at is not null)
    execute function private.keep_an_admin();
exception
  when insufficient_privilege then
    raise notice 'auth.users takes no triggers here: bans of the last administrator are checked by our functions only';
end
$$;
