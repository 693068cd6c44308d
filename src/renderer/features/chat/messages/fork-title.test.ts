import { expect, it } from 'vitest';
import { forkTitle } from './fork-title.ts';

it.each([
  ['Garden', [], 'Garden (2)'],
  ['Garden', ['Garden', 'Garden (2)', 'Other (7)'], 'Garden (3)'],
  ['Garden (2)', ['Garden', 'Garden (2)'], 'Garden (3)'],
  ['Sold (2024)', [], 'Sold (2025)'],
  ['(2)', [], '(2) (2)'],
])('numbers the branch of "%s" next to %j', (title, others, expected) => {
  expect(forkTitle(title, others)).toBe(expected);
});

it('stays within the length that the service accepts', () => {
  expect(forkTitle('👩‍👩‍👧'.repeat(62), []).length).toBeLessThanOrEqual(500);
});
