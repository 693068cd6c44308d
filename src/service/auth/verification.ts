import type { Queryable } from '../database/database.ts';
import { emailExists } from './account-creation.ts';
import { isUniqueViolation } from './database-error.ts';
import { AuthFailure } from './failure.ts';
import { everyToken, withdrawTokens, type TokenRow } from './token-rows.ts';
import {
  emailProvider,
  findUserById,
  isBanned,
  mustFindUser,
  saveEmailIdentity,
  type UserRow,
} from './users.ts';

/**
 * Notes that the mailbox is the account's. Whoever gets in by another mail than the one of his own sign-up may have
 * been signed up by somebody else, who knows the password: then it goes.
 */
async function confirmEmail(tx: Queryable, user: UserRow, keepsPassword: boolean, now: Date): Promise<void> {
  if (user.email === null || user.email_confirmed_at !== null) return;
  await tx.query(
    `update auth.users set email_confirmed_at = $2, updated_at = $2,
       encrypted_password = case when $3 then encrypted_password end
     where id = $1`,
    [user.id, now.toISOString(), keepsPassword],
  );
  await saveEmailIdentity(tx, user.id, user.email, true, now);
  await withdrawTokens(tx, user.id, ['confirmation_token']);
}

/** Gives the account its new address. A guest becomes an account by it; what was mailed to the old address is void. */
async function applyEmailChange(tx: Queryable, user: UserRow, email: string, now: Date): Promise<void> {
  try {
    await tx.query(
      `update auth.users set
         email = $2, email_change = '', email_change_confirm_status = 0, email_confirmed_at = $3, updated_at = $3,
         is_anonymous = false, raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $4::text::jsonb
       where id = $1`,
      [user.id, email, now.toISOString(), JSON.stringify(emailProvider)],
    );
  } catch (error) {
    // Somebody else took the address since the mails were sent.
    if (isUniqueViolation(error)) throw emailExists();
    throw error;
  }
  await saveEmailIdentity(tx, user.id, email, true, now);
  await withdrawTokens(tx, user.id, everyToken);
}

/**
 * Does what a used-up token stands for. Null when an account's change of address now waits for the other mailbox.
 * Throws user_banned, and email_exists for an address that was taken meanwhile; the token is then good again.
 */
export async function completeVerification(
  tx: Queryable,
  token: TokenRow,
  now: Date,
): Promise<UserRow | null> {
  await tx.query('select from auth.users where id = $1 for update', [token.user_id]);
  const user = await findUserById(tx, token.user_id);
  if (!user) throw new AuthFailure(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (isBanned(user, now)) throw new AuthFailure(403, 'user_banned', 'User is banned');

  if (token.token_type === 'confirmation_token') await confirmEmail(tx, user, true, now);
  else if (token.token_type === 'recovery_token') await confirmEmail(tx, user, false, now);
  else {
    const email = user.email_change;
    if (!email) throw new AuthFailure(403, 'otp_expired', 'Token has expired or is invalid');
    // A guest has no mailbox of before that could object.
    const isLast = user.email === null || user.email_change_confirm_status === 1;
    if (!isLast) {
      await tx.query('update auth.users set email_change_confirm_status = 1 where id = $1', [user.id]);
      return null;
    }
    await applyEmailChange(tx, user, email, now);
  }
  return mustFindUser(tx, user.id);
}
