import { expect, it } from 'vitest';
import { readTime } from './read-time.ts';

it('reads 150 words a minute, in whole minutes rounded up [CHAT-103]', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  expect([1, 150, 151, 301].map((count) => readTime(words(count)))).toEqual([1, 1, 2, 3]);
});
