import { describe, expect, it } from 'vitest';
import { plainEntry, readableName } from './model.ts';
import { curatedRow, offeredRow } from './model-rows.ts';

const curated = {
  model_id: 'a/model',
  display_name: 'A Model',
  icon_text: 'AM',
  size_label: '8B',
  description_items: ['Fast'],
  is_new: true,
  is_pro: false,
  is_beta: true,
  is_default: false,
  supports_images: true,
};
const vendorModel = (model_id: string, config: unknown) =>
  offeredRow.parse({ model_id, display_name: 'A Model', config });

describe('a curated row', () => {
  it('becomes an entry [MODEL-005, MODEL-006]', () => {
    expect(curatedRow.parse(curated)).toEqual({
      id: 'a/model',
      name: 'A Model',
      icon: 'AM',
      size: '8B',
      description: ['Fast'],
      isNew: true,
      isPro: false,
      isBeta: true,
      isDefault: false,
      supportsImages: true,
      contextLength: null,
    });
  });

  it('is ignored when it is the placeholder [MODEL-007]', () => {
    expect(curatedRow.parse({ ...curated, model_id: 'dummy_preserve_table' })).toBeNull();
  });
});

describe('a model without a name', () => {
  it.each([
    ['meta-llama/Meta-Llama-3.1-8B-Instruct', 'Meta Llama 3.1 8B Instruct'],
    ['mistralai/mixtral-8x22b-instruct', 'Mixtral 8x22B Instruct'],
    ['gpt-4.1-2025-04-14', 'GPT-4.1 (2025-04-14)'],
    ['qwen2.5-coder:7b', 'Qwen2.5 Coder 7B'],
    ['llama', 'Llama'],
    ['-', '-'],
  ])('%s is shown as %s', (id, name) => {
    expect(readableName(id)).toBe(name);
    expect(offeredRow.parse({ model_id: id, display_name: id, config: {} }).name).toBe(name);
    expect(curatedRow.parse({ ...curated, model_id: id, display_name: '' })?.name).toBe(name);
  });

  it('shows its identifier below the name', () => {
    expect(plainEntry('qwen3:8b').description).toEqual(['qwen3:8b']);
    expect(plainEntry('qwen3:8b', 'My Qwen').description).toEqual([]);
  });
});

describe("a vendor's row", () => {
  it('is pro above 0.002 dollars, but not at exactly 0.002 [MODEL-029]', () => {
    expect([0.002, 0.0021].map((cost) => vendorModel('m', { cost_per_1k_input: cost }).isPro)).toEqual([
      false,
      true,
    ]);
  });

  it('is new if its id contains 2025 [MODEL-030]', () => {
    expect(['gpt-4.1-2025-04-14', 'gpt-4o'].map((id) => vendorModel(id, {}).isNew)).toEqual([true, false]);
  });

  it('shows its context length in thousands as its size, or "Large" [MODEL-031]', () => {
    expect(
      [131_072, 8_192, undefined].map((length) => vendorModel('m', { context_length: length }).size),
    ).toEqual(['131K', '8K', 'Large']);
  });

  it('supports images by its id or its configuration [MODEL-028, MODEL-032]', () => {
    expect(
      [
        vendorModel('gpt-4o', {}),
        vendorModel('gpt-4o-mini', {}),
        vendorModel('m', { supports_vision: true }),
        vendorModel('m', {}),
      ].map((entry) => entry.supportsImages),
    ).toEqual([true, true, true, null]);
  });

  it('may have its configuration as a string, or an invalid one [VENDOR-013]', () => {
    expect(vendorModel('m', '{"context_length": 4000}').size).toBe('4K');
    expect(vendorModel('m', '{broken').size).toBe('Large');
    expect(vendorModel('m', { context_length: 'many' }).size).toBe('Large');
  });
});

it("reads a model's limits and abilities, and treats what is missing or wrong as unknown", () => {
  const read = (config: unknown) => offeredRow.parse({ model_id: 'm', display_name: 'M', config });
  expect(
    read({ context_length: 200_000, max_output: 64_000, supports_tools: true, reasoning_model: true }),
  ).toMatchObject({ contextLength: 200_000, maxOutput: 64_000, supportsTools: true, isReasoning: true });
  for (const config of [{}, { max_output: 'much', supports_tools: 'yes', reasoning_model: 1 }]) {
    const entry = read(config);
    for (const fact of ['maxOutput', 'supportsTools', 'isReasoning']) expect(entry).not.toHaveProperty(fact);
  }
});
