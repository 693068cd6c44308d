import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Message } from '../chat.ts';
import { messageRow } from '../testing/rows.ts';
import { storedTurn } from '../turn/new-turn.ts';
import { LiveTurns } from '../turn/live-turns.ts';
import { isKnownChat, markOutdated } from './hints.ts';
import { chatQueries } from './queries.ts';

const message = messageRow('one', 1, null);
const turn = storedTurn(null, message, {
  title: 'Garden',
  isCreatedHere: false,
  isBeside: false,
  startedAt: 0,
});
const hint = { id: message.chatId, title: turn.title, archived_at: null };

function isKnown(isChatStored: boolean): boolean {
  const turns = new LiveTurns();
  turns.set({ ...turn, isChatStored });
  return isKnownChat(new QueryClient(), 'user', turns, hint);
}

it('recognizes a chat that this page is storing', () => {
  expect(isKnown(false)).toBe(true);
});

it('loads the list when a chat with a turn is unarchived', () => {
  expect(isKnown(true)).toBe(false);
});

it('loads messages again if an event arrives while they load', async () => {
  const client = new QueryClient();
  const { queryKey } = chatQueries.messages(message.chatId);
  const responses: ((messages: readonly Message[]) => void)[] = [];
  const queryFn = () => new Promise<readonly Message[]>((resolve) => responses.push(resolve));
  const observer = new QueryObserver(client, { queryKey: queryKey as readonly unknown[], queryFn });
  const leave = observer.subscribe(() => {});
  markOutdated(client, hint);
  responses[0]?.([]);
  await expect.poll(() => responses.length).toBe(2);
  responses[1]?.([message]);
  await expect.poll(() => client.getQueryData(queryKey)).toEqual([message]);
  leave();
});
