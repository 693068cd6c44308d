import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';
import { expect, readConfig, test, waitForServiceEnd } from '../desktop/launch.ts';
import { openAccountMenu } from '../support/account-menu.ts';
import { ChatPage } from '../support/chat-page.ts';
import { findFilesWith } from '../support/find-files.ts';
import { startTestService } from '../support/service.ts';

// The test starts the app four times, and the first start creates a database.
test.describe.configure({ timeout: 400_000 });

const question = 'Who owns this computer?';

async function findChat(page: Page): Promise<void> {
  const chat = new ChatPage(page);
  await (await chat.entry(/Who owns this computer/)).click();
  await expect(chat.message(question).first()).toBeVisible();
}

/** Sets another email and a password that the main process does not know. An earlier version allowed this. */
async function lockOwnerOut(dataDir: string): Promise<void> {
  const service = await startTestService({ CLOVER_DATA_DIR: dataDir });
  const { auth } = createClient(service.url, service.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data } = await auth.admin.listUsers();
  const owner = data.users.find(({ email }) => email === 'owner@clover.local');
  const changes = { email: 'robin@example.org', email_confirm: true, password: 'a new password' };
  const { error } = await auth.admin.updateUserById(owner?.id ?? '', changes);
  expect(error).toBeNull();
  await service.signal('SIGKILL');
}

test('an owner cannot lock themselves out, regains access after an earlier lock-out, and erases everything [DESK-007] @long', async ({
  launch,
  userData,
}) => {
  const first = await launch();
  const { page } = first;
  const chat = new ChatPage(page);
  await chat.send(question);
  await expect(chat.log.getByRole('article')).toHaveCount(2);
  await chat.replyEnds();
  await findChat(page);

  await test.step('nothing offers a sign-out, a password, an email or a second factor', async () => {
    await openAccountMenu(page);
    await expect(page.getByText('Hello, You')).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toHaveCount(0);
    await page.goto(new URL('/account', first.home).href);
    const sections = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link');
    await expect(sections).toHaveText([
      'General',
      'Appearance',
      'Chat',
      'Instructions',
      'Personas',
      'Models and keys',
      'Prompts',
      'Privacy and data',
      'Account and plan',
      'Shortcuts',
      'This computer',
      'About',
    ]);
    await sections.filter({ hasText: 'This computer' }).click();
    await expect(page.getByRole('region', { name: 'This computer' })).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
  });

  await test.step('and the service refuses them if a page tries anyway', async () => {
    const { supabaseUrl, supabaseKey } = await readConfig(page);
    const statuses = await page.evaluate(
      async ([url, key]) => {
        const session = await window.clover?.readOwnerSession();
        const headers = {
          apikey: key,
          authorization: `Bearer ${session?.accessToken}`,
          'content-type': 'application/json',
        };
        const call = async (method: string, path: string, body: unknown) =>
          (await fetch(url + path, { method, headers, body: JSON.stringify(body) })).status;
        return [
          await call('PUT', '/auth/v1/user', { password: 'a new password' }),
          await call('PUT', '/auth/v1/user', { email: 'robin@example.org' }),
          await call('POST', '/auth/v1/factors', { factor_type: 'totp' }),
          await call('POST', '/auth/v1/logout?scope=global', {}),
          await call('POST', '/functions/v1/account/delete', { confirm: 'delete my account' }),
        ];
      },
      [supabaseUrl, supabaseKey] as const,
    );
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
  });

  await test.step('a lost session is replaced automatically', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(first.home);
    await findChat(page);
  });
  await first.app.close();

  await waitForServiceEnd(userData);
  await lockOwnerOut(join(userData, 'service'));
  const second = await launch();
  await test.step('an earlier lock-out is repaired at the start', () => findChat(second.page));
  await second.app.close();

  const third = await launch();
  await test.step('and after any restart', () => findChat(third.page));

  const installation = await readFile(join(userData, 'installation.json'), 'utf8');
  await test.step('Cancel erases nothing', async () => {
    await third.page.goto(new URL('/account/privacy', third.home).href);
    await third.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
    });
    const erase = third.page.getByRole('button', { name: 'Erase all data…' });
    await erase.click();
    await expect(erase).toBeEnabled();
    expect(await findFilesWith(join(userData, 'service'), question)).not.toEqual([]);
  });
  await third.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
  });
  // The service makes a backup first.
  const ended = third.app.waitForEvent('close', { timeout: 120_000 });
  await third.page.getByRole('button', { name: 'Erase all data…' }).click();
  await ended;

  const fourth = await launch({}, { isNew: true });
  await test.step('afterwards the app is like new', async () => {
    await fourth.page.getByRole('button', { name: /^On this computer/ }).click();
    await fourth.page.getByRole('button', { name: 'Skip' }).click({ timeout: 60_000 });
    await expect(new ChatPage(fourth.page).input).toBeVisible();
    await expect(fourth.page.getByText(question)).toHaveCount(0);
    expect(await readFile(join(userData, 'installation.json'), 'utf8')).not.toBe(installation);
    expect(await findFilesWith(userData, question)).toEqual([]);
  });
});
