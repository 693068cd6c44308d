import type { Mailer } from '../auth/mailer.ts';
import { isSameSecret } from '../http/credentials.ts';
import { json } from '../http/json.ts';
import { lockedMailboxPage, mailboxPage, type KeptMail } from './page.ts';

/** The oldest emails are removed first. */
const capacity = 200;

export interface Mailbox {
  readonly send: Mailer;
  /**
   * Answers `GET /_mailbox?token=…&to=…` with the emails, newest first: a page for browsers, JSON for programs.
   */
  readonly handle: (request: Request) => Response;
}

/**
 * Stores the emails of a service without a mail server, so that its only user can still open their links. They contain
 * one-time codes, therefore it needs the token and never sends a CORS header.
 */
export function createMailbox(token: string): Mailbox {
  const mails: KeptMail[] = [];
  return {
    send: (mail) => {
      mails.unshift({ ...mail, sentAt: new Date().toISOString() });
      mails.length = Math.min(mails.length, capacity);
      return Promise.resolve();
    },
    handle: (request) => {
      const parameters = new URL(request.url).searchParams;
      const isPage = request.headers.get('accept')?.includes('text/html') ?? false;
      if (!isSameSecret(parameters.get('token') ?? '', token))
        return isPage
          ? lockedMailboxPage()
          : json({ message: 'The mailbox needs the token that was printed when the service started.' }, 401);
      const to = parameters.get('to')?.toLowerCase();
      const wanted = mails.filter((mail) => !to || mail.to.toLowerCase() === to);
      return isPage ? mailboxPage(wanted) : json(wanted);
    },
  };
}
