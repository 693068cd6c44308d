import { limitKey } from '../http/address.ts';
import type { AuthContext, Visitor } from './context.ts';
import { AuthFailure } from './failure.ts';
import { createRateLimiter } from './rate-limit.ts';
import type { AuthLimits } from './settings.ts';

/** The limiters of one service, all in its memory. */
export function createLimiters(limits: AuthLimits, clock: () => Date): AuthContext['limiters'] {
  return {
    signIn: createRateLimiter(limits.signIn, clock),
    failedSignIn: createRateLimiter(limits.signIn, clock),
    signUp: createRateLimiter(limits.signUp, clock),
    guest: createRateLimiter(limits.guest, clock),
    passwordChange: createRateLimiter(limits.passwordChange, clock),
    mailToMailbox: createRateLimiter(limits.mailToMailbox, clock),
    mail: createRateLimiter(limits.mail, clock),
    wrongCode: createRateLimiter(limits.wrongCode, clock),
    verification: createRateLimiter(limits.verification, clock),
    unknownRefresh: createRateLimiter(limits.unknownRefresh, clock),
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
  limiter: 'signIn' | 'signUp' | 'guest' | 'verification',
  { address }: Visitor,
): void {
  if (address !== null) spend(context, limiter, limitKey(address));
}

/**
 * Counts a mail before anybody looks whether there is somebody to get it, so that the refusal tells nothing of who has
 * an account. Throws over_email_send_rate_limit.
 */
export function spendOnMail(context: AuthContext, kind: string, email: string, { address }: Visitor): void {
  const { mail, mailToMailbox } = context.limiters;
  const key = `${kind} ${email}`;
  const wait = mailToMailbox.secondsLeft(key);
  if (wait > 0) {
    throw new AuthFailure(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${wait} seconds.`,
    );
  }
  if (address !== null && !mail.take(limitKey(address)))
    throw new AuthFailure(429, 'over_email_send_rate_limit', 'email rate limit exceeded');
  mailToMailbox.take(key);
}

/**
 * Lets a code be tried unless too many were wrong already; each counts until `wrongCode.giveBack` says that it was
 * right, because guesses also come in parallel.
 */
export const spendOnCode = (context: AuthContext, key: string): void => spend(context, 'wrongCode', key);
