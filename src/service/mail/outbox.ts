import type { Mail, Mailer } from '../auth/mails.ts';
import { createEncryption, type Encryption } from '../auth/encryption.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { toMailFailure } from './failure.ts';
import {
  createSmtpTransport,
  serverName,
  type OutgoingMail,
  type MailServer,
  type Transport,
} from './smtp.ts';
import { testMail } from './texts.ts';

export interface OutboxOptions {
  readonly database: Database;
  readonly server: MailServer;
  readonly transport: Transport;
  /** Encrypts waiting emails, because they contain codes that the database otherwise stores only as hashes. */
  readonly encryption: Encryption;
  readonly log: Log;
}

/** Emails that wait for the mail server. They are in the database, so a restart doesn't lose any. */
export interface Outbox {
  /** Queues an email. Resolves before it is sent. */
  readonly send: Mailer;
  /** Starts sending, and records in the database that this service sends emails. */
  start(): Promise<void>;
  /**
   * Stops sending. Waits up to a second for an email that is being sent. If that is not enough, the email is sent after
   * the next start.
   */
  stop(): Promise<void>;
}

/** How often (ms) to look for other instances' emails and for due retries. */
const pollMs = 5_000;
const batchSize = 5;
const stopTimeoutMs = 1_000;

// Emails expire after an hour, like their codes and links. An instance claims an email by postponing its next attempt,
// so no two instances send it at the same time, and the claim of a crashed instance expires. The delay is 30 s, then
// doubles each time.
const expire = `
delete from private.mail_outbox where created_at < now() - interval '1 hour' returning id`;
const claim = `
update private.mail_outbox m
set attempts = attempts + 1, next_attempt_at = now() + interval '30 seconds' * power(2, attempts)
where id in (
  select id from private.mail_outbox where next_attempt_at <= now()
  order by next_attempt_at limit ${batchSize} for update skip locked
)
returning id, kind, encrypted, attempts, (select email from auth.users u where u.id = m.user_id) as email`;

interface WaitingMail {
  readonly id: string;
  readonly kind: string;
  readonly encrypted: string | null;
  readonly attempts: number;
  readonly email: string | null;
}

function createOutbox({ database, server, transport, encryption, log }: OutboxOptions): Outbox {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let mustRepeat = false;
  let isStopped = false;

  const letterOf = ({ id, encrypted, email }: WaitingMail): OutgoingMail =>
    encrypted === null
      ? testMail(email ?? '')
      : (JSON.parse(encryption.decrypt(encrypted, id)) as OutgoingMail);

  const remove = (id: string) => database.query('delete from private.mail_outbox where id = $1', [id]);

  async function deliver(mail: WaitingMail): Promise<void> {
    let letter: OutgoingMail;
    try {
      letter = letterOf(mail);
    } catch {
      // The email was encrypted with another secrets.json and can't be decrypted.
      await remove(mail.id);
      return log('mail-unreadable', { kind: mail.kind });
    }
    try {
      await transport(letter);
    } catch (error) {
      const { message, isFinal } = toMailFailure(error, server.from);
      log('mail-failed', { kind: mail.kind, attempt: mail.attempts, reason: message, retry: !isFinal });
      await database.query('update private.mail_status set last_failure_at = now(), last_error = $1', [
        message,
      ]);
      if (isFinal) await remove(mail.id);
      return;
    }
    await remove(mail.id);
    await database.query('update private.mail_status set last_success_at = now()');
  }

  async function sendDue(): Promise<void> {
    const expired = await database.query(expire);
    if (expired.length > 0) log('mail-expired', { count: expired.length });
    const mails = await database.query<WaitingMail>(claim);
    await Promise.all(mails.map(deliver));
    mustRepeat ||= mails.length === batchSize;
  }

  async function run(): Promise<void> {
    try {
      do {
        mustRepeat = false;
        await sendDue();
      } while (mustRepeat && !isStopped);
    } catch (error) {
      // The emails stay in the database, so the next poll finds them.
      if (!isStopped) log('mail-outbox-failed', { error: error instanceof Error ? error.name : 'unknown' });
    } finally {
      running = null;
    }
  }

  const wake = () => {
    if (isStopped || timer === null) return;
    mustRepeat = true;
    running ??= run();
  };

  return {
    async send(mail: Mail) {
      const id = crypto.randomUUID();
      const { to, subject, text, html } = mail;
      const encrypted = encryption.encrypt(
        JSON.stringify({ to, subject, text, html } satisfies OutgoingMail),
        id,
      );
      await database.query('insert into private.mail_outbox (id, kind, encrypted) values ($1, $2, $3)', [
        id,
        mail.kind,
        encrypted,
      ]);
      wake();
    },
    async start() {
      await database.query(
        `insert into private.mail_status (server, sender) values ($1, $2)
         on conflict (id) do update set server = excluded.server, sender = excluded.sender`,
        [serverName(server.url), server.from],
      );
      timer = setInterval(wake, pollMs);
      timer.unref();
      wake();
    },
    async stop() {
      isStopped = true;
      if (timer) clearInterval(timer);
      let timeout: NodeJS.Timeout | undefined;
      await Promise.race([
        running,
        new Promise((resolve) => {
          timeout = setTimeout(resolve, stopTimeoutMs);
        }),
      ]);
      clearTimeout(timeout);
    },
  };
}

/** Creates the outbox. Without a mail server, records that in the database, deletes waiting emails and returns null. */
export async function createMail(
  database: Database,
  server: MailServer | null,
  secret: string,
  log: Log,
): Promise<Outbox | null> {
  if (server) {
    const transport = createSmtpTransport(server);
    const encryption = createEncryption(secret, 'mails that wait to be sent');
    return createOutbox({ database, server, transport, encryption, log });
  }
  await database.query('delete from private.mail_status');
  await database.query('delete from private.mail_outbox');
  return null;
}
