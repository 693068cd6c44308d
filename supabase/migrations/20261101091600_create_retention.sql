-- What is hidden can be counted and erased by its user; what is temporary goes by itself.
-- Functions: count_hidden_chats, delete_hidden_chats, purge_guests, purge_counts.

create function public.count_hidden_chats() returns bigint
  language sql stable security definer set search_path = ''
  -- Definer: the policies hide exactly these rows.
  as $$
    select count(*) from public.chat_history c
    where c.user_id = auth.uid() and c.updated_at < public.history_since() and private.may_read()
  $$;
comment on function public.count_hidden_chats() is 'How many chats the caller''s plan hides.';

create function public.delete_hidden_chats() returns bigint
  language plpgsql security definer set search_path = ''
  as $$
  declare
    deleted bigint;
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.', hint = 'banned';
    end if;
    delete from public.chat_history c where c.user_id = auth.uid() and c.updated_at < public.history_since();
    get diagnostics deleted = row_count;
    return deleted;
  end
  $$;
comment on function public.delete_hidden_chats() is 'Erases the chats that the caller''s plan hides; returns how many.';

create function public.purge_guests() returns bigint
  language plpgsql security definer set search_path = ''
  as $$
  declare
    purged bigint;
  begin
    delete from auth.users u where u.is_anonymous and u.created_at < now() - interval '24 hours';
    get diagnostics purged = row_count;
    return purged;
  end
  $$;
comment on function public.purge_guests() is
  'Deletes guests older than 24 hours with all that is theirs; returns how many. Service role only.';

create function public.purge_counts() returns void
  language sql security definer set search_path = ''
  -- Hashed addresses are kept no longer than they count; a reservation as long as a message may be retried.
  as $$
    delete from private.address_counts a where a.usage_day < private.today();
    delete from private.message_counts c where c.usage_day < private.today() - 7;
    update public.message_reservations r set client_address_hash = null
      where r.usage_day < private.today() and r.client_address_hash is not null;
    delete from public.message_reservations r where r.usage_day < private.today() - 30;
  $$;
comment on function public.purge_counts() is 'Forgets counters and addresses of past days. Service role only; call it daily.';

revoke execute on function
  public.count_hidden_chats(), public.delete_hidden_chats(), public.purge_guests(), public.purge_counts()
  from public, anon, authenticated, service_role;
grant execute on function public.count_hidden_chats(), public.delete_hidden_chats() to authenticated;
grant execute on function public.purge_guests(), public.purge_counts() to service_role;
