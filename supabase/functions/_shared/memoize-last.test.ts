import { describe, expect, it } from 'vitest';
import { memoizeLast } from './memoize-last.ts';

describe('memoizeLast', () => {
  it('reuses the result for the same text only', async () => {
    const calls: string[] = [];
    const read = memoizeLast(async (text) => {
      calls.push(text);
      return text.toUpperCase();
    });
    expect(await Promise.all(['a', 'a', 'b', 'b', 'a'].map(read))).toEqual(['A', 'A', 'B', 'B', 'A']);
    expect(calls).toEqual(['a', 'b', 'a']);
  });

  it('fails again for a text that cannot be parsed', async () => {
    const read = memoizeLast(async (text) => {
      throw new Error(text);
    });
    await expect(read('x')).rejects.toThrow('x');
    await expect(read('x')).rejects.toThrow('x');
  });
});
