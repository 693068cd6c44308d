import { z } from 'zod';
import { json } from '../http/json.ts';
import { createAccount } from './accounts.ts';
import { bodyFields, readBody } from './body.ts';
import { requireServiceRole } from './caller.ts';
import type { AuthContext, AuthHandler } from './context.ts';
import { checkNewEmail } from './email.ts';
import { emailExists, invalidRequest } from './failure.ts';
import type { Metadata } from './metadata.ts';
import { requireMailer, sendMails, redirectTargetOf, writeTokenMail } from './token-mail.ts';
import { findUserByEmail, requireUserById, formatUser, type UserRow } from './users.ts';

const inviteBody = z.object({ email: bodyFields.email, data: bodyFields.metadata });

/** Finds or creates the unconfirmed account for an invitation. Throws email_exists if the account is confirmed. */
export async function findInvitedUser(
  email: string,
  userMetadata: Metadata | undefined,
  context: AuthContext,
): Promise<UserRow> {
  const existingUser = await findUserByEmail(context.database, email);
  if (existingUser?.email_confirmed_at) throw emailExists();
  if (!existingUser) return createAccount({ email, isEmailConfirmed: false, userMetadata }, context);
  // Someone else may have signed up with this email. Their password and passkeys must not open the account once the
  // mailbox's owner accepts the invitation.
  await context.database.query(
    `with unconfirmed as (
       update auth.users set encrypted_password = null where id = $1 and email_confirmed_at is null returning id
     )
     delete from auth.webauthn_credentials where user_id in (select id from unconfirmed)`,
    [existingUser.id],
  );
  return existingUser;
}

/**
 * `POST /invite`, for administrators: creates an account without a password, and emails a link for accepting the
 * invitation.
 */
export const invite: AuthHandler = async (call, context) => {
  requireServiceRole(call);
  requireMailer(context);
  const body = await readBody(call.request, inviteBody);
  if (!body.email) throw invalidRequest('An email address is required');
  const email = checkNewEmail(body.email, context.settings.demoEmail);
  const { id: userId } = await findInvitedUser(email, body.data, context);
  const mail = await context.database.transaction(async (tx) => {
    const now = context.clock().toISOString();
    await tx.query('update auth.users set invited_at = $2 where id = $1', [userId, now]);
    return writeTokenMail(
      tx,
      { purpose: 'invite', userId, email, target: redirectTargetOf(call, context) },
      context,
    );
  });
  await sendMails([mail], context);
  return json(formatUser(await requireUserById(context.database, userId)));
};
