import { demoAccount } from '../shared/demo.ts';
import type { Environment } from './environment.ts';
import type { RunningService } from './start.ts';

/**
 * Builds the lines that the service prints when it starts. In the desktop app they contain no credentials, because its
 * owner needs none and the system's journal stores the output of apps.
 */
export function announcement(
  { hosted, adminEmail, ownerMode }: Pick<Environment, 'hosted' | 'adminEmail' | 'ownerMode'>,
  service: Pick<RunningService, 'url' | 'adminPassword' | 'mailboxToken'>,
): string[] {
  const { url, adminPassword, mailboxToken } = service;
  const ready = `Clover is ready at ${url}`;
  if (hosted) return [ready, `Its data is at ${hosted.url}`];
  if (ownerMode) return [ready];
  const lines = [
    ready,
    `To try it without an account: ${demoAccount.email} with the password ${demoAccount.password}`,
  ];
  if (adminPassword !== null)
    lines.push(
      `First start: the administrator is ${adminEmail} with the password ${adminPassword}`,
      'Save the password now. It is not stored and will not be shown again.',
    );
  if (mailboxToken !== null)
    lines.push(`Emails are not sent. Read them at ${url}/_mailbox?token=${mailboxToken}`);
  return lines;
}
