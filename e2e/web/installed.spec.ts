import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { chooseInAccountMenu, signOutGuest } from '../support/account-menu.ts';
import { ChatPage } from '../support/chat-page.ts';
import { enterAsGuest } from '../support/enter.ts';
import { enterConsole } from '../support/enter-console.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { startTestService } from '../support/service.ts';
import { userIdOf } from '../support/stored-chat.ts';
import { createInstallation } from '../support/upgrade.ts';

test.use({ serviceWorkers: 'allow' });
// Each test downloads the whole app.
test.beforeEach(() => test.setTimeout(180_000));
test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

/** Resolves when the page's files are on the device and the service worker controls the page. */
const isInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 60_000,
  });

// `npm run prove -- survive --only offline` measures how quickly the app opens.
test('the app opens without a network', async ({ page, context }) => {
  const chat = await enterAsGuest(page);
  await isInstalled(page);
  await context.setOffline(true);
  await page.goto(`/chat?id=${crypto.randomUUID()}`);
  await expect(page.getByRole('complementary', { name: 'Chats' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/chat');
  await expect(chat.input).toBeEditable();
});

test('the app opens while the service is stopped @long', async ({ page, service }) => {
  const chat = await enterAsGuest(page);
  await isInstalled(page);
  await service.signal('SIGKILL');
  await page.reload();
  await expect(chat.input).toBeEditable();
  await service.crashAndRestart();
});

test('an expired session opens the app without a network, and is refreshed with one @long', async ({
  page,
  context,
}) => {
  const chat = await enterAsGuest(page);
  await isInstalled(page);
  const expire = () =>
    page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('clover-session') ?? '') as object;
      localStorage.setItem('clover-session', JSON.stringify({ ...session, expires_at: 1_700_000_000 }));
    });
  await context.setOffline(true);
  await expire();
  await page.reload();
  await expect(chat.input).toBeEditable();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByText(/^(?:Offline|Clover's service isn't responding)/)).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('clover-session')), { timeout: 40_000 })
    .not.toContain('1700000000');
  await expect(page.getByText(/^(?:Offline|Clover's service isn't responding)/)).toHaveCount(0);
  await expect(chat.input).toBeEditable();
});

test('an open tab works after an upgrade until the user accepts the new version @long', async ({
  context,
}, info) => {
  const installation = await createInstallation(join(info.project.outputDir, 'installation'));
  const service = await startTestService({}, installation.root);
  const [page, other] = [await context.newPage(), await context.newPage()];
  const entry = (target: Page) => target.locator('script[type="module"]').getAttribute('src');
  const versionOf = async (target: Page) => ((await entry(target))?.endsWith('-next.js') ? 'new' : 'old');
  const openTransfer = async (target: Page) => {
    await chooseInAccountMenu(target, 'Import and export');
    await expect(target.getByRole('dialog', { name: 'Import and export' })).toBeVisible();
    await target.keyboard.press('Escape');
  };
  try {
    await page.goto(`${service.url}/signin`);
    await page.getByRole('button', { name: 'Try Demo' }).click();
    await isInstalled(page);
    for (const target of [page, other]) await target.goto(`${service.url}/chat`);

    await installation.upgrade();
    await service.crashAndRestart();
    // The next visit finds the new version, but still opens the old one.
    await page.reload();
    await expect(page.getByText('A new version is ready.')).toBeVisible({ timeout: 60_000 });
    await expect(other.getByText('A new version is ready.')).toBeVisible();
    expect(await versionOf(page)).toBe('old');
    await openTransfer(page);

    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await reloaded;
    await expect(new ChatPage(page).input).toBeEditable();
    expect(await versionOf(page)).toBe('new');
    await expect(page.getByText('A new version is ready.')).toBeHidden();
    await openTransfer(page);

    // The other tab keeps its version and all of that version's files.
    expect(await versionOf(other)).toBe('old');
    await openTransfer(other);
    await other.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect(new ChatPage(other).input).toBeEditable();
    await expect.poll(() => versionOf(other)).toBe('new');
  } finally {
    await service.stop();
    await installation.remove();
  }
});

/** Returns everything in Cache Storage as text. */
const cachedTexts = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(`${request.url}\n${await (await cache.match(request, { ignoreVary: true }))?.text()}`);
    }
    return texts;
  });

test('the files on the device contain nothing of the user, before and after sign-out @long', async ({
  page,
}) => {
  const chat = await enterAsGuest(page);
  await isInstalled(page);
  await page.reload();
  await chat.send('A secret question');
  await expect(chat.message('You said: A secret question')).toBeVisible();
  await chat.replyEnds();
  const user = await userIdOf(page);
  const token = await page.evaluate(() => localStorage.getItem('clover-session') ?? '');
  const secrets = [user, 'A secret question', (JSON.parse(token) as { access_token: string }).access_token];
  const check = async () => {
    const texts = await cachedTexts(page);
    expect(texts.length).toBeGreaterThan(100);
    for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    const paths = texts.map((text) => new URL(text.slice(0, text.indexOf('\n'))).pathname);
    const own = /^\/(?:assets\/.*|chat|config\.json|current-version|favicon\.\w+|site\.webmanifest)$/;
    expect(paths.filter((path) => !own.test(path))).toEqual([]);
  };
  await check();
  await signOutGuest(page);
  await expect(page).toHaveURL(/\/$/);
  await check();
});

test('the console, public pages and the service are never answered from the device @long', async ({
  page,
  context,
  place,
}) => {
  await enterConsole(place, '/chat');
  await isInstalled(page);
  const answered: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.fromServiceWorker()) answered.push(pathname);
  });
  for (const path of ['/admin', '/pricing', '/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(
    answered.filter(
      (path) => !/^\/(?:assets\/.*|config\.json|[\w-]+\.(?:js|svg|ico|webmanifest))$/.test(path),
    ),
  ).toEqual([]);
  const stored = await cachedTexts(page);
  expect(stored.filter((text) => /^\S*\/assets\/(?:AdminRoute|VendorsPage)/.test(text))).toEqual([]);
  await context.setOffline(true);
  await expect(page.goto('/admin')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
});
