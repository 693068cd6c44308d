import type { Queryable } from '../database/database.ts';
import { emailExists, refuseIfTaken, otpExpired, userBanned, userNotFound } from './failure.ts';
import { allTokenTypes, deleteTokens, type TokenRow } from './token-rows.ts';
import {
  emailProvider,
  isBanned,
  lockUser,
  requireUserById,
  saveEmailIdentity,
  type UserRow,
} from './users.ts';

/**
 * Confirms an account's email address. Without the link that was sent at sign-up, someone else may have signed up with
 * this address and know the password, so the password and the passkeys are deleted.
 */
async function confirmEmail(
  tx: Queryable,
  user: UserRow,
  keepsCredentials: boolean,
  now: Date,
): Promise<void> {
  if (user.email === null || user.email_confirmed_at !== null) return;
  await tx.query(
    `update auth.users set email_confirmed_at = $2, updated_at = $2,
       encrypted_password = case when $3 then encrypted_password end
     where id = $1`,
    [user.id, now.toISOString(), keepsCredentials],
  );
  if (!keepsCredentials)
    await tx.query('delete from auth.webauthn_credentials where user_id = $1', [user.id]);
  await saveEmailIdentity(tx, user.id, user.email, true, now);
  await deleteTokens(tx, user.id, ['confirmation_token']);
}

/** Changes the account's email. Guests become accounts, and tokens sent to the old email are deleted. */
async function applyEmailChange(tx: Queryable, user: UserRow, email: string, now: Date): Promise<void> {
  const change = tx.query(
    `update auth.users set
       email = $2, email_change = '', email_change_confirm_status = 0, email_confirmed_at = $3, updated_at = $3,
       is_anonymous = false, raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $4::text::jsonb
     where id = $1`,
    [user.id, email, now.toISOString(), JSON.stringify(emailProvider)],
  );
  await change.catch(refuseIfTaken(emailExists));
  await saveEmailIdentity(tx, user.id, email, true, now);
  await deleteTokens(tx, user.id, allTokenTypes);
}

/**
 * Makes the change for which a one-time token was sent. Returns null if an email change still needs the other mailbox.
 * Throws user_banned, or email_exists if the new email was taken meanwhile; the token then stays valid.
 */
export async function applyToken(tx: Queryable, token: TokenRow, now: Date): Promise<UserRow | null> {
  const user = await lockUser(tx, token.user_id);
  if (!user) throw userNotFound();
  if (isBanned(user, now)) throw userBanned();
  if (token.token_type === 'confirmation_token' || token.token_type === 'recovery_token') {
    await confirmEmail(tx, user, token.token_type === 'confirmation_token', now);
    return requireUserById(tx, user.id);
  }
  if (!user.email_change) throw otpExpired();
  // A guest has no earlier mailbox that could confirm.
  const isLast = user.email === null || user.email_change_confirm_status === 1;
  if (!isLast) {
    await tx.query('update auth.users set email_change_confirm_status = 1 where id = $1', [user.id]);
    return null;
  }
  await applyEmailChange(tx, user, user.email_change, now);
  return requireUserById(tx, user.id);
}
