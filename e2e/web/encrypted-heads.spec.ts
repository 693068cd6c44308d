import type { Page, Route } from 'playwright/test';
import { activateDemo } from '../support/administrator.ts';
import { ChatPage } from '../support/chat-page.ts';
import { offerEncryptedHistory, turnOnEncryptedHistory } from '../support/encrypted-history.ts';
import { expect, test } from '../support/fixtures.ts';
import { fillSignUp, newUser } from '../support/sign-in.ts';
import { userIdOf } from '../support/stored-chat.ts';

// The test derives a key from a passphrase, which takes seconds on a busy machine.
test.describe.configure({ timeout: 180_000 });

const branches = '**/rest/v1/rpc/list_branch';
const heads = '**/rest/v1/rpc/read_chat_heads';

/** Counts the heads that the page stores. */
function followHeads(page: Page) {
  let stored = 0;
  let changedAt = 0;
  page.on('response', (response) => {
    if (!response.url().endsWith('/rpc/save_chat_head') || !response.ok()) return;
    stored += 1;
    changedAt = Date.now();
  });
  return {
    count: () => stored,
    /** Resolves when the page has stored a head with everything that it shows, a moment after the last change. */
    settle: async (before: number) => {
      changedAt = Date.now();
      await expect
        .poll(() => stored > before && Date.now() - changedAt > 4_000, { timeout: 40_000 })
        .toBe(true);
    },
  };
}

/** Responds with an earlier response of the service. */
const answer = (body: unknown) => (route: Route) => route.fulfill({ json: body });

test('messages that the service drops and an older state are detected @long', async ({
  page,
  service,
  admin,
}) => {
  await activateDemo(service);
  await offerEncryptedHistory(admin);
  await page.goto('/signup');
  await fillSignUp(page, newUser('Robin Clover'));
  await expect(page).not.toHaveURL(/signup/);
  await turnOnEncryptedHistory(page);
  const userId = await userIdOf(page);
  await expect
    .poll(async () => (await admin.from('account_encryption').select('state').eq('user_id', userId)).data)
    .toEqual([{ state: 'on' }]);

  await page.goto('/chat');
  const chat = new ChatPage(page);
  const stored = followHeads(page);
  const send = async (text: string) => {
    const before = stored.count();
    await chat.send(text);
    await expect(chat.message(text).first()).toBeVisible();
    await chat.replyEnds();
    await stored.settle(before);
  };
  const nextHeads = () => page.waitForResponse((response) => response.url().endsWith('/rpc/read_chat_heads'));
  await send('The first question');
  const [early] = await Promise.all([nextHeads(), page.reload()]);
  const earlyHeads = (await early.json()) as unknown;
  await send('The second question');
  const missing = page.getByText(/missing from what the service returned/);
  const older = page.getByText(/older or changed copy of this chat/);
  await expect(missing).toHaveCount(0);
  await expect(older).toHaveCount(0);

  await test.step('dropped messages', async () => {
    await page.route(branches, async (route) => {
      const response = await route.fetch();
      const rows = (await response.json()) as readonly unknown[];
      await route.fulfill({ response, json: rows.slice(0, 2) });
    });
    await page.reload();
    await expect(page.getByText('2 messages of this chat are missing')).toBeVisible({ timeout: 20_000 });
    await expect(chat.message('The first question').first()).toBeVisible();
    await expect(chat.input).toBeEditable();
  });

  await test.step('an older state', async () => {
    await page.route(heads, answer(earlyHeads));
    await page.reload();
    await expect(older).toBeVisible({ timeout: 20_000 });
    await expect(chat.message('The first question').first()).toBeVisible();
  });

  await test.step('no alarm once the service returns everything', async () => {
    await page.unroute(branches);
    await page.unroute(heads);
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect(chat.message('The second question').first()).toBeVisible();
    const before = stored.count();
    await chat.send('The last question');
    // Only a check without an alarm adds messages to the head.
    await expect.poll(stored.count, { timeout: 40_000 }).toBeGreaterThan(before);
    await expect(older).toHaveCount(0);
    await expect(missing).toHaveCount(0);
  });
});
