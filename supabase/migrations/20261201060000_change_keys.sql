-- Encrypted history: replacing the keys of an account, for example after a device was lost. No tables.

alter table public.account_encryption
  add column past_keys text check (private.is_envelope(past_keys) and char_length(past_keys) <= 20000),
  -- Without the earlier keys, existing texts could not be decrypted.
  add constraint account_encryption_keys_check check ((key_version = 1) = (past_keys is null));
comment on column public.account_encryption.past_keys is
  'The earlier account keys and private keys, encrypted under the account key. Null if they were never changed.';

-- A chat keeps its earlier keys, each 32 bytes, for the texts that are encrypted under them.
alter table public.chat_history
  drop constraint chat_history_chat_key_check,
  add constraint chat_history_chat_key_check check (private.is_envelope(chat_key) and char_length(chat_key) <= 5000);
comment on column public.chat_history.chat_key is
  'The keys of an encrypted chat, newest first, encrypted under the account''s key. Null: the title and the parameters are plain.';

create function public.change_keys(
  key_version integer, public_key text, private_key text, past_keys text, methods jsonb
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: see turn_on_encryption.
  as $$
  declare
    caller constant uuid := private.lock_encryption();
    stored public.account_encryption;
  begin
    select e.* into strict stored from public.account_encryption e where e.user_id = caller;
    -- A request whose response was lost is repeated.
    if stored.public_key = change_keys.public_key then
      return to_jsonb(stored) - 'user_id';
    end if;
    perform private.require_conversion('on');
    if stored.key_version <> change_keys.key_version - 1 then
      raise exception using errcode = 'PT409', hint = 'key_changed',
        message = 'Another device has changed the keys. Reload, then try again.';
    end if;
    update public.account_encryption e
    set key_version = change_keys.key_version, public_key = change_keys.public_key,
      private_key = change_keys.private_key, past_keys = change_keys.past_keys, changed_at = now()
    where e.user_id = caller
    returning * into stored;
    delete from public.unlock_methods m where m.user_id = caller;
    perform private.add_method(caller, m) from jsonb_array_elements(methods) m;
    if (select count(*) from public.unlock_methods m where m.user_id = caller) < 2 then
      raise exception using hint = 'too_few', message = 'Set up at least two ways to unlock your history.';
    end if;
    return to_jsonb(stored) - 'user_id';
  end
  $$;
comment on function public.change_keys(integer, text, text, text, jsonb) is
  'Replaces the caller''s keys and all unlock methods, all or nothing: key_version is the next one, methods as in turn_on_encryption. Returns the stored keys. Raises 409 (not_on, encryption_state, key_changed: another device was faster) or P0001 (too_few, limit).';
grant execute on function public.change_keys(integer, text, text, text, jsonb) to authenticated;

create or replace function public.convert_chats(chats jsonb) returns integer
  language plpgsql security definer set search_path = ''
  -- Definer: also converts the chats that the plan hides, which its caller owns.
  as $$
  declare
    caller constant uuid := auth.uid();
    state constant text := private.encryption_state(caller);
    is_on constant boolean := state = 'turning_on';
    converted integer;
  begin
    perform private.require_conversion(case when state in ('turning_on', 'on') then state else 'turning_off' end);
    -- A separate statement: the update then sees the messages that were stored while this one waited.
    perform from public.chat_history c
    where c.user_id = caller and c.id in (
      select g.id from jsonb_to_recordset(convert_chats.chats) as g (id uuid)
    )
    order by c.id for update;
    if state = 'on' then
      update public.chat_history c set chat_key = g.chat_key
      from jsonb_to_recordset(convert_chats.chats) as g (id uuid, chat_key text, stored jsonb)
      where c.id = g.id and c.user_id = caller and g.chat_key is not null
        and c.chat_key = g.stored ->> 'chat_key';
    else
      update public.chat_history c
      set title = g.title, parameters = nullif(g.parameters, 'null'), chat_key = g.chat_key
      from jsonb_to_recordset(convert_chats.chats) as g (
        id uuid, title text, parameters jsonb, chat_key text, stored jsonb
      )
      where c.id = g.id and c.user_id = caller and (c.chat_key is null) = is_on and (g.chat_key is null) <> is_on
        -- A title that changed meanwhile is converted with the next batch. Older apps don't send what they have read.
        and (g.stored is null or g.stored = jsonb_build_object('title', c.title, 'parameters', c.parameters))
        and (is_on or not private.needs_chat_key(c.id));
    end if;
    get diagnostics converted = row_count;
    return converted;
  end
  $$;
comment on function public.convert_chats(jsonb) is
  'Replaces titles and parameters of the caller''s chats [{id, title, parameters, chat_key, stored: {title, parameters} as they were read}] by envelopes and adds their keys, or the reverse while encrypted history is turned off. While it is on, replaces only keys [{id, chat_key, stored: {chat_key} as it was read}], after the account''s keys were changed. Times stay. Returns how many were converted; repeated calls have no effect.';

-- One function less that runs as its owner: users may say when they used their own methods.
grant update (last_used_at) on public.unlock_methods to authenticated;
create policy "Users can record the use of own unlock methods"
  on public.unlock_methods for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));
create or replace function public.use_unlock_method(method uuid) returns void
  language sql set search_path = ''
  as $$
    update public.unlock_methods m set last_used_at = now() where m.id = method and m.user_id = auth.uid()
  $$;
