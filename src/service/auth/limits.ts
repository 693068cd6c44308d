import { limitKey } from '../http/address.ts';
import type { AuthContext, Visitor } from './context.ts';
import { deviceOf } from './devices.ts';
import { AuthFailure } from './failure.ts';
import type { AttemptCount } from './rate-limiter.ts';
import type { AuthLimits } from './settings.ts';

const overLimit = (code: string, message: string, seconds: number) =>
  new AuthFailure(429, code, message, {}, seconds);

export const tooManyAttempts = (seconds: number): AuthFailure =>
  overLimit('over_request_rate_limit', `Too many attempts. Try again in ${seconds} seconds.`, seconds);

/** Returns the count that one of the limits keeps for a key, e.g. an email. */
export const countOf = (context: AuthContext, limit: keyof AuthLimits, key: string): AttemptCount => ({
  name: `${limit} ${key}`,
  rule: context.settings.limits[limit],
});

/** Like `countOf`, for the client's IP address. Returns nothing for calls inside the process, which are not counted. */
export const countsOfAddress = (
  context: AuthContext,
  limit: keyof AuthLimits,
  { address }: Visitor,
): readonly AttemptCount[] => (address === null ? [] : [countOf(context, limit, limitKey(address))]);

/** Counts one attempt; throws over_request_rate_limit if the limit is exceeded. */
export async function countAttempt(context: AuthContext, counts: readonly AttemptCount[]): Promise<void> {
  if (counts.length === 0) return;
  const { secondsLeft } = await context.rateLimiter.take(counts);
  if (secondsLeft > 0) throw tooManyAttempts(secondsLeft);
}

/**
 * Refuses IP addresses with too many failures. Resolves to a function that records another failure. Successes don't
 * count, because an office may share one IP address.
 */
export async function limitFailures(
  context: AuthContext,
  limit: keyof AuthLimits,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  const counts = countsOfAddress(context, limit, visitor);
  await countAttempt(
    context,
    counts.map((count) => ({ ...count, isTaken: false })),
  );
  return async () => {
    if (counts.length > 0) await context.rateLimiter.take(counts);
  };
}

/** Returns the name of the count that shows whether this device requested an email to this mailbox. */
export const requesterName = (context: AuthContext, email: string, visitor: Visitor): string =>
  `requester ${email} ${deviceOf(context, email, visitor)}`;

const requesterLimit = { limit: 100, milliseconds: 60 * 60_000 };

/**
 * Counts an email before the account is looked up, so that a refusal doesn't show who has an account. Throws
 * over_email_send_rate_limit.
 */
export async function countMail(
  context: AuthContext,
  kind: string,
  email: string,
  visitor: Visitor,
): Promise<void> {
  const { secondsLeft } = await context.rateLimiter.take([
    countOf(context, 'mailToMailbox', `${kind} ${email}`),
    ...countsOfAddress(context, 'mail', visitor),
    { name: requesterName(context, email, visitor), rule: requesterLimit },
  ]);
  if (secondsLeft === 0) return;
  const message = `For security purposes, you can only request this after ${secondsLeft} seconds.`;
  throw overLimit('over_email_send_rate_limit', message, secondsLeft);
}
