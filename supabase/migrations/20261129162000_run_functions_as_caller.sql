-- Functions that run as their owner (security definer): only those that must. The others run as their caller, so that
-- grants and policies also apply inside them. Tests count the rest. No tables.

-- Called by the owner only: by the service and by the jobs of private.schedule_retention.

alter function public.purge_counts() security invoker;
alter function public.purge_guests() security invoker;
alter function public.purge_unconfirmed() security invoker;
alter function public.settle_abandoned_replies(boolean) security invoker;
revoke execute on function public.purge_counts(), public.purge_guests(), public.purge_unconfirmed(),
  public.settle_abandoned_replies(boolean) from service_role;
comment on function public.purge_counts() is
  'Deletes counters and hashed network addresses of past days, and compacts the console''s counters. private.purge_expired calls it.';
comment on function public.purge_guests() is
  'Deletes guests older than 24 hours with all their data; returns how many. private.purge_expired calls it.';
comment on function public.purge_unconfirmed() is
  'Deletes sign-ups whose email address was not confirmed within 7 days of the last email; returns how many. private.purge_expired calls it.';

-- Triggers on rows that only the owner's functions write. Nothing used these grants of the service role. Triggers that
-- run after rows were deleted by cascade stay definer: they run as the role that deleted the first row, such as a
-- client that deletes a chat, or the auth service that deletes an account.

alter function private.change_owner() security invoker;
alter function private.move_running_replies() security invoker;
revoke insert, update, delete on public.message_usage from service_role;
revoke insert, update, delete on public.account_encryption from service_role;
alter function private.check_image_encryption() security invoker;
revoke insert, update on public.message_images from service_role;

-- Triggers of a table that now share one function.

drop trigger link_message_images on public.chat_messages;
drop trigger link_encrypted_images on public.chat_messages;
drop function private.link_message_images();
drop function private.link_encrypted_images();
create function private.link_images() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes message_images, which clients may not.
  as $$
  begin
    update public.message_images i set message_id = new.id
    where i.user_id = new.user_id and i.message_id is null
      and case new.content_format
        when 'encrypted' then i.reply_id = new.id
        else i.id in (
          select reference[1]::uuid
          from regexp_matches(
            new.content,
            '/functions/v1/images/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g'
          ) as reference
        )
      end;
    return null;
  end
  $$;
create trigger link_images after insert on public.chat_messages
  for each row when (
    new.role = 'assistant' and (new.content_format = 'encrypted' or new.content like '%/functions/v1/images/%')
  )
  execute function private.link_images();

drop trigger add_direct_chats on public.chat_history;
drop trigger add_chats on public.chat_history;
drop trigger count_chat_changes on public.chat_history;
drop trigger count_new_chats on public.chat_history;
drop trigger count_deleted_chats on public.chat_history;
drop function private.add_chats();
drop function private.count_chats();
create or replace function private.add_content() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes internal tables while clients write chats and messages.
  as $$
  begin
    if tg_table_name = 'chat_messages' then
      perform private.add_usage(
        each.user_id, messages => each.rows, bytes => each.bytes,
        writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
      )
      from (
        select c.user_id, count(*) as rows,
          sum(
            octet_length(c.content) + coalesce(octet_length(c.reasoning), 0)
            + coalesce(octet_length(c.parameters::text), 0)
          ) as bytes
        from changed c group by 1
      ) each;
    elsif tg_table_name = 'chat_history' then
      perform private.add_usage(
        each.user_id, chats => case tg_op when 'INSERT' then each.rows else 0 end,
        writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
      )
      from (select c.user_id, count(*) as rows from changed c group by 1) each;
      if tg_op = 'INSERT' then
        insert into private.counters (subject, change) select 'chats', count(*) from changed having count(*) > 0;
      end if;
    else
      perform private.add_usage(
        each.user_id, bytes => each.bytes,
        writes => case tg_argv[0] when 'direct' then each.rows::integer else 0 end
      )
      from (
        select c.user_id, count(*) as rows, sum(octet_length(c.content)) as bytes from changed c group by 1
      ) each;
    end if;
    return null;
  end
  $$;
create or replace function private.subtract_usage() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes internal tables while clients delete rows. Never inserts usage: when an account is deleted, its row
  -- is gone before its chats are.
  as $$
  begin
    if tg_table_name = 'chat_history' then
      update private.account_usage u set chats = greatest(u.chats - d.rows, 0)
      from (select c.user_id, count(*) as rows from changed c group by 1) d where u.user_id = d.user_id;
      insert into private.counters (subject, change) select 'chats', -count(*) from changed having count(*) > 0;
    elsif tg_table_name = 'chat_messages' then
      update private.account_usage u
      set messages = greatest(u.messages - d.rows, 0), bytes = greatest(u.bytes - d.bytes, 0)
      from (
        select c.user_id, count(*) as rows,
          sum(
            octet_length(c.content) + coalesce(octet_length(c.reasoning), 0)
            + coalesce(octet_length(c.parameters::text), 0)
          ) as bytes
        from changed c group by 1
      ) d
      where u.user_id = d.user_id;
    else
      update private.account_usage u set bytes = greatest(u.bytes - d.bytes, 0)
      from (select c.user_id, sum(octet_length(c.content)) as bytes from changed c group by 1) d
      where u.user_id = d.user_id;
    end if;
    return null;
  end
  $$;
create trigger add_direct_content after insert on public.chat_history
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.add_content('direct');
create trigger add_content after insert on public.chat_history
  referencing new table as changed for each statement
  when (current_user <> 'authenticated') execute function private.add_content('internal');
create trigger count_changes after update on public.chat_history
  referencing new table as changed for each statement
  when (current_user = 'authenticated') execute function private.add_content('direct');

drop trigger require_encryption on public.chat_messages;
drop function private.check_message_encryption();
create function private.check_message_encryption(message public.chat_messages) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    state text;
  begin
    select e.state into state from public.account_encryption e where e.user_id = message.user_id for key share;
    if state is null and message.content_format = 'encrypted' then
      raise exception using errcode = 'PT409', hint = 'encryption_not_on',
        message = 'Your history is no longer encrypted. Reload the page, then try again.';
    elsif state in ('turning_on', 'on') and message.content_format = 'plain'
      -- A reply that began before encryption was turned on. It is encrypted with the existing history.
      and not (state = 'turning_on' and message.role = 'assistant' and exists (
        select from private.reply_progress p where p.reply_id = message.id and not p.is_encrypted
      ))
    then
      raise exception using errcode = 'PT409', hint = 'encryption_required',
        message = 'Your history is encrypted. Reload the page or update the app, then try again.';
    elsif message.content_format = 'encrypted' then
      -- Envelopes of running replies need no chat key: they are encrypted to the account's public key.
      if (private.is_envelope(message.content) or private.is_envelope(message.reasoning) or message.parameters is not null)
        and exists (select from public.chat_history c where c.id = message.chat_id and c.chat_key is null)
      then
        raise exception using errcode = 'PT409', hint = 'encryption_chat_key',
          message = 'This chat is no longer encrypted. Reload the page, then try again.';
      end if;
      -- prepare_message checks this if the service chooses the parent. Devices name it, because envelopes are bound to it.
      if message.role <> 'assistant' and message.origin is null
        and exists (select from public.running_replies r where r.question_id = message.parent_id)
      then
        raise exception using hint = 'busy',
          message = 'A reply is being written in this chat. Send the message when it ends.';
      end if;
    end if;
  end
  $$;
comment on function private.check_message_encryption(public.chat_messages) is
  'Refuses plain messages of an account with encrypted history, and envelopes of one without. While it is turned off, both are accepted.';
create or replace function private.prepare_message() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: locks the chat, so that two messages sent at the same time do not get the same parent.
  as $$
  declare
    chat_owner uuid;
    leaf uuid;
  begin
    select c.user_id, c.active_message_id into chat_owner, leaf
    from public.chat_history c where c.id = new.chat_id for update;

    -- The same error for another user's chat and for a missing one, so that ids reveal nothing. Our functions insert
    -- without auth.uid().
    if chat_owner is null
      or new.user_id is distinct from chat_owner
      or new.user_id <> coalesce(auth.uid(), chat_owner)
    then
      raise insufficient_privilege using message = 'Messages can only be added to your own chats.';
    end if;
    -- A reply that began before a ban is stored.
    if not exists (select from public.running_replies r where r.id = new.id and r.chat_id = new.chat_id) then
      perform private.check_sender(new.user_id);
    end if;

    if new.parent_id is null then
      -- Otherwise the message would be beside the reply, in another branch.
      if new.role <> 'assistant' and exists (select from public.running_replies r where r.question_id = leaf) then
        raise exception using hint = 'busy', message = 'A reply is being written in this chat. Send the message when it ends.';
      end if;
      -- Rows of one insert follow each other: the earlier ones are not the active message yet.
      select m.id into new.parent_id
      from public.chat_messages m
      where m.chat_id = new.chat_id and m.created_at = now()
        and m.seq > coalesce((select a.seq from public.chat_messages a where a.id = leaf), 0)
      order by m.seq desc limit 1;
      new.parent_id := coalesce(new.parent_id, leaf);
    elsif new.parent_id = new.id then
      new.parent_id := null;
    elsif not exists (
      select from public.chat_messages m where m.id = new.parent_id and m.chat_id = new.chat_id
    ) then
      raise foreign_key_violation using message = 'The previous message belongs to another chat or no longer exists.';
    end if;
    perform private.check_message_encryption(new);
    return new;
  end
  $$;

drop trigger check_attachment_object on storage.objects;
drop trigger check_encryption on storage.objects;
drop function private.check_object_encryption();
create function private.check_new_object(object storage.objects) returns void
  language plpgsql set search_path = ''
  -- Only for the caller's own paths, otherwise a refusal would reveal something about others; the policy refuses those.
  as $$
  begin
    if private.is_own_path(object.name) is not true then
      return;
    end if;
    perform private.check_sender(auth.uid());
    -- The bucket's limit is that of the encrypted file.
    if (object.metadata ->> 'size')::bigint > 20971520 and not private.is_encrypted_file(object.metadata) then
      raise exception using hint = 'limit', message = 'A file can have up to 20 MB.';
    end if;
    -- A converted copy is stored before its original is deleted, also in an account that has reached its limit. Rows of
    -- new files count all objects.
    if private.encryption_state(auth.uid()) in ('turning_on', 'turning_off') and 20 > (
      select count(*) from storage.objects o
      where o.bucket_id = 'attachments'
        and o.name collate "C" >= auth.uid() || '/' and o.name collate "C" < auth.uid() || '0'
        and not exists (select from public.message_attachments a where a.object_path = o.name)
    ) then
      return;
    end if;
    perform private.check_attachments(auth.uid(), 0, 1, coalesce((object.metadata ->> 'size')::bigint, 0));
  end
  $$;
comment on function private.check_new_object(storage.objects) is
  'Refuses a new object that the caller''s access or limits do not allow.';
create or replace function private.check_object() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads bans, the account and its state, and counts what it has stored, whatever role the writer has.
  as $$
  declare
    owner constant uuid := (select u.id from auth.users u where u.id::text = split_part(new.name, '/', 1));
    is_encrypted constant boolean := private.is_encrypted_file(new.metadata);
    state text;
  begin
    if tg_op = 'INSERT' then
      perform private.check_new_object(new);
    end if;
    -- Before an upload is read, its row is stored without metadata and rolled back. Of other users' objects, nothing is
    -- revealed: the policies refuse them.
    if owner is null or auth.uid() <> owner or is_encrypted is null then
      return new;
    end if;
    -- The state must not end before this row is stored: see finish_turning_on and finish_turning_off.
    select e.state into state from public.account_encryption e where e.user_id = owner for key share;
    if state in ('turning_on', 'on') and not is_encrypted then
      raise exception using errcode = 'PT409', hint = 'encryption_required',
        message = 'Your history is encrypted. Reload the page or update the app, then try again.';
    elsif state is null and is_encrypted then
      raise exception using errcode = 'PT409', hint = 'encryption_not_on',
        message = 'Your history is no longer encrypted. Reload the page, then try again.';
    end if;
    return new;
  end
  $$;
create trigger check_object before insert or update on storage.objects
  for each row when (new.bucket_id = 'attachments') execute function private.check_object();

-- Functions that call another one for what their caller may not do.

create or replace function private.require_envelopes(owner uuid, texts text[]) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: locks the account's state, which clients may not write. Only for the caller, or for our own functions.
  as $$
  declare
    state text;
    value text;
  begin
    -- Otherwise the error would reveal whether another account is encrypted. The policies refuse such a row.
    if auth.uid() <> owner then
      return;
    end if;
    -- The state must not end before this row is stored: see finish_turning_on and finish_turning_off.
    select e.state into state from public.account_encryption e where e.user_id = owner for key share;
    foreach value in array texts loop
      continue when value is null or value = '';
      if state in ('turning_on', 'on') and not private.is_envelope(value) then
        raise exception using errcode = 'PT409', hint = 'encryption_required',
          message = 'Your history is encrypted. Reload the page or update the app, then try again.';
      elsif state is null and private.is_envelope(value) then
        raise exception using errcode = 'PT409', hint = 'encryption_not_on',
          message = 'Your history is no longer encrypted. Reload the page, then try again.';
      end if;
    end loop;
  end
  $$;
grant execute on function private.require_envelopes(uuid, text[]) to authenticated, service_role;
alter function private.check_chat_encryption() security invoker;
alter function private.check_row_encryption() security invoker;

create or replace function private.is_admin() returns boolean
  language plpgsql stable set search_path = ''
  -- A user with a second factor must have used it in this session, otherwise a stolen password would be enough.
  as $$
  begin
    return public.has_role('admin') and public.session_requirement() is distinct from 'second_factor';
  end
  $$;
grant execute on function public.session_requirement() to service_role;

create or replace function private.may_send() returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    return private.has_session()
      and coalesce(public.own_standing() = 'active', false)
      and public.session_requirement() is null;
  end
  $$;

create or replace function public.find_system_prompt(before uuid) returns text
  language sql stable set search_path = ''
  as $$ select m.content from public.find_system_message(find_system_prompt.before) m $$;

-- For clients, both read the caller's own state only, because policies hide the others.
grant execute on function private.encryption_state(uuid), private.require_conversion(text) to authenticated;
alter function public.list_unconverted_images(uuid) security invoker;

-- Admin actions. They read and write the public tables as the service role, and call functions for the rest.

grant execute on function public.activate_vendor(uuid), public.revoke_api_key(uuid) to service_role;
alter function public.activate_vendor_as(jsonb, text) security invoker;
alter function public.revoke_api_key_as(jsonb, uuid) security invoker;

create or replace function private.user_view(target uuid) returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: service role only; reads the internal directory.
  as $$
    select jsonb_build_object(
      'id', d.user_id,
      'email', d.email,
      'name', d.name,
      'is_guest', d.is_guest,
      'email_verified', coalesce((select u.email_confirmed_at is not null from auth.users u where u.id = target), false),
      'created_at', d.created_at,
      'last_sign_in_at', d.last_sign_in_at,
      'plan', private.plan_of(target),
      'plan_ends_at', (select s.ends_at from public.subscriptions s where s.user_id = target and s.plan = 'professional'),
      'roles', coalesce(
        (select jsonb_agg(r.role order by r.role) from public.user_roles r where r.user_id = target), '[]'::jsonb
      ),
      'access', private.access_of(target),
      'restrictions', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', t.id, 'restriction_type', t.restriction_type, 'reason', t.reason, 'expires_at', t.expires_at,
            'created_by', t.created_by, 'created_at', t.created_at
          ) order by t.expires_at desc, t.id
        )
        from public.temporary_restrictions t
        where t.user_id = target and t.is_active and t.expires_at > now()
      ), '[]'::jsonb),
      'forced_password_reset', coalesce(
        (select v.forced_password_reset from public.user_verification_status v where v.user_id = target), false
      ),
      'requests', coalesce((
        select sum(m.requests) from public.message_usage m
        where m.user_id = target and m.usage_day > private.today() - 30
      ), 0)
    )
    from private.user_directory d
    where d.user_id = target
  $$;
grant execute on function private.user_view(uuid), private.view_session(public.user_sessions),
  private.is_account_admin(uuid), private.consents_to_support(uuid), private.viewed_chats(uuid, uuid, boolean),
  private.viewed_messages(uuid, uuid, uuid, boolean) to service_role;
alter function public.current_view(jsonb) security invoker;
alter function public.view_account(jsonb, uuid, text, uuid, uuid) security invoker;

create or replace function private.apply_user_action(target uuid, act jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: service role only; writes accounts and the log together.
  as $$
  declare
    kind constant text := act ->> 'type';
    hint text;
    refused jsonb;
  begin
    perform private.require_admin();
    -- Administrators cannot lock themselves out or change their own role.
    if target = auth.uid() and kind in ('set-role', 'restrict', 'lift', 'delete', 'reset-password', 'set-plan') then
      return private.refusal('self', 'You cannot do this to your own account.');
    end if;
    refused := private.lock_user(target);
    if refused is not null then
      return refused;
    end if;
    return case kind
      when 'set-role' then private.set_role(target, act ->> 'role', (act ->> 'granted')::boolean, act ->> 'reason')
      when 'set-plan' then private.set_plan(target, act ->> 'plan', (act ->> 'ends_at')::timestamptz)
      when 'restrict' then
        private.restrict(target, act ->> 'restriction_type', act ->> 'reason', (act ->> 'expires_at')::timestamptz)
      when 'lift' then private.lift(target, (act ->> 'restriction')::uuid)
      when 'reset-password' then private.force_password_reset(target)
      when 'set-verified' then private.set_verified(target, (act ->> 'verified')::boolean)
      when 'delete' then private.delete_account(target)
      else private.refusal('bad_request', 'There is no such action.')
    end;
  exception
    -- Refused by triggers: the last administrator, a guest as administrator. Nothing was changed.
    when raise_exception then
      get stacked diagnostics hint = pg_exception_hint;
      if hint in ('last_admin', 'guest') then
        return private.refusal(hint, sqlerrm);
      end if;
      raise;
  end
  $$;
grant execute on function private.begin_user_actions(jsonb), private.apply_user_action(uuid, jsonb) to service_role;
alter function public.act_on_user(jsonb, uuid, jsonb) security invoker;
alter function public.finish_user_creation(jsonb, uuid, text, text[], text) security invoker;

create function private.bulk_refusals(bulk_id uuid, max_rows integer, out total bigint, out accounts jsonb)
  language sql stable security definer set search_path = ''
  -- Definer: service role only; reads an internal table.
  as $$
    select
      (select count(*) from private.bulk_targets t where t.operation_id = bulk_id and t.state = 'refused'),
      coalesce((
        select jsonb_agg(jsonb_build_object('user_id', t.user_id, 'message', t.message) order by t.place)
        from (
          select * from private.bulk_targets b where b.operation_id = bulk_id and b.state = 'refused'
          order by b.place limit max_rows
        ) t
      ), '[]'::jsonb)
  $$;
comment on function private.bulk_refusals(uuid, integer) is
  'How many accounts of an operation were refused, and the first of them with the reason.';
create or replace function private.bulk_view(operation public.bulk_operations) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'id', operation.id, 'admin_id', operation.admin_id, 'operation_type', operation.operation_type,
      'operation_details', operation.operation_details, 'status', operation.status,
      'total_count', operation.total_count, 'progress', operation.progress,
      'refused', (select r.total from private.bulk_refusals(operation.id, 0) r),
      'created_at', operation.created_at, 'completed_at', operation.completed_at
    )
  $$;
create or replace function private.bulk_answer(bulk_id uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'ok', true, 'operation', private.bulk_view(o),
      'refusals', (select r.accounts from private.bulk_refusals(o.id, 100) r)
    )
    from public.bulk_operations o where o.id = bulk_answer.bulk_id
  $$;
grant execute on function private.bulk_refusals(uuid, integer), private.bulk_view(public.bulk_operations),
  private.bulk_answer(uuid), private.bulk_not_found() to service_role;
alter function public.list_bulk(jsonb, integer, integer) security invoker;
alter function public.read_bulk(jsonb, uuid) security invoker;
