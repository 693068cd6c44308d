import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreError } from '../data/store-error.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import { Outbox } from './outbox.ts';
import { TurnRunner } from './turn-runner.ts';

const id = (number: number) => `${String(number).repeat(8)}-1111-4111-8111-111111111111`;
const model = { id: 'some/model', name: 'Some Model' };
const message = (number: number) => ({
  chatId: id(number),
  title: `Chat ${number}`,
  isNewChat: true,
  text: `Message ${number}`,
  model,
});

/** A page with an outbox. Pass the same `kept` to open the next page on the same device. */
function openPage(kept = new Map<string, string>(), failure: Error | null = null) {
  const state = { failure };
  const edge = createTurnServices({ onQueued: (turn, asked) => outbox.add(turn, asked) });
  const { insertChat, insertMessages } = edge.services;
  const guarded =
    <Given, Result>(act: (given: Given) => Promise<Result>) =>
    (given: Given) =>
      state.failure ? Promise.reject(state.failure) : act(given);
  const runner = new TurnRunner('user', {
    ...edge.services,
    insertChat: guarded(insertChat),
    insertMessages: guarded(insertMessages),
  });
  const returned: string[] = [];
  const outbox: Outbox = new Outbox({
    runner,
    storage: {
      read: () => [...kept.values()],
      write: (key, entry) => void (entry === null ? kept.delete(key) : kept.set(key, entry)),
    },
    onRefused: ({ typed }, { message: reason }) => returned.push(`${typed}: ${reason}`),
    onCancelled: ({ typed }) => returned.push(typed),
  });
  onTestFinished(() => outbox.dispose());
  const stored = () => edge.rows.filter(({ role }) => role === 'user').map(({ content }) => content);
  return { ...edge, runner, outbox, kept, returned, stored, state };
}

const offline = new StoreError('offline', 'TypeError: Failed to fetch');

describe('a message without a connection', () => {
  it('waits, is kept on the device, and goes out once when the connection is back', async () => {
    const { runner, outbox, kept, stored, state, chats } = openPage(undefined, offline);
    expect(await runner.send(message(1))).toEqual({ kind: 'queued' });
    expect(runner.turns.get(id(1))?.phase).toBe('queued');
    expect(kept.size).toBe(1);
    await outbox.send();
    expect(runner.turns.get(id(1))?.phase).toBe('queued');
    state.failure = null;
    await Promise.all([outbox.send(), outbox.send()]);
    await outbox.send();
    expect(stored()).toEqual(['Message 1']);
    expect(chats).toEqual([id(1)]);
    expect(kept.size).toBe(0);
    expect(outbox.isEmpty).toBe(true);
  });

  it('goes out in the order in which it was written', async () => {
    const { runner, outbox, stored, state } = openPage(undefined, offline);
    for (const number of [3, 1, 2]) await runner.send(message(number));
    state.failure = null;
    await outbox.send();
    expect(stored()).toEqual(['Message 3', 'Message 1', 'Message 2']);
  });

  it('survives a reload under the ids it had', async () => {
    const before = openPage(undefined, offline);
    await before.runner.send(message(1));
    const { messageId } = before.runner.turns.get(id(1)) ?? {};
    const { runner, outbox, rows } = openPage(before.kept);
    await outbox.restore();
    await vi.waitFor(() => expect(rows.map((row) => row.id)).toEqual([messageId]));
    expect(runner.turns.get(id(1))?.messageId).toBe(messageId);
    expect(before.kept.size).toBe(0);
  });

  it('can be cancelled: its text comes back and it is not sent later', async () => {
    const { runner, outbox, kept, returned, stored, state } = openPage(undefined, offline);
    await runner.send(message(1));
    outbox.cancel(runner.turns.get(id(1))?.messageId ?? '');
    state.failure = null;
    await outbox.send();
    expect(returned).toEqual(['Message 1']);
    expect(runner.turns.get(id(1))).toBeUndefined();
    expect([kept.size, stored()]).toEqual([0, []]);
  });

  it.each([
    ['refused', 'You have used your 3 messages for today.', true],
    ['gone', 'violates foreign key constraint', false],
  ] as const)(
    'that is %s comes back with the reason, and the next one goes out',
    async (code, text, isNewChat) => {
      const { runner, outbox, kept, returned, stored, state } = openPage(undefined, offline);
      await runner.send({ ...message(1), isNewChat });
      await runner.send(message(2));
      state.failure = new StoreError(code, text);
      const undo = runner.turns.subscribe(() => {
        if (!runner.turns.get(id(1))) state.failure = null;
      });
      await outbox.send();
      undo();
      const reason = code === 'gone' ? 'This chat no longer exists. Your text is in a new chat.' : text;
      expect(returned).toEqual([`Message 1: ${reason}`]);
      expect(stored()).toEqual(['Message 2']);
      expect(kept.size).toBe(0);
    },
  );

  it('waits for a model if it was sent before the models had loaded', async () => {
    const { runner, outbox, kept, stored } = openPage();
    expect(await runner.send({ ...message(1), model: null })).toEqual({ kind: 'queued' });
    expect(await runner.send({ ...message(1), text: 'Another' })).toEqual({ kind: 'ignored' });
    await outbox.send();
    expect([kept.size, stored()]).toEqual([1, []]);
    outbox.setModel(model);
    await vi.waitFor(() => expect(stored()).toEqual(['Message 1']));
    expect(kept.size).toBe(0);
  });

  it('comes back if there is no key for the model', async () => {
    const { runner, outbox, returned } = openPage();
    await runner.send({ ...message(1), model: null });
    expect([outbox.cancelWithoutModel(), outbox.cancelWithoutModel()]).toEqual([true, false]);
    expect(returned).toEqual(['Message 1']);
  });

  it('is forgotten with its account', async () => {
    const { runner, outbox, kept } = openPage(undefined, offline);
    await runner.send(message(1));
    outbox.dispose();
    expect(kept.size).toBe(0);
  });

  it('is not kept from what another version of the app has written', async () => {
    const { outbox, stored } = openPage(
      new Map([
        ['old', '{"text":"hello"}'],
        ['broken', '{'],
      ]),
    );
    await outbox.restore();
    expect(stored()).toEqual([]);
  });
});
