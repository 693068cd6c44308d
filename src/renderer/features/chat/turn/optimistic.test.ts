import { expect, it, vi } from 'vitest';
import { listVisibleChats } from '../sidebar/listed-chats.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import type { TurnServices } from './turn-services.ts';
import { TurnRunner } from './turn-runner.ts';

const chatId = '5b3f4c52-5d6e-4f70-8a91-0b1c2d3e4f50';
const model = { id: 'some/model', name: 'Some Model' };
const now = Date.parse('2026-11-21T10:00:00Z');

it('a new chat is stored under its client-made id, and listed as optimistic_{id} until the service confirms it [CHAT-060, CHAT-061, CHAT-065]', async () => {
  const confirmed = Promise.withResolvers<null>();
  const insertChat = vi.fn<TurnServices['insertChat']>(() => confirmed.promise);
  const edge = createTurnServices({ insertChat, now: () => now });
  const runner = new TurnRunner('user', edge.services);
  const listed = () => listVisibleChats([], runner.turns.unstored(), '', now);

  const sent = edge.send(runner, { chatId, title: 'Garden', isNewChat: true, text: 'Garden', model });
  expect(listed()).toMatchObject([{ id: `optimistic_${chatId}`, title: 'Garden', isOptimistic: true }]);
  expect(insertChat.mock.calls).toEqual([
    [
      {
        id: chatId,
        userId: 'user',
        title: 'Garden',
        projectId: null,
        model: { id: model.id, vendorName: null },
        parameters: null,
      },
    ],
  ]);
  expect(edge.rows).toEqual([]);

  confirmed.resolve(null);
  await vi.waitFor(() => expect(edge.completions).toHaveLength(1));
  expect(listed()).toEqual([]);
  expect(edge.rows.map((row) => row.chatId)).toEqual([chatId]);
  edge.completions[0]?.say('Clover.');
  edge.completions[0]?.end();
  expect(await sent).toEqual({ kind: 'answered' });
});
