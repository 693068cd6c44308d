import { describe, expect, it } from 'vitest';
import { builtInModels } from './built-in-models.ts';
import { listFromDatabase, listFromProvider, lockedModels, modelInUse } from './choose-models.ts';
import type { ModelEntry } from './model.ts';

const entry = (id: string, change: Partial<ModelEntry> = {}): ModelEntry => ({
  id,
  name: id,
  icon: 'X',
  size: '',
  description: [],
  isNew: false,
  isPro: false,
  isBeta: false,
  isDefault: false,
  supportsImages: false,
  contextLength: null,
  ...change,
});
const ids = (models: readonly ModelEntry[]) => models.map(({ id }) => id);

describe('the list', () => {
  it('shows the curated models that the active vendor offers, with its context lengths', () => {
    const offered = [entry('b', { contextLength: 8_192 }), entry('z')];
    expect(listFromDatabase({ curated: [entry('a'), entry('b')], offered })).toEqual([
      entry('b', { contextLength: 8_192 }),
    ]);
  });

  it('shows all curated models if the vendor takes any model name', () => {
    expect(ids(listFromDatabase({ curated: [entry('a'), entry('b')], offered: null }))).toEqual(['a', 'b']);
  });

  it('falls back to the vendor list, then to the known models of the provider, then to the built-in ones', () => {
    expect(ids(listFromDatabase({ curated: [], offered: [entry('z')] }))).toEqual(['z']);
    expect(listFromDatabase({ curated: [], offered: [] })).toEqual([]);
    expect(ids(listFromProvider(['deepseek-ai/DeepSeek-V3', 'unknown/model']))).toEqual([
      'deepseek-ai/DeepSeek-V3',
    ]);
    expect(listFromProvider(['unknown/model'])).toBe(builtInModels);
  });

  it.each([
    [0, 'Dolphin Mixtral 8x22B', 'cognitivecomputations/dolphin-mixtral-8x22b', '[MODEL-009]'],
    [1, 'Llama 3.1 8B Instruct', 'meta-llama/Meta-Llama-3.1-8B-Instruct', '[MODEL-010]'],
    [2, 'Llama 4 Maverick 17B', 'meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8', '[MODEL-011]'],
    [3, 'Llama 4 Scout 17B', 'meta-llama/Llama-4-Scout-17B-16E-Instruct', '[MODEL-012]'],
    [4, 'DeepSeek V3', 'deepseek-ai/DeepSeek-V3', '[MODEL-013]'],
    [5, 'Qwen 2.5 VL 72B', 'Qwen/Qwen2.5-VL-72B-Instruct', '[MODEL-014]'],
    [6, 'Gemma 3 27B', 'google/gemma-3-27b-it', '[MODEL-015]'],
    [7, 'DeepSeek R1 Turbo', 'deepseek-ai/DeepSeek-R1-Turbo', '[MODEL-016]'],
  ])('lists built-in entry %i as %s, %s, flagged new %s', (index, name, id) => {
    const supportsImages = [2, 5].includes(index);
    expect(builtInModels[index]).toMatchObject({ name, id, isNew: true, isPro: false, supportsImages });
  });

  it('has eight built-in entries, the first the default [MODEL-008, MODEL-024, MODEL-026]', () => {
    expect(builtInModels).toHaveLength(8);
    expect(builtInModels.map(({ isDefault }) => isDefault)).toEqual([
      true,
      ...Array.from({ length: 7 }, () => false),
    ]);
    expect(modelInUse(builtInModels, new Set(), null)?.name).toBe('Dolphin Mixtral 8x22B');
  });
});

describe('a plan', () => {
  const models = [entry('pro', { isPro: true }), entry('a'), entry('b'), entry('c')];

  it('starter and guest include the first two models that are not pro [ROLE-022]', () => {
    expect([...lockedModels(models, 'starter', 2)]).toEqual(['pro', 'c']);
    expect([...lockedModels(models, 'guest', 2)]).toEqual(['pro', 'c']);
  });

  it('starter includes as many as the installation allows', () => {
    expect([...lockedModels(models, 'starter', 1)]).toEqual(['pro', 'b', 'c']);
    expect([...lockedModels(models, 'starter', 500)]).toEqual(['pro']);
  });

  it('professional includes all [ROLE-017]', () => {
    expect([...lockedModels(models, 'professional', 2)]).toEqual([]);
  });
});

describe('the model in use', () => {
  const models = [entry('a'), entry('b', { isDefault: true }), entry('c')];

  it('is the selected one if it is listed and included, else the default [MODEL-025]', () => {
    expect(modelInUse(models, new Set(), 'c')?.id).toBe('c');
    expect(modelInUse(models, new Set(), 'gone')?.id).toBe('b');
    expect(modelInUse(models, new Set(['c']), 'c')?.id).toBe('b');
    expect(modelInUse(models, new Set(['b']), null)?.id).toBe('a');
    expect(modelInUse([], new Set(), 'a')).toBeNull();
  });
});
