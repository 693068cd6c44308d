import { expect, it } from 'vitest';
import { defaultFirst, isProCost, modelsOfStarter, selectorList } from './plan-models.ts';

const model = (id: string, isPro = false) => ({ id, isPro });
const [a, b, pro] = [model('a'), model('b'), model('pro', true)];

it('selects from the curated models that the vendor offers, otherwise from its own list [MODEL-018]', () => {
  expect(selectorList([a, b], [b, pro])).toEqual({ source: 'curated', models: [b] });
  expect(selectorList([a, b], null)).toEqual({ source: 'curated', models: [a, b] });
  expect(selectorList([a], [b])).toEqual({ source: 'vendor', models: [b] });
  expect(selectorList([a], [])).toEqual({ source: 'vendor', models: [] });
});

it('includes the first models that are not Pro in Starter [ROLE-022]', () => {
  expect(modelsOfStarter([pro, a, b], 1)).toEqual([a]);
  expect(modelsOfStarter([pro, a, b], 9)).toEqual([a, b]);
  expect(modelsOfStarter([a], 0)).toEqual([]);
});

it('counts a model as Pro above 0.002 dollars, and lists the default first', () => {
  expect([null, 0.002, 0.0021].map(isProCost)).toEqual([false, false, true]);
  expect(defaultFirst([a, b, pro], 'b')).toEqual([b, a, pro]);
  expect(defaultFirst([a, b], null)).toEqual([a, b]);
});
