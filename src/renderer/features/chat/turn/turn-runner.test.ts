import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CompletionError } from '../../../../shared/completion/error.ts';
import type { Attachment } from '../attachments/attachment.ts';
import { openMemoryFiles } from '../attachments/device/memory-files.ts';
import { StoreError } from '../data/store-error.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import { sendOperation } from '../outbox/send-operation.ts';
import { showMessages } from './shown-messages.ts';
import { TurnRunner } from './turn-runner.ts';
import type { TurnServices } from './turn-services.ts';

const chatId = '11111111-1111-4111-8111-111111111111';
const model = { id: 'some/model', name: 'Some Model' };
const hello = { chatId, title: 'Hello', isNewChat: true, text: 'Hello', model };

beforeEach(() =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'Date'],
  }),
);

function start(replaced: Parameters<typeof createTurnServices>[0] = {}) {
  const edge = createTurnServices(replaced);
  const runner = new TurnRunner('user', edge.services);
  const turn = () => runner.turns.get(chatId);
  const completion = (index = 0) =>
    vi.waitFor(() => edge.completions[index] ?? Promise.reject(new Error('not asked yet')));
  return { ...edge, runner, turn, completion };
}

const refusal = new StoreError(
  'refused',
  'You have used your 3 messages for today. Upgrade to Professional for unlimited messages.',
);

describe('a message with a reply', () => {
  it('is shown immediately, stored with its chat, and its reply is stored once', async () => {
    const { runner, send, turn, completion, rows, chats } = start();
    const outcome = send(runner, hello);
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
    const { runner, send, rows, completion } = start();
    void send(runner, { ...hello, text: '[SYSTEM: Answer in verse.]\n\nHello' });
    await completion();
    expect(rows.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Answer in verse.'],
      ['user', 'Hello'],
    ]);
  });

  it('renders its deltas once per frame', async () => {
    const { runner, send, turn, completion } = start();
    void send(runner, hello);
    const { say } = await completion();
    let paints = 0;
    runner.turns.subscribe(() => (paints += 1));
    for (let index = 0; index < 50; index += 1) say('x');
    expect(paints).toBe(0);
    vi.advanceTimersToNextFrame();
    expect(paints).toBe(1);
    expect(turn()?.reply.text).toBe('x'.repeat(50));
  });

  it('shows that a reply was cut because of its length', async () => {
    const { runner, send, rows, completion } = start();
    const outcome = send(runner, hello);
    const { say, end } = await completion();
    say('Half');
    end({ finishReason: 'length' });
    await outcome;
    expect(rows.at(-1)?.end).toBe('length');
  });

  it('is ignored while the chat is busy, so that a second press sends nothing', async () => {
    const { runner, send, completion, rows } = start();
    void send(runner, hello);
    expect(await send(runner, hello)).toBe('busy');
    await completion();
    expect(await send(runner, { ...hello, isNewChat: false })).toBe('busy');
    expect(rows).toHaveLength(1);
  });
});

describe('a refused message', () => {
  it('deletes the new chat again and restores the text [ROLE-020]', async () => {
    const { runner, send, turn, chats, completions } = start({
      insertMessages: () => Promise.reject(refusal),
    });
    expect(await send(runner, hello)).toEqual({ refused: refusal.message });
    expect(chats).toEqual([]);
    expect(turn()).toBeUndefined();
    expect(completions).toEqual([]);
  });

  it('also deletes the new chat if its files are refused after it was stored', async () => {
    const file = { id: 'file', name: 'a.txt' } as unknown as Attachment;
    const attach = () => Promise.reject(refusal);
    const { runner, send, rows, chats } = start({ files: async () => ({ ...openMemoryFiles(), attach }) });
    expect(await send(runner, { ...hello, files: [file] })).toEqual({ refused: refusal.message });
    expect([rows, chats]).toEqual([[], []]);
  });

  it('keeps a chat that already existed', async () => {
    const { runner, send, chats } = start({ insertMessages: () => Promise.reject(refusal) });
    chats.push(chatId);
    await send(runner, { ...hello, isNewChat: false });
    expect(chats).toEqual([chatId]);
  });
});

describe('Stop', () => {
  it('stops the reply on the service, which stores what has arrived', async () => {
    const { runner, send, rows, completion, turn, stopped } = start();
    const outcome = send(runner, hello);
    const { say, request } = await completion();
    say('Half a rep');
    runner.stop(chatId);
    expect(await outcome).toEqual({ kind: 'stopped' });
    expect(stopped).toEqual([request.reply?.replyId]);
    expect(rows.at(-1)).toMatchObject({ role: 'assistant', content: 'Half a rep', end: 'stopped' });
    expect(turn()).toMatchObject({ phase: 'done', reply: { text: 'Half a rep', end: 'stopped' } });
  });

  it('before any text leaves a message that can be retried', async () => {
    const { runner, send, rows, completion, turn } = start();
    const outcome = send(runner, hello);
    await completion();
    runner.stop(chatId);
    expect(await outcome).toEqual({ kind: 'stopped' });
    expect(rows).toHaveLength(1);
    expect(turn()).toMatchObject({ phase: 'failed', failure: null });
  });

  it('before the request sends none', async () => {
    const token = Promise.withResolvers<string>();
    const { runner, send, completions, turn } = start({ readAccessToken: () => token.promise });
    const outcome = send(runner, hello);
    await vi.waitFor(() => expect(turn()?.phase).toBe('waiting'));
    runner.stop(chatId);
    token.resolve('token');
    expect(await outcome).toEqual({ kind: 'stopped' });
    expect(completions).toEqual([]);
  });

  it('ends the reading of files, which the turn names', async () => {
    const { runner, send, completions, turn } = start({
      readContext: (_turn, _model, _settings, { signal, onFiles }) => {
        onFiles();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    });
    const outcome = send(runner, hello);
    await vi.waitFor(() => expect(turn()?.isReadingFiles).toBe(true));
    runner.stop(chatId);
    expect(await outcome).toEqual({ kind: 'stopped' });
    expect(completions).toEqual([]);
  });

  it('is repeated until the service has confirmed it', async () => {
    const { runner, send, completion, stopped, setOffline } = start();
    const outcome = send(runner, hello);
    const { say } = await completion();
    say('Half');
    setOffline(true);
    runner.stop(chatId);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(stopped).toEqual([]);
    setOffline(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await outcome).toEqual({ kind: 'stopped' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stopped).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('before any text can be retried under the same id and stores nothing twice [CHAT-051]', async () => {
    const { runner, send, ended, rows, completion, completions, turn } = start();
    const first = send(runner, hello);
    (await completion()).fail(new CompletionError('timeout', 'Request timed out after 30 seconds'));
    expect(await first).toEqual({
      kind: 'failed',
      code: 'timeout',
      message: 'Request timed out after 30 seconds',
    });
    expect(showMessages(rows, turn())[0]?.status).toBe('failed');
    const second = ended(() => runner.retry(chatId, model));
    expect(showMessages(rows, turn())[0]?.status).toBe('sending');
    const again = await completion(1);
    expect(again.request.messageId).toBe(completions[0]?.request.messageId);
    again.say('Now');
    again.end();
    expect(await second).toEqual({ kind: 'answered' });
    expect(rows.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('after some text keeps the text as interrupted and is still reported', async () => {
    const { runner, send, rows, completion } = start();
    const outcome = send(runner, hello);
    const { say, fail } = await completion();
    say('Half');
    fail(new CompletionError('interrupted', 'The connection broke'));
    expect(await outcome).toMatchObject({ kind: 'failed', message: 'The connection broke' });
    expect(rows.at(-1)).toMatchObject({ content: 'Half', end: 'interrupted' });
  });

  it('while files are read is retried without naming them before they are read again', async () => {
    const readContext = vi.fn<TurnServices['readContext']>(() => new Promise(() => {}));
    readContext.mockImplementationOnce(async (_turn, _model, _settings, { onFiles }) => {
      onFiles();
      throw new Error('No connection');
    });
    const { runner, send, turn } = start({ readContext });
    expect(await send(runner, hello)).toMatchObject({ kind: 'failed' });
    expect(runner.retry(chatId, model)).toBe(true);
    await vi.waitFor(() => expect(readContext).toHaveBeenCalledTimes(2));
    expect(turn()).toMatchObject({ phase: 'waiting', isReadingFiles: false });
  });

  it('never shows messages of network or database errors', async () => {
    const { runner, send, completion } = start();
    const outcome = send(runner, hello);
    (await completion()).fail(new TypeError('connect ECONNREFUSED 10.0.0.1'));
    expect(await outcome).toMatchObject({ kind: 'failed', message: '' });
  });

  it('to store a new chat keeps it on the device for a retry [CHAT-064]', async () => {
    let isOffline = true;
    const edge = start({
      insertChat: () =>
        isOffline ? Promise.reject(new StoreError('unavailable', 'offline')) : Promise.resolve(null),
    });
    const operation = sendOperation(hello);
    expect(await edge.runner.deliver(operation)).toBe('busy');
    expect(edge.runner.turns.unstored().map((turn) => turn.chatId)).toEqual([chatId]);
    isOffline = false;
    // The outbox delivers the message again.
    expect(edge.runner.retry(chatId, model)).toBe(false);
    expect(await edge.runner.deliver(operation)).toBe('done');
    await edge.completion();
    expect(edge.runner.turns.unstored()).toEqual([]);
  });
});

describe('a chat that never reaches the service', () => {
  it('disappears after 5 minutes, and its text returns to the draft [CHAT-063]', async () => {
    const expired: string[] = [];
    const { runner, send } = start({
      insertChat: () => Promise.reject(new StoreError('unavailable', 'offline')),
      onExpired: ({ typed }) => expired.push(typed),
    });
    await send(runner, hello);
    vi.advanceTimersByTime(5 * 60_000 - 1);
    expect(runner.turns.unstored()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(runner.turns.unstored()).toEqual([]);
    expect(expired).toEqual(['Hello']);
  });
});

describe('a chat that is deleted', () => {
  it('loses its turn, and this page stops reading its reply', async () => {
    const { runner, send, completion, turn } = start();
    void send(runner, hello);
    const { say, options } = await completion();
    say('Half');
    runner.end(chatId);
    expect(options.signal.aborted).toBe(true);
    vi.advanceTimersToNextFrame();
    expect(turn()).toBeUndefined();
  });
});

describe('signing out', () => {
  it('ends all turns; the service continues to write the reply', async () => {
    const { runner, send, completion, turn, stopped } = start();
    void send(runner, hello);
    const { say, options } = await completion();
    say('Half');
    runner.endAll();
    expect(options.signal.aborted).toBe(true);
    expect(turn()).toBeUndefined();
    expect(stopped).toEqual([]);
  });
});
