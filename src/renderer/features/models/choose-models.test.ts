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

  it('shows all curated models where the vendor answers as any', () => {
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

  it('has eight built-in entries, all new, the first the default [MODEL-008, MODEL-009..016, MODEL-024]', () => {
    expect(builtInModels.map(({ name }) => name)).toEqual([
      'Dolphin Mixtral 8x22B',
      'Llama 3.1 8B Instruct',
      'Llama 4 Maverick 17B',
      'Llama 4 Scout 17B',
      'DeepSeek V3',
      'Qwen 2.5 VL 72B',
      'Gemma 3 27B',
      'DeepSeek R1 Turbo',
    ]);
    expect(builtInModels.every(({ isNew }) => isNew)).toBe(true);
    expect(builtInModels.filter(({ supportsImages }) => supportsImages).map(({ name }) => name)).toEqual([
      'Llama 4 Maverick 17B',
      'Qwen 2.5 VL 72B',
    ]);
    expect(modelInUse(builtInModels, new Set(), null)?.id).toBe(
      'cognitivecomputations/dolphin-mixtral-8x22b',
    );
  });
});

describe('a plan', () => {
  const models = [entry('pro', { isPro: true }), entry('a'), entry('b'), entry('c')];

  it('starter and guest open the first two models that are not pro [ROLE-022]', () => {
    expect([...lockedModels(models, 'starter', 2)]).toEqual(['pro', 'c']);
    expect([...lockedModels(models, 'guest', 2)]).toEqual(['pro', 'c']);
  });

  it('starter opens as many as the installation has set', () => {
    expect([...lockedModels(models, 'starter', 1)]).toEqual(['pro', 'b', 'c']);
    expect([...lockedModels(models, 'starter', 500)]).toEqual(['pro']);
  });

  it('professional opens all [ROLE-017]', () => {
    expect([...lockedModels(models, 'professional', 2)]).toEqual([]);
  });
});

describe('the model in use', () => {
  const models = [entry('a'), entry('b', { isDefault: true }), entry('c')];

  it('is the chosen one while it is listed and open, else the default [MODEL-025]', () => {
    expect(modelInUse(models, new Set(), 'c')?.id).toBe('c');
    expect(modelInUse(models, new Set(), 'gone')?.id).toBe('b');
    expect(modelInUse(models, new Set(['c']), 'c')?.id).toBe('b');
    expect(modelInUse(models, new Set(['b']), null)?.id).toBe('a');
    expect(modelInUse([], new Set(), 'a')).toBeNull();
  });
});
