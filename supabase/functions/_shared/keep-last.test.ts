import { describe, expect, it } from 'vitest';
import { keepLast } from './keep-last.ts';

describe('what was made last', () => {
  it('is made once for the same text, anew for another, and never mixed up', async () => {
    const asked: string[] = [];
    const read = keepLast(async (text) => {
      asked.push(text);
      return text.toUpperCase();
    });
    expect(await Promise.all(['a', 'a', 'b', 'b', 'a'].map(read))).toEqual(['A', 'A', 'B', 'B', 'A']);
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it('fails again for a text that cannot be read', async () => {
    const read = keepLast(async (text) => {
      throw new Error(text);
    });
    await expect(read('x')).rejects.toThrow('x');
    await expect(read('x')).rejects.toThrow('x');
  });
});
