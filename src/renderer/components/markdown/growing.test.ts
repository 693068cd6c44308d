import { describe, expect, it } from 'vitest';
import { cutUnsafeEnd } from './growing.ts';

describe('the visible part of a growing text', () => {
  it.each([
    ['a heading or a list in the making', 'text\n-', 'text\n'],
    ['marks of a heading', 'text\n\n##', 'text\n\n'],
    ['the number of a list', 'text\n2', 'text\n'],
    ['a fence that is not named yet', 'text\n```py', 'text\n'],
    ['a formula in the making', 'text\n\\[', 'text\n'],
    ['the first row of a table', 'text\n\n| Name | Pri', 'text\n\n'],
  ])('leaves out %s', (_name, text, shown) => {
    expect(cutUnsafeEnd(text)).toBe(shown);
  });

  it.each([
    ['a line that says something', 'text\n- a'],
    ['a complete line of marks', 'text\n---\n'],
    ['a further row of a table', '| a |\n|---|\n| b'],
    ['a very long line of marks', `text\n${'-'.repeat(500)}`],
    ['two complete rows', '| a |\n| b |\n'],
  ])('keeps %s', (_name, text) => {
    expect(cutUnsafeEnd(text)).toBe(text);
  });

  it.each([
    ['after its first row', 'text\n\n| a | b |\n', 'text\n\n| a | b |\n|-|-|'],
    ['while its second row comes', '| a | b \\| c |\n|--', '| a | b \\| c |\n|-|-|'],
  ])('shows a table %s', (_name, text, shown) => {
    expect(cutUnsafeEnd(text)).toBe(shown);
  });
});
