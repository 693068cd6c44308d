import { expect, it } from 'vitest';
import { chunksOf, joinPages, pageBreak } from './chunks.ts';

const sentence = 'The tenant waters the garden every day in summer. ';

it('contain all of the text, in order, and name the page and the line', () => {
  const text = joinPages([
    { number: 1, text: `Title\n\n${sentence.repeat(60)}` },
    { number: 3, text: `\nFirst\n${sentence.repeat(3)}` },
  ]);
  const chunks = chunksOf(text);
  expect(chunks.map(({ page }) => page)).toEqual([1, 1, 1, 1, 3]);
  expect(chunks.at(-1)).toMatchObject({ page: 3, line: 2 });
  expect(chunks[0]).toMatchObject({ from: 0, page: 1, line: 1 });
  const words = (part: string) => part.split(/\s+/).filter(Boolean);
  expect(chunks.flatMap(({ from, to }) => words(text.slice(from, to)))).toEqual(words(text));
  for (const { from, to } of chunks) {
    expect(to - from).toBeLessThanOrEqual(1_100);
    expect(text.slice(from, to)).not.toContain(pageBreak);
    expect(text.slice(from, to)).toMatch(/^\S[^]*[.\w]$/);
  }
});

it('end after a word or a character if a text has no sentences', () => {
  for (const text of ['word '.repeat(1_000), '🍀'.repeat(2_000), 'a'.repeat(5_000)]) {
    const chunks = chunksOf(text);
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.every(({ page }) => page === null)).toBe(true);
    expect(
      chunks
        .map(({ from, to }) => text.slice(from, to))
        .join('')
        .isWellFormed(),
    ).toBe(true);
    for (const { from, to } of chunks) expect(text.slice(from, to).isWellFormed()).toBe(true);
  }
  expect(chunksOf(' \n\f\n')).toEqual([]);
});
