import { activateDemo } from '../support/administrator.ts';
import { ChatPage } from '../support/chat-page.ts';
import {
  canary,
  encryptedHistory,
  expectUnlocked,
  offerEncryptedHistory,
  setUpPassphrase,
  setUpWords,
  turnOnEncryptedHistory,
  unlockWithPassphrase,
} from '../support/encrypted-history.ts';
import { expect, test } from '../support/fixtures.ts';
import { fillSignIn, fillSignUp, newUser } from '../support/sign-in.ts';
import { userIdOf } from '../support/stored-chat.ts';

// The test derives keys from passphrases, which takes seconds on a busy machine.
test.describe.configure({ timeout: 300_000 });

test('after the keys are changed, the other device unlocks again, and both read and send everything', async ({
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
  const stored = async () =>
    (await admin.from('account_encryption').select('state, key_version').eq('user_id', userId)).data;
  await expect.poll(stored).toEqual([{ state: 'on', key_version: 1 }]);
  // A free account may send three messages a day.
  await admin
    .from('subscriptions')
    .insert({ user_id: userId, plan: 'professional', source: 'admin' })
    .throwOnError();
  const chatKeys = async () =>
    ((await admin.from('chat_history').select('chat_key').eq('user_id', userId)).data ?? []).map(
      ({ chat_key: key }) => key as string,
    );

  const messages = async () =>
    (await admin.from('chat_messages').select('id').eq('user_id', userId)).data?.length ?? 0;

  await page.goto('/chat');
  const chat = new ChatPage(page);
  await chat.send(`First ${canary}`);
  await expect(chat.message(`First ${canary}`).first()).toBeVisible();
  await expect.poll(messages).toBe(2);
  await chat.replyEnds();
  await expect(page).not.toHaveURL(/\/chat$/);
  const url = page.url();
  const [firstKey] = await chatKeys();

  const context = await browser.newContext({ baseURL: service.url });
  const other = await context.newPage();
  const otherChat = new ChatPage(other);
  await other.goto('/signin?redirectTo=/chat');
  await fillSignIn(other, person);
  await unlockWithPassphrase(other);
  await expect(otherChat.input).toBeEditable();
  await other.goto(url);
  await expect(otherChat.message(`First ${canary}`).first()).toBeVisible();

  await test.step('one device changes the keys while the other one sends', async () => {
    await page.goto('/account/privacy');
    const box = encryptedHistory(page);
    await expectUnlocked(page);
    await box.getByRole('button', { name: 'Change keys' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change keys' });
    await expect(dialog.getByText(/a lost device can still read what it has stored/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await unlockWithPassphrase(page);
    await setUpPassphrase(page);
    await expect(dialog.getByText('Done', { exact: true })).toHaveCount(1);
    await setUpWords(page);
    await expect(dialog.getByText('Done', { exact: true })).toHaveCount(2);
    await page.route('**/rest/v1/rpc/change_keys', async (route) => {
      await otherChat.send(`During ${canary}`);
      await expect(otherChat.message(`During ${canary}`).first()).toBeVisible();
      // The reply is requested now, so it is written while the keys change.
      await expect.poll(messages).toBeGreaterThan(2);
      await otherChat.input.fill(`Draft ${canary}`);
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Change keys' }).click();
    await expect(page.getByText('Keys changed').first()).toBeVisible({ timeout: 40_000 });
    await expectUnlocked(page);
    await expect.poll(stored).toEqual([{ state: 'on', key_version: 2 }]);
  });

  await test.step('the other device unlocks with the new method, and loses nothing', async () => {
    await expect(other.getByText(/were changed on another device/)).toBeVisible({ timeout: 30_000 });
    await expect(otherChat.message(`First ${canary}`)).toHaveCount(0);
    await unlockWithPassphrase(other);
    await expect(otherChat.message(`First ${canary}`).first()).toBeVisible({ timeout: 30_000 });
    await expect(otherChat.message(`During ${canary}`).first()).toBeVisible();
    await expect(otherChat.input).toHaveValue(`Draft ${canary}`);
    await otherChat.replyEnds();
    await otherChat.send(`After ${canary}`);
    await otherChat.replyEnds();
  });

  await test.step('both devices read everything, also after a reload', async () => {
    await page.goto(url);
    for (const [device, shown] of [
      [page, chat],
      [other, otherChat],
    ] as const) {
      await device.reload();
      for (const text of ['First', 'During', 'After'])
        await expect(shown.message(`${text} ${canary}`).first()).toBeVisible({ timeout: 30_000 });
      await expect(device.getByText(/failed verification/)).toHaveCount(0);
      await expect(
        device.getByText(/missing from what the service returned|older state of this chat/),
      ).toHaveCount(0);
    }
    await expect.poll(async () => (await chatKeys()).includes(firstKey ?? '')).toBe(false);
  });
  await context.close();
});
