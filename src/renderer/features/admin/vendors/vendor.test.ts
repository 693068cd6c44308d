import { describe, expect, it } from 'vitest';
import { vendorRow } from './testing/vendor-rows.ts';
import { isUsable, moved, originOf } from './vendor.ts';

const vendors = [
  vendorRow('demo', { priority_order: 0 }),
  ...['a', 'b', 'c'].map((name, at) => vendorRow(name, { priority_order: at + 1 })),
];

describe('moving a vendor', () => {
  it.each([
    ['a', 1, ['b', 'a', 'c']],
    ['c', -1, ['a', 'c', 'b']],
    ['b', -1, ['b', 'a', 'c']],
    ['a', -1, null],
    ['c', 1, null],
    ['demo', 1, null],
  ] as const)('%s by %i gives %o', (name, by, order) => {
    expect(moved(vendors, name, by)).toEqual(order);
  });
});

it.each([
  [{ has_key: false, config: {} }, false],
  [{ has_key: true, config: {} }, true],
  [{ has_key: false, config: { needs_key: false } }, true],
])('a vendor of %o is usable: %o', (row, usable) => {
  expect(isUsable(vendorRow('x', row))).toBe(usable);
});

it.each([
  ['https://API.example.com:443/v1', 'https://api.example.com'],
  [' http://localhost:11434/v1 ', 'http://localhost:11434'],
  ['not an address', null],
  [null, null],
])('the origin of %s is %s', (address, origin) => {
  expect(originOf(address)).toBe(origin);
});
