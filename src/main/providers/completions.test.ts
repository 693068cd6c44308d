import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CompletionResult, ResumeRequest } from '../../shared/completion/completion.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import type { CompletionEvent } from '../../shared/ipc/contract.ts';
import type { ReplyReader } from '../replies/live-reply.ts';
import {
  createCompletions,
  maxRunningReplies,
  type Complete,
  type CompleteOptions,
  type Receiver,
  type Completions,
} from './completions.ts';

const request = { messageId: 'm', model: 'demo', messages: [{ role: 'user' as const, content: 'Hello' }] };
const result: CompletionResult = { text: 'Hi', finishReason: 'stop', model: 'demo' };
const call = (requestId: string) => ({ requestId, request, accessToken: 'token' });

interface Reply extends CompleteOptions {
  readonly finish: (result: CompletionResult) => void;
  readonly fail: (error: unknown) => void;
}

let replies: Reply[];
let completions: Completions;
let events: CompletionEvent[];
let page: Receiver;

const ask: Complete = (_request, options) =>
  new Promise((resolve, reject) => {
    options.signal.addEventListener('abort', () => reject(options.signal.reason as Error));
    replies.push({ ...options, finish: resolve, fail: reject });
  });

/** The positions from which pages resume a reply that the main process writes. */
let readFrom: number[];
const written = {
  has: (userId: string, replyId: string) => userId === 'user' && replyId === 'reply',
  resume: (_userId: string, { from }: ResumeRequest, reader: ReplyReader) => {
    readFrom.push(from);
    return ask(request, { ...reader, accessToken: '' });
  },
};

beforeEach(() => {
  replies = [];
  readFrom = [];
  events = [];
  completions = createCompletions(ask, written);
  page = { id: 1, send: (event) => void events.push(event) };
});

describe('a reply for a page', () => {
  it('is sent in deltas with its request id, and its end last', async () => {
    completions.start(page, call('a'));
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    replies[0]!.onDelta({ text: 'H' });
    replies[0]!.onDelta({ text: 'i' });
    replies[0]!.finish(result);
    await completions.idle();
    expect(events).toStrictEqual([
      { requestId: 'a', kind: 'delta', delta: { text: 'H' } },
      { requestId: 'a', kind: 'delta', delta: { text: 'i' } },
      { requestId: 'a', kind: 'done', result },
    ]);
  });

  it('that fails keeps its code, text and status', async () => {
    completions.start(page, call('a'));
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    replies[0]!.fail(new CompletionError('quota', 'You have used your 3 messages for today.', 429));
    await completions.idle();
    expect(events).toStrictEqual([
      {
        requestId: 'a',
        kind: 'failed',
        error: { code: 'quota', message: 'You have used your 3 messages for today.', status: 429 },
      },
    ]);
  });

  it('that fails unexpectedly does not show the text of the error', async () => {
    completions.start(page, call('a'));
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    replies[0]!.fail(new TypeError('invalid header value: Bearer sk-secret'));
    await completions.idle();
    expect(events).toStrictEqual([
      {
        requestId: 'a',
        kind: 'failed',
        error: { code: 'api', message: "Couldn't load the reply. Try again." },
      },
    ]);
  });

  it('is aborted upstream when it is canceled, and others continue', async () => {
    completions.start(page, call('a'));
    completions.start(page, call('b'));
    await vi.waitFor(() => expect(replies).toHaveLength(2));
    completions.cancel(page.id, 'a');
    expect(replies.map(({ signal }) => signal.aborted)).toStrictEqual([true, false]);
    replies[0]!.onDelta({ text: 'late' });
    replies[1]!.finish(result);
    await completions.idle();
    expect(events).toStrictEqual([
      { requestId: 'a', kind: 'failed', error: { code: 'aborted', message: 'The reply was stopped.' } },
      { requestId: 'b', kind: 'done', result },
    ]);
  });

  it('can be canceled before it has started', async () => {
    completions.start(page, call('a'));
    completions.cancel(page.id, 'a');
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    expect(replies[0]!.signal.aborted).toBe(true);
  });

  it('cannot be canceled or taken over by another page', async () => {
    const other: CompletionEvent[] = [];
    completions.start(page, call('a'));
    completions.start({ id: 2, send: (event) => void other.push(event) }, call('a'));
    await vi.waitFor(() => expect(replies).toHaveLength(2));
    completions.cancel(2, 'a');
    expect(replies.map(({ signal }) => signal.aborted)).toStrictEqual([false, true]);
    replies[0]!.finish(result);
    await completions.idle();
    expect(events.map(({ kind }) => kind)).toStrictEqual(['done']);
    expect(other.map(({ kind }) => kind)).toStrictEqual(['failed']);
  });

  it('is aborted when its page is closed, by event or by a failed send', async () => {
    completions.start(page, call('a'));
    completions.start(
      {
        id: 2,
        send: () => {
          throw new TypeError('Object has been destroyed');
        },
      },
      call('b'),
    );
    await vi.waitFor(() => expect(replies).toHaveLength(2));
    completions.cancelAll(page.id);
    replies[1]!.onDelta({ text: 'x' });
    expect(replies.map(({ signal }) => signal.aborted)).toStrictEqual([true, true]);
    await completions.idle();
  });
});

describe('a reply with a target', () => {
  const reply = { replyId: 'reply', questionId: 'm' };

  it('continues after its page has closed, which then receives nothing', async () => {
    completions.start(page, { ...call('a'), request: { ...request, reply } });
    completions.cancelAll(page.id);
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    replies[0]!.onDelta({ text: 'late' });
    expect(replies[0]!.signal.aborted).toBe(false);
    replies[0]!.finish(result);
    await completions.idle();
    expect(events.filter(({ kind }) => kind === 'delta')).toEqual([]);
  });

  it('is continued for its user, and the page may stop reading', async () => {
    const resume = (userId: string) =>
      completions.resume(page, {
        requestId: 'b',
        userId,
        request: { replyId: 'reply', from: 2, reasoningFrom: 0 },
      });
    expect(resume('another user')).toBe(false);
    expect(resume('user')).toBe(true);
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    replies[0]!.onDelta({ text: 'rest' });
    completions.cancel(page.id, 'b');
    await completions.idle();
    expect(readFrom).toEqual([2]);
    expect(events).toEqual([
      { requestId: 'b', kind: 'delta', delta: { text: 'rest' } },
      { requestId: 'b', kind: 'failed', error: { code: 'aborted', message: 'The reply was stopped.' } },
    ]);
  });
});

describe('too many replies', () => {
  it('are refused for a request id in use', async () => {
    completions.start(page, call('a'));
    expect(() => completions.start(page, call('a'))).toThrow('already running');
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    replies[0]!.finish(result);
    await completions.idle();
    completions.start(page, call('a'));
    await vi.waitFor(() => expect(replies).toHaveLength(2));
  });

  it('are refused above the limit for a page', () => {
    for (let index = 0; index < maxRunningReplies; index += 1) completions.start(page, call(`r-${index}`));
    expect(() => completions.start(page, call('one-more'))).toThrow('Too many');
    expect(() => completions.start({ ...page, id: 2 }, call('of-another-page'))).not.toThrow();
  });
});
