import { limitKey } from '../http/address.ts';
import type { AuthContext, Visitor } from './context.ts';
import { deviceOf, isKnownDevice } from './devices.ts';
import { countOf, countsOfAddress, requesterName, tooMany } from './limits.ts';
import type { Count } from './rate-limit.ts';

/** What can be guessed: a password, or one of six digits. */
export type Secret = 'password' | 'mail' | 'factor' | 'nonce';

/** One attempt at a secret. */
export interface Guess {
  readonly secret: Secret;
  /** The account by its address, known or not, so that the refusal tells nothing of who has one. */
  readonly email: string;
  readonly visitor: Visitor;
}

export interface Attempt {
  /** It was right: it is not counted. */
  readonly succeeded: () => Promise<void>;
  /** It was wrong: it counts for the address as well. */
  readonly failed: () => Promise<void>;
}

/** Wrong passwords from unknown devices within the pace's window that cost the next of them no delay. */
const freeFailures = 20;
const delayPerFailure = 100;
const longestDelay = 3_000;

/** Whether the device belongs to the account: it was signed in there, or asked for the code that is tried. */
async function isFamiliar(context: AuthContext, { secret, email, visitor }: Guess): Promise<boolean> {
  if (await isKnownDevice(context, email, visitor)) return true;
  return secret === 'mail' && context.rateLimiter.has(requesterName(context, email, visitor));
}

/**
 * Lets a secret be tried, or throws over_request_rate_limit. Strangers must not lock anybody out, so failures count
 * for the pair of account and network; what all unknown devices try at one account is slowed down, and a device of the
 * account has a count of its own. Counted before the comparison, because guesses also come in parallel.
 */
export async function beginGuess(context: AuthContext, guess: Guess): Promise<Attempt> {
  const { secret, email, visitor } = guess;
  const isPassword = secret === 'password';
  const perPair = isPassword ? 'passwordGuess' : 'codeGuess';
  const network = visitor.address === null ? 'inside' : limitKey(visitor.address);
  const address = countsOfAddress(context, isPassword ? 'failedSignIn' : 'failedCode', visitor);
  const counts: readonly Count[] = (await isFamiliar(context, guess))
    ? [countOf(context, perPair, `${secret} ${email} device ${deviceOf(context, email, visitor)}`)]
    : [
        countOf(context, perPair, `${secret} ${email} ${network}`),
        countOf(context, isPassword ? 'passwordPace' : 'codePace', `${secret} ${email}`),
        countOf(context, 'passwordTotal', `${secret} ${email}`),
        // People behind one address sign in at the same time, so only what has failed counts there.
        ...address.map((count) => ({ ...count, isTaken: false })),
      ];
  const { secondsLeft, before } = await context.rateLimiter.take(counts);
  if (secondsLeft > 0) throw tooMany(secondsLeft);
  const failures = isPassword && counts.length > 1 ? (before[2] ?? 0) - freeFailures : 0;
  if (failures > 0) await context.wait(Math.min(longestDelay, failures * delayPerFailure));
  return {
    succeeded: () => context.rateLimiter.giveBack(counts),
    failed: async () => {
      if (address.length > 0) await context.rateLimiter.take(address);
    },
  };
}
