import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startFakeConsole } from '../testing/fake-console.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { MailGroup } from './MailGroup.tsx';

describe('the email status', () => {
  const mail = {
    server: 'mail.example.org:465',
    sender: 'Clover <mail@example.org>',
    waiting: 2,
    last_success_at: '2026-11-01T10:00:00Z',
    last_failure_at: '2026-11-02T10:00:00Z',
    last_error: 'the mail server does not respond',
  };
  function openMail(status: unknown) {
    const service = startFakeConsole();
    service.on('mail/status', { mail: status });
    service.on('mail/test', { recipient: 'root@example.com' });
    return { service, ...renderConsole(<MailGroup />) };
  }
  const section = async () => within(await screen.findByRole('region', { name: 'Email' }));

  it('shows that sending fails, why, and how many emails wait, and sends a test email', async () => {
    const { user, service } = openMail(mail);
    const shown = await section();
    expect(await shown.findByText(/Couldn't send the last email/)).toBeVisible();
    expect(shown.getByText(/the mail server does not respond$/)).toBeVisible();
    expect(shown.getByText('Waiting to be sent').nextSibling).toHaveTextContent(/^2$/);
    await user.click(shown.getByRole('button', { name: 'Send test email' }));
    expect(await screen.findByText('Test email to root@example.com queued')).toBeVisible();
    expect(service.bodiesOf('mail/test')).toEqual([{}]);
  });

  it('shows that sending works once an email was sent after the last error', async () => {
    openMail({ ...mail, waiting: 0, last_success_at: '2026-11-03T10:00:00Z' });
    expect(await (await section()).findByText('Email is being delivered to your mail server.')).toBeVisible();
  });

  it('names the required settings if no mail server is configured, and offers no test', async () => {
    openMail(null);
    const shown = await section();
    expect(await shown.findByText(/set CLOVER_SMTP_URL and CLOVER_MAIL_FROM/)).toBeVisible();
    expect(shown.queryByRole('button')).toBeNull();
  });
});
