import { z } from 'zod';
import { json } from '../http/json.ts';
import { createAccount } from './accounts.ts';
import { bodyFields, readBody, textField } from './body.ts';
import { requireServiceRole } from './caller.ts';
import type { AuthContext, AuthHandler } from './context.ts';
import { checkNewEmail } from './email.ts';
import { emailExists, invalidRequest, userNotFound } from './failure.ts';
import { findInvitedUser } from './invite.ts';
import { safeRedirectTarget } from './redirects.ts';
import { mailPurposes, writeTokenMail, type MailPurpose } from './token-mail.ts';
import { findUserByEmail, requireUserById, formatUser, type UserRow } from './users.ts';

const linkTypes = Object.keys(mailPurposes).filter((purpose) => purpose !== 'reauthentication');
const linkBody = z.object({
  type: textField(32),
  email: bodyFields.email,
  new_email: bodyFields.email,
  password: bodyFields.password,
  data: bodyFields.metadata,
  redirect_to: textField(2048),
});
type LinkBody = z.infer<typeof linkBody>;

interface LinkRequest {
  readonly purpose: MailPurpose;
  readonly user: UserRow;
  readonly mailbox: string;
}

async function createAccountOf(body: LinkBody, email: string, context: AuthContext): Promise<UserRow> {
  const { password, data: userMetadata } = body;
  return createAccount({ email, password, isEmailConfirmed: false, userMetadata }, context);
}

async function beginEmailChange(user: UserRow, body: LinkBody, context: AuthContext): Promise<string> {
  const { database, settings } = context;
  const newEmail = checkNewEmail(body.new_email ?? '', settings.demoEmail);
  if (await findUserByEmail(database, newEmail)) throw emailExists();
  await database.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1',
    [user.id, newEmail],
  );
  return newEmail;
}

async function prepareLink(body: LinkBody, email: string, context: AuthContext): Promise<LinkRequest> {
  const purpose = body.type as MailPurpose;
  if (!linkTypes.includes(purpose)) throw invalidRequest('Invalid email action link type requested');
  if (purpose === 'invite')
    return { purpose, user: await findInvitedUser(email, body.data, context), mailbox: email };
  const user = await findUserByEmail(context.database, email);
  if (purpose === 'signup' && user?.email_confirmed_at) throw emailExists();
  // As on the hosted service, a magic link for an unknown email is a sign-up.
  if (purpose === 'signup' || (!user && purpose === 'magiclink'))
    return { purpose: 'signup', user: user ?? (await createAccountOf(body, email, context)), mailbox: email };
  if (!user) throw userNotFound(404, 'User with this email not found');
  if (purpose === 'magiclink' || purpose === 'recovery') return { purpose, user, mailbox: email };
  const newEmail = await beginEmailChange(user, body, context);
  return { purpose, user, mailbox: purpose === 'email_change_new' ? newEmail : email };
}

/** `POST /admin/generate_link`: returns the link to the calling program instead of emailing it. */
export const generateLink: AuthHandler = async (call, context) => {
  requireServiceRole(call);
  const body = await readBody(call.request, linkBody);
  if (!body.email) throw invalidRequest('An email address is required');
  const email = checkNewEmail(body.email, context.settings.demoEmail);
  const target = safeRedirectTarget(
    body.redirect_to ?? call.url.searchParams.get('redirect_to'),
    context.siteUrl(),
  );
  const { purpose, user, mailbox } = await prepareLink(body, email, context);
  const mail = await context.database.transaction((tx) =>
    writeTokenMail(tx, { purpose, userId: user.id, email: mailbox, target }, context),
  );
  return json({
    ...formatUser(await requireUserById(context.database, user.id)),
    action_link: mail.link,
    email_otp: mail.otp,
    hashed_token: mail.tokenHash,
    verification_type: purpose,
    redirect_to: target,
  });
};
