import { createSealer } from '../auth/sealing.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { createOutbox, withoutMail, type Outbox } from './outbox.ts';
import { createSmtpTransport, type MailServer } from './smtp.ts';

/** The service's way to the mail server; null where none is set up. */
export async function createMail(
  database: Database,
  server: MailServer | null,
  secret: string,
  log: Log,
): Promise<Outbox | null> {
  if (!server) {
    await withoutMail(database);
    return null;
  }
  return createOutbox({
    database,
    server,
    transport: createSmtpTransport(server),
    sealer: createSealer(secret, 'mails that wait to be sent'),
    log,
  });
}
