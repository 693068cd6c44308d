import type { Browser, Locator, Page } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { callsTo, connectVendor, scriptReplies } from '../support/journey.ts';

/**
 * What one device does is to be seen on the other within a second. How long it took is noted with the test's result:
 * a machine with much else to do must not fail it.
 */
async function seeSoon(shown: Locator, isGone = false): Promise<void> {
  const begun = performance.now();
  await (isGone ? expect(shown).toBeHidden() : expect(shown).toBeVisible());
  const took = `${Math.round(performance.now() - begun)} ms`;
  test.info().annotations.push({ type: 'in step after', description: took });
}

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

/** Another device of the same account: a browser of its own that knows nothing but the session. */
async function secondDevice(browser: Browser, page: Page, baseURL: string): Promise<Page> {
  const session = await page.evaluate(() => localStorage.getItem('clover-session'));
  const context = await browser.newContext({ baseURL });
  await context.addInitScript((value) => localStorage.setItem('clover-session', value ?? ''), session);
  return context.newPage();
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Options for ${from}` }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const field = page.getByRole('textbox', { name: 'Chat title', exact: true });
  await field.fill(to);
  await field.press('Enter');
}

test('two devices of one account stay in step: messages both ways, rename and delete [REAL-007, REAL-008]', async ({
  browser,
  page,
  baseURL,
  vendor,
}) => {
  vendor.reset();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await expect(page).toHaveURL(/\/chat$/);
  const here = new ChatPage(page);
  scriptReplies(
    vendor,
    { kind: 'reply', text: 'The first answer.' },
    { kind: 'reply', text: 'The second answer.' },
    { kind: 'reply', text: 'The third answer.' },
  );
  await here.send('First question');
  await expect(here.message('The first answer.')).toBeVisible();
  await here.replyEnds();

  const other = await secondDevice(browser, page, baseURL ?? '');
  const there = new ChatPage(other);
  // Open to what happens once both of its channels have been joined.
  const joined = other.waitForEvent('websocket', (socket) => socket.url().includes('/realtime/'));
  const joins = joined.then(
    (socket) =>
      new Promise<void>((resolve) => {
        const topics = new Set<string>();
        socket.on('framereceived', ({ payload }) => {
          const topic = /realtime:(chats|messages):/.exec(String(payload))?.[1];
          if (topic && String(payload).includes('"ok"')) topics.add(topic);
          if (topics.size === 2) resolve();
        });
      }),
  );
  await other.goto(page.url());
  await expect(there.message('The first answer.')).toBeVisible();
  await joins;

  await here.send('Second question');
  await seeSoon(there.message('Second question'));
  await expect(here.message('The second answer.')).toBeVisible();
  await here.replyEnds();
  await seeSoon(there.message('The second answer.'));

  await there.send('Third question');
  await seeSoon(here.message('Third question'));
  await there.replyEnds();
  await seeSoon(here.message('The third answer.'));

  // Also of a chat in which the other device has just spoken itself.
  await rename(page, 'First question', 'Renamed here');
  await seeSoon(await there.entry('Renamed here'));
  await rename(other, 'Renamed here', 'Renamed there');
  await seeSoon(await here.entry('Renamed there'));

  await page.goto('/chat');
  await expect(await here.entry('Renamed there')).toBeVisible();
  await other.getByRole('button', { name: 'Options for Renamed there' }).click();
  await other.getByRole('menuitem', { name: 'Delete' }).click();
  await seeSoon(page.getByRole('button', { name: 'Options for Renamed there' }), true);

  // Seen once each on both sides, and asked of the vendor once.
  expect(callsTo(vendor)).toHaveLength(3);
  await other.context().close();
});
