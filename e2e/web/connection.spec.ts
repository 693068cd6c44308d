import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { chooseInAccountMenu } from '../support/account-menu.ts';
import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor, scriptReplies } from '../support/journey.ts';
import { readDynamicEntries } from '../support/lazy-files.ts';
import { userIdOf } from '../support/stored-chat.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

const waiting = 'Waiting for a connection';

test('a message written offline waits, and is sent once when the network is back', async ({
  page,
  context,
  admin,
  vendor,
}) => {
  const chat = await enterAsGuest(page);
  await expect(page.getByText('No chats yet')).toBeVisible();
  scriptReplies(vendor, { kind: 'reply', text: 'Three, as a rule.' });
  await context.setOffline(true);
  await chat.send('How many leaves?');
  await expect(chat.message('How many leaves?')).toContainText(waiting);
  await expect(page.getByRole('complementary', { name: 'Chats' })).toContainText('Waiting');
  await context.setOffline(false);
  await expect(chat.message('Three, as a rule.')).toBeVisible({ timeout: 30_000 });
  await chat.replyEnds();
  await expect(chat.log.getByText(waiting)).toHaveCount(0);
  const user = await userIdOf(page);
  const { count } = await admin
    .from('chat_messages')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', user)
    .eq('role', 'user');
  expect(count).toBe(1);
});

test('the app names what it is not connected to, and what happens to changes @long', async ({
  page,
  context,
  service,
}) => {
  await enterAsGuest(page);
  await expect(page.getByText('No chats yet')).toBeVisible();
  const line = page.getByRole('status').filter({ hasText: /^(?:Offline|Clover's service)/ });
  await context.setOffline(true);
  await service.signal('SIGKILL');
  await expect(line).toHaveText(
    "Clover's service isn't responding. Changes are saved on this device and sent when it responds again.",
  );
  // The service is on this computer, so a missing network is not the cause.
  await context.setOffline(false);
  await service.crashAndRestart();
  await expect(line).toHaveCount(0, { timeout: 40_000 });
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await service.signal('SIGKILL');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(line).toHaveText(
    "Clover's service isn't responding. You can make changes when it responds again.",
  );
  await page.evaluate(() => {
    history.pushState(null, '', '/pricing');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(line).toHaveCount(0);
  await service.crashAndRestart();
});

test('a waiting message survives a reload, and returns to the input if canceled', async ({ page }) => {
  const chat = await enterAsGuest(page);
  await expect(page.getByText('No chats yet')).toBeVisible();
  await page.route('**/rest/v1/chat_{history,messages}*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await chat.send('Keep this');
  await expect(chat.message('Keep this')).toContainText(waiting);
  await page.reload();
  await page
    .getByRole('button', { name: /Keep this/ })
    .first()
    .click();
  await expect(chat.message('Keep this')).toContainText(waiting);
  await chat.message('Keep this').getByRole('button', { name: 'Cancel' }).click();
  await expect(chat.input).toHaveValue('Keep this');
  await page.reload();
  await expect(chat.input).toHaveValue('Keep this');
  await expect(page.getByText(waiting)).toHaveCount(0);
});

/** Simulates an upgrade of the service: renamed files, and a page that refers to them. */
async function deploy(page: Page, replaced: string): Promise<void> {
  const html = readFileSync(join(import.meta.dirname, '..', '..', 'out', 'web', 'chat.html'), 'utf8');
  await page.route(`**${replaced}`, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.route('**/chat?version', (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({
          contentType: 'text/html',
          body: html.replace(/assets\/index-/g, 'assets/index-new-'),
        })
      : route.continue(),
  );
}

const fileOf = (module: string): string => {
  const file = readDynamicEntries().get(module);
  if (!file) throw new Error(`The build has no chunk for ${module}.`);
  return file;
};

test('an open page loads the new version if a file of the old one is missing', async ({ page }) => {
  await page.goto('/pricing');
  await page.waitForLoadState('networkidle');
  await deploy(page, fileOf('features/site/features/FeaturesPage.tsx'));
  const reloaded = page.waitForEvent('load');
  await page.getByRole('banner').getByRole('link', { name: 'Features' }).click();
  await reloaded;
  // The page is not reloaded a second time, although it receives the same version again.
  await expect(page).toHaveURL(/\/features$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an open page with unsent text offers the new version and keeps the text', async ({ page }) => {
  const chat = await enterAsGuest(page);
  await chat.input.fill('Not sent yet');
  await deploy(page, fileOf('features/chat/transfer/TransferDialog.tsx'));
  await chooseInAccountMenu(page, 'Import and export');
  const dialog = page.getByRole('dialog', { name: "Couldn't load this part" });
  await expect(dialog).toContainText('new version of the app');
  await expect(chat.input).toHaveValue('Not sent yet');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await reloaded;
  await expect(chat.input).toHaveValue('Not sent yet');
});

test('a page whose main script cannot be loaded shows an error and can be reloaded', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/chat');
  await expect(page.getByRole('heading', { name: "The app couldn't be loaded" })).toBeVisible();
  await page.unroute('**/assets/index-*.js');
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page).toHaveURL(/\/signin/);
});
