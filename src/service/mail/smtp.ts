import { createTransport } from 'nodemailer';
import type { Mail } from '../auth/mails.ts';
import { toMailFailure, MailFailure } from './failure.ts';

export interface MailServer {
  /** `smtp://` or `smtps://`, with user and password. */
  readonly url: string;
  /** The sender's email, with or without a name. */
  readonly from: string;
}

export type OutgoingMail = Pick<Mail, 'to' | 'subject' | 'text' | 'html'>;

/** Sends an email. Rejects with a MailFailure, after 15 s at the latest. */
export type Transport = (letter: OutgoingMail) => Promise<void>;

/** By default, the driver waits for minutes. `totalMs` also limits servers that respond very slowly. */
const connectMs = 5_000;
const silenceMs = 8_000;
const totalMs = 15_000;

/** Returns the server's host and port for messages, because the complete URL contains a password. */
export function serverName(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`;
}

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
      timer = setTimeout(() => reject(new MailFailure('the mail server does not respond')), totalMs);
    });
    try {
      await Promise.race([transport.sendMail({ from, to, subject, text, html }), late]);
    } catch (error) {
      throw toMailFailure(error, from);
    } finally {
      clearTimeout(timer);
    }
  };
}
