import type { Page } from 'playwright/test';
import { chooseInAccountMenu } from '../support/account-menu.ts';
import { enterAsGuest } from '../support/enter.ts';
import { findFilesWith } from '../support/find-files.ts';
import { expect, test } from '../support/fixtures.ts';
import { callsTo, connectVendor, scriptReplies } from '../support/journey.ts';

/** Returns everything that the page's origin stores in this browser, as text. */
const storesOf = (page: Page) =>
  page.evaluate(async () => {
    const traces: unknown[] = [
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      location.href,
      history.state,
      document.title,
    ];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? '');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
      });
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store).getAll();
        traces.push(
          store,
          await new Promise<unknown>((resolve, reject) => {
            rows.onsuccess = () => resolve(rows.result);
            rows.onerror = () => reject(rows.error ?? new Error('IndexedDB refused.'));
          }),
        );
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        traces.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify(traces);
  });

test('the text of a temporary chat is in no browser storage and no file of the service', async ({
  page,
  admin,
  vendor,
  service,
  problems,
}) => {
  test.slow();
  await connectVendor(admin, vendor);
  const chat = await enterAsGuest(page);
  await page.getByRole('button', { name: 'Temporary chat' }).click();
  // Takes over two seconds, because a normal chat would be saved every second.
  scriptReplies(vendor, { kind: 'pace', between: 40, text: 'fleeting-answer-5d1e '.repeat(60) });
  await chat.send('fleeting-question-9c2b');
  await expect(chat.message('fleeting-answer-5d1e')).toBeVisible();
  await expect(page.getByText("Clover doesn't save this chat")).toBeVisible();
  expect(await storesOf(page)).not.toContain('fleeting');
  await chat.replyEnds();
  expect(JSON.stringify(callsTo(vendor).at(-1))).toContain('fleeting-question-9c2b');
  await chat.input.fill('fleeting-draft-77aa');
  // Waits longer than the delay before a draft is saved.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
      return storesOf(page);
    })
    .not.toContain('fleeting');
  expect(page.url()).toMatch(/\/chat$/);
  expect(await findFilesWith(service.dataDir, 'fleeting')).toEqual([]);
  expect(service.output()).not.toContain('fleeting');

  await page.getByRole('button', { name: 'End chat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(chat.message('fleeting-answer-5d1e')).toBeVisible();
  await page.getByRole('button', { name: 'End chat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End chat' }).click();
  await expect(page.getByRole('heading', { name: 'What can I help with?' })).toBeVisible();
  await expect(page.getByText('fleeting')).toHaveCount(0);

  // Proves that the search works: it finds the text of a stored chat.
  await chat.input.fill('traces-draft-31f0');
  await expect.poll(() => storesOf(page)).toContain('traces-draft-31f0');
  expect(problems).toEqual([]);
});

test('a draft survives a reload, and signing out requires a confirmation before it is deleted', async ({
  page,
  admin,
  vendor,
}) => {
  await connectVendor(admin, vendor);
  const chat = await enterAsGuest(page);
  await chat.input.fill('half a thought');
  await page.reload();
  await expect(chat.input).toHaveValue('half a thought');
  await chooseInAccountMenu(page, 'Sign Out');
  await page.getByRole('dialog').getByRole('button', { name: 'Stay signed in' }).click();
  await expect(chat.input).toHaveValue('half a thought');
  await chooseInAccountMenu(page, 'Sign Out');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual(
    [],
  );
});
