import { describe, expect, it } from 'vitest';
import { toggleAll, maxSelected, emptySelection, toggleChat } from './selection.ts';

const shown = ['a', 'b', 'c', 'd'];
const idsOf = ({ ids }: typeof emptySelection) => [...ids];

describe('a selection', () => {
  it('adds and removes single chats', () => {
    const one = toggleChat(emptySelection, 'b', false, shown);
    expect(idsOf(toggleChat(one, 'd', false, shown))).toEqual(['b', 'd']);
    expect(idsOf(toggleChat(one, 'b', false, shown))).toEqual([]);
  });

  it('adds and removes a range from the last selected chat, in both directions', () => {
    const some = toggleChat(toggleChat(emptySelection, 'd', false, shown), 'b', true, shown);
    expect(idsOf(some).toSorted()).toEqual(['b', 'c', 'd']);
    expect(idsOf(toggleChat(some, 'c', true, shown))).toEqual(['d']);
  });

  it('adds a single chat if the start of the range is no longer shown', () => {
    const elsewhere = { ids: new Set(['x']), anchor: 'x' };
    expect(idsOf(toggleChat(elsewhere, 'c', true, shown))).toEqual(['x', 'c']);
  });

  it('selects all shown chats, then none', () => {
    const all = toggleAll(emptySelection, shown);
    expect(idsOf(all)).toEqual(shown);
    expect(toggleAll(all, shown)).toBe(emptySelection);
  });

  it(`has at most ${maxSelected} chats, because the service would refuse more changes`, () => {
    const many = Array.from({ length: 500 }, (_, index) => `c${index}`);
    expect(toggleAll(emptySelection, many).ids.size).toBe(maxSelected);
    const range = toggleChat(toggleChat(emptySelection, 'c0', false, many), 'c499', true, many);
    expect(range.ids.size).toBe(maxSelected);
  });
});
