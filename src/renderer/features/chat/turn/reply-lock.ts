import { chatLimits } from '../constants.ts';
import type { MirroredReply } from './reply-mirror.ts';

const lockName = (replyId: string) => `clover-reply-${replyId}`;

/**
 * Locks a reply while this page writes it; the browser releases the lock when the page closes. Otherwise another
 * tab could store half of it.
 *
 * @returns releases the lock
 */
export function holdReply(replyId: string): () => void {
  const locks = lockManager();
  if (!locks) return () => {};
  const { promise, resolve } = Promise.withResolvers<void>();
  locks.request(lockName(replyId), () => promise).catch(() => {});
  return resolve;
}

/** True if no open page is writing the reply. */
export async function isAbandoned(
  reply: Pick<MirroredReply, 'id' | 'writtenAt'>,
  now: number,
): Promise<boolean> {
  const locks = lockManager();
  // Without TLS there are no locks on remote pages, so the time since the last delta decides.
  if (!locks) return now - reply.writtenAt > chatLimits.mirrorAbandonedAfter;
  return locks.request(lockName(reply.id), { ifAvailable: true }, (lock) => lock !== null);
}

function lockManager(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}
