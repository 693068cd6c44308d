import { log } from '../log.ts';
import type { EndedReply } from './ended-reply.ts';
import type { ReplyCalls } from './reply-calls.ts';
import type { Tokens } from './tokens.ts';
import type { UnsavedReplies } from './unsaved-replies.ts';

/** Stores replies that have ended. Retries while the service is unreachable or the user's token has expired. */
export interface ReplyStorage {
  /** Resolves to the stored row; null if there was nothing to store or the user signed out. Never rejects. */
  readonly store: (reply: EndedReply) => Promise<unknown>;
  /** Retries all waiting replies of a user, or of all users. */
  readonly tryNow: (userId?: string) => Promise<void>;
  /** Before quitting: writes waiting and later replies to disk before it tries once to store them. */
  readonly close: () => void;
  /** Drops the waiting replies of a user who has signed out. */
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

/** Milliseconds before the first retry. The delay doubles with each retry, up to a maximum. */
const firstDelay = 1_000;
const maxDelay = 60_000;

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
    // A file may remain from an earlier run of the app.
    unsaved.delete(replyId);
    entry.resolve(row);
  };
  const attempt = async (entry: WaitingReply): Promise<void> => {
    clearTimeout(entry.timer);
    try {
      const token = tokens.newest(entry.reply.userId);
      if (token === undefined) throw new Error('There is no access token for this user.');
      settle(entry, await calls.finish(entry.reply, token));
    } catch {
      if (waiting.get(entry.reply.replyId) !== entry) return;
      if (entry.tries === 0) log('replies.not-stored');
      keep(entry);
      if (isClosed) return;
      const delay = Math.min(firstDelay * 2 ** entry.tries, maxDelay);
      entry.tries += 1;
      entry.timer = setTimeout(() => void tryOne(entry), delay);
    }
  };
  /** Prevents concurrent attempts for one reply. */
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
