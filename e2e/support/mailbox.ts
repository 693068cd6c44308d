import { expect } from 'playwright/test';
import type { TestService } from './service.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
}

export interface ReadMail {
  readonly subject: string;
  readonly code: string;
  readonly link: string;
}

/**
 * Reads the token that the service printed. Undefined if its output has not arrived yet. Each start prints a new one.
 */
export const mailboxToken = (service: TestService): string | undefined =>
  [...service.output().matchAll(/_mailbox\?token=([\w-]+)\s/g)].at(-1)?.[1];

/** Reads the emails to one recipient from the service's mailbox, newest first. */
async function mailsTo(service: TestService, to: string): Promise<readonly Mail[]> {
  const answer = await fetch(
    `${service.url}/_mailbox?token=${mailboxToken(service) ?? ''}&to=${encodeURIComponent(to)}`,
  );
  return (await answer.json()) as Mail[];
}

const codeIn = (mail: Mail | undefined): string => /: (\d{3} \d{3})\b/.exec(mail?.text ?? '')?.[1] ?? '';

/**
 * Waits for email number `count` (from 1) to a recipient, and reads its code and link. Emails without a code don't count.
 */
export async function readMail(service: TestService, to: string, count = 1): Promise<ReadMail> {
  let mails: readonly Mail[] = [];
  await expect
    .poll(async () => (mails = (await mailsTo(service, to)).filter(codeIn)).length, {
      message: `mail ${count} to ${to}`,
    })
    .toBeGreaterThanOrEqual(count);
  const mail = mails.at(-count);
  return {
    subject: mail?.subject ?? '',
    code: codeIn(mail),
    link: /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '',
  };
}
