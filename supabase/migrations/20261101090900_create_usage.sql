-- Usage: requests, tokens and cost, by user, day and model.
-- Table: message_usage.

create table public.message_usage (
  user_id uuid not null references auth.users (id) on delete cascade,
  usage_day date not null,
  model_id text not null check (char_length(model_id) <= 200),
  requests bigint not null default 0 check (requests >= 0),
  prompt_tokens bigint not null default 0 check (prompt_tokens >= 0),
  completion_tokens bigint not null default 0 check (completion_tokens >= 0),
  cost numeric(18, 8) not null default 0 check (cost >= 0),
  primary key (user_id, usage_day, model_id)
);
comment on table public.message_usage is 'What was delivered, by user, UTC day and model. No text.';
comment on column public.message_usage.cost is 'USD, from the vendor model''s cost_per_1k_*; 0 where it is unknown.';

create index message_usage_usage_day_idx on public.message_usage (usage_day, model_id);

alter table public.message_usage enable row level security;
revoke all on table public.message_usage from public, anon, authenticated, service_role;
grant select (user_id, usage_day, model_id, requests, prompt_tokens, completion_tokens, cost)
  on table public.message_usage to authenticated;
grant select, insert, update, delete on table public.message_usage to service_role;

create policy "Users can read their own usage, administrators all usage"
  on public.message_usage for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.may_read())) or (select private.is_admin()));
