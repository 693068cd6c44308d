import { expect, it } from 'vitest';
import { markedPieces } from './mark.ts';

const marked = (excerpt: string, query: string) =>
  markedPieces(excerpt, query)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

it('marks whole words whatever their case, and the last one as a beginning', () => {
  expect(marked('White clover on the meadow, cloverless', 'CLOVER mead')).toBe(
    'White [clover] on the [meadow], cloverless',
  );
  expect(marked('clover', 'clov ')).toBe('clover');
});

it('marks words of any script, none that are excluded, and no markup', () => {
  expect(marked('Белый клевер', 'кле')).toBe('Белый [клевер]');
  expect(marked('tea, hot', 'tea -hot')).toBe('[tea], hot');
  expect(marked('<b>tea</b>', 'tea')).toBe('<b>[tea]</b>');
  expect(marked('as it is', '')).toBe('as it is');
});
