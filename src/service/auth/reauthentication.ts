import { json } from '../http/json.ts';
import { requireUser, type SignedIn } from './caller.ts';
import type { AuthContext, AuthHandler, Visitor } from './context.ts';
import { AuthFailure } from './failure.ts';
import { beginGuess } from './guesses.ts';
import { spendOnMail } from './limits.ts';
import { recentSignInMilliseconds } from './settings.ts';
import { requireMailer, sendNow, writeTokenMail } from './token-mail.ts';
import { takeToken } from './token-rows.ts';

/** `GET /reauthenticate`: a code to the mailbox, with which an old session may change the password (AUTH-014). */
export const reauthenticate: AuthHandler = async (call, context) => {
  const { user } = await requireUser(call, context);
  requireMailer(context);
  const { email } = user;
  if (email === null) {
    throw new AuthFailure(
      422,
      'validation_failed',
      'Reauthentication requires the user to have an email or a phone number',
    );
  }
  if (!user.email_confirmed_at)
    throw new AuthFailure(422, 'email_not_confirmed', 'Please verify your email first.');
  await spendOnMail(context, 'reauthentication', email, call.visitor);
  const mail = await context.database.transaction((tx) =>
    writeTokenMail(
      tx,
      {
        kind: 'reauthentication',
        userId: user.id,
        email,
        tokenType: 'reauthentication_token',
        linkType: null,
        isPkce: false,
        target: context.siteUrl(),
      },
      context,
    ),
  );
  await sendNow([mail], context);
  return json({});
};

/**
 * Demands the code from the mailbox where the session is older than a day: a browser left open must not be enough to
 * take an account over. Throws reauthentication_needed or reauthentication_not_valid.
 */
export async function requireRecentProof(
  { user, startedAt }: SignedIn,
  nonce: string | null | undefined,
  visitor: Visitor,
  context: AuthContext,
): Promise<void> {
  const now = context.clock();
  if (now.getTime() - startedAt.getTime() <= recentSignInMilliseconds) return;
  if (!nonce) {
    throw new AuthFailure(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  const attempt = await beginGuess(context, { secret: 'nonce', email: user.email ?? user.id, visitor });
  const token = await takeToken(
    context.database,
    {
      hashes: context.oneTimeTokens.hashesOfCode(user.email ?? '', nonce),
      types: ['reauthentication_token'],
      userId: user.id,
    },
    now,
  );
  if (!token) {
    await attempt.failed();
    throw new AuthFailure(400, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await attempt.succeeded();
}
