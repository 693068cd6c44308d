import {
  isAuthRefreshDiscardedError,
  navigatorLock,
  type SupabaseClientOptions,
} from '@supabase/supabase-js';

type Lock = typeof navigatorLock;
type LockOptions = Pick<NonNullable<SupabaseClientOptions<'public'>['auth']>, 'lock' | 'lockAcquireTimeout'>;

/**
 * How long (ms) a tab waits for the lock before it takes it [AUTH-056]. Longer than the auth client's refresh
 * attempts (30 s), because taking the lock makes them fail.
 */
const lockTimeout = 35_000;

const isDiscarded = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'error' in answer &&
  isAuthRefreshDiscardedError(answer.error);

/** Retries with the stored session if another tab refreshed first. */
async function readAgain<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const answer = await act();
  return isDiscarded(answer) ? act() : answer;
}

const withLock: Lock = (name, timeout, act) => navigatorLock(name, timeout, () => readAgain(act));
const withoutLock: Lock = (_name, _timeout, act) => readAgain(act);

/**
 * Options of the auth client for refreshing a session in several tabs. Tabs take turns: the first one refreshes,
 * the others read its result. By default, the auth client of all other tabs would discard its result and report no
 * session. Without locks (a remote page without TLS), each tab refreshes and the slower ones read the stored
 * result.
 */
export const sessionLock = (): LockOptions =>
  'locks' in navigator ? { lock: withLock, lockAcquireTimeout: lockTimeout } : { lock: withoutLock };
