import { log } from '../log.ts';
import type { EndedReply } from './ended-reply.ts';
import type { ReplyCalls } from './reply-calls.ts';
import type { Tokens } from './tokens.ts';
import type { UnsavedReplies } from './unsaved-replies.ts';

/**
 * Stores replies that have ended. Tries again while the service is unreachable or the user's token has expired.
 */
export interface ReplyStorage {
  /** Resolves to the stored row; null if there was nothing to store or the user signed out. Never rejects. */
  readonly store: (reply: EndedReply) => Promise<unknown>;
  /** Tries all waiting replies again; without a user, those of all users. */
  readonly tryNow: (userId?: string) => Promise<void>;
  /** Before quitting: writes waiting and later replies to disk before it tries to store them, without retries. */
  readonly close: () => void;
  /** Drops the waiting replies of a user who signed out. */
  readonly forget: (userId: string) => void;
}

interface WaitingReply {
  readonly reply: EndedReply;
  readonly resolve: (row: unknown) => void;
  tries: number;
  isOnDisk: boolean;
  attempt?: Promise<void> | undefined;
  timer?: NodeJS.Timeout | undefined;
}

/** Milliseconds before the first retry. The delay doubles each time, up to a limit. */
const firstDelay = 1_000;
const longestDelay = 60_000;

export interface ReplyStorageDependencies {
  readonly calls: Pick<ReplyCalls, 'finish'>;
  readonly tokens: Pick<Tokens, 'newest'>;
  readonly unsaved: Pick<UnsavedReplies, 'write' | 'delete'>;
}

export function createReplyStorage({ calls, tokens, unsaved }: ReplyStorageDependencies): ReplyStorage {
  const waiting = new Map<string, WaitingReply>();
  let isClosed = false;

  const keep = (entry: WaitingReply): void => {
    if (entry.isOnDisk) return;
    entry.isOnDisk = true;
    unsaved.write(entry.reply);
  };
  const settle = (entry: WaitingReply, row: unknown): void => {
    const { replyId } = entry.reply;
    if (waiting.get(replyId) !== entry) return;
    clearTimeout(entry.timer);
    waiting.delete(replyId);
    // An earlier run of the app may have left a file for this reply.
    unsaved.delete(replyId);
    entry.resolve(row);
  };
  const attempt = async (entry: WaitingReply): Promise<void> => {
    clearTimeout(entry.timer);
    try {
      const token = tokens.newest(entry.reply.userId);
      if (token === undefined) throw new Error('No token has been handed over.');
      settle(entry, await calls.finish(entry.reply, token));
    } catch {
      if (waiting.get(entry.reply.replyId) !== entry) return;
      if (entry.tries === 0) log('replies.not-stored');
      keep(entry);
      if (isClosed) return;
      const delay = Math.min(firstDelay * 2 ** entry.tries, longestDelay);
      entry.tries += 1;
      entry.timer = setTimeout(() => void tryOne(entry), delay);
    }
  };
  /** Tries each reply at most once at a time. */
  const tryOne = (entry: WaitingReply): Promise<void> =>
    (entry.attempt ??= attempt(entry).finally(() => (entry.attempt = undefined)));

  return {
    store: (reply) => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const entry: WaitingReply = { reply, resolve, tries: 0, isOnDisk: false };
      waiting.set(reply.replyId, entry);
      if (isClosed) keep(entry);
      void tryOne(entry);
      return promise;
    },
    tryNow: async (userId) => {
      const entries = [...waiting.values()];
      await Promise.all(
        entries.filter(({ reply }) => userId === undefined || reply.userId === userId).map(tryOne),
      );
    },
    close: () => {
      isClosed = true;
      for (const entry of waiting.values()) {
        clearTimeout(entry.timer);
        keep(entry);
      }
    },
    forget: (userId) => {
      for (const entry of waiting.values()) if (entry.reply.userId === userId) settle(entry, null);
    },
  };
}
