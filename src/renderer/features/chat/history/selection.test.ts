import { describe, expect, it } from 'vitest';
import { allToggled, mostSelected, nothing, toggled } from './selection.ts';

const shown = ['a', 'b', 'c', 'd'];
const idsOf = ({ ids }: typeof nothing) => [...ids];

describe('a selection', () => {
  it('adds and removes single chats', () => {
    const one = toggled(nothing, 'b', false, shown);
    expect(idsOf(toggled(one, 'd', false, shown))).toEqual(['b', 'd']);
    expect(idsOf(toggled(one, 'b', false, shown))).toEqual([]);
  });

  it('adds and removes a range from the last chosen chat, in both directions', () => {
    const some = toggled(toggled(nothing, 'd', false, shown), 'b', true, shown);
    expect(idsOf(some).toSorted()).toEqual(['b', 'c', 'd']);
    expect(idsOf(toggled(some, 'c', true, shown))).toEqual(['d']);
  });

  it('adds a single chat if the range has no beginning on the page', () => {
    const elsewhere = { ids: new Set(['x']), anchor: 'x' };
    expect(idsOf(toggled(elsewhere, 'c', true, shown))).toEqual(['x', 'c']);
  });

  it('has all that are shown, then none', () => {
    const all = allToggled(nothing, shown);
    expect(idsOf(all)).toEqual(shown);
    expect(allToggled(all, shown)).toBe(nothing);
  });

  it(`has at most ${mostSelected} chats, because more changes would be refused`, () => {
    const many = Array.from({ length: 500 }, (_, index) => `c${index}`);
    expect(allToggled(nothing, many).ids.size).toBe(mostSelected);
    const range = toggled(toggled(nothing, 'c0', false, many), 'c499', true, many);
    expect(range.ids.size).toBe(mostSelected);
  });
});
