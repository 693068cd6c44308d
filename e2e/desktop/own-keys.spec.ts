import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { ChatPage, chooseModel } from '../support/chat-page.ts';
import { findFilesWith } from '../support/find-files.ts';
import { startVendor, type FakeVendor } from '../vendor/vendor.ts';
import { type Desktop, expect, openAdmin, test } from './launch.ts';

// Starts the app twice, and the first start creates a database.
test.describe.configure({ timeout: 300_000 });
test.skip(process.env['CLOVER_KEYRING'] !== 'private', 'not run here: no private keyring');

const key = 'sk-clover-canary-5c1f0e9d7b3a';
const secondKey = 'sk-clover-canary-2b8e4a6c0d1f';

let vendor: FakeVendor;
test.beforeAll(async () => void (vendor = await startVendor()));
// A failed attempt leaves its key in the keyring. The retry must not find it.
test.beforeEach(() =>
  promisify(execFile)('secret-tool', ['clear', 'service', 'Clover']).catch(() => undefined),
);
test.afterAll(() => vendor.close());

/** Points the general-purpose vendor to the fake one, as an administrator would. */
async function moveVendor(desktop: Desktop): Promise<void> {
  const admin = await openAdmin(desktop);
  const { error } = await admin
    .from('api_vendors')
    .update({ endpoint_url: vendor.endpoints.openai })
    .eq('name', 'openai');
  expect(error).toBeNull();
}

const picker = (page: Page) => page.getByRole('button', { name: /Choose another model/ });

async function openKeyDialog(page: Page): Promise<void> {
  await picker(page).click();
  await page.getByRole('button', { name: 'Use your own key…' }).click();
  await page
    .getByRole('dialog', { name: 'Use your own key' })
    .getByRole('button', { name: /OpenAI/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'OpenAI API Key' })).toBeVisible();
}

async function enterKey(page: Page, text: string): Promise<void> {
  await page.getByLabel('API key', { exact: true }).fill(`  ${text} `);
  await page.getByRole('button', { name: 'Verify & Save API Key' }).click();
  await expect(page.getByText('Your OpenAI API key has been saved and verified').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Returns everything that a script in the page could read. */
const readPage = (page: Page) =>
  page.evaluate(async () => {
    const rows: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
      for (const store of database.objectStoreNames)
        rows.push(
          await new Promise((resolve) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.addEventListener('success', () => resolve(request.result));
          }),
        );
      database.close();
    }
    return JSON.stringify([
      rows,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      document.documentElement.outerHTML,
      [...document.querySelectorAll('input')].map(({ value }) => value),
    ]);
  });

/** Returns the key in every form in which it could have been saved: plain, and as encoded in files and URLs. */
const formsOf = (text: string): readonly Buffer[] => [
  Buffer.from(text, 'utf8'),
  Buffer.from(text, 'utf16le'),
  Buffer.from(Buffer.from(text).toString('hex')),
  ...[0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
    // In longer base64, the first and last letters of the key also depend on the bytes around it.
    return Buffer.from(encoded.slice(offset === 0 ? 0 : 4, -4));
  }),
];

/** Returns everything that the app stored in the keychain: secrets and attributes. */
const inKeychain = async (): Promise<string> => {
  const found = await promisify(execFile)('secret-tool', ['search', '--all', 'service', 'Clover']).catch(
    () => ({ stdout: '', stderr: '' }),
  );
  return found.stdout + found.stderr;
};

test('an own key is entered, verified, used only by main, still there after a restart, changed and removed [DESK-004, DESK-005, DESK-006, KEY-009] @long', async ({
  launch,
  userData,
}, testInfo) => {
  const first = await launch();
  const { page } = first;
  await moveVendor(first);
  await page.reload();
  const fromPage: string[] = [];
  page.on('request', (request) => fromPage.push(`${request.url()} ${JSON.stringify(request.headers())}`));

  await openKeyDialog(page);
  const dialog = page.getByRole('dialog', { name: 'OpenAI API Key' });
  const { origin } = new URL(vendor.endpoints.openai);
  await expect(dialog).toContainText("Stored only in this computer's keychain.");
  await expect(dialog).toContainText(`This computer sends it only to ${origin}.`);
  await testInfo.attach('dialog', { body: await page.screenshot(), contentType: 'image/png' });
  vendor.script({ kind: 'status', status: 401, body: { error: { message: `Incorrect API key: ${key}` } } });
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(
    'API key verification failed: Connection failed: 401 - ',
  );
  await expect(dialog.getByRole('alert')).not.toContainText(key);
  expect(await inKeychain()).not.toContain(key);

  await enterKey(page, key);
  const entry = await inKeychain();
  expect(entry).toContain(key);
  // The entry names the vendor, origin, user and service, so that the key is used for no other one.
  expect(entry).toContain(`account = openai ${encodeURIComponent(origin)} `);
  const verification = vendor.requests.at(-1);
  expect(verification?.headers.authorization).toBe(`Bearer ${key}`);
  expect(verification?.body).toMatchObject({ max_tokens: 5 });

  await picker(page).click();
  await chooseModel(page, 'OpenAI mini');
  const chat = new ChatPage(page);
  vendor.script({ kind: 'reply', text: 'Straight from the vendor.' });
  await chat.send('Who answers?');
  await expect(chat.message('Straight from the vendor.')).toBeVisible();
  await chat.replyEnds();
  expect(vendor.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
  expect(fromPage.filter((request) => request.includes('/functions/v1/chat'))).toEqual([]);
  expect(fromPage.join('\n')).not.toContain(key);
  expect(await readPage(page)).not.toContain(key);
  await first.app.close();
  expect(first.output()).not.toContain(key);
  expect(await findFilesWith(userData, ...formsOf(key))).toEqual([]);
  // Proves that the search works: it finds what the app has stored.
  expect(await findFilesWith(userData, 'Straight from the vendor.')).not.toEqual([]);

  const second = await launch();
  const again = new ChatPage(second.page);
  await (await again.entry(/Who answers/)).click();
  await expect(again.message('Straight from the vendor.')).toHaveCount(1);
  await openKeyDialog(second.page);
  await expect(second.page.getByText('Your key is verified.')).toBeVisible();
  await second.page.getByRole('button', { name: 'Change Key' }).click();
  await enterKey(second.page, secondKey);
  const entries = await inKeychain();
  expect([entries.includes(key), entries.includes(secondKey)]).toEqual([false, true]);
  await again.send('And now?');
  await expect.poll(() => vendor.requests.at(-1)?.headers.authorization).toBe(`Bearer ${secondKey}`);
  await again.replyEnds();

  await openKeyDialog(second.page);
  await second.page.getByRole('button', { name: 'Remove key' }).click();
  await expect(second.page.getByText('API Key Removed').first()).toBeVisible();
  expect(await inKeychain()).not.toContain(secondKey);
  await second.page.keyboard.press('Escape');
  await picker(second.page).click();
  await expect(second.page.getByRole('button', { name: 'Use your own key…' })).toBeVisible();
  await expect(second.page.getByRole('option', { name: /OpenAI/ })).toHaveCount(0);
  await second.app.close();
  expect(await findFilesWith(userData, ...formsOf(secondKey))).toEqual([]);
});
