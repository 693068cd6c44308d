/**
 * Thrown if an email could not be sent. The message is for the operator and contains no recipient, code or password.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /** Whether a retry would fail too. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

const isPermanent = (responseCode: number) => responseCode >= 500 && responseCode < 600;

function reasonOf({ code, responseCode, command }: SmtpError, from: string): string {
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return 'the mail server rejects the user name or password in CLOVER_SMTP_URL';
  if (responseCode && !isPermanent(responseCode))
    return `the mail server currently accepts no email (${responseCode})`;
  if (command === 'MAIL FROM')
    return `the mail server refuses ${from} as the sender (${responseCode}): set CLOVER_MAIL_FROM`;
  if (command === 'RCPT TO') return `the mail server refuses the recipient (${responseCode})`;
  if (responseCode) return `the mail server refuses the email (${responseCode})`;
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'the mail server does not exist: check CLOVER_SMTP_URL';
  if (code === 'ETIMEDOUT') return 'the mail server does not respond';
  if (code === 'ETLS') return 'no secure connection to the mail server: check its certificate';
  if (code === 'ECONNECTION' || code === 'ESOCKET' || code === 'ECONNREFUSED')
    return 'no connection to the mail server: check CLOVER_SMTP_URL';
  return 'the email could not be sent';
}

export function toMailFailure(error: unknown, from: string): MailFailure {
  if (error instanceof MailFailure) return error;
  const smtp = error as SmtpError;
  const isFinal = smtp.command === 'RCPT TO' && isPermanent(smtp.responseCode ?? 0);
  return new MailFailure(reasonOf(smtp, from), { isFinal, cause: error });
}
