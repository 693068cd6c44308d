-- Personas: instructions, a model and parameters under a name, for new and existing chats. Table: personas.

create table public.personas (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (name ~ '\S' and char_length(name) <= 60),
  color text not null default 'green' check (color in ('green', 'blue', 'purple', 'red', 'yellow', 'gray')),
  instructions text not null default '' check (char_length(instructions) <= 8000),
  model_id text check (char_length(model_id) <= 200),
  vendor_id text check (char_length(vendor_id) <= 100),
  parameters jsonb not null default '{}'
    check (jsonb_typeof(parameters) = 'object' and octet_length(parameters::text) <= 500),
  starters text[] not null default '{}'
    check (cardinality(starters) <= 4 and octet_length(starters::text) <= 9000 and array_position(starters, null) is null),
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.personas is
  'Personas. A chat gets a copy of a persona''s texts when it is chosen, so it stays the same if the persona is changed or deleted.';
comment on column public.personas.vendor_id is 'Name of the vendor that offers the model; null for the active vendor.';
comment on column public.personas.parameters is '{temperature, topP, maxTokens, effort}, each optional.';
comment on column public.personas.starters is 'Prompts to begin a chat with.';
comment on column public.personas.revision is
  'Grows with each change. A device changes only the revision that it has read, so that no other change is lost.';
create index personas_user_id_idx on public.personas (user_id, name);

-- Who may read and write what

alter table public.personas enable row level security;

grant select,
  insert (id, user_id, name, color, instructions, model_id, vendor_id, parameters, starters),
  update (name, color, instructions, model_id, vendor_id, parameters, starters),
  delete
  on table public.personas to authenticated;
grant select, insert, update, delete on table public.personas to service_role;

create policy "Users can read their own personas"
  on public.personas for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can save personas"
  on public.personas for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can change their own personas"
  on public.personas for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()))
  with check (user_id = (select auth.uid()) and (select private.may_read()));

create policy "Users can delete their own personas"
  on public.personas for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

-- Rules of the table

create function private.limit_rows() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    rows constant text := tg_argv[0];
    max_rows integer;
    stored bigint;
  begin
    -- Restore, merge and seed are not limited.
    if new.user_id is distinct from auth.uid() then
      return new;
    end if;
    max_rows := case public.current_plan() when 'guest' then tg_argv[2] else tg_argv[1] end;
    -- One at a time for each account, so that the count is right.
    perform pg_advisory_xact_lock(hashtextextended(format('%s:%s', tg_table_name, new.user_id), 0));
    -- Without the row itself, because a request may be repeated.
    execute format('select count(*) from %I.%I where user_id = $1 and id <> $2', tg_table_schema, tg_table_name)
      into stored using new.user_id, new.id;
    if stored >= max_rows then
      raise exception using hint = 'limit', message = format(
        'You can keep %s %s. Delete %s that you no longer need, then try again.', max_rows, rows, rows);
    end if;
    return new;
  end
  $$;

comment on function private.limit_rows() is
  'Limits the rows of each account. Its arguments: what users call the rows, the limit of an account, and the limit of a guest.';

create function private.count_write() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: writes an internal table.
  as $$
  begin
    perform private.add_usage(auth.uid(), writes => 1);
    return null;
  end
  $$;
comment on function private.count_write() is 'Counts a statement of a client toward the writes per minute of its account.';

create trigger limit_personas before insert on public.personas
  for each row execute function private.limit_rows('personas', '100', '10');
create trigger count_revision before update of name, color, instructions, model_id, vendor_id, parameters, starters
  on public.personas
  for each row execute function private.count_revision();
create trigger count_write after insert or update on public.personas
  for each statement when (current_user = 'authenticated') execute function private.count_write();

-- A chat can turn the account's instructions on or off, and names the persona whose texts it has.

alter table public.chat_history drop constraint chat_history_parameters_check;
alter table public.chat_history add constraint chat_history_parameters_check check (case
  when parameters is null then true
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
end);
comment on column public.chat_history.parameters is
  '{instructions, temperature, topP, maxTokens, effort, summary, accountInstructions, persona}, each optional: what differs from the default; null if nothing does. A model is not sent what it does not accept. summary {before, text, isPartial} is sent instead of the messages before the message `before`. accountInstructions says whether account_instructions are sent; if it is absent, is_used decides. persona {id, name} names the persona whose instructions and parameters were copied. It may no longer exist.';
