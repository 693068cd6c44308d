import { describe, expect, it } from 'vitest';
import { foldedPart } from './fold.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

describe('folding long messages', () => {
  it('does not fold 12 lines and 1,200 characters', () => {
    expect(foldedPart(lines(12))).toBeNull();
    expect(foldedPart('a'.repeat(1_200))).toBeNull();
    expect(foldedPart('')).toBeNull();
  });

  it('shows the first 10 lines of a longer message', () => {
    expect(foldedPart(lines(13))).toBe(lines(10));
  });

  it('cuts a long line at a space', () => {
    const part = foldedPart('word '.repeat(300));
    expect(part).toBe('word '.repeat(200).trimEnd());
  });

  it('never splits a character', () => {
    const part = foldedPart(`a${'😀'.repeat(700)}`) ?? '';
    expect(part.isWellFormed()).toBe(true);
    expect(part.length).toBeLessThanOrEqual(1_000);
  });
});
