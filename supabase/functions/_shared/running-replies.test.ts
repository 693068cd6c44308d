import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRunningReplies } from './running-replies.ts';
import { createRunningReply } from './running-reply.ts';

type Pieces = Parameters<Parameters<typeof createRunningReplies>[0]['save']>[0];

describe('the replies of a process', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function setUp(answer: (pieces: Pieces) => unknown = saved) {
    const calls: Pieces[] = [];
    const logged: string[] = [];
    const replies = createRunningReplies({
      save: async (pieces) => {
        calls.push(pieces);
        return answer(pieces);
      },
      log: (event) => void logged.push(event),
    });
    const add = (id: string) => {
      const reply = createRunningReply(id, '', 'a-model');
      const writing = Promise.withResolvers<void>();
      replies.add(reply, writing.promise);
      return { reply, finish: writing.resolve };
    };
    return { replies, calls, logged, add };
  }
  const saved = (pieces: Pieces) => Object.fromEntries(pieces.map((piece) => [piece.reply_id, 'saved']));

  it('are saved with one call per second until all have ended', async () => {
    const { replies, calls, add } = setUp();
    const many = Array.from({ length: 200 }, (_, index) => add(`reply ${index}`));
    for (const { reply } of many) reply.append('one');
    await vi.advanceTimersByTimeAsync(3000);
    expect(calls).toHaveLength(3);
    expect(calls[0]).toHaveLength(200);
    // Without new text, each call only signals that the reply is running.
    expect(calls[1]?.[0]).toEqual({ reply_id: 'reply 0', start: 3, text: '' });
    for (const { finish } of many) finish();
    await replies.idle();
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls.length).toBeLessThanOrEqual(4);
    expect(vi.getTimerCount()).toBe(0);
    add('later');
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls.at(-1)?.[0]?.reply_id).toBe('later');
  });

  it('keep their text while the database is unavailable, and log that once', async () => {
    let isAway = true;
    const { calls, logged, add } = setUp((pieces) => {
      if (isAway) throw new Error('away');
      return saved(pieces);
    });
    const { reply, finish } = add('one');
    reply.append('one ');
    await vi.advanceTimersByTimeAsync(3000);
    reply.append('two');
    isAway = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls.at(-1)).toMatchObject([{ start: 0, text: 'one two' }]);
    expect(logged).toEqual(['checkpoints-failed']);
    finish();
  });

  it('end if they were stopped elsewhere or deleted, and continue if they were skipped', async () => {
    const { add, calls } = setUp(() => ({ one: 'stopped', two: 'gone' }));
    const [one, two, skipped] = [add('one'), add('two'), add('three')];
    skipped.reply.append('text');
    await vi.advanceTimersByTimeAsync(2000);
    expect([one, two, skipped].map(({ reply }) => reply.stopReason())).toEqual([
      'stopped',
      'gone',
      undefined,
    ]);
    expect(calls[1]?.[2]).toMatchObject({ start: 0, text: 'text' });
    for (const { finish } of [one, two, skipped]) finish();
  });

  it('send at most four megabytes with one call, and only renew the others', async () => {
    const { add, calls } = setUp();
    const many = Array.from({ length: 8 }, (_, index) => add(`reply ${index}`));
    for (const { reply } of many) reply.append('x'.repeat(1_000_000));
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls[0]?.map(({ text }) => text.length)).toEqual([
      1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 0, 0, 0,
    ]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls[1]?.map(({ text }) => text.length)).toEqual([
      0, 0, 0, 0, 0, 1_000_000, 1_000_000, 1_000_000,
    ]);
    for (const { finish } of many) finish();
  });

  it('are all interrupted when the process stops, including new ones', () => {
    const { replies, add } = setUp();
    const running = add('one');
    replies.interrupt();
    expect(replies.closing.aborted).toBe(true);
    expect([running, add('two')].map(({ reply }) => reply.stopReason())).toEqual([
      'interrupted',
      'interrupted',
    ]);
  });
});
