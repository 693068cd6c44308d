import { expect, it } from 'vitest';
import { vendorTemplates } from './vendor-templates.ts';

it.each([
  'OpenAI',
  'Anthropic',
  'Gemini',
  'OpenRouter',
  'DeepInfra',
  'Groq',
  'Mistral',
  'xAI',
  'DeepSeek',
  'Ollama',
  'LM Studio',
  'llama.cpp',
  'vLLM',
  'Azure OpenAI',
])('%s has one template', (name) => {
  expect(vendorTemplates.filter((template) => template.name === name)).toHaveLength(1);
});

it.each(vendorTemplates)('$name uses TLS or is on this computer', ({ endpoint, needsKey }) => {
  const { protocol, hostname } = new URL(endpoint);
  expect([protocol, needsKey]).toEqual(hostname === 'localhost' ? ['http:', false] : ['https:', true]);
});
