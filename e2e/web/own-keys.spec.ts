import type { Page } from 'playwright/test';
import { signOutGuest } from '../support/account-menu.ts';
import { ChatPage, chooseModel } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { seriousProblems } from '../support/violations.ts';

const key = 'sk-clover-web-canary-7d2a9c';

/** Returns everything in the page's storage that a script can read. */
const readStorage = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('clover-keys');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('no storage')));
    });
    const read = (store: string) =>
      new Promise<unknown[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.addEventListener('success', () => resolve(request.result));
      });
    const [entries, wrapping] = [await read('entries'), (await read('wrapping')) as CryptoKey[]];
    database.close();
    const bytes = entries.map((entry) => {
      const { text } = (entry as { sealed: { text: ArrayBuffer } }).sealed;
      return String.fromCharCode(...new Uint8Array(text));
    });
    return {
      entries: entries.length,
      extractable: wrapping.map((one) => one.extractable),
      all: JSON.stringify([
        entries,
        bytes,
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
      ]),
    };
  });

async function openKeyDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Choose another model/ }).click();
  await page.getByRole('button', { name: 'Use your own key…' }).click();
  await page.getByRole('button', { name: /^OpenAI/ }).click();
  await expect(page.getByRole('dialog', { name: 'OpenAI API Key' })).toBeVisible();
}

test("an own key is stored encrypted, sent only with its owner's requests to its vendor, and deleted at Sign Out [KEY-006, KEY-007, DESK-008]", async ({
  page,
  admin,
  vendor,
  service,
  problems,
}, testInfo) => {
  const moved = await admin
    .from('api_vendors')
    .update({ endpoint_url: vendor.endpoints.openai })
    .eq('name', 'openai');
  expect(moved.error).toBeNull();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await expect(page).toHaveURL(/\/chat$/);

  await openKeyDialog(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Remember on this device').check();
  await expect(dialog).toContainText('Stored only in this browser, encrypted');
  expect(await seriousProblems(page)).toEqual([]);
  await testInfo.attach('dialog', { body: await page.screenshot(), contentType: 'image/png' });
  await dialog.getByLabel('API key', { exact: true }).fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByText('API Key Set').first()).toBeVisible();
  expect(vendor.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);

  await page.reload();
  const stored = await readStorage(page);
  expect(stored).toMatchObject({ entries: 1, extractable: [false] });
  expect(stored.all).not.toContain(key);
  await page.getByRole('button', { name: /Choose another model/ }).click();
  await testInfo.attach('picker', { body: await page.screenshot(), contentType: 'image/png' });
  await chooseModel(page, 'OpenAI GPT');
  const chat = new ChatPage(page);
  vendor.script({ kind: 'reply', text: 'Paid for by its reader.' });
  await chat.send('Who pays?');
  await expect(chat.message('Paid for by its reader.')).toBeVisible();
  await chat.replyEnds();
  expect(vendor.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
  expect(service.output()).not.toContain(key);

  await signOutGuest(page);
  await expect(page.getByText('Signed Out').first()).toBeVisible();
  await expect.poll(async () => (await readStorage(page)).entries).toBe(0);
  expect((await readStorage(page)).extractable).toEqual([]);
  expect(problems).toEqual([]);
});
