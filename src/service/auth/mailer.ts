/** What a mail is for; the mailbox and the tests tell mails apart by it. */
export type MailKind =
  | 'confirmation'
  | 'recovery'
  | 'magic_link'
  | 'email_change'
  | 'reauthentication'
  | 'invite'
  | 'already_registered';

/** A mail of the auth service, written out whole; the codes stand apart so that the mailbox can show them. */
export interface Mail {
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Six digits to type. */
  readonly otp?: string;
  readonly tokenHash?: string;
  readonly link?: string;
}

/** Hands a mail on: to the mailbox, or to an SMTP server. Rejects when it could not. */
export type Mailer = (mail: Mail) => Promise<void>;
