import { expect, it } from 'vitest';
import { defaultModelOf } from './providers.ts';

it("uses the config's default model, otherwise the documented ones [VENDOR-014] [PROV-015] [MODEL-026]", () => {
  expect(defaultModelOf({ name: 'openai', config: {} })).toBe('gpt-4.1-2025-04-14');
  expect(defaultModelOf({ name: 'deepinfra', config: {} })).toBe(
    'meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo',
  );
  expect(defaultModelOf({ name: 'openai', config: { default_model: 'own' } })).toBe('own');
  expect(defaultModelOf({ name: 'ollama', config: {} })).toBeUndefined();
});
