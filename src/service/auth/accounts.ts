import { parseBanEnd } from './ban-duration.ts';
import type { AuthContext } from './context.ts';
import { checkNewEmail } from './email.ts';
import { emailExists, refuseIfTaken } from './failure.ts';
import { mergeMetadata, type Metadata } from './metadata.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { endAllSessions } from './sessions.ts';
import { allTokenTypes, deleteTokens } from './token-rows.ts';
import {
  emailProvider,
  findUserById,
  insertUser,
  lockUser,
  saveEmailIdentity,
  type UserRow,
} from './users.ts';

export interface AccountInput {
  readonly email: string;
  /** Without a password, the account can't sign in until its owner chooses one. */
  readonly password?: string | undefined;
  readonly isEmailConfirmed: boolean;
  readonly userMetadata?: Metadata | undefined;
  readonly appMetadata?: Metadata | undefined;
  readonly banDuration?: string | undefined;
  /** Chosen by the caller, so that a repeated request fails instead of creating a second account. */
  readonly id?: string | undefined;
}

/** Creates an account. Throws validation_failed, weak_password, email_address_invalid or email_exists. */
export async function createAccount(input: AccountInput, context: AuthContext): Promise<UserRow> {
  const { password, banDuration } = input;
  const now = context.clock();
  const email = checkNewEmail(input.email, context.settings.demoEmail);
  if (password) checkNewPassword(password);
  const user = {
    id: input.id,
    email,
    isEmailConfirmed: input.isEmailConfirmed,
    userMetadata: mergeMetadata({}, input.userMetadata ?? {}),
    appMetadata: mergeMetadata({}, input.appMetadata ?? {}),
    bannedUntil: banDuration ? parseBanEnd(banDuration, now) : null,
    passwordHash: password ? await hashPassword(password) : null,
  };
  return context.database.transaction((tx) => insertUser(tx, user, now)).catch(refuseIfTaken(emailExists));
}

/** An administrator's changes to an account. Missing fields stay unchanged. */
export interface AccountChanges {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly confirmsEmail: boolean;
  readonly userMetadata?: Metadata | undefined;
  readonly appMetadata?: Metadata | undefined;
  /** A duration in the hosted service's format; `none` lifts the ban. */
  readonly banDuration?: string | undefined;
}

/**
 * Changes an account, all or nothing. Returns null if the account doesn't exist. A new password ends every session. A
 * ban keeps the sessions, because it may be lifted; sign-in, refresh and `GET /user` check for bans.
 */
export async function updateAccountAsAdmin(
  id: string,
  changes: AccountChanges,
  context: AuthContext,
): Promise<UserRow | null> {
  const now = context.clock();
  const email = changes.email && checkNewEmail(changes.email, context.settings.demoEmail);
  if (changes.password) checkNewPassword(changes.password);
  const bannedUntil = changes.banDuration ? parseBanEnd(changes.banDuration, now) : undefined;
  const passwordHash = changes.password && (await hashPassword(changes.password));
  const update = context.database.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) return null;
    const newEmail = email || user.email;
    // A new email stays unconfirmed unless the administrator requests otherwise.
    const isSameEmail = newEmail === user.email;
    const confirmedBefore = isSameEmail ? user.email_confirmed_at : null;
    const confirmedAt = confirmedBefore ?? (changes.confirmsEmail ? now.toISOString() : null);
    await tx.query(
      `update auth.users set
         email = $2, email_confirmed_at = $3, encrypted_password = $4, banned_until = $5, is_anonymous = $6,
         raw_user_meta_data = $7::text::jsonb, raw_app_meta_data = $8::text::jsonb, updated_at = $9
       where id = $1`,
      [
        id,
        newEmail,
        newEmail === null ? null : confirmedAt,
        passwordHash || user.encrypted_password,
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
    // Otherwise an email sent earlier could confirm the new address or unlock the account.
    if (passwordHash || !isSameEmail) {
      await deleteTokens(tx, id, allTokenTypes);
      await tx.query(
        `update auth.users set email_change = '', email_change_confirm_status = 0 where id = $1`,
        [id],
      );
    }
    return findUserById(tx, id);
  });
  return update.catch(refuseIfTaken(emailExists));
}
