import type { Page } from 'playwright/test';
import { activateDemo } from '../support/administrator.ts';
import { ChatPage } from '../support/chat-page.ts';
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

// The test derives keys from passphrases, which takes seconds on a busy machine.
test.describe.configure({ timeout: 240_000 });

/** Creates a service. While `isLying` is set, it reports that the history is not encrypted. */
async function createHostileService(page: Page): Promise<{ isLying: boolean }> {
  const service = { isLying: false };
  const routes = {
    '**/rest/v1/account_encryption*': () => [],
    '**/rest/v1/rpc/prepare_chat': (body: object) => ({ ...body, state: null, public_key: null }),
    '**/rest/v1/rpc/read_chat_heads': (body: object) => ({ ...body, state: null, public_key: null }),
    '**/rest/v1/rpc/own_access': (body: object) => ({ ...body, encryption: null }),
    '**/auth/v1/token*': (body: { user?: object }) =>
      body.user ? { ...body, user: { ...body.user, app_metadata: {} } } : body,
  };
  for (const [url, change] of Object.entries(routes))
    await page.route(url, async (route) => {
      if (!service.isLying) return route.continue();
      const response = await route.fetch();
      const body = (await response.json()) as never;
      await route.fulfill({ response, json: change(body) });
    });
  return service;
}

test('a service that claims that the history is no longer encrypted receives no text', async ({
  page,
  browser,
  service,
  admin,
}) => {
  await activateDemo(service);
  await offerEncryptedHistory(admin);
  const person = newUser('Robin Clover');
  await page.goto('/signup');
  await fillSignUp(page, person);
  await expect(page).not.toHaveURL(/signup/);
  await turnOnEncryptedHistory(page);
  const userId = await userIdOf(page);
  const stateOf = async () =>
    (await admin.from('account_encryption').select('state').eq('user_id', userId)).data;
  await expect.poll(stateOf).toEqual([{ state: 'on' }]);
  // A free account may send three messages a day.
  await admin
    .from('subscriptions')
    .insert({ user_id: userId, plan: 'professional', source: 'admin' })
    .throwOnError();

  const sent: string[] = [];
  page.on('request', (request) => {
    // Only requests that store data, because prompts must pass through the gateway.
    if (/\/rest\/v1\//.test(request.url())) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  const notice = page.getByRole('region', { name: "This device can't confirm your encrypted history" });
  await page.goto('/chat');
  const chat = new ChatPage(page);
  await chat.send(`First ${canary}`);
  await expect(chat.message(`First ${canary}`).first()).toBeVisible();
  await chat.replyEnds();
  const stored = async () =>
    (await admin.from('chat_messages').select('content, content_format').eq('user_id', userId)).data ?? [];
  await expect.poll(async () => (await stored()).length).toBe(2);
  const first = page.url();

  const hostile = await createHostileService(page);
  await test.step('while a chat is open', async () => {
    hostile.isLying = true;
    await chat.send(`Second ${canary}`);
    await expect(notice).toBeVisible({ timeout: 20_000 });
    await page.reload();
    await expect(notice).toBeVisible();
    await expect(notice.getByRole('alert')).toHaveText(/says that encrypted history is off/);
    expect(await stored()).toHaveLength(2);
    hostile.isLying = false;
    await notice.getByRole('button', { name: 'Check again' }).click();
    await expect(notice).toBeHidden();
    await page.goto(first);
    // The message was sent after waiting.
    await expect(chat.message(`Second ${canary}`).first()).toBeVisible();
    await chat.replyEnds();
    await expect.poll(async () => (await stored()).length, { timeout: 40_000 }).toBe(4);
  });

  await test.step('at the next sign-in', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    hostile.isLying = true;
    await page.goto('/signin?redirectTo=/chat');
    await fillSignIn(page, person);
    await expect(notice).toBeVisible();
    hostile.isLying = false;
    await notice.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByRole('heading', { name: 'Unlock your history' })).toBeVisible();
    await unlockWithPassphrase(page);
    await expect(chat.input).toBeEditable();
  });

  expect(sent.filter((request) => request.includes(canary))).toEqual([]);
  expect(new Set((await stored()).map(({ content_format: format }) => format as string))).toEqual(
    new Set(['encrypted']),
  );

  await test.step('a statement of a device that has really turned it off is accepted', async () => {
    const context = await browser.newContext({ baseURL: service.url });
    const other = await context.newPage();
    await other.goto('/signin?redirectTo=/account/privacy');
    await fillSignIn(other, person);
    await unlockWithPassphrase(other);
    const box = encryptedHistory(other);
    await box.getByRole('button', { name: 'Turn off encrypted history' }).click();
    await box.getByRole('button', { name: 'Turn off', exact: true }).click();
    await expect.poll(stateOf, { timeout: 20_000 }).toEqual([]);
    await page.goto(first);
    await expect(chat.message(`Second ${canary}`).first()).toBeVisible({ timeout: 20_000 });
    const pin = () => page.evaluate((id) => localStorage.getItem(`clover-history-pin:${id}`), userId);
    await expect.poll(pin, { timeout: 20_000 }).toBeNull();
    await expect(notice).toHaveCount(0);
    await expect(chat.message(`Second ${canary}`).first()).toBeVisible();
    await context.close();
  });
});
