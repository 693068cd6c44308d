import { z } from 'zod';
import { json } from '../http/json.ts';
import { createAccount, emailExists } from './account-creation.ts';
import { fields, readBody } from './body.ts';
import { requireServiceRole } from './caller.ts';
import type { AuthContext, AuthHandler } from './context.ts';
import { checkNewEmail } from './email.ts';
import { targetOf } from './email-requests.ts';
import { AuthFailure } from './failure.ts';
import type { Metadata } from './metadata.ts';
import { requireMailer, sendNow, writeTokenMail } from './token-mail.ts';
import { findUserByEmail, mustFindUser, presentUser, type UserRow } from './users.ts';

const inviteBody = z.object({ email: fields.email, data: fields.metadata });

/** The unconfirmed account that an invitation is for, made where there is none; throws email_exists for a confirmed one. */
export async function findInvited(
  email: string,
  userMetadata: Metadata | undefined,
  context: AuthContext,
): Promise<UserRow> {
  const known = await findUserByEmail(context.database, email);
  if (known?.email_confirmed_at) throw emailExists();
  if (!known) return createAccount({ email, isEmailConfirmed: false, userMetadata }, context);
  // Whoever signed up with this address has not proved that it is his: his password must not open what the owner of
  // the mailbox accepts.
  await context.database.query(
    'update auth.users set encrypted_password = null where id = $1 and email_confirmed_at is null',
    [known.id],
  );
  return known;
}

/** `POST /invite`: an account without a password for somebody who gets a mail with the way in. For administrators. */
export const invite: AuthHandler = async (call, context) => {
  requireServiceRole(call);
  requireMailer(context);
  const body = await readBody(call.request, inviteBody);
  if (!body.email) throw new AuthFailure(400, 'validation_failed', 'An email address is required');
  const email = checkNewEmail(body.email, context.settings.demoEmail);
  const user = await findInvited(email, body.data ?? undefined, context);
  const mail = await context.database.transaction(async (tx) => {
    await tx.query('update auth.users set invited_at = $2 where id = $1', [
      user.id,
      context.clock().toISOString(),
    ]);
    return writeTokenMail(
      tx,
      {
        kind: 'invite',
        userId: user.id,
        email,
        tokenType: 'confirmation_token',
        linkType: 'invite',
        isPkce: false,
        target: targetOf(call, context),
      },
      context,
    );
  });
  await sendNow([mail], context);
  return json(presentUser(await mustFindUser(context.database, user.id)));
};
