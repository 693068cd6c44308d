import {
  isAuthRefreshDiscardedError,
  navigatorLock,
  type SupabaseClientOptions,
} from '@supabase/supabase-js';

type Lock = typeof navigatorLock;
type LockOptions = Pick<NonNullable<SupabaseClientOptions<'public'>['auth']>, 'lock' | 'lockAcquireTimeout'>;

/**
 * Milliseconds before a waiting tab takes the lock [AUTH-056]. Longer than the auth client's attempts to refresh (30
 * s), which would fail if another tab took the lock.
 */
const lockTimeout = 35_000;

const isDiscarded = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'error' in answer &&
  isAuthRefreshDiscardedError(answer.error);

/** Retries with the stored session if another tab has refreshed it first. */
async function retryIfDiscarded<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const answer = await act();
  return isDiscarded(answer) ? act() : answer;
}

const withLock: Lock = (name, timeout, act) => navigatorLock(name, timeout, () => retryIfDiscarded(act));
const withoutLock: Lock = (_name, _timeout, act) => retryIfDiscarded(act);

/**
 * Makes tabs refresh a session in turns: the first one refreshes it, the others read its result. By default, the auth
 * client of the other tabs would discard the result and report no session.
 *
 * If the browser has no locks (on a remote page without TLS), each tab refreshes, and slower tabs read the stored
 * result.
 */
export const sessionLock = (): LockOptions =>
  'locks' in navigator ? { lock: withLock, lockAcquireTimeout: lockTimeout } : { lock: withoutLock };
