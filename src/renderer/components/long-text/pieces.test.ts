import { describe, expect, it } from 'vitest';
import { pieceLength, piecesOf } from './pieces.ts';

const texts: Readonly<Record<string, string>> = {
  'one word': 'a'.repeat(1_000_000),
  words: 'some words of a text '.repeat(5_000),
  lines: 'a line\nand one more\n'.repeat(5_000),
  families: '👩‍👩‍👧‍👦'.repeat(5_000),
  'one letter with marks without end': `a${'\u0301'.repeat(50_000)}`,
  'half pairs': '\ud83d'.repeat(10_000),
  empty: '',
};

describe('a long text in pieces', () => {
  it.each(Object.entries(texts))(
    'joins to the same text and has no piece that is too long: %s',
    (_name, text) => {
      const pieces = piecesOf(text);
      expect(pieces.join('')).toBe(text);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(pieceLength);
    },
  );

  it('is split at line breaks and spaces, never within an emoji', () => {
    const inner = (name: string) => piecesOf(texts[name]!).slice(0, -1);
    expect(inner('lines').filter((piece) => !piece.endsWith('\n'))).toEqual([]);
    expect(inner('words').filter((piece) => !piece.endsWith(' '))).toEqual([]);
    expect(inner('families').filter((piece) => !piece.endsWith('👩‍👩‍👧‍👦'))).toEqual([]);
  });

  it('keeps its pieces while it grows', () => {
    const text = texts['words']!;
    const before = piecesOf(text.slice(0, 50_001)).slice(0, -1);
    expect(piecesOf(text).slice(0, before.length)).toEqual(before);
  });
});
