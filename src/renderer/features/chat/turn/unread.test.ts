import { expect, it, vi } from 'vitest';
import { createTurnServices } from '../testing/turn-services.ts';
import { TurnRunner } from './turn-runner.ts';

const model = { id: 'some/model', name: 'Some Model' };

async function reply(runner: TurnRunner, edge: ReturnType<typeof createTurnServices>, chatId: string) {
  const index = edge.completions.length;
  const outcome = runner.send({ chatId, title: 'Title', isNewChat: true, text: 'Hello', model });
  const completion = await vi.waitFor(
    () => edge.completions[index] ?? Promise.reject(new Error('not asked yet')),
  );
  completion.say('Hi');
  completion.end();
  await outcome;
}

it('marks a chat whose reply arrives while another one is open, until it is opened', async () => {
  const edge = createTurnServices();
  const runner = new TurnRunner('ada', edge.services);
  const { unread } = runner.turns;
  const hide = unread.show('open');
  await reply(runner, edge, 'open');
  await reply(runner, edge, 'other');
  expect([...unread.all()]).toEqual(['other']);
  hide();
  unread.show('other');
  expect([...unread.all()]).toEqual([]);
});

it('marks a chat that was closed before its reply arrived, and notifies listeners', async () => {
  const edge = createTurnServices();
  const runner = new TurnRunner('ada', edge.services);
  const listener = vi.fn<() => void>();
  runner.turns.unread.subscribe(listener);
  runner.turns.unread.show('open')();
  await reply(runner, edge, 'open');
  expect([...runner.turns.unread.all()]).toEqual(['open']);
  expect(listener).toHaveBeenCalledTimes(1);
});
