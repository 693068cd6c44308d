-- More functions that run as their caller, and triggers of one subject that share a function, so that fewer functions
-- run as their owner (security definer). No tables.

-- What they need, other functions already answer for their caller.

create or replace function private.may_read() returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    return private.has_session()
      and coalesce(public.own_standing() <> 'banned', false)
      and public.session_requirement() is null;
  end
  $$;

create or replace function public.begin_user_creation(actor jsonb, new_user uuid) returns jsonb
  language plpgsql set search_path = ''
  -- The auth service creates the account, so the log records the start and the end.
  as $$
  begin
    perform private.begin_admin_action(actor);
    if private.user_view(new_user) is not null then
      -- Only an account that an earlier try created: an existing one whose id was entered by mistake keeps its roles.
      if not exists (
        select from public.user_activity_logs l where l.user_id = new_user and l.action_type = 'user.create-started'
      ) then
        return private.refusal('conflict', 'There is another account with this id. Try again.');
      end if;
      return jsonb_build_object('ok', true, 'is_there', true);
    end if;
    perform private.log_admin_action('user.create-started', new_user, '{}');
    return jsonb_build_object('ok', true, 'is_there', false);
  end
  $$;

-- Only mirror_user and the deletion of an account write the directory. A trigger that runs before a row is deleted by
-- cascade runs as the owner of the table; one that runs after it runs as the role that deleted the account.

create or replace function private.count_account() returns trigger
  language plpgsql set search_path = ''
  -- A missing new or old row has null fields.
  as $$
  declare
    guests constant integer := coalesce(new.is_guest::integer, 0) - coalesce(old.is_guest::integer, 0);
    accounts constant integer := (new.user_id is not null)::integer - (old.user_id is not null)::integer;
  begin
    insert into private.counters (subject, day, change)
    select each.subject, each.day, each.change
    from (
      values ('accounts', null::date, accounts), ('guests', null, guests),
        ('new_accounts', (coalesce(new.created_at, old.created_at) at time zone 'utc')::date, accounts - guests)
    ) as each (subject, day, change)
    where each.change <> 0;
    return coalesce(new, old);
  end
  $$;
-- Not before an insert: mirror_user also inserts rows that exist, to update them.
create or replace trigger count_account after insert or update of is_guest on private.user_directory
  for each row execute function private.count_account();
create trigger count_deleted_account before delete on private.user_directory
  for each row execute function private.count_account();

-- Rules for administrators

create function private.check_admins() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: counts administrators and reads auth.users, whatever role the writer has.
  as $$
  declare
    affected uuid;
  begin
    if tg_table_name = 'users' then
      affected := new.id;
    elsif tg_table_name = 'temporary_restrictions' then
      affected := new.user_id;
    else
      if new.role = 'admin' and private.plan_of(new.user_id) = 'guest' then
        raise exception using message = 'A guest cannot be an administrator.', hint = 'guest';
      end if;
      if tg_op = 'INSERT' then
        affected := case when new.role = 'banned' then new.user_id end;
      elsif old.role = 'admin' then
        affected := case
          when tg_op = 'UPDATE' and new.role = 'admin' and new.user_id = old.user_id then null
          else old.user_id
        end;
      elsif tg_op = 'UPDATE' and new.role = 'banned' then
        affected := new.user_id;
      end if;
    end if;
    if affected is null then
      return coalesce(new, old);
    end if;

    -- Under a lock and in a separate statement, so that it sees what another transaction has just committed. Locking
    -- the rows instead would deadlock, because each side has locked its own already.
    perform pg_advisory_xact_lock(hashtext('clover.last_admin'));
    if exists (select from public.user_roles r where r.user_id = affected and r.role = 'admin')
      and not exists (select from private.live_admins() a where a <> affected)
    then
      raise exception using
        message = 'The last administrator cannot be removed, demoted, deleted or banned.', hint = 'last_admin';
    end if;
    return coalesce(new, old);
  end
  $$;
comment on function private.check_admins() is
  'Keeps the last administrator, and refuses guests as administrators. Deleting an account reaches this as the deletion of its roles, by cascade.';
create or replace trigger protect_last_admin before insert or update or delete on public.user_roles
  for each row execute function private.check_admins();
create or replace trigger protect_last_admin before insert or update on public.temporary_restrictions
  for each row when (new.restriction_type = 'ban' and new.is_active and new.expires_at > now())
  execute function private.check_admins();
drop trigger refuse_guest_admin on public.user_roles;
drop function private.refuse_guest_admin();

-- What accounts have verified and changed

create function private.update_verification() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes a table that the auth service's own role may not.
  as $$
  begin
    if tg_argv[0] = 'password' then
      update public.user_verification_status v set forced_password_reset = false
      where v.user_id = new.id and v.forced_password_reset;
    else
      insert into public.user_verification_status as v (user_id, email_verified, email_verified_at)
      values (new.id, new.email_confirmed_at is not null, new.email_confirmed_at)
      on conflict (user_id) do update
        set email_verified = excluded.email_verified, email_verified_at = excluded.email_verified_at;
    end if;
    return new;
  end
  $$;

create or replace function private.record_account_change() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes auth.users and the hint, whatever role the writer has.
  as $$
  declare
    target constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  begin
    -- The access token says whether the history is encrypted, so that a device encrypts its first request.
    if tg_table_name = 'account_encryption' and tg_op = 'DELETE' then
      update auth.users u set raw_app_meta_data = u.raw_app_meta_data - 'encrypted_history' where u.id = target;
    elsif tg_table_name = 'account_encryption' and tg_op = 'INSERT' then
      update auth.users u
      set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"encrypted_history": true}'
      where u.id = target;
    end if;
    -- If the account itself was deleted, there is no one to inform.
    update public.account_changes a set changed_at = clock_timestamp() where a.user_id = target;
    if not found then
      insert into public.account_changes (user_id) select u.id from auth.users u where u.id = target;
    end if;
    return null;
  end
  $$;
drop trigger mark_encrypted_account on public.account_encryption;
drop function private.mark_encrypted_account();

-- As in the baseline, a host may refuse these triggers. Replacing one needs no more rights than creating it.
do $$
begin
  create or replace trigger protect_last_admin before update of banned_until, deleted_at on auth.users
    for each row when (new.banned_until > now() or new.deleted_at is not null)
    execute function private.check_admins();
  create or replace trigger mirror_first_verification after insert on auth.users
    for each row when (new.email_confirmed_at is not null)
    execute function private.update_verification('email');
  create or replace trigger mirror_verification after update of email_confirmed_at on auth.users
    for each row when (old.email_confirmed_at is distinct from new.email_confirmed_at)
    execute function private.update_verification('email');
  create or replace trigger end_forced_reset after update of encrypted_password on auth.users
    for each row when (old.encrypted_password is distinct from new.encrypted_password)
    execute function private.update_verification('password');
exception
  when insufficient_privilege then
    raise notice 'auth.users takes no triggers here';
end
$$;
drop function private.protect_last_admin();
drop function private.mirror_verification();
drop function private.end_forced_reset();

-- The search index

create function private.index_texts() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes internal tables while clients write chats, messages and files. Encrypted texts and system prompts
  -- are not searched.
  as $$
  begin
    if tg_table_name = 'chat_messages' then
      insert into private.message_vectors (message_id, chat_id, written_at, vector)
      select a.id, a.chat_id, a.created_at, private.searchable(a.content, a.user_id, 'D')
      from added a
      where a.content_format = 'plain' and a.role <> 'system';
    elsif tg_table_name = 'message_attachments' then
      update private.message_vectors v
      set vector = private.searchable(private.searched_text(m), m.user_id, 'D')
      from public.chat_messages m
      where m.id = v.message_id and m.id in (select a.message_id from added a);
    elsif new.chat_key is not null then
      delete from private.title_vectors v where v.chat_id = new.id;
    else
      insert into private.title_vectors (chat_id, vector)
      values (new.id, private.searchable(new.title, new.user_id, 'A'))
      on conflict (chat_id) do update set vector = excluded.vector;
    end if;
    return null;
  end
  $$;
comment on function private.index_texts() is
  'Adds titles, messages and files to the search: for each chat, and for each statement that adds messages or files.';
create or replace trigger index_title after insert or update of title, user_id on public.chat_history
  for each row execute function private.index_texts();
create or replace trigger index_messages after insert on public.chat_messages
  referencing new table as added for each statement execute function private.index_texts();
create or replace trigger index_attachments after insert on public.message_attachments
  referencing new table as added for each statement execute function private.index_texts();
drop function private.index_title();
drop function private.index_messages();
drop function private.index_attachments();
