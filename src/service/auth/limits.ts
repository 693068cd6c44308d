import { limitKey } from '../http/address.ts';
import type { AuthContext, Visitor } from './context.ts';
import { deviceOf } from './devices.ts';
import { AuthFailure } from './failure.ts';
import type { Count } from './rate-limit.ts';
import type { AuthLimits } from './settings.ts';

/** The refusal of one attempt too many. */
export const tooMany = (seconds: number): AuthFailure =>
  new AuthFailure(
    429,
    'over_request_rate_limit',
    `Too many attempts. Try again in ${seconds} seconds.`,
    {},
    seconds,
  );

/** What is counted under a limit for one key. */
export const countOf = (context: AuthContext, limit: keyof AuthLimits, key: string): Count => ({
  name: `${limit} ${key}`,
  rule: context.settings.limits[limit],
});

/** The same for the visitor's address; none for calls from inside the process, which are not counted. */
export const countsOfAddress = (
  context: AuthContext,
  limit: keyof AuthLimits,
  { address }: Visitor,
): readonly Count[] => (address === null ? [] : [countOf(context, limit, limitKey(address))]);

/** Counts one attempt; throws over_request_rate_limit when it is one too many. */
export async function spend(context: AuthContext, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  const { secondsLeft } = await context.rateLimiter.take(counts);
  if (secondsLeft > 0) throw tooMany(secondsLeft);
}

/**
 * Refuses an address that failed too often; resolves to what counts this attempt as a failure too. Successes never
 * count: an office has one address.
 */
export async function limitFailures(
  context: AuthContext,
  limit: keyof AuthLimits,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  const counts = countsOfAddress(context, limit, visitor);
  await spend(
    context,
    counts.map((count) => ({ ...count, isTaken: false })),
  );
  return async () => {
    if (counts.length > 0) await context.rateLimiter.take(counts);
  };
}

/** The name under which it is kept that this device asked for a mail to this mailbox. */
export const requesterName = (context: AuthContext, email: string, visitor: Visitor): string =>
  `requester ${email} ${deviceOf(context, email, visitor)}`;

const requesterRule = { limit: 100, milliseconds: 60 * 60_000 };

/**
 * Counts a mail before anybody looks whether there is somebody to get it, so that the refusal tells nothing of who has
 * an account. Throws over_email_send_rate_limit.
 */
export async function spendOnMail(
  context: AuthContext,
  kind: string,
  email: string,
  visitor: Visitor,
): Promise<void> {
  const { secondsLeft } = await context.rateLimiter.take([
    countOf(context, 'mailToMailbox', `${kind} ${email}`),
    ...countsOfAddress(context, 'mail', visitor),
    { name: requesterName(context, email, visitor), rule: requesterRule },
  ]);
  if (secondsLeft > 0) {
    throw new AuthFailure(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${secondsLeft} seconds.`,
      {},
      secondsLeft,
    );
  }
}
