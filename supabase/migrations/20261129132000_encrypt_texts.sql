-- Encrypted history: columns that contain texts of users also take envelopes. For accounts with encrypted history they
-- take nothing else, and nothing is derived from the texts. Which columns these are, and why others stay plain:
-- src/shared/database/text-columns.ts. No tables.

create function private.must_encrypt(owner uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select coalesce(private.encryption_state(owner) in ('turning_on', 'on'), false)
  $$;
comment on function private.must_encrypt(uuid) is 'True if the account''s new texts must be envelopes.';

create function private.is_envelope(value text) returns boolean
  language sql immutable parallel safe set search_path = ''
  -- A nonce and a tag have 28 bytes.
  as $$
    select value ~ '^enc1\.k\.[A-Za-z0-9_-]{38,}$'
  $$;
comment on function private.is_envelope(text) is
  'True for an envelope under a chat key or the account key, which only the account''s devices can write.';

create function private.is_reply_envelope(value text) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select value ~ '^enc1\.[kp]\.[A-Za-z0-9_-]{38,}$'
      or value ~ '^enc1\.c\.(\d+:enc1\.p\.[A-Za-z0-9_-]{64,}(,|$))*$'
  $$;
comment on function private.is_reply_envelope(text) is
  'True for an envelope that a reply may be. p: to the account''s public key, which the writer of the reply uses. c: the checkpoints of an interrupted reply, start:envelope, separated by commas.';

create function private.require_envelopes(owner uuid, texts text[]) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    state constant text := private.encryption_state(owner);
    value text;
  begin
    -- Otherwise the error would reveal whether another account is encrypted. The policies refuse such a row.
    if auth.uid() <> owner then
      return;
    end if;
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
comment on function private.require_envelopes(uuid, text[]) is
  'Refuses plain texts of an account with encrypted history, and envelopes of one without. While it is turned off, both are accepted.';

-- Limits. base64 takes four characters for three bytes, and a character has up to four bytes.

create function private.fits(value text, characters integer) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select case when private.is_envelope(value)
      then char_length(value) <= ceil((characters * 4 + 28) * 4 / 3.0) + 7
      else char_length(value) <= characters end
  $$;
comment on function private.fits(text, integer) is 'True if a text, or the text in an envelope, can have this many characters.';

create function private.fits_bytes(value text, bytes integer) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select octet_length(value) <= case when private.is_envelope(value)
      then ceil((bytes + 28) * 4 / 3.0) + 7 else bytes end
  $$;

grant execute on function
  private.is_envelope(text), private.is_reply_envelope(text), private.fits(text, integer),
  private.fits_bytes(text, integer)
  to authenticated, service_role;

alter table public.chat_history
  drop constraint chat_history_title_check,
  add constraint chat_history_title_check check (title ~ '\S' and private.fits(title, 500)),
  add column chat_key text check (private.is_envelope(chat_key) and char_length(chat_key) <= 200);
comment on column public.chat_history.chat_key is
  'The key of an encrypted chat, encrypted under the account''s key. Null: the title and the parameters are plain.';
grant select (chat_key), insert (chat_key), update (chat_key) on table public.chat_history to authenticated;

alter table public.chat_messages
  drop constraint chat_messages_content_check,
  drop constraint chat_messages_reasoning_check,
  drop constraint chat_messages_parameters_check,
  add constraint chat_messages_content_check
    check (octet_length(content) <= case content_format when 'encrypted' then 1572864 else 1048576 end),
  add constraint chat_messages_reasoning_check
    check (octet_length(reasoning) <= case content_format when 'encrypted' then 425984 else 262144 end),
  add constraint chat_messages_envelope_check check (content_format = 'plain' or case role
    when 'assistant' then private.is_reply_envelope(content) and coalesce(private.is_reply_envelope(reasoning), true)
    else private.is_envelope(content)
  end);
comment on column public.chat_messages.content is 'At most 1 MiB, or 1.5 MiB if it is encrypted.';
comment on column public.chat_messages.content_format is
  'encrypted: content, reasoning and parameters are envelopes, which are never searched here.';

create or replace function private.are_chat_parameters(parameters jsonb) returns boolean
  language sql immutable set search_path = ''
  -- Each condition only looks at values whose type the earlier ones have checked; CASE keeps that order.
  as $$
    select case
      when parameters is null then true
      when jsonb_typeof(parameters) = 'string'
        then private.is_envelope(parameters #>> '{}') and private.fits_bytes(parameters #>> '{}', 70000)
      when jsonb_typeof(parameters) <> 'object' or parameters = '{}' then false
      when parameters - array[
        'instructions', 'temperature', 'topP', 'maxTokens', 'effort', 'summary', 'accountInstructions', 'persona'
      ] <> '{}' then false
      when coalesce(jsonb_typeof(parameters -> 'instructions'), 'string') <> 'string'
        or coalesce(jsonb_typeof(parameters -> 'effort'), 'string') <> 'string'
        or coalesce(jsonb_typeof(parameters -> 'temperature'), 'number') <> 'number'
        or coalesce(jsonb_typeof(parameters -> 'topP'), 'number') <> 'number'
        or coalesce(jsonb_typeof(parameters -> 'maxTokens'), 'number') <> 'number'
        or coalesce(jsonb_typeof(parameters -> 'accountInstructions'), 'boolean') <> 'boolean'
        or coalesce(jsonb_typeof(parameters -> 'persona'), 'object') <> 'object'
        or coalesce(jsonb_typeof(parameters -> 'summary'), 'object') <> 'object' then false
      when parameters ? 'summary' and (
        coalesce(jsonb_typeof(parameters #> '{summary,before}'), '') <> 'string'
        or coalesce(jsonb_typeof(parameters #> '{summary,text}'), '') <> 'string'
        or coalesce(jsonb_typeof(parameters #> '{summary,isPartial}'), 'boolean') <> 'boolean'
        or (parameters -> 'summary') - array['before', 'text', 'isPartial'] <> '{}') then false
      when parameters ? 'persona' and (
        coalesce(jsonb_typeof(parameters #> '{persona,id}'), '') <> 'string'
        or coalesce(jsonb_typeof(parameters #> '{persona,name}'), '') <> 'string'
        or (parameters -> 'persona') - array['id', 'name'] <> '{}') then false
      else coalesce(parameters ->> 'instructions' ~ '\S', true)
        and coalesce(char_length(parameters ->> 'instructions') <= 8000, true)
        and coalesce(parameters ->> 'effort' in ('off', 'low', 'medium', 'high'), true)
        and coalesce((parameters ->> 'temperature')::numeric between 0 and 2, true)
        and coalesce((parameters ->> 'topP')::numeric between 0 and 1, true)
        and coalesce((parameters ->> 'maxTokens')::numeric between 1 and 1000000, true)
        and coalesce((parameters ->> 'maxTokens')::numeric % 1 = 0, true)
        and coalesce(char_length(parameters #>> '{persona,id}') = 36, true)
        and coalesce(char_length(parameters #>> '{persona,name}') between 1 and 60, true)
        and coalesce(char_length(parameters #>> '{summary,before}') = 36, true)
        and coalesce(parameters #>> '{summary,text}' ~ '\S', true)
        and coalesce(char_length(parameters #>> '{summary,text}') <= 8000, true)
    end
  $$;
comment on function private.are_chat_parameters(jsonb) is
  'True if the parameters of a chat or a message are valid, null, or an envelope as a JSON string.';
alter table public.chat_messages add constraint chat_messages_parameters_check check (
  private.are_chat_parameters(parameters)
  and (parameters is null or (
    role = 'user' and case jsonb_typeof(parameters)
      when 'string' then content_format = 'encrypted'
      else content_format = 'plain' and parameters ? 'persona'
        and not parameters ?| array['summary', 'accountInstructions']
    end
  ))
);

alter table public.shared_drafts
  drop constraint shared_drafts_text_check,
  add constraint shared_drafts_text_check check (text <> '' and private.fits_bytes(text, 131072));
alter table public.account_instructions
  drop constraint account_instructions_about_check,
  drop constraint account_instructions_style_check,
  add constraint account_instructions_about_check check (private.fits(about, 1500)),
  add constraint account_instructions_style_check check (private.fits(style, 1500));
alter table public.personas
  drop constraint personas_name_check,
  drop constraint personas_instructions_check,
  drop constraint personas_starters_check,
  add constraint personas_name_check check (name ~ '\S' and private.fits(name, 60)),
  add constraint personas_instructions_check check (private.fits(instructions, 8000)),
  add constraint personas_starters_check check (
    cardinality(starters) <= 4 and array_position(starters, null) is null
    -- Two arrays of four envelopes are at most this much longer than their texts.
    and octet_length(starters::text) <= case when private.is_envelope(starters[1]) then 13000 else 9000 end
  );
alter table public.saved_prompts
  drop constraint saved_prompts_name_check,
  drop constraint saved_prompts_title_check,
  drop constraint saved_prompts_text_check,
  add constraint saved_prompts_name_check check (name ~ '^[^\s/{}]+$' and private.fits(name, 60)),
  add constraint saved_prompts_title_check check (private.fits(title, 200) and title !~ '[\n\r]'),
  add constraint saved_prompts_text_check check (text ~ '\S' and private.fits_bytes(text, 65536));
alter table public.projects
  drop constraint projects_name_check,
  drop constraint projects_instructions_check,
  add constraint projects_name_check
    check (name ~ '\S' and name !~ '[\x01-\x1f\x7f]' and private.fits(name, 100)),
  add constraint projects_instructions_check check (instructions ~ '\S' and private.fits(instructions, 8000));

-- Which rows are accepted

create function private.check_chat_encryption() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the account's state, whatever role the writer has.
  as $$
  declare
    is_new constant boolean := tg_op = 'INSERT';
  begin
    if is_new or new.title is distinct from old.title then
      perform private.require_envelopes(new.user_id, array[new.title]);
    end if;
    if is_new or new.parameters is distinct from old.parameters then
      -- Plain parameters are an object, whose text is no envelope.
      perform private.require_envelopes(new.user_id, array[new.parameters #>> '{}']);
    end if;
    if (is_new or new.chat_key is distinct from old.chat_key) and new.chat_key is not null then
      perform private.require_envelopes(new.user_id, array[new.chat_key]);
    end if;
    -- Without its key, the title could not be read. Also refuses forks: a copied envelope is bound to another chat.
    if private.is_envelope(new.title) and new.chat_key is null then
      raise check_violation using message = 'An encrypted chat needs its key.';
    end if;
    return new;
  end
  $$;
create trigger check_encryption before insert or update of title, parameters, chat_key on public.chat_history
  for each row execute function private.check_chat_encryption();

create function private.check_message_encryption() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the account's state, whatever role the writer has.
  as $$
  declare
    state constant text := private.encryption_state(new.user_id);
  begin
    if state is null and new.content_format = 'encrypted' then
      raise exception using errcode = 'PT409', hint = 'encryption_not_on',
        message = 'Your history is no longer encrypted. Reload the page, then try again.';
    elsif state in ('turning_on', 'on') and new.content_format = 'plain'
      -- A reply that began before encryption was turned on. It is encrypted with the existing history.
      and not (state = 'turning_on' and new.role = 'assistant' and exists (
        select from private.reply_progress p where p.reply_id = new.id and not p.is_encrypted
      ))
    then
      raise exception using errcode = 'PT409', hint = 'encryption_required',
        message = 'Your history is encrypted. Reload the page or update the app, then try again.';
    end if;
    return new;
  end
  $$;
-- After prepare_message, which refuses rows of other users.
create trigger require_encryption before insert on public.chat_messages
  for each row execute function private.check_message_encryption();

create function private.check_row_encryption() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the account's state, whatever role the writer has.
  as $$
  declare
    given constant jsonb := to_jsonb(new);
    stored constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
    name text;
  begin
    foreach name in array tg_argv loop
      continue when stored is not null and given -> name is not distinct from stored -> name;
      perform private.require_envelopes(new.user_id, case jsonb_typeof(given -> name)
        when 'array' then array(select jsonb_array_elements_text(given -> name))
        else array[given ->> name] end);
    end loop;
    return new;
  end
  $$;
comment on function private.check_row_encryption() is
  'Checks the columns that its arguments name. Empty texts are accepted, because they say nothing.';
create trigger check_encryption before insert or update on public.shared_drafts
  for each row execute function private.check_row_encryption('text');
create trigger check_encryption before insert or update on public.account_instructions
  for each row execute function private.check_row_encryption('about', 'style');
create trigger check_encryption before insert or update on public.personas
  for each row execute function private.check_row_encryption('name', 'instructions', 'starters');
create trigger check_encryption before insert or update on public.saved_prompts
  for each row execute function private.check_row_encryption('name', 'title', 'text');
create trigger check_encryption before insert or update on public.projects
  for each row execute function private.check_row_encryption('name', 'instructions');

-- Files and generated pictures are not encrypted yet, so they are refused rather than stored plain.

create function private.refuse_plain_files() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads the account's state, whatever role the writer has.
  as $$
  begin
    if private.must_encrypt(case
      when tg_table_name = 'objects' then (
        select u.id from auth.users u where u.id::text = split_part(to_jsonb(new) ->> 'name', '/', 1)
      )
      else (to_jsonb(new) - 'content' ->> 'user_id')::uuid
    end) then
      raise exception using errcode = 'PT409', hint = 'encryption_files',
        message = 'Files and pictures can''t be stored in an encrypted history yet.';
    end if;
    return new;
  end
  $$;
create trigger refuse_plain_files before insert on public.message_attachments
  for each row execute function private.refuse_plain_files();
create trigger refuse_plain_files before insert on public.message_images
  for each row execute function private.refuse_plain_files();
create trigger refuse_plain_files before insert on storage.objects
  for each row when (new.bucket_id = 'attachments') execute function private.refuse_plain_files();

create function private.check_turning_on() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads tables of the account, whatever role the writer has.
  as $$
  begin
    if exists (select from public.message_attachments a where a.user_id = new.user_id)
      or exists (select from public.message_images i where i.user_id = new.user_id)
    then
      raise exception using errcode = 'PT409', hint = 'encryption_files',
        message = 'Your chats contain files or generated pictures, which can''t be encrypted yet. Delete those chats first.';
    end if;
    return new;
  end
  $$;
create trigger check_turning_on before insert on public.account_encryption
  for each row execute function private.check_turning_on();

-- Nothing is derived from encrypted texts

create or replace function private.index_title() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table while clients write chats.
  as $$
  begin
    if new.chat_key is not null then
      delete from private.title_vectors v where v.chat_id = new.id;
      return null;
    end if;
    insert into private.title_vectors (chat_id, vector)
    values (new.id, private.searchable(new.title, new.user_id, 'A'))
    on conflict (chat_id) do update set vector = excluded.vector;
    return null;
  end
  $$;

create or replace function private.prepare_chat() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- Encrypting and decrypting the existing history doesn't change it.
    if new.title is distinct from old.title and (new.chat_key is null) = (old.chat_key is null) then
      new.updated_at := now();
    elsif current_user in ('anon', 'authenticated') then
      -- Only our own functions, which run as the owner, may set the time of a chat.
      new.updated_at := old.updated_at;
    end if;
    return new;
  end
  $$;

-- What the service can't do with texts that it can't read

create or replace function private.viewed_chats(target uuid, before uuid, consents boolean) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', c.id, 'title', case when consents and c.chat_key is null then c.title end,
      'messages', (select count(*) from public.chat_messages m where m.chat_id = c.id),
      'created_at', c.created_at, 'updated_at', c.updated_at
    ) order by c.updated_at desc, c.id desc), '[]')
    from (
      select * from public.chat_history h
      where h.user_id = target and (viewed_chats.before is null or (h.updated_at, h.id) < (
        select b.updated_at, b.id from public.chat_history b where b.id = viewed_chats.before and b.user_id = target
      ))
      order by h.updated_at desc, h.id desc limit 51
    ) c
  $$;
