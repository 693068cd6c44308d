-- A chat's parameters may contain a summary of its older messages, which is sent instead of them.

alter table public.chat_history drop constraint chat_history_parameters_check;
alter table public.chat_history add constraint chat_history_parameters_check
  -- Each condition only looks at values whose type the earlier ones have checked; CASE keeps that order.
  check (case
    when parameters is null then true
    when jsonb_typeof(parameters) <> 'object' or parameters = '{}' then false
    when parameters - array['instructions', 'temperature', 'topP', 'maxTokens', 'effort', 'summary'] <> '{}' then false
    when coalesce(jsonb_typeof(parameters -> 'instructions'), 'string') <> 'string'
      or coalesce(jsonb_typeof(parameters -> 'effort'), 'string') <> 'string'
      or coalesce(jsonb_typeof(parameters -> 'temperature'), 'number') <> 'number'
      or coalesce(jsonb_typeof(parameters -> 'topP'), 'number') <> 'number'
      or coalesce(jsonb_typeof(parameters -> 'maxTokens'), 'number') <> 'number'
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
  '{instructions, temperature, topP, maxTokens, effort, summary}, each optional: what differs from the default; null if nothing does. A model is not sent what it does not accept. summary {before, text, isPartial} is sent instead of the messages before the message `before`.';
