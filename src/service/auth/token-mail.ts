import type { Queryable } from '../database/database.ts';
import type { AuthCall, AuthContext } from './context.ts';
import { AuthFailure, loggableError } from './failure.ts';
import { beginFlow, type CodeChallenge, type FlowMethod } from './flow-state.ts';
import { composeMail, type Mail, type MailContent, type Mailer } from './mails.ts';
import { safeRedirectTarget } from './redirects.ts';
import type { MailKind } from './texts.ts';
import { saveToken, type TokenType } from './token-rows.ts';

/** What a link in an email does, in the hosted service's terms. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

interface Purpose {
  readonly kind: MailKind;
  readonly tokenType: TokenType;
  /** Null if the email has a code but no link. */
  readonly linkType: LinkType | null;
}

/** The emails with a one-time token, by the hosted service's name for the token's purpose. */
export const mailPurposes = {
  signup: { kind: 'confirmation', tokenType: 'confirmation_token', linkType: 'signup' },
  invite: { kind: 'invite', tokenType: 'confirmation_token', linkType: 'invite' },
  magiclink: { kind: 'magic_link', tokenType: 'recovery_token', linkType: 'magiclink' },
  recovery: { kind: 'recovery', tokenType: 'recovery_token', linkType: 'recovery' },
  email_change_current: {
    kind: 'email_change',
    tokenType: 'email_change_token_current',
    linkType: 'email_change',
  },
  email_change_new: { kind: 'email_change', tokenType: 'email_change_token_new', linkType: 'email_change' },
  reauthentication: { kind: 'reauthentication', tokenType: 'reauthentication_token', linkType: null },
} as const satisfies Record<string, Purpose>;

export type MailPurpose = keyof typeof mailPurposes;

export interface TokenMail {
  readonly purpose: MailPurpose;
  readonly userId: string;
  readonly email: string;
  /** Where the link redirects once the token has been checked. Must already be validated. */
  readonly target: string;
  readonly isPkce?: boolean;
  readonly change?: MailContent['change'];
  /** Set if the text differs from the usual one for the purpose. */
  readonly kind?: MailKind;
}

/** The columns in which the hosted service stores when each email was sent. */
const sentColumns: Readonly<Record<TokenType, string>> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
};

export function requireMailer({ mailer }: AuthContext): Mailer {
  if (mailer === null) throw new AuthFailure(422, 'email_provider_disabled', 'Email logins are disabled');
  return mailer;
}

/** Returns the URL that the link in this request's email redirects to. */
export const redirectTargetOf = ({ url }: AuthCall, { siteUrl }: AuthContext): string =>
  safeRedirectTarget(url.searchParams.get('redirect_to'), siteUrl());

/** Returns the method that `amr` contains for a flow that starts with this link. */
export const flowMethodOf = (linkType: LinkType): FlowMethod =>
  linkType === 'signup' ? 'email/signup' : linkType;

function linkOf(siteUrl: string, token: string, type: LinkType, target: string): string {
  const link = new URL('/auth/v1/verify', siteUrl);
  link.search = new URLSearchParams({ token, type, redirect_to: target }).toString();
  return link.href;
}

/** Creates the token and composes its email. Send it only after the transaction has committed. */
export async function writeTokenMail(tx: Queryable, mail: TokenMail, context: AuthContext): Promise<Mail> {
  const { userId, email, target, isPkce = false, change } = mail;
  const { kind, tokenType, linkType } = mailPurposes[mail.purpose];
  const { code, token, storedHash } = context.oneTimeTokens.create(email, isPkce);
  const now = context.clock();
  await saveToken(tx, { userId, type: tokenType, email, storedHash }, now);
  await tx.query(`update auth.users set ${sentColumns[tokenType]} = $2 where id = $1`, [
    userId,
    now.toISOString(),
  ]);
  return composeMail(context.language, mail.kind ?? kind, {
    to: email,
    code,
    tokenHash: token,
    ...(linkType !== null && { link: linkOf(context.siteUrl(), token, linkType, target) }),
    ...(change && { change }),
  });
}

/** Composes the email to the owner of an address that already has an account. */
export const alreadyRegisteredMail = (email: string, { siteUrl, language }: AuthContext): Mail =>
  composeMail(language, 'already_registered', { to: email, link: `${siteUrl()}/signin` });

/** Composes an email and sends it. With a code challenge, also starts the PKCE flow. */
export async function mailToken(
  mail: TokenMail & { readonly purpose: 'signup' | 'magiclink' | 'recovery' },
  challenge: CodeChallenge | null,
  context: AuthContext,
): Promise<void> {
  const send = requireMailer(context);
  const tokenMail = await context.database.transaction(async (tx) => {
    const method = flowMethodOf(mailPurposes[mail.purpose].linkType);
    if (challenge) await beginFlow(tx, { userId: mail.userId, method, challenge }, context.clock());
    return writeTokenMail(tx, { ...mail, isPkce: challenge !== null }, context);
  });
  await send(tokenMail);
}

/** Sends emails while a signed-in user waits. Throws if one fails. */
export async function sendMails(mails: readonly Mail[], context: AuthContext): Promise<void> {
  const mailer = requireMailer(context);
  try {
    await Promise.all(mails.map((mail) => mailer(mail)));
  } catch (error) {
    context.log('auth.mail-failed', { error: loggableError(error).error });
    throw new AuthFailure(500, 'unexpected_failure', "Couldn't send the email. Try again in a minute.");
  }
}
