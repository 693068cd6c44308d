import { expect, it } from 'vitest';
import { vendorRow } from './testing/vendor-rows.ts';
import { failoverOrder, fallbackModelsOf, hasOwnApiName, isUsable, originOf } from './vendor.ts';

it('lists the failover vendors in their order, without those that are off', () => {
  const vendors = [
    vendorRow('demo', { priority_order: 0 }),
    ...['a', 'b'].map((name, at) => vendorRow(name, { priority_order: at + 1 })),
  ];
  expect(failoverOrder(vendors)).toEqual(['a', 'b']);
});

it.each([
  ['openai', 'OpenAI', false],
  ['the-hub', 'The Hub', false],
  ['the-hub-2', 'The Hub', true],
  ['vendor', '枢纽', true],
])('the name %s of "%s" is shown: %s', (name, display_name, isShown) => {
  expect(hasOwnApiName(vendorRow(name, { display_name }))).toBe(isShown);
});

it('reads fallback models, and none from a value that is not a list', () => {
  expect(fallbackModelsOf(vendorRow('x', { config: { fallback_models: ['a', 7, 'b'] } }))).toEqual([
    'a',
    'b',
  ]);
  expect(fallbackModelsOf(vendorRow('x', { config: { fallback_models: 'a' } }))).toEqual([]);
});

it.each([
  [{ has_key: false, config: {} }, false],
  [{ has_key: true, config: {} }, true],
  [{ has_key: false, config: { needs_key: false } }, true],
])('reports whether a vendor with %o is usable: %o', (row, usable) => {
  expect(isUsable(vendorRow('x', row))).toBe(usable);
});

it.each([
  ['https://API.example.com:443/v1', 'https://api.example.com'],
  [' http://localhost:11434/v1 ', 'http://localhost:11434'],
  ['not a URL', null],
  [null, null],
])('the origin of %s is %s', (address, origin) => {
  expect(originOf(address)).toBe(origin);
});
