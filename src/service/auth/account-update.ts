import { emailExists } from './account-creation.ts';
import { banEnd } from './ban-duration.ts';
import type { AuthContext } from './context.ts';
import { isUniqueViolation } from './database-error.ts';
import { checkNewEmail } from './email.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { endAllSessions } from './sessions.ts';
import { everyToken, withdrawTokens } from './token-rows.ts';
import { emailProvider, findUserById, saveEmailIdentity, type UserRow } from './users.ts';

/** What an administrator changes; what is left out stays. */
export interface AccountChanges {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly confirmsEmail: boolean;
  readonly userMetadata?: Metadata | undefined;
  readonly appMetadata?: Metadata | undefined;
  /** Hosted's notation, `none` lifts the ban. */
  readonly banDuration?: string | undefined;
}

/**
 * Changes an account, all or nothing; null when there is none. A new password ends every session; a ban ends none,
 * because it may be lifted: it is asked at every sign-in, refresh and read of the user instead.
 */
export async function updateAccountAsAdmin(
  id: string,
  changes: AccountChanges,
  context: AuthContext,
): Promise<UserRow | null> {
  const now = context.clock();
  const email =
    changes.email === undefined ? undefined : checkNewEmail(changes.email, context.settings.demoEmail);
  if (changes.password) checkNewPassword(changes.password);
  const bannedUntil = changes.banDuration === undefined ? undefined : banEnd(changes.banDuration, now);
  const passwordHash = changes.password ? await hashPassword(changes.password) : undefined;
  try {
    return await context.database.transaction(async (tx) => {
      await tx.query('select from auth.users where id = $1 for update', [id]);
      const user = await findUserById(tx, id);
      if (!user) return null;
      const newEmail = email ?? user.email;
      // A new address is unproved unless the administrator vouches for it; the old proof says nothing about it.
      const isSameEmail = newEmail === user.email;
      const confirmedAt = changes.confirmsEmail
        ? (isSameEmail && user.email_confirmed_at) || now.toISOString()
        : isSameEmail
          ? user.email_confirmed_at
          : null;
      await tx.query(
        `update auth.users set
           email = $2, email_confirmed_at = $3, encrypted_password = $4, banned_until = $5, is_anonymous = $6,
           raw_user_meta_data = $7::text::jsonb, raw_app_meta_data = $8::text::jsonb, updated_at = $9
         where id = $1`,
        [
          id,
          newEmail,
          newEmail === null ? null : confirmedAt,
          passwordHash ?? user.encrypted_password,
          bannedUntil === undefined ? user.banned_until : (bannedUntil?.toISOString() ?? null),
          newEmail === null,
          JSON.stringify(mergeMetadata(user.raw_user_meta_data, changes.userMetadata ?? {})),
          JSON.stringify({
            ...mergeMetadata(user.raw_app_meta_data, changes.appMetadata ?? {}),
            ...(newEmail !== null && emailProvider),
          }),
          now.toISOString(),
        ],
      );
      if (newEmail !== null) await saveEmailIdentity(tx, id, newEmail, confirmedAt !== null, now);
      if (passwordHash) await endAllSessions(tx, id);
      // A mail to the old address must not confirm the new one, nor a mail of before open the account again.
      if (passwordHash || !isSameEmail) {
        await withdrawTokens(tx, id, everyToken);
        await tx.query(
          `update auth.users set email_change = '', email_change_confirm_status = 0 where id = $1`,
          [id],
        );
      }
      return findUserById(tx, id);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw emailExists();
    throw error;
  }
}
