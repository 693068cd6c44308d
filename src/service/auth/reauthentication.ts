import { json } from '../http/json.ts';
import { requireUser, type SignedInCaller } from './caller.ts';
import type { AuthContext, AuthHandler, Visitor } from './context.ts';
import { beginAttempt } from './failed-attempts.ts';
import { AuthFailure, invalidRequest } from './failure.ts';
import { countMail } from './limits.ts';
import { recentSignInMilliseconds } from './settings.ts';
import { requireMailer, sendMails, writeTokenMail } from './token-mail.ts';
import { consumeToken } from './token-rows.ts';

/** `GET /reauthenticate`: emails a code that allows an older session to change the password (AUTH-014). */
export const reauthenticate: AuthHandler = async (call, context) => {
  const { user } = await requireUser(call, context);
  requireMailer(context);
  const { email } = user;
  if (email === null)
    throw invalidRequest('Reauthentication requires the user to have an email or a phone number', 422);
  if (!user.email_confirmed_at)
    throw new AuthFailure(422, 'email_not_confirmed', 'Please verify your email first.');
  await countMail(context, 'reauthentication', email, call.visitor);
  const order = { purpose: 'reauthentication', userId: user.id, email, target: context.siteUrl() } as const;
  await sendMails([await context.database.transaction((tx) => writeTokenMail(tx, order, context))], context);
  return json({});
};

export const isRecentSignIn = ({ startedAt }: SignedInCaller, now: Date): boolean =>
  now.getTime() - startedAt.getTime() <= recentSignInMilliseconds;

/**
 * Requires the emailed code if the session is older than a day, so that an unlocked browser is not enough to take over
 * an account. Throws reauthentication_needed or reauthentication_not_valid.
 */
export async function requireRecentProof(
  signedIn: SignedInCaller,
  nonce: string | undefined,
  visitor: Visitor,
  context: AuthContext,
): Promise<void> {
  const { user } = signedIn;
  const now = context.clock();
  if (isRecentSignIn(signedIn, now)) return;
  if (!nonce)
    throw new AuthFailure(400, 'reauthentication_needed', 'Password update requires reauthentication');
  const attempt = await beginAttempt(context, { secret: 'nonce', email: user.email ?? user.id, visitor });
  const hashes = context.oneTimeTokens.hashesOfCode(user.email ?? '', nonce);
  const token = { hashes, types: ['reauthentication_token'], userId: user.id } as const;
  if (!(await consumeToken(context.database, token, now))) {
    await attempt.failed();
    throw new AuthFailure(400, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await attempt.succeeded();
}
