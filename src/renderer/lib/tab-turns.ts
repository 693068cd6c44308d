import {
  isAuthRefreshDiscardedError,
  navigatorLock,
  type SupabaseClientOptions,
} from '@supabase/supabase-js';

type Lock = typeof navigatorLock;
type Turns = Pick<NonNullable<SupabaseClientOptions<'public'>['auth']>, 'lock' | 'lockAcquireTimeout'>;

/**
 * Milliseconds that a tab waits for its turn before it takes it [AUTH-056]: longer than the auth client tries to refresh
 * (30 s), because a turn that is taken away fails whoever had it.
 */
const longestTurn = 35_000;

const isDiscarded = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'error' in answer &&
  isAuthRefreshDiscardedError(answer.error);

/** Does anew, with the session that is stored by now, what another tab was faster at. */
async function readAgain<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  const answer = await act();
  return isDiscarded(answer) ? act() : answer;
}

const inTurn: Lock = (name, longestWait, act) => navigatorLock(name, longestWait, () => readAgain(act));
const atOnce: Lock = (_name, _longestWait, act) => readAgain(act);

/**
 * How the tabs of one browser share a session that has run out, as options of the auth client. They take turns: the
 * first refreshes it, the others read what it got. Left to itself, the auth client of all but one throws its answer away
 * and says that there is no session. A page that came without TLS from another computer has no lock between tabs: there
 * each of them refreshes, and whoever was slower reads what was stored.
 */
export const tabTurns = (): Turns =>
  'locks' in navigator ? { lock: inTurn, lockAcquireTimeout: longestTurn } : { lock: atOnce };
