import { sessionNotFound, type SignedIn } from './caller.ts';
import type { AuthCall, AuthContext, Visitor } from './context.ts';
import type { Update } from './current-user.ts';
import { mailEmailChange } from './email-change.ts';
import { checkNewEmail, normaliseEmail } from './email.ts';
import { targetOf } from './email-requests.ts';
import { AuthFailure } from './failure.ts';
import { readChallenge } from './flow-state.ts';
import { countOf, spend, spendOnMail } from './limits.ts';
import { saveData, saveUserMetadata } from './own-metadata.ts';
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts';
import { requireRecentProof } from './reauthentication.ts';
import { endSessions } from './sessions.ts';
import { requireMailer } from './token-mail.ts';
import { everyToken, withdrawTokens } from './token-rows.ts';
import { findUserById, hasSecondFactor, mustFindUser, type UserRow } from './users.ts';

async function changePassword(
  context: AuthContext,
  signedIn: SignedIn,
  password: string,
  update: Update,
  visitor: Visitor,
): Promise<UserRow> {
  const { user, sessionId } = signedIn;
  await spend(context, [countOf(context, 'passwordChange', user.id)]);
  checkNewPassword(password);
  await requireRecentProof(signedIn, update.nonce, visitor, context);
  if (await isPassword(password, user.encrypted_password)) {
    throw new AuthFailure(422, 'same_password', 'New password should be different from the old password.');
  }
  const passwordHash = await hashPassword(password);
  const now = context.clock();
  return context.database.transaction(async (tx) => {
    await tx.query(
      `update auth.users set
         encrypted_password = $2, email_change = '', email_change_confirm_status = 0, updated_at = $3
       where id = $1`,
      [user.id, passwordHash, now.toISOString()],
    );
    // Hashing took its time outside: whoever was put out meanwhile, by a new password or a sign-out, has no say.
    const live = await tx.query('select from auth.sessions where id = $1 for update', [sessionId]);
    if (live.length === 0) throw sessionNotFound();
    // Who changes a password wants whoever knows the old one out, and what he may have begun undone, as on hosted.
    await endSessions(tx, user.id, sessionId, 'others');
    await withdrawTokens(tx, user.id, everyToken);
    if (update.data) await saveUserMetadata(tx, user.id, update.data, now);
    const updated = await findUserById(tx, user.id);
    if (!updated) throw new AuthFailure(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    return updated;
  });
}

/** The new address of an update in its stored form, or null when it changes nothing. Throws before anything is changed. */
async function newEmailOf(
  call: AuthCall,
  context: AuthContext,
  user: UserRow,
  wanted: string | null | undefined,
): Promise<string | null> {
  if (!wanted || normaliseEmail(wanted) === user.email) return null;
  const email = checkNewEmail(wanted, context.settings.demoEmail);
  requireMailer(context);
  // Counted for the own mailbox, as a resend is, and for the new one, which may be a stranger's.
  await spendOnMail(context, 'email_change', user.email ?? '', call.visitor);
  await spendOnMail(context, 'email_change_new', email, call.visitor);
  return email;
}

/** Changes an account as its person wishes: data, password, and an address that both mailboxes must agree to. */
export async function updateAccount(
  call: AuthCall,
  context: AuthContext,
  signedIn: SignedIn,
  update: Update,
): Promise<UserRow> {
  const { user, aal } = signedIn;
  const changesEmail = Boolean(update.email) && normaliseEmail(update.email ?? '') !== user.email;
  if ((update.password || changesEmail) && hasSecondFactor(user) && aal !== 'aal2') {
    throw new AuthFailure(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
  const challenge = readChallenge(update);
  const email = await newEmailOf(call, context, user, update.email);
  const updated = update.password
    ? await changePassword(context, signedIn, update.password, update, call.visitor)
    : await saveData(context, user, update.data);
  if (email === null) return updated;
  await mailEmailChange(updated, email, { challenge, target: targetOf(call, context) }, context);
  return mustFindUser(context.database, user.id);
}
