import { expect, it } from 'vitest';
import { maxPagePixels, pageScale } from './page-scale.ts';

it('scales a page to the wanted width', () => {
  expect(pageScale({ width: 600, height: 800 }, 1_200)).toBe(2);
});

it.each([
  ['a page of A4 at a large zoom', 595, 842],
  ['a huge page', 1e9, 1e9],
  ['a page that is one line', 9, 1e8],
])('limits the pixels of %s', (_, width, height) => {
  const scale = pageScale({ width, height }, 9_000);
  const sides = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  expect(sides[0]! * sides[1]!).toBeLessThan(maxPagePixels * 1.01);
});
