import type { Queryable } from '../database/database.ts';
import type { AuthContext } from './context.ts';
import { AuthFailure } from './failure.ts';
import type { Mail, Mailer, MailKind } from './mailer.ts';
import { composeMail, type MailContent } from './mails.ts';
import { saveToken, type TokenType } from './token-rows.ts';

/** Hosted's names for what a link in a mail does. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** A mail with a one-time token, before it is written. */
export interface TokenMail {
  readonly kind: MailKind;
  readonly userId: string;
  /** The mailbox it goes to. */
  readonly email: string;
  readonly tokenType: TokenType;
  /** Null for a code without a link. */
  readonly linkType: LinkType | null;
  readonly isPkce: boolean;
  /** Where the link leads in the end, checked already. */
  readonly target: string;
  readonly change?: NonNullable<MailContent['change']>;
}

/** When which mail was sent, as hosted notes it at the user. */
const sentColumns: Readonly<Record<TokenType, string>> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
};

/** What takes mails; throws where they would reach nobody. */
export function requireMailer({ mailer }: AuthContext): Mailer {
  if (mailer === null) throw new AuthFailure(422, 'email_provider_disabled', 'Email logins are disabled');
  return mailer;
}

/** The address of the service that a link in a mail leads to. */
function linkOf(siteUrl: string, token: string, type: LinkType, target: string): string {
  const link = new URL('/auth/v1/verify', siteUrl);
  link.search = new URLSearchParams({ token, type, redirect_to: target }).toString();
  return link.href;
}

/** Makes the token and writes the mail that carries it. Send the mail only once the transaction is committed. */
export async function writeTokenMail(tx: Queryable, mail: TokenMail, context: AuthContext): Promise<Mail> {
  const { code, token, storedHash } = context.oneTimeTokens.create(mail.email, mail.isPkce);
  const now = context.clock();
  await saveToken(tx, { userId: mail.userId, type: mail.tokenType, email: mail.email, storedHash }, now);
  await tx.query(`update auth.users set ${sentColumns[mail.tokenType]} = $2 where id = $1`, [
    mail.userId,
    now.toISOString(),
  ]);
  return composeMail(mail.kind, {
    to: mail.email,
    code,
    tokenHash: token,
    ...(mail.linkType !== null && { link: linkOf(context.siteUrl(), token, mail.linkType, mail.target) }),
    ...(mail.change && { change: mail.change }),
  });
}

/** Sends mails for somebody who is signed in and waits for them; throws when one could not be handed on. */
export async function sendNow(mails: readonly Mail[], context: AuthContext): Promise<void> {
  const mailer = requireMailer(context);
  try {
    await Promise.all(mails.map((mail) => mailer(mail)));
  } catch (error) {
    context.log('auth.mail-failed', { error: error instanceof Error ? error.name : 'unknown' });
    throw new AuthFailure(500, 'unexpected_failure', 'Error sending email. Try again in a minute.');
  }
}
