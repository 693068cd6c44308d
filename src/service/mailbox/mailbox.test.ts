import { expect, it } from 'vitest';
import type { Mail } from '../auth/mails.ts';
import { createMailbox } from './mailbox.ts';

const mail: Mail = {
  kind: 'recovery',
  to: 'ada@example.test',
  subject: 'Reset your <password>',
  text: 'Hello <script>alert(1)</script>',
  html: '',
  otp: '123456',
  link: 'http://localhost:3000/auth/v1/verify?token=a&type=recovery',
};
const ask = (box: ReturnType<typeof createMailbox>, query: string, accept = 'text/html,*/*') =>
  box.handle(new Request(`http://localhost:3000/_mailbox?${query}`, { headers: { accept } }));

it('shows codes and links on a page, and escapes all email text', async () => {
  const box = createMailbox('secret');
  expect(await ask(box, 'token=secret').text()).toContain('No emails yet.');
  await box.send(mail);
  const answer = ask(box, 'token=secret');
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const page = await answer.text();
  expect(page).toContain('<h2>Reset your &lt;password&gt;</h2>');
  expect(page).toContain('<p class="code">123456</p>');
  expect(page).toContain('href="http://localhost:3000/auth/v1/verify?token=a&amp;type=recovery"');
  expect(page).toContain('Hello &lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('<script');
});

it('sends JSON to programs, and no email without the token', async () => {
  const box = createMailbox('secret');
  await box.send(mail);
  expect(await ask(box, 'token=secret&to=ADA@example.test', '*/*').json()).toMatchObject([{ otp: '123456' }]);
  expect(await ask(box, 'token=secret&to=bob@example.test', '*/*').json()).toEqual([]);
  for (const query of ['', 'token=', 'token=wrong']) {
    expect(ask(box, query, '*/*').status).toBe(401);
    const locked = ask(box, query);
    expect(locked.status).toBe(401);
    const page = await locked.text();
    expect(page).toContain('Open the mailbox URL that Clover printed in the terminal');
    expect(page).not.toContain('123456');
  }
});
