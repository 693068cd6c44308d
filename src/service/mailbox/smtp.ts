import { createTransport } from 'nodemailer';
import type { Mailer } from '../auth/mailer.ts';

/** Sends mails through the operator's SMTP server. The sender is the address in the URL's user, or no-reply at its host. */
export function createSmtpMailer(smtpUrl: string): Mailer {
  const transport = createTransport(smtpUrl);
  const { username, hostname } = new URL(smtpUrl);
  const user = decodeURIComponent(username);
  const from = user.includes('@') ? user : `no-reply@${hostname}`;
  return async ({ to, subject, text, html }) => {
    await transport.sendMail({ from, to, subject, text, html });
  };
}
