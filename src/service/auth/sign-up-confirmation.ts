import { randomUUID } from 'node:crypto';
import { json } from '../http/json.ts';
import type { AuthCall, AuthContext } from './context.ts';
import { isUniqueViolation } from './failure.ts';
import type { CodeChallenge } from './flow-state.ts';
import { countMail } from './limits.ts';
import type { Metadata } from './metadata.ts';
import { hashPassword } from './passwords.ts';
import { alreadyRegisteredMail, mailToken, requireMailer, redirectTargetOf } from './token-mail.ts';
import {
  emailProvider,
  findUserByEmail,
  insertUser,
  isBanned,
  requireUserById,
  formatUser,
  type UserRow,
} from './users.ts';

interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly userMetadata: Metadata;
  readonly challenge: CodeChallenge | null;
}

/**
 * Builds the unconfirmed account in the response from the request alone, so that the response doesn't show who has an
 * account.
 */
function unconfirmedUser({ email, userMetadata }: SignUp, now: Date): UserRow {
  const id = randomUUID();
  const time = now.toISOString();
  const times = { last_sign_in_at: time, created_at: time, updated_at: time };
  const identityData = { sub: id, email, email_verified: false, phone_verified: false };
  return {
    ...times,
    id,
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    phone: null,
    last_sign_in_at: null,
    banned_until: null,
    invited_at: null,
    confirmation_sent_at: time,
    recovery_sent_at: null,
    email_change_sent_at: null,
    email_change: null,
    email_change_confirm_status: 0,
    raw_app_meta_data: emailProvider,
    raw_user_meta_data: { ...userMetadata, email_verified: false },
    is_anonymous: false,
    factors: [],
    identities: [
      { ...times, id: randomUUID(), user_id: id, provider: 'email', identity_data: identityData, email },
    ],
  };
}

interface Account {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly userMetadata: Metadata;
}

/**
 * Returns the account to confirm, or null if the email belongs to a confirmed account. A second sign-up replaces the
 * password of the first, because the email is not confirmed yet: otherwise someone could choose the password of an
 * account that another user confirms. An account that was in use keeps its password, because an administrator may have
 * marked its email as not verified.
 */
async function prepareAccount(user: Account, { database, clock }: AuthContext): Promise<UserRow | null> {
  const existingUser = await findUserByEmail(database, user.email);
  if (existingUser?.email_confirmed_at) return null;
  return database.transaction(async (tx) => {
    if (!existingUser) return insertUser(tx, user, clock());
    await tx.query(
      `update auth.users set encrypted_password = $2, raw_user_meta_data = $3::text::jsonb, updated_at = $4
       where id = $1 and email_confirmed_at is null and last_sign_in_at is null`,
      [
        existingUser.id,
        user.passwordHash,
        JSON.stringify({ ...user.userMetadata, email_verified: false }),
        clock().toISOString(),
      ],
    );
    return requireUserById(tx, existingUser.id);
  });
}

/**
 * Signs up if emails must be confirmed. The response depends on the request alone and everything else happens after it,
 * so that neither the response nor its timing shows whether the email has an account. The account's owner gets an
 * email.
 */
export async function signUpWithConfirmation(
  call: AuthCall,
  context: AuthContext,
  signUp: SignUp,
): Promise<Response> {
  const send = requireMailer(context);
  const { email, challenge, userMetadata } = signUp;
  await countMail(context, 'confirmation', email, call.visitor);
  const passwordHash = await hashPassword(signUp.password);
  const shown = unconfirmedUser(signUp, context.clock());
  const target = redirectTargetOf(call, context);
  context.runAfterResponse(async () => {
    const account = { id: shown.id, email, passwordHash, userMetadata };
    // If two sign-ups run at the same time, the second one finds the account of the first.
    const user = await prepareAccount(account, context).catch((error: unknown) => {
      if (isUniqueViolation(error)) return prepareAccount(account, context);
      throw error;
    });
    if (user && isBanned(user, context.clock())) return;
    if (user) await mailToken({ purpose: 'signup', userId: user.id, email, target }, challenge, context);
    else await send(alreadyRegisteredMail(email, context));
  });
  return json(formatUser(shown));
}
