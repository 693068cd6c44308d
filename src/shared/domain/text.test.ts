import { describe, expect, it } from 'vitest';
import { cleanText, createStorableStream, toStorable } from './text.ts';

describe('cleanText', () => {
  it('trims the ends of a text', () => {
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

describe('createStorableStream', () => {
  it('returns storable text however the input is split, and never half a character', () => {
    const text = 'a\0b 🍀👋🏽 \ud83d lone \udc00 end \ud83d';
    for (let size = 1; size <= text.length; size += 1) {
      const stream = createStorableStream();
      const pieces: string[] = [];
      for (let at = 0; at < text.length; at += size) pieces.push(stream.take(text.slice(at, at + size)));
      pieces.push(stream.end());
      expect(pieces.join('')).toBe(toStorable(text));
      expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    }
  });
});
