import type { Effort } from '../../../completion/completion.ts';

type Efforts = readonly Effort[];

const noEfforts: Efforts = [];
const levels: Efforts = ['low', 'medium', 'high'];
const offAndLevels: Efforts = ['off', ...levels];

/** OpenAI's reasoning models, at OpenAI or Azure. They refuse `max_tokens`, `top_p` and any temperature. */
export const isOpenAiReasoning = (model: string): boolean => /^(?:o\d|gpt-[5-9])/.test(model);

/** An open model whose thinking has levels, but cannot be turned off. */
const isGptOss = (model: string) => /(?:^|\/)gpt-oss/.test(model);

function effortsOfOpenAi(model: string): Efforts {
  // These models accept no effort, or only one.
  if (/^o1-(?:mini|preview)|-chat|-pro/.test(model)) return noEfforts;
  return /^gpt-(?:5\.\d|[6-9])(?!.*-codex)/.test(model) ? offAndLevels : levels;
}

const levelsIfReasoning =
  (efforts: Efforts) =>
  (_model: string, isReasoning: boolean): Efforts =>
    isReasoning ? efforts : noEfforts;

/** The efforts of models by their vendor's host, from the vendors' documentation, November 2026. */
const hosts: Readonly<Record<string, (model: string, isReasoning: boolean) => Efforts>> = {
  'openrouter.ai': levelsIfReasoning(offAndLevels),
  'api.deepinfra.com': levelsIfReasoning(offAndLevels),
  // DeepSeek treats medium as high.
  'api.deepseek.com': () => ['off', 'low', 'high'],
  'api.groq.com': (model) => (isGptOss(model) ? levels : /qwen3/.test(model) ? ['off'] : noEfforts),
  'api.x.ai': (model) => {
    if (model.startsWith('grok-3-mini')) return ['low', 'high'];
    return /^grok-(?:4\.[3-9](?!\d)|[5-9])(?!.*non-reasoning)/.test(model) ? offAndLevels : noEfforts;
  },
  // Mistral refuses the field for most of its models.
  'api.mistral.ai': () => noEfforts,
  'api.openai.com': (model) => (isOpenAiReasoning(model) ? effortsOfOpenAi(model) : noEfforts),
};

/** Programs on the user's computer or network, recognized by their default ports. */
const ollamaPort = ':11434';
const studioPort = ':1234';
/** llama.cpp, only on this computer: on other hosts, many programs use this port. */
const llamaHost = /^(?:127\.0\.0\.1|localhost|\[::1\]):8080$/;
const isLocalProgram = (host: string) =>
  host.endsWith(ollamaPort) || host.endsWith(studioPort) || llamaHost.test(host);

/**
 * Returns the efforts that a model accepts.
 *
 * @param host the endpoint's host and port
 * @param isReasoning whether the model is known to think
 */
export function openAiEfforts(host: string, model: string, isReasoning: boolean): Efforts {
  const ofHost = hosts[host];
  if (ofHost) return ofHost(model, isReasoning);
  if (isOpenAiReasoning(model)) return effortsOfOpenAi(model);
  if (isGptOss(model)) return levels;
  if (!isReasoning) return noEfforts;
  // Models in local programs think unless the request turns thinking off. Most of them refuse levels.
  return isLocalProgram(host) ? ['off'] : levels;
}

/** Models whose names show that they always think. */
export const isKnownReasoningModel = (model: string): boolean => isOpenAiReasoning(model) || isGptOss(model);

export const effortName = (effort: Effort) => (effort === 'off' ? 'none' : effort);

/** Builds the fields that request an effort. Empty if the model is known to refuse them. */
export function effortFields(
  host: string,
  model: string,
  effort: Effort | undefined,
): Readonly<Record<string, unknown>> {
  if (effort === undefined || !openAiEfforts(host, model, true).includes(effort)) return {};
  const name = effortName(effort);
  if (host === 'openrouter.ai') return { reasoning: { effort: name } };
  // Every version of llama.cpp reads the effort from this field. Versions before July 2026 ignore `reasoning_effort`.
  if (llamaHost.test(host))
    return {
      chat_template_kwargs: effort === 'off' ? { enable_thinking: false } : { reasoning_effort: name },
    };
  if (host !== 'api.deepseek.com') return { reasoning_effort: name };
  return effort === 'off'
    ? { thinking: { type: 'disabled' } }
    : { thinking: { type: 'enabled' }, reasoning_effort: name };
}
