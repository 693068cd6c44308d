import { expect, it } from 'vitest';
import { isImageOnly, readTime } from './read-time.ts';

it('assumes 150 words a minute, and rounds up to whole minutes', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  expect([1, 150, 151, 301].map((count) => readTime(words(count)))).toEqual([1, 1, 2, 3]);
});

it('is null for an image, which has no words', () => {
  const image = '![A fox in the snow](/functions/v1/images/1)';
  expect([readTime(image), isImageOnly(` ${image}\n`)]).toEqual([null, true]);
  expect([readTime(`${image}\nA fox.`), isImageOnly(`${image}\nA fox.`), isImageOnly('')]).toEqual([
    1,
    false,
    false,
  ]);
});
