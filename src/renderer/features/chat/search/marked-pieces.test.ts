import { expect, it } from 'vitest';
import { markedPieces } from './marked-pieces.ts';

const marked = (excerpt: string) =>
  markedPieces(excerpt)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

it('splits an excerpt at its marks, and shows markup as text', () => {
  expect(marked('as it is')).toBe('as it is');
  expect(marked('\u0002White\u0003 <b>\u0002clover\u0003</b> here')).toBe('[White] <b>[clover]</b> here');
  expect(markedPieces('\u0002all\u0003')).toEqual([{ text: 'all', isHit: true }]);
  expect(markedPieces('')).toEqual([]);
});

it('accepts an excerpt that ends within a mark', () => {
  expect(marked('so \u0002wo')).toBe('so [wo]');
});
