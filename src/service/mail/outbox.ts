import type { Mail, Mailer } from '../auth/mailer.ts';
import type { Sealer } from '../auth/sealing.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { failureOf } from './failure.ts';
import { serverName, type Letter, type MailServer, type Transport } from './smtp.ts';
import { composeTestMail } from './test-mail.ts';

export interface OutboxOptions {
  readonly database: Database;
  readonly server: MailServer;
  readonly transport: Transport;
  /** Encrypts waiting mails: they hold codes, of which the database otherwise keeps hashes only. */
  readonly sealer: Sealer;
  readonly log: Log;
}

/** Mails on their way to the SMTP server. They wait in the database, so a restart loses none. */
export interface Outbox {
  /** Queues a mail; resolves before it is sent. */
  readonly send: Mailer;
  /** Begins to send, and says in the database that this service does. */
  start(): Promise<void>;
  /** Sends nothing more. Waits for a mail under way for a second at most; if it fails, it is sent after the next start. */
  stop(): Promise<void>;
}

/** How often waiting mails are looked for (ms): those of other instances, and those whose next attempt is due. */
const lookEvery = 5_000;
/** Mails sent at the same time by one instance. */
const atOnce = 5;
const patienceMs = 1_000;

// Codes and links expire after an hour; so does the mail. A mail is claimed by moving its next attempt: instances never
// send the same one at once, and the claim of an instance that died runs out. 30 s, then twice as long each time.
const expire = `
delete from private.mail_outbox where created_at < now() - interval '1 hour' returning id`;
const claim = `
update private.mail_outbox m
set attempts = attempts + 1, next_attempt_at = now() + interval '30 seconds' * power(2, attempts)
where id in (
  select id from private.mail_outbox where next_attempt_at <= now()
  order by next_attempt_at limit ${atOnce} for update skip locked
)
returning id, kind, sealed, attempts, (select email from auth.users u where u.id = m.user_id) as email`;

interface WaitingMail {
  readonly id: string;
  readonly kind: string;
  readonly sealed: string | null;
  readonly attempts: number;
  readonly email: string | null;
}

export function createOutbox({ database, server, transport, sealer, log }: OutboxOptions): Outbox {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let again = false;
  let isStopped = false;

  const letterOf = ({ id, sealed, email }: WaitingMail): Letter =>
    sealed === null ? composeTestMail(email ?? '') : (JSON.parse(sealer.open(sealed, id)) as Letter);

  const forget = (id: string) => database.query('delete from private.mail_outbox where id = $1', [id]);

  async function deliver(mail: WaitingMail): Promise<void> {
    let letter: Letter;
    try {
      letter = letterOf(mail);
    } catch {
      // Encrypted with the keys of another secrets.json: nobody can read it any more.
      await forget(mail.id);
      return log('mail-unreadable', { kind: mail.kind });
    }
    try {
      await transport(letter);
    } catch (error) {
      const { message, isFinal } = failureOf(error, server.from);
      log('mail-failed', { kind: mail.kind, attempt: mail.attempts, reason: message, retry: !isFinal });
      await database.query('update private.mail_status set last_failure_at = now(), last_error = $1', [
        message,
      ]);
      if (isFinal) await forget(mail.id);
      return;
    }
    await forget(mail.id);
    await database.query('update private.mail_status set last_success_at = now()');
  }

  async function sendDue(): Promise<void> {
    const expired = await database.query(expire);
    if (expired.length > 0) log('mail-expired', { count: expired.length });
    const mails = await database.query<WaitingMail>(claim);
    await Promise.all(mails.map(deliver));
    again ||= mails.length === atOnce;
  }

  async function run(): Promise<void> {
    try {
      do {
        again = false;
        await sendDue();
      } while (again && !isStopped);
    } catch (error) {
      // The mails stay where they are; the next look finds them.
      if (!isStopped) log('mail-outbox-failed', { error: error instanceof Error ? error.name : 'unknown' });
    } finally {
      running = null;
    }
  }

  const wake = () => {
    if (isStopped || timer === null) return;
    again = true;
    running ??= run();
  };

  return {
    async send(mail: Mail) {
      const id = crypto.randomUUID();
      const { to, subject, text, html } = mail;
      const sealed = sealer.seal(JSON.stringify({ to, subject, text, html } satisfies Letter), id);
      await database.query('insert into private.mail_outbox (id, kind, sealed) values ($1, $2, $3)', [
        id,
        mail.kind,
        sealed,
      ]);
      wake();
    },
    async start() {
      await database.query(
        `insert into private.mail_status (server, sender) values ($1, $2)
         on conflict (id) do update set server = excluded.server, sender = excluded.sender`,
        [serverName(server.url), server.from],
      );
      timer = setInterval(wake, lookEvery);
      timer.unref();
      wake();
    },
    async stop() {
      isStopped = true;
      if (timer) clearInterval(timer);
      let patience: NodeJS.Timeout | undefined;
      await Promise.race([
        running,
        new Promise((resolve) => {
          patience = setTimeout(resolve, patienceMs);
        }),
      ]);
      clearTimeout(patience);
    },
  };
}

/** Says in the database that this service sends no mail, and drops what waited for one that did. */
export async function withoutMail(database: Database): Promise<void> {
  await database.query('delete from private.mail_status');
  await database.query('delete from private.mail_outbox');
}
