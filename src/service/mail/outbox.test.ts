import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Mail } from '../auth/mails.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { startSmtpServer, type TestSmtpServer } from '../testing/smtp-server.ts';
import { createMail, type Outbox } from './outbox.ts';

const mail: Mail = {
  kind: 'recovery',
  to: 'maya@example.org',
  subject: 'Choose a new password',
  text: 'Your code: 123 456',
  html: '<p>Your code: 123 456</p>',
  otp: '123456',
};

describeDatabases('the mail outbox', (open) => {
  let database: OpenedDatabase;
  let server: TestSmtpServer;
  const outboxes: Outbox[] = [];
  let logged: string[] = [];

  const startOutbox = async (secret = 'a secret of the installation') => {
    const from = 'Clover <mail@example.test>';
    // An outbox may still log a timeout during the next test, so its lines go to the test that started it.
    const lines = logged;
    const outbox = await createMail(database, { url: server.url, from }, secret, (event, fields) =>
      lines.push(JSON.stringify({ event, ...fields })),
    );
    if (!outbox) throw new Error('there is a mail server');
    outboxes.push(outbox);
    await outbox.start();
    return outbox;
  };
  const waiting = () =>
    database.query<{ kind: string; encrypted: string; attempts: number; seconds: number }>(
      `select kind, encrypted, attempts, round(extract(epoch from next_attempt_at - now()))::int as seconds
       from private.mail_outbox`,
    );
  const status = async () =>
    (
      await database.query<Record<string, unknown>>(
        `select server, sender, last_error, last_success_at is not null as sent,
           last_failure_at is not null as failed from private.mail_status`,
      )
    )[0];

  beforeAll(async () => {
    database = await open({ migrated: true });
  });
  beforeEach(async () => {
    server = await startSmtpServer();
    logged = [];
  });
  afterEach(async () => {
    await Promise.all(outboxes.splice(0).map((outbox) => outbox.stop()));
    await server.close();
    await database.execute('delete from private.mail_outbox; delete from private.mail_status;');
  });

  it('sends an email from the configured sender and deletes it', async () => {
    const outbox = await startOutbox();
    await outbox.send(mail);
    await expect.poll(() => server.mails.length).toBe(1);
    expect(server.mails[0]).toMatch(/^From: Clover <mail@example\.test>\r$/m);
    expect(server.mails[0]).toContain('123 456');
    await expect.poll(waiting).toEqual([]);
    await expect.poll(status).toEqual({
      server: new URL(server.url).host,
      sender: 'Clover <mail@example.test>',
      last_error: null,
      sent: true,
      failed: false,
    });
  });

  it('keeps a temporarily refused email encrypted, and retries it after a restart', async () => {
    server.behave('busy');
    const first = await startOutbox();
    await first.send(mail);
    await expect.poll(async () => (await status())?.['failed']).toBe(true);
    await first.stop();
    const [row] = await waiting();
    expect(row).toMatchObject({ kind: 'recovery', attempts: 1 });
    expect(row?.seconds).toBeGreaterThan(20);
    expect(row?.encrypted).not.toMatch(/123 ?456|maya/);
    expect(Buffer.from(row?.encrypted ?? '', 'base64url').toString()).not.toMatch(/123 ?456|maya/);
    expect((await status())?.['last_error']).toBe('the mail server currently accepts no email (451)');

    server.behave('accept');
    await database.execute('update private.mail_outbox set next_attempt_at = now()');
    await startOutbox();
    await expect.poll(() => server.mails.length).toBe(1);
    await expect.poll(waiting).toEqual([]);
  });

  it('doubles the delay after each attempt, and stops when the code has expired', async () => {
    server.behave('busy');
    const first = await startOutbox();
    await first.send(mail);
    await expect.poll(() => logged.length).toBe(1);
    await first.stop();
    await database.execute('update private.mail_outbox set next_attempt_at = now()');
    const second = await startOutbox();
    await expect.poll(() => logged.length).toBe(2);
    await second.stop();
    const [row] = await waiting();
    expect(row?.attempts).toBe(2);
    expect(row?.seconds).toBeGreaterThan(50);

    await database.execute(`update private.mail_outbox set created_at = now() - interval '61 minutes'`);
    await startOutbox();
    await expect.poll(waiting).toEqual([]);
    await expect.poll(() => logged.at(-1)).toBe('{"event":"mail-expired","count":1}');
    expect(server.mails).toEqual([]);
  });

  it('deletes an email whose recipient is refused permanently, and logs no recipient', async () => {
    server.behave('refuse-recipient');
    const outbox = await startOutbox();
    await outbox.send(mail);
    await expect.poll(() => logged.length).toBe(1);
    await expect.poll(waiting).toEqual([]);
    expect(logged[0]).toContain('the mail server refuses the recipient (550)');
    expect(logged[0]).not.toContain('maya');
  });

  it('names the setting to fix if the sender is refused or the server is unreachable', async () => {
    server.behave('refuse-sender');
    const outbox = await startOutbox();
    await outbox.send(mail);
    await expect
      .poll(async () => (await status())?.['last_error'])
      .toBe('the mail server refuses Clover <mail@example.test> as the sender (550): set CLOVER_MAIL_FROM');
    await server.close();
    await outbox.send(mail);
    await expect
      .poll(async () => (await status())?.['last_error'])
      .toBe('no connection to the mail server: check CLOVER_SMTP_URL');
    expect(await waiting()).toHaveLength(2);
  });

  it('queues immediately and stops within a second while the server is silent', async () => {
    server.behave('silent');
    const outbox = await startOutbox();
    const start = performance.now();
    await outbox.send(mail);
    expect(performance.now() - start).toBeLessThan(500);
    await expect.poll(server.connections).toBe(1);
    const stopping = performance.now();
    await outbox.stop();
    expect(performance.now() - stopping).toBeLessThan(1_500);
    expect(await waiting()).toHaveLength(1);
  });

  it('sends an email once if two instances poll at the same moment', async () => {
    await (await startOutbox()).stop();
    const idle = outboxes[0]!;
    for (let count = 0; count < 12; count += 1) await idle.send(mail);
    const both = await Promise.all([startOutbox(), startOutbox()]);
    await expect.poll(() => server.mails.length).toBe(12);
    await expect.poll(waiting).toEqual([]);
    await Promise.all(both.map((outbox) => outbox.stop()));
    expect(server.mails).toHaveLength(12);
  });

  it('deletes emails that another installation has encrypted', async () => {
    const other = await startOutbox('another secret');
    await other.stop();
    await other.send(mail);
    await startOutbox();
    await expect.poll(waiting).toEqual([]);
    expect(logged).toEqual(['{"event":"mail-unreadable","kind":"recovery"}']);
  });
});
