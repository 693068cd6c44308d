import { limitKey } from './address.ts';
import type { AuthContext, Visitor } from './context.ts';
import { AuthFailure } from './failure.ts';
import { createRateLimiter } from './rate-limit.ts';
import type { AuthLimits } from './settings.ts';

/**
 * The limiters of one service. Refreshing has none: its tokens cannot be guessed, and a house full of tabs behind
 * one address must never be signed out.
 */
export function createLimiters(limits: AuthLimits, clock: () => Date): AuthContext['limiters'] {
  return {
    signIn: createRateLimiter(limits.signIn, clock),
    failedSignIn: createRateLimiter(limits.signIn, clock),
    signUp: createRateLimiter(limits.signUp, clock),
    guest: createRateLimiter(limits.guest, clock),
    passwordChange: createRateLimiter(limits.passwordChange, clock),
  };
}

/** Counts one attempt of `key`; throws over_request_rate_limit when it is one too many. */
export function spend(context: AuthContext, limiter: keyof AuthContext['limiters'], key: string): void {
  if (!context.limiters[limiter].take(key))
    throw new AuthFailure(429, 'over_request_rate_limit', 'Request rate limit reached');
}

/** The same per address. Calls from inside the process have none and are not counted. */
export function spendOfAddress(
  context: AuthContext,
  limiter: 'signIn' | 'signUp' | 'guest',
  { address }: Visitor,
): void {
  if (address !== null) spend(context, limiter, limitKey(address));
}
