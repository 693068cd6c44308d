import { dialectNames, type DialectName } from './vendor.ts';

/** Facts about a vendor that administrators can add. */
export interface VendorTemplate {
  readonly name: string;
  readonly dialect: DialectName;
  readonly endpoint: string;
  readonly needsKey: boolean;
}

interface TemplateEntry extends Omit<VendorTemplate, 'dialect'> {
  /** A template is offered only if its dialect is supported. */
  readonly dialect: string;
}

const hostedVendor = (name: string, endpoint: string, dialect = 'openai-style'): TemplateEntry => ({
  name,
  endpoint,
  dialect,
  needsKey: true,
});
const localVendor = (name: string, port: number): TemplateEntry => ({
  name,
  endpoint: `http://localhost:${port}/v1/chat/completions`,
  dialect: 'openai-style',
  needsKey: false,
});

/** URLs from the vendors' documentation, November 2026. */
const knownVendors: readonly TemplateEntry[] = [
  hostedVendor('OpenAI', 'https://api.openai.com/v1/chat/completions'),
  hostedVendor('OpenAI (Responses)', 'https://api.openai.com/v1/responses', 'openai-responses'),
  hostedVendor('Anthropic', 'https://api.anthropic.com/v1/messages', 'anthropic'),
  hostedVendor('Gemini', 'https://generativelanguage.googleapis.com/v1beta', 'gemini'),
  hostedVendor('OpenRouter', 'https://openrouter.ai/api/v1/chat/completions'),
  hostedVendor('DeepInfra', 'https://api.deepinfra.com/v1/openai/chat/completions'),
  hostedVendor('Groq', 'https://api.groq.com/openai/v1/chat/completions'),
  hostedVendor('Mistral', 'https://api.mistral.ai/v1/chat/completions'),
  hostedVendor('xAI', 'https://api.x.ai/v1/chat/completions'),
  hostedVendor('DeepSeek', 'https://api.deepseek.com/v1/chat/completions'),
  hostedVendor('Together', 'https://api.together.xyz/v1/chat/completions'),
  // Each customer has a separate URL, and models have the names that the customer chose.
  hostedVendor('Azure OpenAI', 'https://YOUR-RESOURCE.openai.azure.com/openai/v1/chat/completions'),
  localVendor('Ollama', 11434),
  localVendor('LM Studio', 1234),
  localVendor('llama.cpp', 8080),
  localVendor('vLLM', 8000),
];

const isSupported = (dialect: string): dialect is DialectName =>
  (dialectNames as readonly string[]).includes(dialect);

export const vendorTemplates: readonly VendorTemplate[] = knownVendors.flatMap(({ dialect, ...template }) =>
  isSupported(dialect) ? [{ ...template, dialect }] : [],
);
