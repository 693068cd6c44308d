import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { registerToastHost } from '../../../lib/toast.ts';
import { StoreError } from '../data/store-error.ts';
import { Drafts } from '../drafts.ts';
import type { Operation } from './operation.ts';
import { Outbox } from './outbox.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import { MessageQueue } from './message-queue.ts';
import { TurnRunner } from '../turn/turn-runner.ts';

const id = (number: number) => `${String(number).repeat(8)}-1111-4111-8111-111111111111`;
const model = { id: 'some/model', name: 'Some Model' };
const message = (number: number, text = `Message ${number}`) => ({
  chatId: id(number),
  title: `Chat ${number}`,
  isNewChat: true,
  text,
  model,
});

/** Opens a page of the app. Pages with the same `kept` are on the same device. */
function openPage(kept = new Map<string, Operation>(), failure: Error | null = null) {
  const state = { failure };
  const edge = createTurnServices();
  const { insertChat, insertMessages } = edge.services;
  const guarded =
    <Given, Result>(act: (given: Given) => Promise<Result>) =>
    (given: Given) =>
      state.failure ? Promise.reject(state.failure) : act(given);
  const outcomes: string[] = [];
  const drafts = new Drafts();
  const shown = new Set<string>();
  const toasts: (string | undefined)[] = [];
  onTestFinished(registerToastHost((toast) => void toasts.push(toast.message)));
  const runner = new TurnRunner('user', {
    ...edge.services,
    insertChat: guarded(insertChat),
    insertMessages: guarded(insertMessages),
    onEnded: ({ chatId }, outcome) => {
      outcomes.push(outcome.kind);
      queue.onEnded(chatId, outcome);
    },
  });
  const outbox: Outbox = new Outbox({
    execute: async (operation) => (operation.kind === 'send' ? runner.deliver(operation) : 'done'),
    userId: crypto.randomUUID(),
    store: {
      list: async () => [...kept.values()],
      unsaved: () => [],
      add: async (operation) => kept.set(operation.id, operation) !== undefined,
      replace: async (operation) => void kept.set(operation.id, operation),
      remove: async (key) => void kept.delete(key),
    },
    onEnd: (operation, end, { isHere }) => {
      if (operation.kind === 'send') queue.onDelivered(operation, end, isHere);
    },
  });
  const queue = new MessageQueue({ outbox, runner, drafts, isShown: (chatId) => shown.has(chatId) });
  onTestFinished(() => outbox.dispose());
  const stored = () => edge.rows.filter(({ role }) => role === 'user').map(({ content }) => content);
  const waiting = () => outbox.all().flatMap((operation) => (operation.kind === 'send' ? operation : []));
  const completion = (index = 0) =>
    vi.waitFor(() => edge.completions[index] ?? Promise.reject(new Error('not requested yet')));
  const phase = (number: number) => runner.turns.get(id(number))?.phase;
  return {
    ...edge,
    runner,
    outbox,
    queue,
    drafts,
    toasts,
    shown,
    kept,
    state,
    outcomes,
    stored,
    waiting,
    completion,
    phase,
  };
}

const offline = new StoreError('offline', 'TypeError: Failed to fetch');

describe('a message without a connection', () => {
  it('waits on the device, and is sent once when the connection is back', async () => {
    const { queue, outbox, kept, stored, state, chats, phase } = openPage(undefined, offline);
    queue.send(message(1));
    expect(phase(1)).toBe('storing');
    await vi.waitFor(() => expect(phase(1)).toBe('queued'));
    await outbox.run();
    expect(phase(1)).toBe('queued');
    state.failure = null;
    await Promise.all([outbox.run(), outbox.run()]);
    await outbox.run();
    expect([stored(), chats, kept.size, outbox.all()]).toEqual([['Message 1'], [id(1)], 0, []]);
  });

  it('is sent in the order in which it was written', async () => {
    const { queue, outbox, stored, state, phase } = openPage(undefined, offline);
    for (const number of [3, 1, 2]) queue.send(message(number));
    await vi.waitFor(() => expect([1, 2, 3].map(phase)).toEqual(['queued', 'queued', 'queued']));
    state.failure = null;
    await outbox.run();
    expect(stored()).toEqual(['Message 3', 'Message 1', 'Message 2']);
  });

  it('keeps its ids after a reload', async () => {
    const before = openPage(undefined, offline);
    before.queue.send(message(1));
    const [sent] = before.waiting();
    await vi.waitFor(() => expect(before.phase(1)).toBe('queued'));
    const { runner, outbox, rows, completion } = openPage(before.kept);
    await outbox.restore();
    expect(rows.map((row) => row.id)).toEqual([sent?.id]);
    expect(runner.turns.get(id(1))?.messageId).toBe(sent?.id);
    expect((await completion()).request.reply?.replyId).toBe(sent?.replyId);
    expect(before.kept.size).toBe(0);
  });

  it('can be canceled, which returns its text to the draft', async () => {
    const { queue, runner, outbox, kept, drafts, stored, state, waiting, phase } = openPage(
      undefined,
      offline,
    );
    queue.send(message(1));
    await vi.waitFor(() => expect(phase(1)).toBe('queued'));
    queue.cancel(waiting()[0]?.id ?? '');
    state.failure = null;
    await outbox.run();
    expect(drafts.get('new')).toBe('Message 1');
    expect(runner.turns.get(id(1))).toBeUndefined();
    expect([kept.size, stored()]).toEqual([0, []]);
  });

  it.each([
    ['refused', 'You have used your 3 messages for today.', true, 'new'],
    ['gone', 'violates foreign key constraint', false, 'new'],
    ['refused', 'You have used your 3 messages for today.', false, id(1)],
  ] as const)(
    'that is %s returns to its draft, and the next one is sent',
    async (code, text, isNewChat, draft) => {
      const { queue, runner, outbox, kept, drafts, toasts, stored, state, phase } = openPage(
        undefined,
        offline,
      );
      queue.send({ ...message(1), isNewChat });
      queue.send(message(2));
      await vi.waitFor(() => expect(phase(2)).toBe('queued'));
      state.failure = new StoreError(code, text);
      const undo = runner.turns.subscribe(() => {
        if (!runner.turns.get(id(1))) state.failure = null;
      });
      await outbox.run();
      undo();
      expect(drafts.get(draft)).toBe('Message 1');
      expect(drafts.refusalOf(draft)?.reason).toBe(toasts[0]);
      expect(toasts).toEqual([
        code === 'gone' ? 'This chat no longer exists. Your text is in a new chat.' : text,
      ]);
      expect(stored()).toEqual(['Message 2']);
      expect(kept.size).toBe(0);
    },
  );
});

it('shows why a message is refused at its input instead of in a toast, until the text changes', async () => {
  const refused = new StoreError('refused', 'Enough for today.');
  const { queue, outbox, drafts, toasts, shown } = openPage(undefined, refused);
  shown.add(id(1));
  queue.send({ ...message(1), isNewChat: false });
  await outbox.run();
  expect(drafts.refusalOf(id(1))?.reason).toBe('Enough for today.');
  expect(toasts).toEqual([]);
  drafts.set(id(1), 'Shorter');
  expect(drafts.refusalOf(id(1))).toBeNull();
});

describe("a message that the service can't store now", () => {
  it('stays with Retry, is reported once, and the next one waits', async () => {
    const failure = new StoreError('unavailable', 'away');
    const { queue, runner, outbox, stored, outcomes, state, completion, phase } = openPage(
      undefined,
      failure,
    );
    queue.send(message(1));
    await vi.waitFor(() => expect(phase(1)).toBe('failed'));
    await outbox.run();
    queue.send(message(1, 'Next'));
    await outbox.run();
    expect([stored(), outcomes]).toEqual([[], ['unstored']]);
    state.failure = null;
    expect(runner.retry(id(1), model)).toBe(false);
    await outbox.run();
    const { say, end } = await completion();
    say('Hi');
    end();
    await completion(1);
    expect(stored()).toEqual(['Message 1', 'Next']);
  });
});

describe("a message in a chat with another device's reply", () => {
  it('waits in the outbox, so that the reply can be shown, and is sent later', async () => {
    const busy = new StoreError('busy', 'A reply is being written in this chat.');
    const { queue, runner, outbox, outcomes, stored, state, waiting } = openPage(undefined, busy);
    queue.send({ ...message(1), isNewChat: false });
    await vi.waitFor(() => expect(runner.turns.get(id(1))).toBeUndefined());
    expect([waiting().length, outcomes]).toEqual([1, []]);
    state.failure = null;
    await outbox.run();
    expect(stored()).toEqual(['Message 1']);
  });
});

describe('a message sent before the models have loaded', () => {
  it('waits for a model', async () => {
    const { queue, runner, outbox, kept, stored, phase } = openPage();
    queue.send({ ...message(1), model: null });
    await vi.waitFor(() => expect(phase(1)).toBe('queued'));
    expect([kept.size, stored()]).toEqual([1, []]);
    runner.offered.set({ model });
    await outbox.run();
    expect([kept.size, stored()]).toEqual([0, ['Message 1']]);
  });

  it('is answered by the selected model if its own is no longer offered', async () => {
    const { queue, runner, outbox, completion, phase } = openPage();
    queue.send({ ...message(1), model: null });
    await vi.waitFor(() => expect(phase(1)).toBe('queued'));
    const [operation] = outbox.all();
    if (operation?.kind === 'send') outbox.replace({ ...operation, model: { id: 'gone', name: 'Gone' } });
    runner.offered.set({ model, models: [model] });
    await outbox.run();
    expect((await completion()).request.model).toBe(model.id);
  });

  it('returns to its draft if there is no key for the model', () => {
    const { queue, drafts } = openPage();
    queue.send({ ...message(1), model: null });
    expect([queue.cancelWithoutModel(), queue.cancelWithoutModel()]).toEqual([true, false]);
    expect(drafts.get('new')).toBe('Message 1');
  });
});

describe('a message sent while a reply is running', () => {
  /** Starts with a running reply and two waiting messages. */
  async function start() {
    const page = openPage();
    page.queue.send(message(1, 'First'));
    const first = await page.completion();
    page.queue.send(message(1, 'Second'));
    page.queue.send(message(1, 'Third'));
    return { ...page, first };
  }
  const texts = (operations: readonly { readonly text: string }[]) => operations.map(({ text }) => text);

  it('waits for the reply, and is sent before the messages after it', async () => {
    const { first, waiting, stored, completion, chats, kept } = await start();
    expect([texts(waiting()), kept.size]).toEqual([['Second', 'Third'], 2]);
    first.say('Reply');
    first.end();
    const second = await completion(1);
    expect([stored(), texts(waiting())]).toEqual([['First', 'Second'], ['Third']]);
    second.say('Reply');
    second.end();
    await completion(2);
    expect([stored(), waiting(), kept.size]).toEqual([['First', 'Second', 'Third'], [], 0]);
    expect(chats).toEqual([id(1)]);
  });

  it('does not wait for another chat', async () => {
    const { queue, completion, stored } = await start();
    queue.send(message(2));
    await completion(1);
    expect(stored()).toEqual(['First', 'Message 2']);
  });

  it('can be removed, or returned to the input', async () => {
    const { queue, drafts, first, waiting, completion, stored } = await start();
    const [second, third] = waiting();
    queue.remove(second!);
    queue.cancel(third!.id);
    expect([waiting(), drafts.get(id(1))]).toEqual([[], 'Third']);
    queue.send(message(1, 'Fourth'));
    first.say('Reply');
    first.end();
    await completion(1);
    expect(stored()).toEqual(['First', 'Fourth']);
  });

  it('is held until the user sends it if the reply is stopped', async () => {
    const { queue, runner, outbox, first, waiting, outcomes, completion, stored } = await start();
    first.say('Half');
    runner.stop(id(1));
    await vi.waitFor(() => expect(outcomes).toEqual(['stopped']));
    await outbox.run();
    expect(stored()).toEqual(['First']);
    expect(waiting().map(({ isHeld }) => isHeld)).toEqual([true, true]);
    queue.sendNow(id(1));
    await completion(1);
    expect(stored()).toEqual(['First', 'Second']);
  });

  it('is held if the reply fails, and sent once a retry succeeds', async () => {
    const { runner, first, outcomes, completion, stored } = await start();
    first.fail(new CompletionError('api', 'The vendor is unavailable.', 503));
    await vi.waitFor(() => expect(outcomes).toEqual(['failed']));
    expect(stored()).toEqual(['First']);
    runner.retry(id(1), model);
    const again = await completion(1);
    again.say('Reply');
    again.end();
    await completion(2);
    expect(stored()).toEqual(['First', 'Second']);
  });

  it('is still held after a reload', async () => {
    const { runner, first, outcomes, kept } = await start();
    first.say('Half');
    runner.stop(id(1));
    await vi.waitFor(() => expect(outcomes).toEqual(['stopped']));
    const next = openPage(kept);
    await next.outbox.restore();
    expect([next.stored(), texts(next.waiting())]).toEqual([[], ['Second', 'Third']]);
  });

  it("that is held is sent before the user's next message", async () => {
    const { queue, runner, first, outcomes, completion, stored, waiting } = await start();
    first.say('Half');
    runner.stop(id(1));
    await vi.waitFor(() => expect(outcomes).toEqual(['stopped']));
    queue.send(message(1, 'Fourth'));
    await completion(1);
    expect(stored()).toEqual(['First', 'Second']);
    expect(texts(waiting())).toEqual(['Third', 'Fourth']);
  });

  it('creates the chat, with its project and parameters, if the first message was removed', async () => {
    const { queue, outbox, waiting, state, chats, stored, phase } = openPage(undefined, offline);
    const settings = { projectId: 'garden', parameters: { instructions: 'Be brief.' } };
    queue.send({ ...message(1, 'First'), ...settings });
    queue.send(message(1, 'Second'));
    await vi.waitFor(() => expect(phase(1)).toBe('queued'));
    queue.remove(waiting()[0]!);
    expect(waiting()).toMatchObject([{ isNewChat: true, ...settings }]);
    state.failure = null;
    await outbox.run();
    expect([chats, stored()]).toEqual([[id(1)], ['Second']]);
  });
});
