import { demoAccount } from '../shared/demo.ts';
import type { Environment } from './environment.ts';
import type { RunningService } from './start.ts';

/**
 * What a start says to whoever made it, line by line. The desktop app makes one for its owner, who needs no account: what
 * an app prints ends in the system's journal, where neither a password nor the key to the mails has any business.
 */
export function announcement(
  { hosted, adminEmail, ownerMode }: Pick<Environment, 'hosted' | 'adminEmail' | 'ownerMode'>,
  service: Pick<RunningService, 'url' | 'adminPassword' | 'mailboxToken'>,
): string[] {
  const { url, adminPassword, mailboxToken } = service;
  const ready = `Clover is ready at ${url}`;
  if (hosted) return [ready, `The data are at ${hosted.url}`];
  if (ownerMode) return [ready];
  const lines = [
    ready,
    `To look around without an account: ${demoAccount.email} with the password ${demoAccount.password}`,
  ];
  if (adminPassword !== null)
    lines.push(
      `First start: the administrator is ${adminEmail} with the password ${adminPassword}`,
      'Keep it now: it is stored nowhere and not shown again.',
    );
  if (mailboxToken !== null)
    lines.push(`Mails are not sent but kept at ${url}/_mailbox?token=${mailboxToken}`);
  return lines;
}
