import type { Page } from 'playwright/test';
import { activateDemo, connectVendors } from '../support/administrator.ts';
import { ChatPage } from '../support/chat-page.ts';
import {
  createImage,
  expectImage,
  openFiles,
  sendFiles,
  storedFiles,
  storedImages,
} from '../support/encrypted-files.ts';
import {
  canary,
  encryptedHistory,
  offerEncryptedHistory,
  turnOnEncryptedHistory,
  unlockWithPassphrase,
} from '../support/encrypted-history.ts';
import { expect, test } from '../support/fixtures.ts';
import { fillSignIn, fillSignUp, newUser } from '../support/sign-in.ts';
import { userIdOf } from '../support/stored-chat.ts';

// The test derives keys from a passphrase twice, which takes seconds on a busy machine.
test.describe.configure({ timeout: 300_000 });

/** Returns everything that this browser stores for the page. */
const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(name));
      });
      for (const store of database.objectStoreNames) {
        const request = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (request.onsuccess = resolve));
        texts.push(
          JSON.stringify(request.result, (_, value: unknown) =>
            value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
          ),
        );
      }
      database.close();
    }
    return texts.join('\n');
  });

test('an existing history is encrypted in the background, and readable wherever it is unlocked', async ({
  page,
  browser,
  service,
  admin,
  vendor,
}) => {
  await activateDemo(service);
  await offerEncryptedHistory(admin);
  const person = newUser('Robin Clover');
  await page.goto('/signup');
  await fillSignUp(page, person);
  await expect(page).not.toHaveURL(/signup/);
  await page.goto('/chat');
  const chat = new ChatPage(page);
  await chat.send(`Before ${canary}`);
  await expect(chat.message(`Before ${canary}`).first()).toBeVisible();
  await chat.replyEnds();
  await expect(page).toHaveURL(/id=/);
  const url = new URL(page.url());

  const userId = await userIdOf(page);
  // A free account may send three messages a day.
  await admin
    .from('subscriptions')
    .insert({ user_id: userId, plan: 'professional', source: 'admin' })
    .throwOnError();
  const readRows = async () =>
    (
      await admin
        .from('chat_messages')
        .select('role, content, content_format')
        .eq('user_id', userId)
        .throwOnError()
    ).data;
  const storedRows = () => expect.poll(async () => (await readRows()).length, { timeout: 20_000 });
  const early = `early-${canary}`;
  await sendFiles(page, early);
  // Opening the next page would stop a message that is still being sent.
  await storedRows().toBe(4);

  await turnOnEncryptedHistory(page);
  const stateOf = async () =>
    (await admin.from('account_encryption').select('state').eq('user_id', userId).throwOnError()).data;
  // The settings convert the history, too.
  await expect.poll(stateOf, { timeout: 20_000 }).toEqual([{ state: 'on' }]);
  await page.goto(`${url.pathname}${url.search}`);
  await expect(chat.message(`Before ${canary}`).first()).toBeVisible();
  await chat.send(`After ${canary}`);
  await expect(chat.message(`After ${canary}`).first()).toBeVisible();
  await chat.replyEnds();

  await storedRows().toBe(6);
  const rows = await readRows();
  expect(JSON.stringify(rows)).not.toContain(canary);
  expect(new Set(rows.map(({ content_format }) => content_format as string))).toEqual(new Set(['encrypted']));
  const titles = await admin.from('chat_history').select('title').eq('user_id', userId).throwOnError();
  expect(JSON.stringify(titles.data)).not.toContain(canary);
  const late = `late-${canary}`;
  await sendFiles(page, late);
  // Both replies have ended.
  await storedRows().toBe(8);
  // The page doesn't offer the demo for creating images.
  await connectVendors({ service, admin, vendor });
  await page.reload();
  await createImage(page, `A clover ${canary}`);
  await activateDemo(service);
  await chat.input.fill(`Draft ${canary}`);
  await page.reload();
  await test.step('files are encrypted, including earlier ones, and can be opened after a reload', async () => {
    for (const words of [early, late]) await openFiles(page, words);
    const files = await storedFiles(admin, userId);
    expect(files.map(({ start }) => start)).toEqual(files.map(() => 'enc1.k.'));
    expect(files).toHaveLength(4);
    expect(JSON.stringify(files)).not.toContain(canary);
    expect(JSON.stringify(files)).not.toContain('PNG');
  });

  await test.step('a generated image is encrypted, and shown after a reload', async () => {
    await expectImage(page, `A clover ${canary}`);
    expect(await storedImages(admin, userId)).toEqual([
      { type: 'application/vnd.clover.encrypted', start: 'enc1.p.' },
    ]);
  });

  await expect(chat.input).toHaveValue(`Draft ${canary}`);
  await expect(chat.message(`After ${canary}`).first()).toBeVisible();
  expect(await onDevice(page)).not.toContain(canary);

  await test.step('the settings show each message beside the row that the service stores', async () => {
    await page.goto('/account/privacy');
    await encryptedHistory(page).getByRole('button', { name: 'See what is stored' }).click();
    const list = page.getByRole('dialog').getByRole('list', { name: 'What is stored' });
    const sent = list
      .getByRole('listitem')
      .filter({ hasText: `After ${canary}` })
      .last();
    await expect(sent.getByText(`After ${canary}`, { exact: true })).toBeVisible();
    await expect(sent.locator('pre')).toContainText('"content": "enc1.k.');
    expect(
      await list
        .locator('pre')
        .allTextContents()
        .then((rows) => rows.join()),
    ).not.toContain(canary);
  });

  await test.step('opens without the service', async () => {
    const api = /\/(auth|functions|realtime|rest|storage)\/v1\//;
    await page.context().route(api, (route) => route.abort());
    await page.goto(`${url.pathname}${url.search}`);
    await expect(chat.message(`After ${canary}`).first()).toBeVisible();
    await expect(chat.input).toHaveValue(`Draft ${canary}`);
    await page.context().unroute(api);
  });

  await test.step('another browser asks for an unlock method, and then shows the chat', async () => {
    const context = await browser.newContext({ baseURL: service.url });
    const other = await context.newPage();
    await other.goto(`/signin?redirectTo=${encodeURIComponent(`${url.pathname}${url.search}`)}`);
    await fillSignIn(other, person);
    await expect(other.getByRole('heading', { name: 'Unlock your history' })).toBeVisible();
    await expect(other.getByText(canary)).toHaveCount(0);
    await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await other.getByRole('link', { name: 'Settings' }).click();
    await other.getByRole('link', { name: 'Instructions' }).click();
    await expect(
      other.getByRole('dialog').getByRole('heading', { name: 'Unlock your history' }),
    ).toBeVisible();
    await other.getByRole('button', { name: 'Close settings' }).click();
    await unlockWithPassphrase(other);
    const there = new ChatPage(other);
    await expect(there.message(`After ${canary}`).first()).toBeVisible();
    await there.send(`There ${canary}`);
    await expect(there.message(`There ${canary}`).first()).toBeVisible();
    await there.replyEnds();
    const search = other.getByRole('searchbox', { name: 'Search chats...' });
    for (const words of [`before ${canary}`, `there ${canary}`]) {
      await search.fill(words);
      const hit = other.getByRole('button', { name: new RegExp(words, 'i') });
      await expect(hit.first()).toBeVisible({ timeout: 20_000 });
      await expect(other.getByText('Searching this device only')).toHaveCount(0);
    }
    await search.fill('');
    expect(await onDevice(other)).not.toContain(canary);
    await openFiles(other, late);
    await expectImage(other, `A clover ${canary}`);
    expect(await onDevice(other)).not.toContain(canary);
    await expect(chat.message(`There ${canary}`).first()).toBeVisible();
    await other.goto('/chat');
    await expect(other.getByText('only you can read what is stored')).toBeVisible();
    await context.close();
  });

  await test.step('a draft of another tab appears as its text', async () => {
    const tab = await page.context().newPage();
    await tab.goto(`${url.pathname}${url.search}`);
    const there = new ChatPage(tab);
    await expect(there.input).toHaveValue(`Draft ${canary}`);
    await there.input.fill(`Draft ${canary} in a tab`);
    await expect(chat.input).toHaveValue(`Draft ${canary} in a tab`);
    await chat.input.fill(`Draft ${canary}`);
    await expect(there.input).toHaveValue(`Draft ${canary}`);
    await tab.close();
  });

  await test.step('after turning off, all texts are plain, including unsent ones', async () => {
    await page.goto('/account/privacy');
    const box = encryptedHistory(page);
    await box.getByRole('button', { name: 'Turn off encrypted history' }).click();
    await box.getByRole('button', { name: 'Turn off', exact: true }).click();
    await expect.poll(stateOf, { timeout: 20_000 }).toEqual([]);
    await expect(box.getByRole('button', { name: 'Turn on encrypted history' })).toBeVisible();
    await page.goto(`${url.pathname}${url.search}`);
    await expect(chat.message(`After ${canary}`).first()).toBeVisible();
    await expect(chat.input).toHaveValue(`Draft ${canary}`);
    expect((await readRows()).every(({ content_format }) => content_format === 'plain')).toBe(true);
    for (const words of [early, late]) await openFiles(page, words);
    await expectImage(page, `A clover ${canary}`);
    expect(await storedImages(admin, userId)).toMatchObject([{ type: 'image/png' }]);
    const files = await storedFiles(admin, userId);
    expect(files.filter(({ bytes, row }) => bytes.includes(canary) && row.includes(canary))).toHaveLength(2);
    await chat.send(`Plain ${canary}`);
    await expect(chat.message(`Plain ${canary}`).first()).toBeVisible();
  });
});
