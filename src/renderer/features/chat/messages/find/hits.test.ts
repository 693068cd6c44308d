import { describe, expect, it } from 'vitest';
import { findHits, nearestHit, patternOf, patternOfAny } from './hits.ts';

const messages = ['Clover grows.', 'Red **clo**ver, white\nclover.', 'Peas.'].map((content, index) => ({
  id: `m${index}`,
  content,
}));
const find = (query: string) =>
  findHits(messages, patternOf(query)).map(({ messageId, place }) => `${messageId} ${place}`);

describe('find in the conversation', () => {
  it('finds all matches, ignoring case, formatting and line breaks', () => {
    expect(find('clover')).toEqual(['m0 0', 'm1 0', 'm1 1']);
    expect(find('WHITE clover ')).toEqual(['m1 0']);
  });

  it('searches special characters literally', () => {
    expect(find('grows.')).toEqual(['m0 0']);
    expect(find('g.ows')).toEqual([]);
    expect(
      findHits([{ id: 'a', content: 'f(x) = [1-2] /a/ \u{1F340}' }], patternOf('f(x) = [1-2] /a/ \u{1F340}')),
    ).toHaveLength(1);
  });

  it('finds each of several words', () => {
    const hits = findHits(messages, patternOfAny(['clover', 'clo', 'peas.']));
    expect(hits.map(({ messageId }) => messageId)).toEqual(['m0', 'm1', 'm1', 'm2']);
    expect(patternOfAny([])).toBeNull();
  });

  it('finds nothing for a blank query', () => {
    expect(find('  ')).toEqual([]);
  });

  it('starts at the match nearest to the reading position', () => {
    const hits = findHits(messages, patternOf('clover'));
    expect(nearestHit(hits, messages, 'm1')).toBe(1);
    expect(nearestHit(hits, messages, 'm2')).toBe(2);
    expect(nearestHit(hits, messages, null)).toBe(0);
    expect(nearestHit([], messages, 'm1')).toBe(-1);
  });
});
