import { expect, it } from 'vitest';
import { isUuid } from './uuid.ts';

it('accepts only a complete UUID, in upper or lower case', () => {
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
