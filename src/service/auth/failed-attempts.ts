import { limitKey } from '../http/address.ts';
import type { AuthContext, Visitor } from './context.ts';
import { deviceOf, isKnownDevice } from './devices.ts';
import { countOf, countsOfAddress, requesterName, tooManyAttempts } from './limits.ts';
import type { AttemptCount } from './rate-limiter.ts';

export interface AttemptInput {
  readonly secret: 'password' | 'mail' | 'factor' | 'nonce';
  /** The email as entered. The account may not exist, and a refusal must not show whether it exists. */
  readonly email: string;
  readonly visitor: Visitor;
}

export interface Attempt {
  /** Call if the secret was correct. The attempt is then not counted. */
  readonly succeeded: () => Promise<void>;
  /** Call if the secret was wrong. The attempt then also counts for the IP address. */
  readonly failed: () => Promise<void>;
}

/** Wrong passwords from unknown devices that cause no delay, within the window of passwordDelay. */
const freeFailures = 20;
const delayPerFailure = 100;
const longestDelay = 3_000;

/** Checks whether the user has signed in on this device or requested the emailed code on it. */
async function isFamiliar(context: AuthContext, { secret, email, visitor }: AttemptInput): Promise<boolean> {
  if (await isKnownDevice(context, email, visitor)) return true;
  return secret === 'mail' && context.rateLimiter.has(requesterName(context, email, visitor));
}

/**
 * Begins an attempt, or throws over_request_rate_limit. An attacker must not be able to lock an account, so failures
 * count for each pair of account and network, and each known device has a separate count. Unknown devices also share
 * counts: too many wrong passwords delay all of them, and too many wrong codes block them for a while. Attempts are
 * counted before the comparison, because they may run in parallel.
 */
export async function beginAttempt(context: AuthContext, input: AttemptInput): Promise<Attempt> {
  const { secret, email, visitor } = input;
  const isPassword = secret === 'password';
  const perPair = isPassword ? 'passwordPerNetwork' : 'codePerNetwork';
  const network = visitor.address === null ? 'inside' : limitKey(visitor.address);
  const address = countsOfAddress(context, isPassword ? 'failedSignIn' : 'failedCode', visitor);
  const counts: readonly AttemptCount[] = (await isFamiliar(context, input))
    ? [countOf(context, perPair, `${secret} ${email} device ${deviceOf(context, email, visitor)}`)]
    : [
        countOf(context, perPair, `${secret} ${email} ${network}`),
        countOf(context, isPassword ? 'passwordFromUnknown' : 'codeFromUnknown', `${secret} ${email}`),
        countOf(context, 'passwordDelay', `${secret} ${email}`),
        // Many users may share an IP address and sign in at the same time, so only failures count for the address.
        ...address.map((count) => ({ ...count, isTaken: false })),
      ];
  const { secondsLeft, before } = await context.rateLimiter.take(counts);
  if (secondsLeft > 0) throw tooManyAttempts(secondsLeft);
  const failures = isPassword && counts.length > 1 ? (before[2] ?? 0) - freeFailures : 0;
  if (failures > 0) await context.wait(Math.min(longestDelay, failures * delayPerFailure));
  return {
    succeeded: () => context.rateLimiter.refund(counts),
    failed: async () => {
      if (address.length > 0) await context.rateLimiter.take(address);
    },
  };
}
