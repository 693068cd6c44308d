import { describe, expect, it } from 'vitest';
import { readListedModel } from './listed-model.ts';
import { knownFacts } from './model-facts.ts';

const named = { id: 'm', displayName: 'm' };

describe('the facts that a vendor lists about a model', () => {
  it.each([
    [
      'OpenRouter',
      {
        context_length: 200_000,
        architecture: { input_modalities: ['text', 'image'] },
        top_provider: { max_completion_tokens: 64_000 },
        supported_parameters: ['tools', 'reasoning'],
        pricing: { prompt: '0.000003', completion: '0.000015' },
      },
      {
        contextLength: 200_000,
        maxOutput: 64_000,
        vision: true,
        tools: true,
        reasoning: true,
        inputPrice: 0.003,
        outputPrice: 0.015,
      },
    ],
    [
      'DeepInfra',
      {
        metadata: {
          context_length: 131_072,
          max_tokens: 16_384,
          tags: ['vision', 'reasoning'],
          pricing: { input_tokens: 0.4, output_tokens: 0.9 },
        },
      },
      {
        contextLength: 131_072,
        maxOutput: 16_384,
        vision: true,
        reasoning: true,
        inputPrice: 0.0004,
        outputPrice: 0.0009,
      },
    ],
    [
      'Together',
      { context_length: 8192, pricing: { input: 0.88, output: 0.88 } },
      { contextLength: 8192, inputPrice: 0.00088, outputPrice: 0.00088 },
    ],
    [
      'Groq',
      { context_window: 131_072, max_completion_tokens: 32_768 },
      { contextLength: 131_072, maxOutput: 32_768 },
    ],
    [
      'Mistral',
      { max_context_length: 128_000, capabilities: { vision: false, function_calling: true } },
      { contextLength: 128_000, vision: false, tools: true },
    ],
  ])('are read from the list of %s', (_, entry, facts) => {
    expect(readListedModel({ id: 'm', ...entry })).toEqual({ ...named, ...facts });
  });

  it.each([
    { pricing: { prompt: '-1', completion: '' } },
    { pricing: { prompt: null, completion: 'free' } },
    { context_length: 0, supported_parameters: 'tools', architecture: 7, metadata: 'none' },
    { context_length: 1e300, max_completion_tokens: -1 },
  ])('counts as unknown if it is unreadable: %j', (entry) => {
    expect(readListedModel({ id: 'm', ...entry })).toEqual(named);
  });

  it('is free if the price is 0', () => {
    expect(readListedModel({ id: 'm', pricing: { prompt: '0', completion: '0' } })).toMatchObject({
      inputPrice: 0,
      outputPrice: 0,
    });
  });
});

describe('the table of well-known models', () => {
  it('covers all versions of a model, with prices only at its maker', () => {
    const facts = { contextLength: 1_047_576, maxOutput: 32_768, vision: true, tools: true };
    const prices = { inputPrice: 0.002, outputPrice: 0.008 };
    expect(knownFacts('gpt-4.1-2025-04-14', 'api.openai.com')).toEqual({ ...facts, ...prices });
    expect(knownFacts('openai/gpt-4.1', 'openrouter.ai')).toEqual(facts);
    expect(knownFacts('claude-sonnet-4-20250514', 'api.anthropic.com')).toMatchObject({ inputPrice: 0.003 });
  });

  it('has no facts about other models', () => {
    for (const id of ['gpt-4.1-turbo', 'constructor', '', '/'])
      expect(knownFacts(id, 'api.openai.com')).toEqual({});
  });
});
