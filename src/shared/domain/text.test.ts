import { describe, expect, it } from 'vitest';
import { cleanText, toStorable } from './text.ts';

describe('cleanText', () => {
  it('trims and keeps the inside unchanged', () => {
    expect(cleanText('  a \n b\t ')).toBe('a \n b');
  });

  it('turns blank input into the empty string', () => {
    expect(cleanText(' \n\t\u00a0\u2003')).toBe('');
  });

  it('replaces NUL and lone surrogates, which PostgreSQL refuses', () => {
    expect(toStorable('a\0b\ud83dc\udc00')).toBe('a\ufffdb\ufffdc\ufffd');
    expect(toStorable('a🍀b')).toBe('a🍀b');
  });
});
