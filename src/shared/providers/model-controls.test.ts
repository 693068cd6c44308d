import { expect, it } from 'vitest';
import { controlsOf } from './model-controls.ts';
import type { ClientName } from './vendor.ts';

const controls = (
  client: ClientName | null,
  model: string,
  changes: Partial<Parameters<typeof controlsOf>[0]> = {},
) => controlsOf({ client, host: 'api.openai.com', model, isReasoning: false, effort: undefined, ...changes });

it('offers the controls that the dialect sends for the model', () => {
  expect(controls('openai', 'gpt-4.1')).toEqual({ temperature: 2, hasTopP: true, efforts: [] });
  expect(controls('openai', 'o3')).toEqual({
    temperature: null,
    hasTopP: false,
    efforts: ['low', 'medium', 'high'],
  });
  expect(controls('openai-responses', 'gpt-5.1')).toMatchObject({
    temperature: null,
    efforts: ['off', 'low', 'medium', 'high'],
  });
  expect(controls('gemini', 'models/gemini-2.5-pro')).toEqual({
    temperature: 2,
    hasTopP: true,
    efforts: ['low', 'medium', 'high'],
  });
  expect(controls('anthropic', 'claude-opus-4-8')).toMatchObject({ temperature: null, hasTopP: false });
  expect(controls('modelslab', 'm')).toEqual({ temperature: 2, hasTopP: false, efforts: [] });
});

it("offers Claude's temperature only while it does not think", () => {
  expect(controls('anthropic', 'claude-sonnet-4-5')).toMatchObject({ temperature: 1 });
  expect(controls('anthropic', 'claude-sonnet-4-5', { effort: 'off' })).toMatchObject({ temperature: 1 });
  expect(controls('anthropic', 'claude-sonnet-4-5', { effort: 'low' })).toMatchObject({ temperature: null });
});

it('offers the effort of other models only if they are known to think', () => {
  const host = 'localhost:8000';
  expect(controls('openai-style', 'm', { host }).efforts).toEqual([]);
  expect(controls('openai-style', 'm', { host, isReasoning: true }).efforts).toEqual([
    'low',
    'medium',
    'high',
  ]);
});

it('offers no controls for the demo and for vendors without a client', () => {
  for (const client of ['demo', null] as const)
    expect(controls(client, 'm')).toEqual({ temperature: null, hasTopP: false, efforts: [] });
});
