import { expect, it, vi } from 'vitest';
import { isUuid } from '../../../../shared/domain/uuid.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import { showMessages } from './shown-messages.ts';
import { TurnRunner } from './turn-runner.ts';

const chatId = '5b3f4c52-5d6e-4f70-8a91-0b1c2d3e4f50';
const now = Date.parse('2026-11-22T10:00:00Z');

function start() {
  const edge = createTurnServices({ now: () => now });
  const runner = new TurnRunner('user', edge.services);
  const shown = () => showMessages([], runner.turns.get(chatId));
  const model = { id: 'some/model', name: 'Some Model' };
  const sent = edge.send(runner, { chatId, title: 'Hi', isNewChat: true, text: 'Hello', model });
  return { ...edge, shown, sent };
}

it('a message has a client-made id, a role and a content, on screen and in its row [CHAT-047]', async () => {
  const { shown, rows, completions, sent } = start();
  const [question] = shown();
  expect(question).toMatchObject({ role: 'user', content: 'Hello' });
  expect(isUuid(question?.id ?? '')).toBe(true);
  await vi.waitFor(() => expect(completions).toHaveLength(1));
  expect(completions[0]?.request.messages.map(({ role }) => role)).toEqual(['user']);
  completions[0]?.say('Hi there');
  completions[0]?.end();
  await sent;
  expect(rows.map(({ id, role, content }) => [id, role, content])).toEqual([
    [question?.id, 'user', 'Hello'],
    [expect.any(String), 'assistant', 'Hi there'],
  ]);
  expect(rows.every(({ id }) => isUuid(id))).toBe(true);
});

it('a new message has the current time, and its state is sending, then sent, then delivered [CHAT-048]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const { shown, rows, completions, sent } = start();
  const first = () => shown()[0];
  expect(first()).toMatchObject({ status: 'sending', createdAt: new Date(now).toISOString() });
  await vi.waitFor(() => expect(completions).toHaveLength(1));
  completions[0]?.say('Hi');
  await vi.waitFor(() => expect(first()?.status).toBe('sent'));
  completions[0]?.end();
  await sent;
  expect(first()?.status).toBe('delivered');
  // Messages from the service count as delivered.
  expect(showMessages(rows, undefined).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
});

it('a message whose reply fails is failed [CHAT-048]', async () => {
  const { shown, completions, sent } = start();
  await vi.waitFor(() => expect(completions).toHaveLength(1));
  completions[0]?.fail(new Error('no network'));
  await sent;
  expect(shown()[0]?.status).toBe('failed');
});
