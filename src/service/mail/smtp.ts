import { createTransport } from 'nodemailer';
import type { Mail } from '../auth/mailer.ts';
import { failureOf, MailFailure } from './failure.ts';

export interface MailServer {
  /** `smtp://` or `smtps://`, with user and password. */
  readonly url: string;
  /** The address that mails come from, with or without a name. */
  readonly from: string;
}

/** What the transport needs of a mail. */
export type Letter = Pick<Mail, 'to' | 'subject' | 'text' | 'html'>;

/** Hands a mail to the server; rejects with a MailFailure after 15 s at the latest. */
export type Transport = (letter: Letter) => Promise<void>;

/** The driver's own limits are minutes. The last one is for a server that keeps sending a byte now and then. */
const connectMs = 5_000;
const silenceMs = 8_000;
const wholeMs = 15_000;

/** Host and port of the server, for messages: the URL itself holds a password. */
export function serverName(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`;
}

/** Sends mails through the operator's SMTP server. */
export function createSmtpTransport({ url, from }: MailServer): Transport {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    dnsTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  });
  return async ({ to, subject, text, html }) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new MailFailure('the mail server does not respond')), wholeMs);
    });
    try {
      await Promise.race([transport.sendMail({ from, to, subject, text, html }), late]);
    } catch (error) {
      throw failureOf(error, from);
    } finally {
      clearTimeout(timer);
    }
  };
}
