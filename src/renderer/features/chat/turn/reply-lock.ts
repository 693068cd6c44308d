import { chatLimits } from '../constants.ts';
import type { MirroredReply } from './reply-mirror.ts';

const lockName = (replyId: string) => `clover-reply-${replyId}`;

/**
 * Marks a reply as being written by this page for as long as the page lives; the browser lets go when it dies.
 * Without it another tab could store half of a reply that is still growing here.
 *
 * @returns lets go
 */
export function holdReply(replyId: string): () => void {
  const locks = lockManager();
  if (!locks) return () => {};
  const { promise, resolve } = Promise.withResolvers<void>();
  locks.request(lockName(replyId), () => promise).catch(() => {});
  return resolve;
}

/** True when no open page writes the reply any more. */
export async function isAbandoned(
  reply: Pick<MirroredReply, 'id' | 'writtenAt'>,
  now: number,
): Promise<boolean> {
  const locks = lockManager();
  // Plain http on a foreign host has no locks; there only the time since the last delta tells.
  if (!locks) return now - reply.writtenAt > chatLimits.mirrorAbandonedAfter;
  return locks.request(lockName(reply.id), { ifAvailable: true }, (lock) => lock !== null);
}

function lockManager(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}
