import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { StoreError } from '../data/store-error.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import { showMessages } from './shown-messages.ts';
import { TurnRunner } from './turn-runner.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const model = { id: 'some/model', name: 'Some Model' };
const hello = { chatId, title: 'Hello', isNewChat: true, text: 'Hello', model };

beforeEach(() =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'Date'],
  }),
);
afterEach(() => vi.useRealTimers());

function start(replaced: Parameters<typeof createTurnServices>[0] = {}) {
  const edge = createTurnServices(replaced);
  const runner = new TurnRunner('user', edge.services);
  const turn = () => runner.turns.get(chatId);
  /** The next completion, once the runner has requested it. */
  const completion = (index = 0) =>
    vi.waitFor(() => edge.completions[index] ?? Promise.reject(new Error('not asked yet')));
  return { ...edge, runner, turn, completion };
}

const refusal = new StoreError(
  'refused',
  'You have used your 3 messages for today. Upgrade to Professional for unlimited messages.',
);

describe('a message that is answered', () => {
  it('is shown immediately, stored with its chat, and its reply is stored once', async () => {
    const { runner, turn, completion, rows, chats } = start();
    const outcome = runner.send(hello);
    expect(turn()?.phase).toBe('storing');
    expect(showMessages([], turn()).map(({ role, content, status }) => [role, content, status])).toEqual([
      ['user', 'Hello', 'sending'],
    ]);
    const { request, options, say, end } = await completion();
    expect(chats).toEqual([chatId]);
    expect(request).toMatchObject({ messageId: turn()?.messageId, model: 'some/model', maxTokens: 1000 });
    expect(options.accessToken).toBe('token');
    say('Hi');
    say(' there', { model: 'other/model' });
    end();
    expect(await outcome).toEqual({ kind: 'answered' });
    expect(rows.map(({ role, content, end: how, modelId }) => [role, content, how, modelId])).toEqual([
      ['user', 'Hello', 'complete', null],
      ['assistant', 'Hi there', 'complete', 'other/model'],
    ]);
    expect(turn()?.phase).toBe('done');
  });

  it('stores a system prompt as a separate row before the message [CHAT-079]', async () => {
    const { runner, rows, completion } = start();
    void runner.send({ ...hello, text: '[SYSTEM: Answer in verse.]\n\nHello' });
    await completion();
    expect(rows.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Answer in verse.'],
      ['user', 'Hello'],
    ]);
  });

  it('paints its deltas once a frame', async () => {
    const { runner, turn, completion } = start();
    void runner.send(hello);
    const { say } = await completion();
    let paints = 0;
    runner.turns.subscribe(() => (paints += 1));
    for (let index = 0; index < 50; index += 1) say('x');
    expect(paints).toBe(0);
    vi.advanceTimersToNextFrame();
    expect(paints).toBe(1);
    expect(turn()?.reply.text).toBe('x'.repeat(50));
  });

  it('says that a reply was cut by its length', async () => {
    const { runner, rows, completion } = start();
    const outcome = runner.send(hello);
    const { say, end } = await completion();
    say('Half');
    end({ finishReason: 'length' });
    await outcome;
    expect(rows.at(-1)?.end).toBe('length');
  });

  it('is ignored while the chat is busy, so that a second press sends nothing', async () => {
    const { runner, completion, rows } = start();
    void runner.send(hello);
    expect(await runner.send(hello)).toEqual({ kind: 'ignored' });
    await completion();
    expect(await runner.send({ ...hello, isNewChat: false })).toEqual({ kind: 'ignored' });
    expect(rows).toHaveLength(1);
  });
});

describe('a refused message', () => {
  it('takes the new chat away again and gives the text back [ROLE-020]', async () => {
    const { runner, turn, chats, completions } = start({ insertMessages: () => Promise.reject(refusal) });
    expect(await runner.send(hello)).toEqual({ kind: 'refused', message: refusal.message, text: 'Hello' });
    expect(chats).toEqual([]);
    expect(turn()).toBeUndefined();
    expect(completions).toEqual([]);
  });

  it('leaves a chat that was there before', async () => {
    const { runner, chats } = start({ insertMessages: () => Promise.reject(refusal) });
    chats.push(chatId);
    await runner.send({ ...hello, isNewChat: false });
    expect(chats).toEqual([chatId]);
  });
});

describe('Stop', () => {
  it('aborts upstream and keeps what has arrived', async () => {
    const { runner, rows, completion, turn } = start();
    const outcome = runner.send(hello);
    const { say, options } = await completion();
    say('Half a rep');
    runner.stop(chatId);
    expect(options.signal.aborted).toBe(true);
    expect(await outcome).toEqual({ kind: 'stopped' });
    expect(rows.at(-1)).toMatchObject({ role: 'assistant', content: 'Half a rep', end: 'stopped' });
    expect(turn()?.phase).toBe('done');
  });

  it('before any text leaves the message to be tried again', async () => {
    const { runner, rows, completion, turn } = start();
    const outcome = runner.send(hello);
    await completion();
    runner.stop(chatId);
    expect(await outcome).toEqual({ kind: 'stopped' });
    expect(rows).toHaveLength(1);
    expect(turn()).toMatchObject({ phase: 'failed', failure: null });
  });
});

describe('a failure', () => {
  it('before any text can be tried again under the same id and stores nothing twice [CHAT-051]', async () => {
    const { runner, rows, completion, completions, turn } = start();
    const first = runner.send(hello);
    (await completion()).fail(new CompletionError('timeout', 'Request timed out after 30 seconds'));
    expect(await first).toEqual({
      kind: 'failed',
      message: 'Request timed out after 30 seconds',
      isChatStored: true,
    });
    expect(showMessages(rows, turn())[0]?.status).toBe('failed');
    const second = runner.retry(chatId, model);
    expect(showMessages(rows, turn())[0]?.status).toBe('sending');
    const again = await completion(1);
    expect(again.request.messageId).toBe(completions[0]?.request.messageId);
    again.say('Now');
    again.end();
    expect(await second).toEqual({ kind: 'answered' });
    expect(rows.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('after some text keeps it as interrupted and is still reported', async () => {
    const { runner, rows, completion } = start();
    const outcome = runner.send(hello);
    const { say, fail } = await completion();
    say('Half');
    fail(new CompletionError('interrupted', 'The connection broke'));
    expect(await outcome).toEqual({ kind: 'failed', message: 'The connection broke', isChatStored: true });
    expect(rows.at(-1)).toMatchObject({ content: 'Half', end: 'interrupted' });
  });

  it('never shows the text of the network or the database', async () => {
    const { runner, completion } = start();
    const outcome = runner.send(hello);
    (await completion()).fail(new TypeError('connect ECONNREFUSED 10.0.0.1'));
    expect(await outcome).toMatchObject({ kind: 'failed', message: '' });
  });

  it('to store a new chat keeps it on the device, to be tried again [CHAT-064]', async () => {
    let isOffline = true;
    const edge = start({
      insertChat: () =>
        isOffline ? Promise.reject(new StoreError('unavailable', 'offline')) : Promise.resolve(),
    });
    expect(await edge.runner.send(hello)).toEqual({ kind: 'failed', message: '', isChatStored: false });
    expect(edge.runner.turns.unstored().map((turn) => turn.chatId)).toEqual([chatId]);
    isOffline = false;
    const again = edge.runner.retry(chatId, model);
    const { say, end } = await edge.completion();
    say('Hi');
    end();
    expect(await again).toEqual({ kind: 'answered' });
    expect(edge.runner.turns.unstored()).toEqual([]);
  });
});

describe('a chat that never reaches the service', () => {
  it('is given up after 5 minutes, and its text goes back to the draft [CHAT-063]', async () => {
    const expired: string[] = [];
    const { runner } = start({
      insertChat: () => Promise.reject(new StoreError('unavailable', 'offline')),
      onExpired: ({ typed }) => expired.push(typed),
    });
    await runner.send(hello);
    vi.advanceTimersByTime(5 * 60_000 - 1);
    expect(runner.turns.unstored()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(runner.turns.unstored()).toEqual([]);
    expect(expired).toEqual(['Hello']);
  });
});

describe('a reply on the device', () => {
  it('is written at most once a second while it grows and removed when it is stored', async () => {
    const { runner, completion, mirrored, turn } = start();
    const outcome = runner.send(hello);
    const { say, end } = await completion();
    const saved = () => mirrored.get(turn()?.reply.id ?? '')?.text;
    say('one');
    expect(saved()).toBe('one');
    vi.advanceTimersByTime(999);
    say(' two');
    expect(saved()).toBe('one');
    vi.advanceTimersByTime(1);
    say(' three');
    expect(saved()).toBe('one two three');
    end();
    await outcome;
    expect(mirrored.size).toBe(0);
  });

  it('stays when the service cannot take it, and is stored before the next message', async () => {
    let isOffline = false;
    const edge = start();
    const { insertMessages } = edge.services;
    const runner = new TurnRunner('user', {
      ...edge.services,
      insertMessages: (messages) =>
        isOffline ? Promise.reject(new StoreError('unavailable', 'offline')) : insertMessages(messages),
    });
    const outcome = runner.send(hello);
    const { say, end } = await edge.completion();
    say('Kept');
    isOffline = true;
    end();
    expect(await outcome).toEqual({ kind: 'unsaved' });
    expect([...edge.mirrored.values()].map(({ text, end: how }) => [text, how])).toEqual([
      ['Kept', 'complete'],
    ]);
    isOffline = false;
    void runner.send({ ...hello, isNewChat: false, text: 'Next' });
    await edge.completion(1);
    expect(edge.rows.map(({ content }) => content)).toEqual(['Hello', 'Kept', 'Next']);
    expect(edge.mirrored.size).toBe(0);
  });
});

describe('a message that could not be stored', () => {
  const offline = () => {
    let isOffline = true;
    const edge = start();
    const { insertMessages } = edge.services;
    const runner = new TurnRunner('user', {
      ...edge.services,
      insertMessages: (messages) =>
        isOffline ? Promise.reject(new StoreError('unavailable', 'offline')) : insertMessages(messages),
    });
    return { ...edge, runner, goOnline: () => (isOffline = false) };
  };

  it('is stored before the next one, whose chat then counts as stored', async () => {
    const { runner, rows, chats, completion, goOnline } = offline();
    await runner.send(hello);
    goOnline();
    void runner.send({ ...hello, text: 'Next' });
    await completion();
    expect(rows.map(({ content }) => content)).toEqual(['Hello', 'Next']);
    expect(runner.turns.get(chatId)?.isChatStored).toBe(true);
    expect(new Set(chats)).toEqual(new Set([chatId]));
  });

  it('is not replaced by the next one, which is held back', async () => {
    const { runner, rows } = offline();
    await runner.send(hello);
    expect(await runner.send({ ...hello, text: 'Next' })).toEqual({ kind: 'held', text: 'Next' });
    expect(runner.turns.get(chatId)).toMatchObject({ text: 'Hello', phase: 'failed' });
    expect(rows).toEqual([]);
  });
});

describe('a chat that is deleted', () => {
  it('ends its reply and keeps nothing of it on the device', async () => {
    const { runner, completion, mirrored, turn, rows } = start();
    const outcome = runner.send(hello);
    const { say, options } = await completion();
    say('Half');
    runner.discard(chatId);
    await outcome;
    expect(options.signal.aborted).toBe(true);
    expect(turn()).toBeUndefined();
    expect(mirrored.size).toBe(0);
    expect(rows.map(({ role }) => role)).toEqual(['user']);
  });

  it('takes a reply that was just being stored with it', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const edge = start();
    const { insertMessages } = edge.services;
    const runner = new TurnRunner('user', {
      ...edge.services,
      insertMessages: (messages) => (messages[0]?.role === 'assistant' ? promise : insertMessages(messages)),
    });
    const outcome = runner.send(hello);
    const { say, end } = await edge.completion();
    say('Whole');
    end();
    await vi.waitFor(() => expect(runner.turns.get(chatId)?.phase).toBe('saving'));
    runner.discard(chatId);
    reject(new StoreError('gone', 'no such chat'));
    await outcome;
    expect(edge.mirrored.size).toBe(0);
  });
});

describe('a page that closes', () => {
  it('has nothing to wait for when it comes back, and can ask again', async () => {
    const { runner, completion, turn, left } = start();
    const outcome = runner.send(hello);
    await completion();
    runner.leave();
    await outcome;
    expect(left).toEqual([]);
    expect(turn()?.phase).toBe('failed');
    void runner.retry(chatId, model);
    const { request } = await completion(1);
    expect(request.messageId).toBe(turn()?.messageId);
  });

  it('stores what has arrived, once, and keeps the copy for the next visit', async () => {
    const { runner, completion, left, mirrored, rows } = start();
    const outcome = runner.send(hello);
    const { say, options } = await completion();
    say('Half');
    runner.leave();
    expect(options.signal.aborted).toBe(true);
    expect(left.map(({ content, end }) => [content, end])).toEqual([['Half', 'interrupted']]);
    expect(await outcome).toEqual({ kind: 'stopped' });
    expect(rows.map(({ role }) => role)).toEqual(['user']);
    expect([...mirrored.values()].map(({ text }) => text)).toEqual(['Half']);
    runner.leave();
    expect(left).toHaveLength(1);
  });
});

describe('a person who leaves', () => {
  it('leaves nothing on the device and nothing running', async () => {
    const { runner, completion, mirrored, turn } = start();
    const outcome = runner.send(hello);
    const { say, options } = await completion();
    say('Secret');
    runner.dispose();
    await outcome;
    expect(options.signal.aborted).toBe(true);
    expect(turn()).toBeUndefined();
    expect(mirrored.size).toBe(0);
  });
});
