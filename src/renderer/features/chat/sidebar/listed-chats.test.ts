import { describe, expect, it } from 'vitest';
import type { LiveTurn } from '../turn/live-turn.ts';
import { listChatsShown, matchesSearch } from './listed-chats.ts';

const stored = {
  id: 'real',
  title: 'Real chat',
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  pinnedAt: null,
};
const unstored = (chatId: string, startedAt: number) => ({ chatId, title: 'New one', startedAt }) as LiveTurn;
const minutes = 60_000;

describe('a chat that the service has not confirmed', () => {
  it('is listed first, under a prefixed id [CHAT-060]', () => {
    const shown = listChatsShown([stored], [unstored('new', 0)], '', 0);
    expect(shown.map(({ id, isOptimistic }) => [id, isOptimistic])).toEqual([
      ['optimistic_new', true],
      ['real', false],
    ]);
  });

  it('makes way for the real chat with its id [CHAT-061, CHAT-062]', () => {
    expect(listChatsShown([stored], [unstored('real', 0)], '', 0).map(({ id }) => id)).toEqual(['real']);
  });

  it('is given up after 5 minutes [CHAT-063]', () => {
    expect(listChatsShown([], [unstored('new', 0)], '', 5 * minutes)).toHaveLength(1);
    expect(listChatsShown([], [unstored('new', 0)], '', 5 * minutes + 1)).toEqual([]);
  });
});

it('finds titles whatever their case [CHAT-013]', () => {
  expect(['real', ' CHAT ', 'l c', 'other'].map((search) => matchesSearch('Real chat', search))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
