-- What users tell the models of all their chats.
-- Table: account_instructions.

create table public.account_instructions (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  about text not null default '' check (char_length(about) <= 1500),
  style text not null default '' check (char_length(style) <= 1500),
  is_used boolean not null default true,
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.account_instructions is 'Instructions that are sent with the requests of all chats of an account.';
comment on column public.account_instructions.about is 'What the user wants models to know about them.';
comment on column public.account_instructions.style is 'How the user wants models to answer.';
comment on column public.account_instructions.is_used is
  'Whether they are sent in chats whose parameters do not say it (accountInstructions).';
comment on column public.account_instructions.revision is
  'Grows with each change. A device changes only the revision that it has read, so that no other change is lost.';

-- Who may read and write what

alter table public.account_instructions enable row level security;

grant select on table public.account_instructions to authenticated;
grant select, insert, update, delete on table public.account_instructions to service_role;

create policy "Users can read their own instructions"
  on public.account_instructions for select to authenticated
  using (user_id = (select auth.uid()) and (select private.may_read()));

create function public.save_account_instructions(
  about text, style text, is_used boolean, known_revision integer default 0
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: counts the write in an internal table; writes the caller's row only.
  as $$
  declare
    caller constant uuid := auth.uid();
    stored public.account_instructions;
    is_saved boolean;
  begin
    if not private.may_read() then
      raise insufficient_privilege using message = 'Your account cannot be used.';
    end if;
    perform private.add_usage(caller, writes => 1);
    insert into public.account_instructions as i (user_id, about, style, is_used)
    values (
      caller, save_account_instructions.about, save_account_instructions.style, save_account_instructions.is_used
    )
    on conflict (user_id) do update
      set about = excluded.about, style = excluded.style, is_used = excluded.is_used, revision = i.revision + 1,
        updated_at = now()
      where i.revision = known_revision;
    is_saved := found;
    select i.* into stored from public.account_instructions i where i.user_id = caller;
    return jsonb_build_object(
      -- The same values are also saved: the response to an earlier call may have been lost.
      'is_saved', is_saved or (stored.about, stored.style, stored.is_used) is not distinct from (
        save_account_instructions.about, save_account_instructions.style, save_account_instructions.is_used
      ),
      'stored', to_jsonb(stored) - 'user_id' - 'updated_at'
    );
  end
  $$;
comment on function public.save_account_instructions(text, text, boolean, integer) is
  'Replaces the caller''s instructions if known_revision (0 for none) is the stored one, so that a device never overwrites what it has not read. {is_saved, stored: {about, style, is_used, revision}}';
grant execute on function public.save_account_instructions(text, text, boolean, integer) to authenticated;

-- A merge keeps the target's instructions. The source's move if the target has none.

create function private.move_instructions(source uuid, target uuid) returns void
  language sql set search_path = ''
  as $$
    update public.account_instructions i set user_id = target
    where i.user_id = source
      and not exists (select from public.account_instructions o where o.user_id = target)
  $$;

alter function private.move_content(uuid, uuid) rename to move_chats;

create or replace function private.move_content(source uuid, target uuid) returns jsonb
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.move_instructions(source, target);
    return private.move_chats(source, target);
  end
  $$;

-- A chat can differ from is_used.

alter table public.chat_history drop constraint chat_history_parameters_check;
alter table public.chat_history add constraint chat_history_parameters_check check (case
  when parameters is null then true
  when jsonb_typeof(parameters) <> 'object' or parameters = '{}' then false
  when parameters - array[
    'instructions', 'temperature', 'topP', 'maxTokens', 'effort', 'summary', 'accountInstructions'
  ] <> '{}' then false
  when coalesce(jsonb_typeof(parameters -> 'instructions'), 'string') <> 'string'
    or coalesce(jsonb_typeof(parameters -> 'effort'), 'string') <> 'string'
    or coalesce(jsonb_typeof(parameters -> 'temperature'), 'number') <> 'number'
    or coalesce(jsonb_typeof(parameters -> 'topP'), 'number') <> 'number'
    or coalesce(jsonb_typeof(parameters -> 'maxTokens'), 'number') <> 'number'
    or coalesce(jsonb_typeof(parameters -> 'accountInstructions'), 'boolean') <> 'boolean'
    or coalesce(jsonb_typeof(parameters -> 'summary'), 'object') <> 'object' then false
  when parameters ? 'summary' and (
    coalesce(jsonb_typeof(parameters #> '{summary,before}'), '') <> 'string'
    or coalesce(jsonb_typeof(parameters #> '{summary,text}'), '') <> 'string'
    or coalesce(jsonb_typeof(parameters #> '{summary,isPartial}'), 'boolean') <> 'boolean'
    or (parameters -> 'summary') - array['before', 'text', 'isPartial'] <> '{}') then false
  else coalesce(parameters ->> 'instructions' ~ '\S', true)
    and coalesce(char_length(parameters ->> 'instructions') <= 8000, true)
    and coalesce(parameters ->> 'effort' in ('off', 'low', 'medium', 'high'), true)
    and coalesce((parameters ->> 'temperature')::numeric between 0 and 2, true)
    and coalesce((parameters ->> 'topP')::numeric between 0 and 1, true)
    and coalesce((parameters ->> 'maxTokens')::numeric between 1 and 1000000, true)
    and coalesce((parameters ->> 'maxTokens')::numeric % 1 = 0, true)
    and coalesce(char_length(parameters #>> '{summary,before}') = 36, true)
    and coalesce(parameters #>> '{summary,text}' ~ '\S', true)
    and coalesce(char_length(parameters #>> '{summary,text}') <= 8000, true)
end);
comment on column public.chat_history.parameters is
  '{instructions, temperature, topP, maxTokens, effort, summary, accountInstructions}, each optional: what differs from the default; null if nothing does. A model is not sent what it does not accept. summary {before, text, isPartial} is sent instead of the messages before the message `before`. accountInstructions: whether account_instructions are sent; if absent, is_used decides.';
