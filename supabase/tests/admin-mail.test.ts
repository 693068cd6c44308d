import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { createMail } from '../../src/service/mail/outbox.ts';
import type { Outbox } from '../../src/service/mail/outbox.ts';
import { silentLog } from '../../src/service/log.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import type { RunningTestService } from '../../src/service/testing/running-service.ts';
import { startSmtpServer, type TestSmtpServer } from '../../src/service/testing/smtp-server.ts';
import { openConsole, signIn, type SignedIn } from './testing/callers.ts';

describeSchema('mail in the admin function', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let admin: SignedIn;
  let server: TestSmtpServer;
  let outbox: Outbox | null;

  beforeAll(async () => {
    ({ database, service, admin } = await openConsole(open));
    server = await startSmtpServer();
  });
  afterAll(async () => {
    await outbox?.stop();
    await server.close();
    await service.close();
  });
  const startMail = async () => {
    await outbox?.stop();
    outbox = await createMail(
      database,
      { url: server.url, from: 'mail@example.test' },
      'a secret',
      silentLog,
    );
    await outbox?.start();
  };
  const status = async () => (await admin.post('admin/mail/status')).body.mail;

  it('refuses a test email if no mail server is configured', async () => {
    await createMail(database, null, 'a secret', silentLog);
    expect(await status()).toBeNull();
    const refused = await admin.post('admin/mail/test');
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'This service sends no emails. Set CLOVER_SMTP_URL and CLOVER_MAIL_FROM, then restart it.',
    ]);
  });

  it("sends a test mail to the administrator's address, logs it, and shows it in the status", async () => {
    await startMail();
    const sent = await admin.post('admin/mail/test');
    expect(sent.status).toBe(200);
    // The service's next check finds the email that the database function queued.
    await startMail();
    await expect.poll(() => server.mails.length).toBe(1);
    expect(server.mails[0]).toContain(`To: ${sent.body.recipient}`);
    await expect.poll(status).toMatchObject({ waiting: 0, last_error: null });
    await expect.poll(async () => (await status()).last_success_at).not.toBeNull();
    const { entries } = (await admin.post('admin/logs/list', { action: 'mail.test' })).body;
    expect(entries).toMatchObject([{ admin_id: admin.id, action_type: 'mail.test' }]);
  });

  it('refuses the fourth test email within ten minutes, even in parallel', async () => {
    await startMail();
    const other = await signIn(service, { roles: ['admin'] });
    const answers = await Promise.all(Array.from({ length: 5 }, () => other.post('admin/mail/test')));
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 429, 429,
    ]);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.body.error.message).toBe(
      'You can send three test emails in ten minutes. Try again later.',
    );
  });
});
