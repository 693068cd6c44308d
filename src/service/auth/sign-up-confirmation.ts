import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { json } from '../http/json.ts';
import type { AuthCall, AuthContext } from './context.ts';
import { isUniqueViolation } from './database-error.ts';
import { mailToken, targetOf, type MailOrder } from './email-requests.ts';
import type { CodeChallenge } from './flow-state.ts';
import { spendOnMail } from './limits.ts';
import { composeMail } from './mails.ts';
import type { Metadata } from './metadata.ts';
import { hashPassword } from './passwords.ts';
import { requireMailer } from './token-mail.ts';
import {
  emailProvider,
  findUserByEmail,
  insertUser,
  isBanned,
  mustFindUser,
  presentUser,
  type NewUser,
  type UserRow,
} from './users.ts';

interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly userMetadata: Metadata;
  readonly challenge: CodeChallenge | null;
}

/** What the answer shows of an account that is not confirmed yet; made of the request alone, so it tells nothing. */
function unconfirmedUser({ email, userMetadata }: SignUp, now: Date): UserRow {
  const id = randomUUID();
  const time = now.toISOString();
  const identityData = { sub: id, email, email_verified: false, phone_verified: false };
  return {
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
    created_at: time,
    updated_at: time,
    factors: [],
    identities: [
      {
        id: randomUUID(),
        user_id: id,
        provider: 'email',
        identity_data: identityData,
        email,
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
      },
    ],
  };
}

/**
 * Signing up again before the address is confirmed replaces what was chosen before: nobody has proved anything yet,
 * and otherwise whoever came first would keep his password in an account that another person confirms. An account that
 * was ever in use keeps its own: an administrator may have marked its address as not verified.
 */
async function replaceUnconfirmed(tx: Queryable, id: string, user: NewUser, now: Date): Promise<void> {
  await tx.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3::text::jsonb, updated_at = $4
     where id = $1 and email_confirmed_at is null and last_sign_in_at is null`,
    [
      id,
      user.passwordHash,
      JSON.stringify({ ...user.userMetadata, email_verified: false }),
      now.toISOString(),
    ],
  );
}

/** The account that a confirmation is for; null when the address has a confirmed one. */
async function prepareAccount(user: NewUser, context: AuthContext): Promise<UserRow | null> {
  const { database, clock } = context;
  const known = await findUserByEmail(database, user.email ?? '');
  if (known?.email_confirmed_at) return null;
  return database.transaction(async (tx) => {
    if (!known) return insertUser(tx, user, clock());
    await replaceUnconfirmed(tx, known.id, user, clock());
    return mustFindUser(tx, known.id);
  });
}

/**
 * Signs up where an address must be confirmed. The answer is made of the request alone and everything else happens
 * after it, so that an address with an account gets the same answer in the same time; its owner gets a mail that says
 * that he has one.
 */
export async function signUpWithConfirmation(
  call: AuthCall,
  context: AuthContext,
  signUp: SignUp,
): Promise<Response> {
  const send = requireMailer(context);
  const { email, challenge } = signUp;
  await spendOnMail(context, 'confirmation', email, call.visitor);
  const passwordHash = await hashPassword(signUp.password);
  const shown = unconfirmedUser(signUp, context.clock());
  const order: MailOrder = {
    kind: 'confirmation',
    tokenType: 'confirmation_token',
    linkType: 'signup',
    method: 'email/signup',
    challenge,
    target: targetOf(call, context),
  };
  context.afterwards(async () => {
    const account: NewUser = {
      id: shown.id,
      email,
      passwordHash,
      isEmailConfirmed: false,
      userMetadata: signUp.userMetadata,
      appMetadata: {},
    };
    // Of two at the same time the second one finds what the first one made.
    const user = await prepareAccount(account, context).catch((error: unknown) => {
      if (isUniqueViolation(error)) return prepareAccount(account, context);
      throw error;
    });
    if (user && isBanned(user, context.clock())) return;
    if (user) await mailToken(user, email, order, context);
    else await send(composeMail('already_registered', { to: email, link: `${context.siteUrl()}/signin` }));
  });
  return json(presentUser(shown));
}
