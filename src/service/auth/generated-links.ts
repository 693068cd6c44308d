import { z } from 'zod';
import { json } from '../http/json.ts';
import { createAccount, emailExists } from './account-creation.ts';
import { fields, readBody } from './body.ts';
import { requireServiceRole } from './caller.ts';
import type { AuthContext, AuthHandler } from './context.ts';
import { checkNewEmail } from './email.ts';
import { AuthFailure } from './failure.ts';
import { findInvited } from './invitations.ts';
import type { MailKind } from './mailer.ts';
import { safeTarget } from './redirects.ts';
import { writeTokenMail, type LinkType } from './token-mail.ts';
import type { TokenType } from './token-rows.ts';
import { findUserByEmail, mustFindUser, presentUser, type UserRow } from './users.ts';

const linkBody = z.object({
  type: z.string().max(32).nullish(),
  email: fields.email,
  new_email: fields.email,
  password: fields.password,
  data: fields.metadata,
  redirect_to: z.string().max(2048).nullish(),
});
type LinkBody = z.infer<typeof linkBody>;

/** A link that is about to be made: whom for, and what it does. */
interface LinkOrder {
  readonly user: UserRow;
  /** The mailbox that its code belongs to. */
  readonly mailbox: string;
  readonly kind: MailKind;
  readonly tokenType: TokenType;
  readonly linkType: LinkType;
  /** Hosted's name for it in the answer. */
  readonly verificationType: string;
}

const notFound = () => new AuthFailure(404, 'user_not_found', 'User with this email not found');

async function signUpOrder(body: LinkBody, email: string, context: AuthContext): Promise<LinkOrder> {
  const known = await findUserByEmail(context.database, email);
  if (known?.email_confirmed_at) throw emailExists();
  const user =
    known ??
    (await createAccount(
      {
        email,
        password: body.password || undefined,
        isEmailConfirmed: false,
        userMetadata: body.data ?? undefined,
      },
      context,
    ));
  return {
    user,
    mailbox: email,
    kind: 'confirmation',
    tokenType: 'confirmation_token',
    linkType: 'signup',
    verificationType: 'signup',
  };
}

async function emailChangeOrder(
  body: LinkBody,
  email: string,
  side: 'current' | 'new',
  context: AuthContext,
): Promise<LinkOrder> {
  const user = await findUserByEmail(context.database, email);
  if (!user) throw notFound();
  const newEmail = checkNewEmail(body.new_email ?? '', context.settings.demoEmail);
  if (await findUserByEmail(context.database, newEmail)) throw emailExists();
  await context.database.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1',
    [user.id, newEmail],
  );
  return {
    user,
    mailbox: side === 'new' ? newEmail : email,
    kind: 'email_change',
    tokenType: side === 'new' ? 'email_change_token_new' : 'email_change_token_current',
    linkType: 'email_change',
    verificationType: `email_change_${side}`,
  };
}

async function orderOf(body: LinkBody, email: string, context: AuthContext): Promise<LinkOrder> {
  const type = body.type ?? '';
  switch (type) {
    case 'signup':
      return signUpOrder(body, email, context);
    case 'invite':
      return {
        user: await findInvited(email, body.data ?? undefined, context),
        mailbox: email,
        kind: 'invite',
        tokenType: 'confirmation_token',
        linkType: 'invite',
        verificationType: 'invite',
      };
    case 'magiclink':
    case 'recovery': {
      const user = await findUserByEmail(context.database, email);
      // As on hosted: a way in for somebody new is a sign-up.
      if (!user && type === 'magiclink') return signUpOrder(body, email, context);
      if (!user) throw notFound();
      return {
        user,
        mailbox: email,
        kind: type === 'recovery' ? 'recovery' : 'magic_link',
        tokenType: 'recovery_token',
        linkType: type,
        verificationType: type,
      };
    }
    case 'email_change_current':
      return emailChangeOrder(body, email, 'current', context);
    case 'email_change_new':
      return emailChangeOrder(body, email, 'new', context);
    default:
      throw new AuthFailure(400, 'validation_failed', 'Invalid email action link type requested');
  }
}

/** `POST /admin/generate_link`: what a mail would carry, handed to an administrator's program instead of sent. */
export const generateLink: AuthHandler = async (call, context) => {
  requireServiceRole(call);
  const body = await readBody(call.request, linkBody);
  if (!body.email) throw new AuthFailure(400, 'validation_failed', 'An email address is required');
  const email = checkNewEmail(body.email, context.settings.demoEmail);
  const target = safeTarget(body.redirect_to || call.url.searchParams.get('redirect_to'), context.siteUrl());
  const { user, mailbox, kind, tokenType, linkType, verificationType } = await orderOf(body, email, context);
  const mail = await context.database.transaction((tx) =>
    writeTokenMail(
      tx,
      { kind, userId: user.id, email: mailbox, tokenType, linkType, isPkce: false, target },
      context,
    ),
  );
  return json({
    ...presentUser(await mustFindUser(context.database, user.id)),
    action_link: mail.link,
    email_otp: mail.otp,
    hashed_token: mail.tokenHash,
    verification_type: verificationType,
    redirect_to: target,
  });
};
