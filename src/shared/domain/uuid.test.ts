import { expect, it } from 'vitest';
import { isUuid } from './uuid.ts';

it('accepts a UUID in any case, with nothing around it', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  expect([id, id.toUpperCase()].map(isUuid)).toEqual([true, true]);
  expect(['', 'nonsense', `${id} `, `optimistic_${id}`, id.replaceAll('-', '')].map(isUuid)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
