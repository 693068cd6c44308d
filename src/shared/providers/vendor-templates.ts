import { dialectNames, type DialectName } from './vendor.ts';

/** The known facts about a vendor before it is added. */
export interface VendorTemplate {
  readonly name: string;
  readonly dialect: DialectName;
  readonly endpoint: string;
  readonly needsKey: boolean;
}

interface TemplateEntry extends Omit<VendorTemplate, 'dialect'> {
  /** A template appears once its dialect is supported. */
  readonly dialect: string;
}

const hosted = (name: string, endpoint: string, dialect = 'openai-style'): TemplateEntry => ({
  name,
  endpoint,
  dialect,
  needsKey: true,
});
const local = (name: string, port: number): TemplateEntry => ({
  name,
  endpoint: `http://localhost:${port}/v1/chat/completions`,
  dialect: 'openai-style',
  needsKey: false,
});

/** URLs from the vendors' public references, November 2026. */
const known: readonly TemplateEntry[] = [
  hosted('OpenAI', 'https://api.openai.com/v1/chat/completions'),
  hosted('OpenAI (Responses)', 'https://api.openai.com/v1/responses', 'openai-responses'),
  hosted('Anthropic', 'https://api.anthropic.com/v1/messages', 'anthropic'),
  hosted('Gemini', 'https://generativelanguage.googleapis.com/v1beta', 'gemini'),
  hosted('OpenRouter', 'https://openrouter.ai/api/v1/chat/completions'),
  hosted('DeepInfra', 'https://api.deepinfra.com/v1/openai/chat/completions'),
  hosted('Groq', 'https://api.groq.com/openai/v1/chat/completions'),
  hosted('Mistral', 'https://api.mistral.ai/v1/chat/completions'),
  hosted('xAI', 'https://api.x.ai/v1/chat/completions'),
  hosted('DeepSeek', 'https://api.deepseek.com/v1/chat/completions'),
  hosted('Together', 'https://api.together.xyz/v1/chat/completions'),
  // Each customer has a URL; models have the names of their deployments.
  hosted('Azure OpenAI', 'https://YOUR-RESOURCE.openai.azure.com/openai/v1/chat/completions'),
  local('Ollama', 11434),
  local('LM Studio', 1234),
  local('llama.cpp', 8080),
  local('vLLM', 8000),
];

const isSupported = (dialect: string): dialect is DialectName =>
  (dialectNames as readonly string[]).includes(dialect);

export const vendorTemplates: readonly VendorTemplate[] = known.flatMap(({ dialect, ...template }) =>
  isSupported(dialect) ? [{ ...template, dialect }] : [],
);
