-- Files of projects: the texts of documents that the chats of a project can use. A reply names the passages that were
-- sent with its request.
-- Tables: project_files, reply_passages.

create table public.project_files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  project_id uuid not null references public.projects (id) on delete cascade,
  name text not null check (name ~ '\S' and name !~ '[[:cntrl:]]' and private.fits(name, 255)),
  media_type text not null check (private.fits(media_type, 100)),
  size bigint not null check (size > 0),
  pages integer check (pages between 1 and 100000),
  text text not null check (text ~ '\S' and private.fits_bytes(text, 1048576)),
  characters integer not null check (characters between 1 and 1048576),
  created_at timestamptz not null default now()
);
comment on table public.project_files is
  'Documents of a project, as the text that a device has read. Texts never change, except when encrypted history is turned on or off.';
comment on column public.project_files.size is 'Bytes of the file that was read. Only its text is stored.';
comment on column public.project_files.text is 'The text. U+000C is between two pages, slides or sheets.';
comment on column public.project_files.characters is 'Characters of the text, for estimates without the text itself.';
create index project_files_user_id_idx on public.project_files (user_id);
create index project_files_project_id_idx on public.project_files (project_id, created_at);

create table public.reply_passages (
  id uuid primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  message_id uuid not null references public.chat_messages (id) on delete cascade,
  passages text not null check (passages <> '' and private.fits_bytes(passages, 32768)),
  created_at timestamptz not null default now()
);
comment on table public.reply_passages is
  'The passages of project files that were sent with the request for a reply. Stored before the request, so that no reply has unnamed ones.';
comment on column public.reply_passages.id is 'The id of the reply.';
comment on column public.reply_passages.message_id is 'The message that is answered.';
comment on column public.reply_passages.passages is
  'JSON: [{file, name, page, line, from, to}], with positions in the file''s text; to is null if the whole file was sent.';
create index reply_passages_user_id_idx on public.reply_passages (user_id);
create index reply_passages_message_id_idx on public.reply_passages (message_id);

-- Who may read and write what

alter table public.project_files enable row level security;
alter table public.reply_passages enable row level security;

-- Updates are for turning encrypted history on and off: see keep_texts.
grant select, insert (id, user_id, project_id, name, media_type, size, pages, text, characters, created_at),
  update (name, media_type, text), delete
  on table public.project_files to authenticated;
-- A request that is repeated may have other passages.
grant select, insert (id, user_id, message_id, passages), update (passages), delete
  on table public.reply_passages to authenticated;
grant select, insert, update, delete on table public.project_files, public.reply_passages to service_role;

create policy "Users can read the files of their projects"
  on public.project_files for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- The project is read under its own policies, so that another user's is refused like one that does not exist.
create policy "Users can add files to their projects"
  on public.project_files for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_send())
    and exists (select from public.projects p where p.id = project_id)
  );

create policy "Users can convert the files of their projects"
  on public.project_files for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()))
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can delete the files of their projects"
  on public.project_files for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can read the passages of their replies"
  on public.reply_passages for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can name the passages for replies to their messages"
  on public.reply_passages for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_send())
    and exists (select from public.chat_messages m where m.id = message_id)
  );

create policy "Users can convert the passages of their replies"
  on public.reply_passages for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()))
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can delete the passages of their replies"
  on public.reply_passages for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- Rules of the tables

create function private.check_project_file() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: reads bans, and counts what the account and the project have stored. Only for callers' own rows; the policy refuses others.
  as $$
  begin
    -- Restore, merge and seed are not limited.
    if new.user_id is distinct from auth.uid() then
      return new;
    end if;
    perform private.check_sender(new.user_id);
    perform private.check_attachments(new.user_id, 1, 0, octet_length(new.text));
    -- After the lock of check_attachments. A device reads all texts of a project before it can search them.
    if 20 * 1048576 < octet_length(new.text) + (
      select coalesce(sum(octet_length(f.text)), 0) from public.project_files f where f.project_id = new.project_id
    ) then
      raise exception using hint = 'limit',
        message = 'The files of a project can have 20 MB of text together. Remove some that you no longer need, then try again.';
    end if;
    return new;
  end
  $$;

create function private.keep_texts() returns trigger
  language plpgsql set search_path = ''
  -- Passages name positions in the text, so a text may only become an envelope, or the reverse.
  as $$
  declare
    stored constant text := to_jsonb(old) ->> tg_argv[0];
    given constant text := to_jsonb(new) ->> tg_argv[0];
  begin
    if private.is_envelope(stored) = private.is_envelope(given) then
      raise insufficient_privilege using message = 'This text never changes.';
    end if;
    return new;
  end
  $$;
comment on function private.keep_texts() is
  'Refuses updates that don''t turn the text in the column of its argument into an envelope, or the reverse.';

create function private.limit_passages() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.user_id = auth.uid() and 100 <= (
      select count(*) from public.reply_passages p where p.message_id = new.message_id and p.id <> new.id
    ) then
      raise exception using hint = 'limit',
        message = 'This message has 100 replies with passages. Send it again as a new message.';
    end if;
    return new;
  end
  $$;

create trigger check_encryption before insert or update on public.project_files
  for each row execute function private.check_row_encryption('name', 'media_type', 'text');
create trigger check_project_file before insert on public.project_files
  for each row execute function private.check_project_file();
create trigger keep_texts before update of name, media_type, text on public.project_files
  for each row execute function private.keep_texts('text');
create trigger count_write after insert or update on public.project_files
  for each statement when (current_user = 'authenticated') execute function private.count_write();
create trigger check_encryption before insert or update on public.reply_passages
  for each row execute function private.check_row_encryption('passages');
create trigger limit_passages before insert on public.reply_passages
  for each row execute function private.limit_passages();
create trigger keep_texts before update of passages on public.reply_passages
  for each row execute function private.keep_texts('passages');
create trigger count_write after insert or update on public.reply_passages
  for each statement when (current_user = 'authenticated') execute function private.count_write();

-- Files of projects count like files of messages.

create or replace function private.check_attachments(target uuid, more_rows integer, more_objects integer, more_bytes bigint)
  returns void
  language plpgsql set search_path = ''
  as $$
  declare
    plan constant text := coalesce(private.plan_of(target), 'guest');
    max_attachments constant integer := private.integer_setting(
      plan || '_attachments', case plan when 'professional' then 20000 when 'starter' then 2000 else 20 end
    );
    max_megabytes constant integer := private.integer_setting(
      plan || '_attachment_megabytes', case plan when 'professional' then 20000 when 'starter' then 1000 else 50 end
    );
    stored_rows bigint;
    stored_objects bigint;
    text_bytes bigint;
    object_bytes bigint;
  begin
    -- One at a time for each account, so that the sums are right.
    perform pg_advisory_xact_lock(hashtextextended('attachments:' || target, 0));
    select count(*), coalesce(sum(octet_length(a.text)), 0) into stored_rows, text_bytes
    from public.message_attachments a where a.user_id = target;
    select stored_rows + count(*), text_bytes + coalesce(sum(octet_length(f.text)), 0) into stored_rows, text_bytes
    from public.project_files f where f.user_id = target;
    -- A range of the index, which is ordered by bytes: 0 follows the slash.
    select count(*), coalesce(sum((o.metadata ->> 'size')::bigint), 0) into stored_objects, object_bytes
    from storage.objects o
    where o.bucket_id = 'attachments'
      and o.name collate "C" >= target || '/' and o.name collate "C" < target || '0';
    if greatest(stored_rows + more_rows, stored_objects + more_objects) > max_attachments then
      raise exception using hint = 'limit', message = format(
        'You can keep %s files in your chats and projects. Delete some that you no longer need, then try again.', max_attachments);
    elsif text_bytes + object_bytes + more_bytes > max_megabytes * 1048576::bigint then
      raise exception using hint = 'limit', message = format(
        'You can keep %s MB of files in your chats and projects. Delete some that you no longer need, then try again.', max_megabytes);
    end if;
  end
  $$;

-- Merging accounts

create or replace function private.move_content(source uuid, target uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    chats bigint;
    messages bigint;
    images bigint;
    usage_rows bigint;
  begin
    -- Projects first, because a chat may only be in a project of the same user.
    update public.projects p set user_id = target where p.user_id = source;
    update public.project_files f set user_id = target where f.user_id = source;
    update public.chat_history c set user_id = target where c.user_id = source;
    get diagnostics chats = row_count;
    update public.chat_messages m set user_id = target where m.user_id = source;
    get diagnostics messages = row_count;
    update public.reply_passages p set user_id = target where p.user_id = source;
    -- The objects keep their paths: anyone with an attachment that uses them may read them.
    update public.message_attachments a set user_id = target where a.user_id = source;
    update public.message_images i set user_id = target where i.user_id = source;
    get diagnostics images = row_count;
    update public.personas p set user_id = target where p.user_id = source;
    perform private.move_prompts(source, target);
    update public.memories m set user_id = target where m.user_id = source;
    -- If both accounts have instructions, those of the target stay. Its row may be empty, because turning memory on
    -- creates one. Whether it uses memory stays in any case.
    update public.account_instructions o set about = s.about, style = s.style, is_used = s.is_used
    from public.account_instructions s
    where o.user_id = target and s.user_id = source
      and o.about = '' and o.style = '' and not (s.about = '' and s.style = '');
    update public.account_instructions i set user_id = target
    where i.user_id = source
      and not exists (select from public.account_instructions o where o.user_id = target);
    update public.message_reservations r set user_id = target where r.user_id = source;

    -- Everything moves, even beyond the target's limit: it can then only delete.
    insert into private.account_usage as u (user_id, chats, messages, bytes)
    select target, s.chats, s.messages, s.bytes from private.account_usage s where s.user_id = source
    on conflict (user_id) do update
      set chats = u.chats + excluded.chats, messages = u.messages + excluded.messages, bytes = u.bytes + excluded.bytes;

    -- Counts of the same day are added, so that a merge does not double the quota.
    insert into private.message_counts as c (user_id, usage_day, used, attempts)
    select target, s.usage_day, s.used, s.attempts from private.message_counts s where s.user_id = source
    on conflict (user_id, usage_day) do update
      set used = c.used + excluded.used, attempts = c.attempts + excluded.attempts;
    insert into public.message_usage as u (
      user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost, billed_tokens, estimated_requests
    )
    select target, s.usage_day, s.model_id, s.requests, s.prompt_tokens, s.completion_tokens, s.cost, s.billed_tokens,
      s.estimated_requests
    from public.message_usage s where s.user_id = source
    on conflict on constraint message_usage_pkey do update set
      requests = u.requests + excluded.requests, prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens, cost = u.cost + excluded.cost,
      billed_tokens = u.billed_tokens + excluded.billed_tokens,
      estimated_requests = u.estimated_requests + excluded.estimated_requests;
    get diagnostics usage_rows = row_count;
    insert into private.own_usage as u (user_id, usage_day, tokens, cost)
    select target, s.usage_day, s.tokens, s.cost from private.own_usage s where s.user_id = source
    on conflict (user_id, usage_day) do update
      set tokens = u.tokens + excluded.tokens, cost = u.cost + excluded.cost;
    return jsonb_build_object(
      'chats', chats, 'messages', messages, 'images', images, 'usage_rows', usage_rows
    );
  end
  $$;

-- Encrypted history

create or replace function public.convert_row(of_table text, id uuid, stored jsonb, converted jsonb) returns boolean
  language plpgsql set search_path = ''
  -- Not definer: the caller can change the same columns directly.
  as $$
  declare
    columns constant text := (select string_agg(format('%I', k), ', ') from jsonb_object_keys(converted) k);
    changed integer;
  begin
    if convert_row.of_table not in (
      'shared_drafts', 'personas', 'saved_prompts', 'projects', 'memories', 'project_files', 'reply_passages'
    ) then
      raise invalid_parameter_value using message = 'This table is not converted row by row.';
    end if;
    execute format(
      'update public.%I t set (%s) = (select %2$s from jsonb_populate_record(t, $1))
       where t.id = $2 and case when $3 is null
         then not exists (
           select from jsonb_object_keys($1) k, jsonb_path_query(to_jsonb(t) -> k, ''strict $.**'') v
           where private.is_envelope(v #>> ''{}'')
         )
         else (select jsonb_object_agg(k, to_jsonb(t) -> k) from jsonb_object_keys($3) k) = $3
       end',
      convert_row.of_table, columns
    ) using convert_row.converted, convert_row.id, nullif(convert_row.stored, 'null');
    get diagnostics changed = row_count;
    return changed = 1;
  end
  $$;

create or replace function private.unconverted_rows(owner uuid) returns text[]
  language sql stable set search_path = ''
  -- Every column that text-columns.ts marks as encrypted, and what is derived from them.
  as $$
    select array_remove(array[
      case when exists (
        select from public.chat_history c where c.user_id = owner
          and (c.chat_key is null or not private.is_envelope(c.title) or jsonb_typeof(c.parameters) = 'object')
      ) then 'chats' end,
      case when exists (
        select from public.chat_messages m where m.user_id = owner and m.content_format = 'plain'
      ) then 'messages' end,
      case when exists (
        select from public.running_replies r join private.reply_progress p on p.reply_id = r.id
        where r.user_id = owner and not p.is_encrypted
      ) then 'replies' end,
      case when exists (
        select from public.shared_drafts d where d.user_id = owner and not private.is_envelope(d.text)
      ) then 'shared_drafts' end,
      case when exists (
        select from public.account_instructions i where i.user_id = owner
          and not (
            (i.about = '' or private.is_envelope(i.about)) and (i.style = '' or private.is_envelope(i.style))
          )
      ) then 'account_instructions' end,
      case when exists (
        select from public.personas p where p.user_id = owner
          and not (
            private.is_envelope(p.name) and (p.instructions = '' or private.is_envelope(p.instructions))
            and not exists (select from unnest(p.starters) s where s <> '' and not private.is_envelope(s))
          )
      ) then 'personas' end,
      case when exists (
        select from public.saved_prompts p where p.user_id = owner
          and not (
            private.is_envelope(p.name) and (p.title = '' or private.is_envelope(p.title))
            and private.is_envelope(p.text)
          )
      ) then 'saved_prompts' end,
      case when exists (
        select from public.projects p where p.user_id = owner
          and not (private.is_envelope(p.name) and coalesce(private.is_envelope(p.instructions), true))
      ) then 'projects' end,
      case when exists (
        select from public.memories m where m.user_id = owner and not private.is_envelope(m.content)
      ) then 'memories' end,
      case when exists (
        select from public.project_files f where f.user_id = owner
          and not (private.is_envelope(f.name) and private.is_envelope(f.media_type) and private.is_envelope(f.text))
      ) then 'project_files' end,
      case when exists (
        select from public.reply_passages p where p.user_id = owner and not private.is_envelope(p.passages)
      ) then 'reply_passages' end,
      case when exists (
        select from private.title_vectors v join public.chat_history c on c.id = v.chat_id where c.user_id = owner
      ) or exists (
        select from private.message_vectors v join public.chat_history c on c.id = v.chat_id where c.user_id = owner
      ) or exists (
        select from public.chat_history c where c.user_id = owner and c.has_code
      ) then 'search' end,
      case when exists (
        select from public.message_attachments a where a.user_id = owner
          and not (
            private.is_envelope(a.name) and private.is_envelope(a.media_type)
            and coalesce(a.text = '' or private.is_envelope(a.text), true)
          )
      ) then 'files' end,
      case when exists (
        select from public.message_images i
        where i.user_id = owner and i.content_type <> 'application/vnd.clover.encrypted'
      ) then 'pictures' end
    ], null)
  $$;

create or replace function public.finish_turning_off() returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: reads internal tables and deletes the keys of the caller's account only.
  as $$
  declare
    caller constant uuid := private.require_conversion('turning_off');
    remaining text[];
  begin
    perform from public.account_encryption e where e.user_id = caller for update;
    remaining := array_remove(array[
      case when exists (select from public.chat_history c where c.user_id = caller and c.chat_key is not null)
        then 'chats' end,
      case when exists (
        select from public.chat_messages m where m.user_id = caller and m.content_format = 'encrypted'
      ) then 'messages' end,
      case when exists (
        select from private.reply_progress p where p.user_id = caller and p.is_encrypted
      ) then 'replies' end,
      case when exists (
        select from public.shared_drafts d where d.user_id = caller and private.is_envelope(d.text)
      ) then 'shared_drafts' end,
      case when exists (
        select from public.account_instructions i where i.user_id = caller
          and (private.is_envelope(i.about) or private.is_envelope(i.style))
      ) then 'account_instructions' end,
      case when exists (
        select from public.personas p where p.user_id = caller
          and (
            private.is_envelope(p.name) or private.is_envelope(p.instructions)
            or exists (select from unnest(p.starters) s where private.is_envelope(s))
          )
      ) then 'personas' end,
      case when exists (
        select from public.saved_prompts p where p.user_id = caller
          and (private.is_envelope(p.name) or private.is_envelope(p.title) or private.is_envelope(p.text))
      ) then 'saved_prompts' end,
      case when exists (
        select from public.projects p where p.user_id = caller
          and (private.is_envelope(p.name) or private.is_envelope(p.instructions))
      ) then 'projects' end,
      case when exists (
        select from public.memories m where m.user_id = caller and private.is_envelope(m.content)
      ) then 'memories' end,
      case when exists (
        select from public.project_files f where f.user_id = caller
          and (private.is_envelope(f.name) or private.is_envelope(f.media_type) or private.is_envelope(f.text))
      ) then 'project_files' end,
      case when exists (
        select from public.reply_passages p where p.user_id = caller and private.is_envelope(p.passages)
      ) then 'reply_passages' end,
      case when exists (
        select from public.message_attachments a where a.user_id = caller
          and (private.is_envelope(a.name) or private.is_envelope(a.media_type) or private.is_envelope(a.text))
      ) then 'files' end,
      case when exists (
        select from public.message_images i
        where i.user_id = caller and i.content_type = 'application/vnd.clover.encrypted'
      ) then 'pictures' end
    ], null);
    if remaining = '{}' then
      delete from public.account_encryption e where e.user_id = caller;
    end if;
    return jsonb_build_object('ok', remaining = '{}', 'remaining', to_jsonb(remaining));
  end
  $$;
