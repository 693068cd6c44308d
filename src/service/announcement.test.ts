import { expect, it } from 'vitest';
import { demoAccount } from '../shared/demo.ts';
import { announcement } from './announcement.ts';

const environment = { hosted: null, adminEmail: 'admin@clover.local', ownerMode: false };
const service = {
  url: 'http://localhost:3000',
  adminPassword: 'generated',
  mailboxToken: 'token',
};

it('the first start prints how to sign in', () => {
  const output = announcement(environment, service).join('\n');
  expect(output).toMatch(/^Clover is ready at http:\/\/localhost:3000$/m);
  expect(output).toContain(`${demoAccount.email} with the password ${demoAccount.password}`);
  expect(output).toContain('admin@clover.local with the password generated');
  expect(output).toContain('http://localhost:3000/_mailbox?token=token');
});

it('a later start prints no password, and no mailbox URL if there is no mailbox', () => {
  const output = announcement(environment, { ...service, adminPassword: null, mailboxToken: null }).join(
    '\n',
  );
  expect(output).not.toContain('administrator');
  expect(output).not.toContain('_mailbox');
});

it('the service in the desktop app prints no credentials', () => {
  expect(announcement({ ...environment, ownerMode: true }, service)).toEqual([
    'Clover is ready at http://localhost:3000',
  ]);
});

it('with a hosted service, the start prints where the data is', () => {
  const hosted = { url: 'https://abc.supabase.co', key: 'sb_publishable_x' };
  expect(announcement({ ...environment, hosted }, { ...service, mailboxToken: null })).toEqual([
    'Clover is ready at http://localhost:3000',
    'Data is stored at https://abc.supabase.co',
  ]);
});
