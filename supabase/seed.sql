-- The first rows of a new installation. Can be repeated, and then keeps administrators' changes.

insert into public.system_settings (setting_key, setting_value, is_public, description) values
  ('active_vendor', 'demo', true, 'Name of the active vendor; a copy of api_vendors.is_active'),
  ('default_system_prompt',
    'You are Clover, a helpful assistant. Answer directly and honestly. Say so when you do not know.',
    true, 'System message of chats without their own'),
  ('demo_enabled', 'true', true, 'Whether visitors can enter as guests'),
  ('signup_open', 'true', true, 'Whether visitors can create accounts'),
  ('payments_mode', 'off', true, 'simulated or off; the start sets simulated on a loopback host'),
  ('failover', 'false', false, 'Whether another vendor answers when the active one fails'),
  ('starter_messages_per_day', '3', true, 'Messages per UTC day on Starter'),
  ('starter_models', '2', true, 'Number of models for Starter and guests'),
  ('starter_history_hours', '24', true, 'Hours of history that Starter and guests see'),
  ('guest_messages_per_day', '3', true, 'Messages per UTC day of a guest on any vendor but the demo'),
  ('guest_demo_messages_per_day', '40', true, 'Messages per UTC day of a guest on the demo vendor'),
  ('guest_address_messages_per_day', '3', false,
    'Messages per UTC day of all guests of one network address, on any vendor but the demo'),
  ('service_cost_per_month', 'none', false, 'US dollars per UTC month that all accounts together may cost'),
  ('guest_tokens_per_month', 'none', false, 'Tokens per UTC month of a guest; none means no limit'),
  ('starter_tokens_per_month', 'none', false, 'Tokens per UTC month of an account on Starter'),
  ('professional_tokens_per_month', 'none', false, 'Tokens per UTC month of an account on Professional'),
  ('guest_cost_per_month', 'none', false, 'US dollars per UTC month that a guest may cost; none means no limit'),
  ('starter_cost_per_month', 'none', false, 'US dollars per UTC month that an account on Starter may cost'),
  ('professional_cost_per_month', 'none', false,
    'US dollars per UTC month that an account on Professional may cost'),
  ('guest_chats', '200', false, 'Chats that a guest may store'),
  ('starter_chats', '10000', false, 'Chats that an account on Starter may store'),
  ('professional_chats', '100000', false, 'Chats that an account on Professional may store'),
  ('guest_stored_messages', '4000', false, 'Messages of all roles that a guest may store'),
  ('starter_stored_messages', '50000', false, 'Messages of all roles that an account on Starter may store'),
  ('professional_stored_messages', '1000000', false,
    'Messages of all roles that an account on Professional may store'),
  ('guest_stored_megabytes', '20', false, 'Megabytes of messages and images that a guest may store, and write per day'),
  ('starter_stored_megabytes', '500', false,
    'Megabytes of messages and images that an account on Starter may store, and write per day'),
  ('professional_stored_megabytes', '5000', false,
    'Megabytes of messages and images that an account on Professional may store, and write per day'),
  ('guest_writes_per_minute', '120', false, 'Chats and messages that a guest may write per minute'),
  ('starter_writes_per_minute', '1200', false, 'Chats and messages that an account on Starter may write per minute'),
  ('professional_writes_per_minute', '3000', false,
    'Chats and messages that an account on Professional may write per minute')
on conflict (setting_key) do nothing;

insert into public.api_vendors (name, display_name, endpoint_url, is_active, priority_order, config) values
  ('deepinfra', 'DeepInfra', 'https://api.deepinfra.com/v1/openai/chat/completions', false, 1,
    '{"stream": true, "default_model": "meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo",
      "fallback_models": ["meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo", "mistralai/Mixtral-8x7B-Instruct-v0.1"]}'),
  ('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1/chat/completions', false, 2,
    '{"stream": true, "default_model": "meta-llama/llama-3.1-70b-instruct"}'),
  ('modelslab', 'ModelsLab', 'https://modelslab.com/api/v6/llm/uncensored_chat', false, 3,
    '{"stream": false, "default_model": "ModelsLab/Llama-3.1-8b-Uncensored-Dare"}'),
  ('openai', 'OpenAI', 'https://api.openai.com/v1/chat/completions', false, 4,
    '{"stream": true, "default_model": "gpt-4.1-2025-04-14"}'),
  ('ollama', 'Ollama', 'http://localhost:11434/v1/chat/completions', false, 5,
    '{"stream": true, "needs_key": false, "default_model": "llama3.1:8b"}'),
  -- Priority 0, because the demo never replaces a failing vendor.
  ('demo', 'Demo', null, not exists (select from public.api_vendors where is_active), 0,
    '{"stream": true, "needs_key": false}')
on conflict (name) do nothing;

insert into public.ai_models
  (model_id, display_name, icon_text, size_label, description_items, is_new, is_default, supports_images, "order")
values
  ('cognitivecomputations/dolphin-mixtral-8x22b', 'Dolphin Mixtral 8x22B', 'DM', '8x22B',
    array['Open-minded general assistant', 'Strong at writing and code'], true, true, false, 1),
  ('meta-llama/Meta-Llama-3.1-8B-Instruct', 'Llama 3.1 8B Instruct', 'L3', '8B',
    array['Quick answers', 'Good for short everyday questions'], true, false, false, 2),
  ('meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8', 'Llama 4 Maverick 17B', 'L4', '17B',
    array['Understands images', 'Broad knowledge'], true, false, true, 3),
  ('meta-llama/Llama-4-Scout-17B-16E-Instruct', 'Llama 4 Scout 17B', 'L4', '17B',
    array['Long documents', 'Fast for its size'], true, false, false, 4),
  ('deepseek-ai/DeepSeek-V3', 'DeepSeek V3', 'DS', '671B',
    array['Analysis and code', 'Large mixture of experts'], true, false, false, 5),
  ('Qwen/Qwen2.5-VL-72B-Instruct', 'Qwen 2.5 VL 72B', 'QW', '72B',
    array['Understands images', 'Reads charts and documents'], true, false, true, 6),
  ('google/gemma-3-27b-it', 'Gemma 3 27B', 'GM', '27B',
    array['Many languages', 'Balanced speed and depth'], true, false, false, 7),
  ('deepseek-ai/DeepSeek-R1-Turbo', 'DeepSeek R1 Turbo', 'R1', '671B',
    array['Thinks step by step', 'Mathematics and planning'], true, false, false, 8)
on conflict (model_id) do nothing;

insert into public.api_vendor_models (vendor_id, model_id, display_name, config)
select v.id, m.model_id, m.display_name, m.config::jsonb
from (values
  ('deepinfra', 'cognitivecomputations/dolphin-mixtral-8x22b', 'Dolphin Mixtral 8x22B', '{"context_length": 65536}'),
  ('deepinfra', 'meta-llama/Meta-Llama-3.1-8B-Instruct', 'Llama 3.1 8B Instruct', '{"context_length": 131072}'),
  ('deepinfra', 'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8', 'Llama 4 Maverick 17B',
    '{"context_length": 1048576, "supports_vision": true}'),
  ('deepinfra', 'meta-llama/Llama-4-Scout-17B-16E-Instruct', 'Llama 4 Scout 17B', '{"context_length": 327680}'),
  ('deepinfra', 'deepseek-ai/DeepSeek-V3', 'DeepSeek V3', '{"context_length": 163840}'),
  ('deepinfra', 'Qwen/Qwen2.5-VL-72B-Instruct', 'Qwen 2.5 VL 72B',
    '{"context_length": 32768, "supports_vision": true}'),
  ('deepinfra', 'google/gemma-3-27b-it', 'Gemma 3 27B', '{"context_length": 131072}'),
  ('deepinfra', 'deepseek-ai/DeepSeek-R1-Turbo', 'DeepSeek R1 Turbo',
    '{"context_length": 40960, "reasoning_model": true}'),
  ('deepinfra', 'meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo', 'Llama 3.1 70B Instruct Turbo',
    '{"context_length": 131072}'),
  ('deepinfra', 'meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo', 'Llama 3.1 8B Instruct Turbo',
    '{"context_length": 131072}'),
  ('deepinfra', 'mistralai/Mixtral-8x7B-Instruct-v0.1', 'Mixtral 8x7B Instruct', '{"context_length": 32768}'),
  ('openrouter', 'meta-llama/llama-3.1-70b-instruct', 'Llama 3.1 70B Instruct', '{"context_length": 131072}'),
  ('openrouter', 'meta-llama/llama-3.1-8b-instruct', 'Llama 3.1 8B Instruct', '{"context_length": 131072}'),
  ('modelslab', 'ModelsLab/Llama-3.1-8b-Uncensored-Dare', 'Llama 3.1 8B Uncensored', '{}'),
  ('openai', 'gpt-4.1-2025-04-14', 'GPT-4.1',
    '{"context_length": 1047576, "supports_vision": true, "cost_per_1k_input": 0.002, "cost_per_1k_output": 0.008}'),
  ('openai', 'gpt-4o', 'GPT-4o',
    '{"context_length": 128000, "supports_vision": true, "cost_per_1k_input": 0.0025, "cost_per_1k_output": 0.01}'),
  ('openai', 'gpt-4o-mini', 'GPT-4o mini',
    '{"context_length": 128000, "supports_vision": true, "cost_per_1k_input": 0.00015, "cost_per_1k_output": 0.0006}')
) as m (vendor, model_id, display_name, config)
join public.api_vendors v on v.name = m.vendor
on conflict (vendor_id, model_id) do nothing;
