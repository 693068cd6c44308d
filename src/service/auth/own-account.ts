import type { SignedInCaller } from './caller.ts';
import type { AuthCall, AuthContext, Visitor } from './context.ts';
import { mailEmailChange } from './email-change.ts';
import { checkNewEmail, normalizeEmail } from './email.ts';
import { AuthFailure, sessionNotFound } from './failure.ts';
import { readChallenge, type ChallengeFields } from './flow-state.ts';
import { countOf, countAttempt, countMail } from './limits.ts';
import type { Metadata } from './metadata.ts';
import { checkNewPassword, hashPassword, matchesPassword } from './passwords.ts';
import { requireRecentProof } from './reauthentication.ts';
import { endSessions } from './sessions.ts';
import { requireMailer, redirectTargetOf } from './token-mail.ts';
import { allTokenTypes, deleteTokens } from './token-rows.ts';
import { hasSecondFactor, requireUserById, saveUserMetadata, type UserRow } from './users.ts';

export interface OwnUpdate extends ChallengeFields {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  /** The emailed code. Required if the session is old. */
  readonly nonce?: string | undefined;
  readonly data?: Metadata | undefined;
}

export const saveOwnData = (
  { database, clock }: AuthContext,
  user: UserRow,
  data: Metadata | undefined,
): Promise<UserRow> => database.transaction((tx) => saveUserMetadata(tx, user.id, data, clock()));

async function changePassword(
  context: AuthContext,
  signedIn: SignedInCaller,
  password: string,
  update: OwnUpdate,
  visitor: Visitor,
): Promise<UserRow> {
  const { user, sessionId } = signedIn;
  await countAttempt(context, [countOf(context, 'passwordChange', user.id)]);
  checkNewPassword(password);
  await requireRecentProof(signedIn, update.nonce, visitor, context);
  if (await matchesPassword(password, user.encrypted_password))
    throw new AuthFailure(422, 'same_password', 'New password should be different from the old password.');
  const passwordHash = await hashPassword(password);
  const now = context.clock();
  return context.database.transaction(async (tx) => {
    await tx.query(
      `update auth.users set
         encrypted_password = $2, email_change = '', email_change_confirm_status = 0, updated_at = $3
       where id = $1`,
      [user.id, passwordHash, now.toISOString()],
    );
    // Hashing runs outside the transaction and takes a while. If the session ended meanwhile, keep the old password.
    const live = await tx.query('select from auth.sessions where id = $1 for update', [sessionId]);
    if (live.length === 0) throw sessionNotFound();
    // As on the hosted service, other sessions and emailed codes end, because someone else may know the old password.
    await endSessions(tx, user.id, sessionId, 'others');
    await deleteTokens(tx, user.id, allTokenTypes);
    return saveUserMetadata(tx, user.id, update.data, now);
  });
}

/** Changes the user's data, password or email. A new email must be confirmed from the old and the new address. */
export async function updateAccount(
  call: AuthCall,
  context: AuthContext,
  signedIn: SignedInCaller,
  update: OwnUpdate,
): Promise<UserRow> {
  const { user, aal } = signedIn;
  const { password } = update;
  const newAddress = update.email && normalizeEmail(update.email) !== user.email ? update.email : null;
  if ((password || newAddress) && hasSecondFactor(user) && aal !== 'aal2') {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw new AuthFailure(401, 'insufficient_aal', message);
  }
  const challenge = readChallenge(update);
  const email = newAddress && checkNewEmail(newAddress, context.settings.demoEmail);
  if (email) {
    requireMailer(context);
    // Counts for both mailboxes: the user's own, as for a resend, and the new one, which may be someone else's.
    await countMail(context, 'email_change', user.email ?? '', call.visitor);
    await countMail(context, 'email_change_new', email, call.visitor);
  }
  const updated = password
    ? await changePassword(context, signedIn, password, update, call.visitor)
    : await saveOwnData(context, user, update.data);
  if (!email) return updated;
  await mailEmailChange(updated, email, { challenge, target: redirectTargetOf(call, context) }, context);
  return requireUserById(context.database, user.id);
}
