import { expect, it } from 'vitest';
import { cutGraphemes, fitGraphemes } from './graphemes.ts';

it('never splits an emoji, a flag or an accent', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(cutGraphemes(`${family}🇩🇪e\u0301x`, 3)).toEqual({ text: `${family}🇩🇪e\u0301`, isCut: true });
});

it('reports that nothing was cut', () => {
  expect(cutGraphemes('abc', 3)).toEqual({ text: 'abc', isCut: false });
  expect(cutGraphemes('', 3)).toEqual({ text: '', isCut: false });
});

it('cuts an endless grapheme without splitting a character', () => {
  const { text, isCut } = cutGraphemes(`a${'\u0301'.repeat(1_000_000)}`, 30);
  expect(text.length).toBeLessThanOrEqual(960);
  expect(isCut).toBe(true);
  expect(cutGraphemes(`x${'😀'.repeat(100)}`, 1).text.isWellFormed()).toBe(true);
});

it('cuts to a length without splitting a grapheme', () => {
  expect(fitGraphemes('abc', 3)).toBe('abc');
  expect(fitGraphemes('abcd', 3)).toBe('abc');
  expect(fitGraphemes('ab😀', 3)).toBe('ab');
  expect(fitGraphemes('ab👨‍👩‍👧', 5)).toBe('ab');
  expect(fitGraphemes('abe\u0301', 3)).toBe('ab');
});
