import { setTimeout as pause } from 'node:timers/promises';
import type { CompletionResult, ResumeRequest } from '../../shared/completion/completion.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import type { ReplyEnd } from './ended-reply.ts';
import { createLiveReply, type LiveReply, type ReplyReader } from './live-reply.ts';
import type { ReplyCalls } from './reply-calls.ts';
import { createReplyStorage } from './reply-storage.ts';
import type { Tokens } from './tokens.ts';
import type { UnsavedReplies } from './unsaved-replies.ts';
import { type ReplyCall, writeReply, type WrittenReply } from './write-reply.ts';

export interface RepliesDependencies {
  readonly calls: ReplyCalls;
  readonly tokens: Tokens;
  readonly unsaved: UnsavedReplies;
  readonly fetch: typeof globalThis.fetch;
  readonly onStored: (row: unknown, userId: string) => void;
}

/**
 * The replies that the main process writes: it requests them from vendors, saves them while they run, and stores them
 * at the end, even if their page was closed.
 */
export interface Replies {
  /** Starts a reply. The page reads it until the reader's signal aborts; the reply continues after that. */
  readonly write: (userId: string, call: ReplyCall, reader: ReplyReader) => Promise<CompletionResult>;
  readonly has: (userId: string, replyId: string) => boolean;
  /** Continues reading a reply. Rejects with `not_found` if there is no such reply. */
  readonly resume: (userId: string, request: ResumeRequest, reader: ReplyReader) => Promise<CompletionResult>;
  /** Stops a reply. False if there is no such reply. */
  readonly stop: (userId: string, replyId: string) => boolean;
  /** Before sign-out: interrupts the user's replies and tries to store them. */
  readonly settle: (userId: string) => Promise<void>;
  /** After sign-out: deletes the user's replies from this computer. */
  readonly forget: (userId: string) => void;
  /** Retries storing waiting replies, now that the service is reachable again. */
  readonly tryNow: () => void;
  /** Whether a vendor is sending a reply. */
  readonly isStreaming: () => boolean;
  /**
   * Resolves when nothing streams and all replies are stored or on disk. Includes replies that start in the meantime.
   */
  readonly idle: () => Promise<void>;
  /** Before quitting: like `settle`, for all users. Replies that cannot be stored remain on disk. */
  readonly close: () => Promise<void>;
}

/** The maximum number of concurrent replies of all pages together. */
const maxReplies = 64;
/** Milliseconds that sign-out and quitting wait for replies. */
const settleLimit = 5_000;

interface RunningReply {
  readonly reply: LiveReply;
  readonly abort: AbortController;
  end: ReplyEnd;
  isStreaming: boolean;
  /** Resolves when the vendor has sent everything. */
  streamed: Promise<void>;
}

const stoppedError = (): CompletionError => new CompletionError('aborted', 'The reply was stopped.');

export function createReplies({ calls, tokens, unsaved, fetch, onStored }: RepliesDependencies): Replies {
  const storage = createReplyStorage({ calls, tokens, unsaved });
  const running = new Map<string, RunningReply>();
  let isClosing = false;

  const add = (reply: LiveReply): RunningReply => {
    const entry = {
      reply,
      abort: new AbortController(),
      end: 'interrupted' as const,
      isStreaming: false,
      streamed: Promise.resolve(),
    };
    running.set(reply.id, entry);
    return entry;
  };
  const find = (userId: string, replyId: string): RunningReply | undefined => {
    const entry = running.get(replyId);
    return entry?.reply.userId === userId ? entry : undefined;
  };
  const runningOf = (userId: string | undefined): RunningReply[] =>
    [...running.values()].filter(({ reply }) => userId === undefined || reply.userId === userId);
  const stopEntry = (entry: RunningReply): void => {
    if (!entry.abort.signal.aborted) entry.end = 'stopped';
    entry.abort.abort();
  };

  const store = async ({ reply }: RunningReply, written: Omit<WrittenReply, 'hasContent'>): Promise<void> => {
    const { ended, finishReason, failure } = written;
    const row = await storage.store(ended);
    running.delete(reply.id);
    if (row === null) return reply.reject(failure ?? stoppedError());
    onStored(row, reply.userId);
    reply.append({ text: '', stored: row });
    if (failure !== null && ended.end === 'interrupted') return reply.reject(failure);
    const { usage } = reply.details();
    reply.resolve({
      finishReason,
      model: ended.model,
      vendor: ended.vendor,
      stored: row,
      ...(usage && { usage }),
    });
  };
  const run = async (entry: RunningReply, call: ReplyCall): Promise<void> => {
    const { reply, abort } = entry;
    const control = { signal: abort.signal, end: () => entry.end, stop: () => stopEntry(entry) };
    try {
      const written = await writeReply(reply, call, control, { calls, tokens, fetch });
      // The user signed out in the meantime.
      if (running.get(reply.id) !== entry) return;
      if (written.hasContent) return void store(entry, written);
      // There is nothing to store, so the service refunds the request. If the service is unreachable, it
      // refunds the request later.
      const token = tokens.newest(reply.userId) ?? call.accessToken;
      await calls.finish(written.ended, token).catch(() => undefined);
      throw written.failure ?? stoppedError();
    } catch (error) {
      running.delete(reply.id);
      reply.reject(error);
    }
  };

  /** Stores replies that an earlier run of the app could not store. */
  const restore = (userId: string): void => {
    for (const ended of unsaved.read(userId)) {
      if (running.has(ended.replyId)) continue;
      const entry = add(createLiveReply(ended.replyId, userId));
      const { model, vendor } = ended;
      // Pages receive an encrypted reply only as its stored row.
      const [text, reasoning] = ended.isEncrypted ? ['', ''] : [ended.text, ended.reasoning?.text ?? ''];
      entry.reply.append({ text, reasoning, model, vendor });
      void store(entry, { ended, finishReason: 'unknown', failure: null });
    }
  };
  tokens.onUse((userId) => {
    restore(userId);
    void storage.tryNow(userId);
  });

  const isStreaming = (): boolean => runningOf(undefined).some((entry) => entry.isStreaming);
  const settled = async (userId?: string): Promise<void> => {
    await Promise.all(runningOf(userId).map(({ streamed }) => streamed));
    await storage.tryNow(userId);
  };
  const endAll = (userId?: string): Promise<unknown> => {
    for (const { abort } of runningOf(userId)) abort.abort();
    return Promise.race([settled(userId), pause(settleLimit, undefined, { ref: false })]);
  };

  return {
    write: (userId, call, reader) => {
      const { replyId } = call.target;
      if (isClosing) return Promise.reject(stoppedError());
      if (running.has(replyId))
        return Promise.reject(new CompletionError('reply_exists', 'This reply is already being written.'));
      if (running.size >= maxReplies)
        return Promise.reject(
          new CompletionError('quota', 'Too many replies are running. Stop one and try again.'),
        );
      tokens.use(call.accessToken);
      const entry = add(createLiveReply(replyId, userId));
      const reading = entry.reply.read({ from: 0, reasoningFrom: 0 }, reader);
      entry.isStreaming = true;
      entry.streamed = run(entry, call).finally(() => (entry.isStreaming = false));
      return reading;
    },
    has: (userId, replyId) => find(userId, replyId) !== undefined,
    resume: async (userId, { replyId, ...position }, reader) => {
      const entry = find(userId, replyId);
      if (!entry) throw new CompletionError('not_found', 'This reply is no longer running.');
      return entry.reply.read(position, reader);
    },
    stop: (userId, replyId) => {
      const entry = find(userId, replyId);
      if (entry) stopEntry(entry);
      return entry !== undefined;
    },
    settle: async (userId) => void (await endAll(userId)),
    forget: (userId) => {
      for (const { reply, abort } of runningOf(userId)) {
        running.delete(reply.id);
        abort.abort();
        reply.reject(stoppedError());
      }
      storage.forget(userId);
      unsaved.deleteAllOf(userId);
      tokens.forget(userId);
    },
    tryNow: () => void storage.tryNow(),
    isStreaming,
    async idle() {
      do await settled();
      while (isStreaming());
    },
    close: async () => {
      isClosing = true;
      storage.close();
      await endAll();
    },
  };
}
