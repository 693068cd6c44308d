import type { Mailer } from '../auth/mailer.ts';
import { isSameSecret } from '../http/credentials.ts';
import { json } from '../http/json.ts';
import { mailboxPage, type KeptMail } from './page.ts';

/** Mails kept at most; the oldest leave first. */
const capacity = 200;

export interface Mailbox {
  readonly send: Mailer;
  /**
   * Answers `GET /_mailbox?token=…&to=…`: the mails that would have been sent, newest first. A browser gets a page,
   * everything else JSON.
   */
  readonly handle: (request: Request) => Response;
}

/**
 * Keeps the mails of a service that sends none, so that one person on one machine can still follow a link in them.
 * They hold one-time codes, hence the token, and no CORS header ever.
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
      if (!isSameSecret(parameters.get('token') ?? '', token))
        return json(
          { message: 'The mailbox needs the token that was printed when the service started.' },
          401,
        );
      const to = parameters.get('to')?.toLowerCase();
      const wanted = mails.filter((mail) => !to || mail.to.toLowerCase() === to);
      return request.headers.get('accept')?.includes('text/html') ? mailboxPage(wanted) : json(wanted);
    },
  };
}
