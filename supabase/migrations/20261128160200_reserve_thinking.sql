-- A reservation is never smaller than what the vendor may bill: it contains what a model may think, the limits that the
-- provider clients set by themselves, and the fallback models that they know.

create function private.may_think(model_id text, config jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(config -> 'reasoning_model' = 'true', false)
      or may_think.model_id ~* '(^|/)(o[0-9]|gpt-[5-9]|gpt-oss|gemini-(2\.5|[3-9])|claude-[a-z]+-([5-9]|[0-9]{2}))'
  $$;
comment on function private.may_think(text, jsonb) is
  'Whether a model may think although no effort is requested: every model to whose limit the provider clients then add room.';

create function private.built_in_fallbacks(vendor text) returns text[]
  language sql immutable set search_path = ''
  as $$
    select case built_in_fallbacks.vendor
      when 'deepinfra' then array['meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo', 'mistralai/Mixtral-8x7B-Instruct-v0.1']
      else '{}'
    end
  $$;
comment on function private.built_in_fallbacks(text) is
  'The fallback models of a vendor''s provider client, tried if its config names none.';

create function private.reply_limit(vendor jsonb, model_id text, config jsonb, reply_tokens bigint) returns bigint
  language sql immutable set search_path = ''
  as $$
    select least(
      coalesce(
        reply_limit.reply_tokens + case when private.may_think(reply_limit.model_id, config) then 16384 else 0 end,
        -- What the provider clients request without a limit; an effort may be requested too.
        16384 + case vendor ->> 'name' when 'deepinfra' then 1024 when 'openai' then 4000 when 'modelslab' then 1000 end,
        16384 + case vendor #>> '{config,dialect}' when 'anthropic' then 4096 end,
        private.json_number(config -> 'max_output')::bigint,
        private.json_number(config -> 'context_length')::bigint,
        131072
      ),
      nullif(greatest(private.json_number(config -> 'max_output')::bigint, 0), 0)
    )
  $$;
comment on function private.reply_limit(jsonb, text, jsonb, bigint) is
  'The most tokens of a reply with its thinking. Without a limit it is that of the provider client, else the longest reply or the context of the model, else 131,072.';

create or replace function private.worst_case(
  target jsonb, failover jsonb, prompt_tokens bigint, reply_tokens bigint, out tokens bigint, out cost numeric
)
  language plpgsql stable set search_path = ''
  -- One of these models answers: the requested one, a fallback model of its vendor, or that of the failover vendor.
  as $$
  begin
    select max(worst_case.prompt_tokens + l.reply_tokens), max(p.cost) / 1000000000.0 into tokens, cost
    from (values (target), (failover)) as t (target)
    cross join lateral (
      select t.target #>> '{model,id}'
      union all
      select f from jsonb_array_elements_text(
        case jsonb_typeof(t.target #> '{vendor,config,fallback_models}')
          when 'array' then t.target #> '{vendor,config,fallback_models}'
          else to_jsonb(private.built_in_fallbacks(t.target #>> '{vendor,name}'))
        end
      ) f
    ) as m (id)
    cross join lateral (select (t.target #>> '{vendor,id}')::uuid) as v (id)
    left join public.api_vendor_models o on o.vendor_id = v.id and o.model_id = m.id
    cross join lateral (
      select private.reply_limit(t.target -> 'vendor', m.id, o.config, worst_case.reply_tokens)
    ) as l (reply_tokens)
    cross join lateral private.cost_of(v.id, m.id, worst_case.prompt_tokens, l.reply_tokens, 0) p
    where t.target is not null;
  end
  $$;
comment on function private.worst_case(jsonb, jsonb, bigint, bigint) is
  'The most tokens and US dollars that a request can take; cost is null if no price is known. reply_tokens is the limit of the answer with an effort that was requested.';
