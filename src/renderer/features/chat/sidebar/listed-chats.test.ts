import { describe, expect, it } from 'vitest';
import type { LiveTurn } from '../turn/live-turn.ts';
import { listVisibleChats, matchesSearch } from './listed-chats.ts';

const realId = '5b3f4c52-5d6e-4f70-8a91-0b1c2d3e4f50';
const newId = 'a1d4c7e0-3b2f-4c6d-9e8f-7a6b5c4d3e2f';
const stored = {
  id: realId,
  title: 'Real chat',
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  projectId: null,
  pinnedAt: null,
  archivedAt: null,
  model: null,
  parameters: null,
};
const unstored = (chatId: string, startedAt: number, title = 'New one') =>
  ({ chatId, title, startedAt }) as LiveTurn;
const minutes = 60_000;
const idsOf = (...given: Parameters<typeof listVisibleChats>) =>
  listVisibleChats(...given).map(({ id }) => id);

describe('a chat that the service has not confirmed', () => {
  it('is listed first, with a prefixed id [CHAT-060]', () => {
    const shown = listVisibleChats([stored], [unstored(newId, 0)], '', 0);
    expect(shown.map(({ id, isOptimistic }) => [id, isOptimistic])).toEqual([
      [`optimistic_${newId}`, true],
      [realId, false],
    ]);
  });

  it('is replaced by the stored chat with its id, even with another title [CHAT-061, CHAT-062]', () => {
    expect(idsOf([stored], [unstored(realId, 0)], '', 0)).toEqual([realId]);
  });

  it('is not replaced by another chat with the same title if the client created its id [CHAT-062]', () => {
    const twin = { ...stored, createdAt: new Date(0).toISOString() };
    expect(idsOf([twin], [unstored(newId, 0, 'Real chat')], '', 0)).toEqual([`optimistic_${newId}`, realId]);
  });

  it('is replaced by a chat with the same trimmed title from the last 10 s if the client did not create its id [CHAT-062]', () => {
    const now = 60_000;
    const turn = unstored('local-1', now, ' Real chat ');
    const createdAt = (age: number) => ({ ...stored, createdAt: new Date(now - age).toISOString() });
    const both = ['optimistic_local-1', realId];
    expect(idsOf([createdAt(10_000)], [turn], '', now)).toEqual([realId]);
    expect(idsOf([createdAt(10_001)], [turn], '', now)).toEqual(both);
    expect(idsOf([{ ...createdAt(0), title: 'Another' }], [turn], '', now)).toEqual(both);
  });

  it('is listed in a project while it waits, because it is on no other page', () => {
    const turn = { ...unstored(newId, 0), projectId: 'garden' };
    expect(idsOf([], [{ ...turn, phase: 'queued' }], '', 0)).toEqual([`optimistic_${newId}`]);
    expect(idsOf([], [{ ...turn, phase: 'storing' }], '', 0)).toEqual([]);
  });

  it('disappears after 5 minutes [CHAT-063]', () => {
    expect(listVisibleChats([], [unstored(newId, 0)], '', 5 * minutes)).toHaveLength(1);
    expect(listVisibleChats([], [unstored(newId, 0)], '', 5 * minutes + 1)).toEqual([]);
  });
});

it('finds titles, ignoring case [CHAT-013]', () => {
  expect(['real', ' CHAT ', 'l c', 'other'].map((search) => matchesSearch('Real chat', search))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
