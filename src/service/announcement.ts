import { demoAccount } from '../shared/demo.ts';
import type { Environment } from './environment.ts';
import type { RunningService } from './start.ts';

/**
 * Builds the lines that the service prints when it starts. In the desktop app they contain no credentials: the owner
 * doesn't need any, and the operating system may log what apps print.
 */
export function announcement(
  { hosted, adminEmail, ownerMode }: Pick<Environment, 'hosted' | 'adminEmail' | 'ownerMode'>,
  service: Pick<RunningService, 'url' | 'adminPassword' | 'mailboxToken'>,
): string[] {
  const { url, adminPassword, mailboxToken } = service;
  const ready = `Clover is ready at ${url}`;
  if (hosted) return [ready, `Data is stored at ${hosted.url}`];
  if (ownerMode) return [ready];
  const lines = [
    ready,
    `To try it without an account: ${demoAccount.email} with the password ${demoAccount.password}`,
  ];
  if (adminPassword !== null)
    lines.push(
      `To sign in as administrator: ${adminEmail} with the password ${adminPassword}`,
      'Save the password now. It is not stored and will not be shown again.',
    );
  if (mailboxToken !== null)
    lines.push(`No mail server is set up. Read emails at ${url}/_mailbox?token=${mailboxToken}`);
  return lines;
}
