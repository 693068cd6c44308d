import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { callsTo, connectVendor, scriptReplies, talkAndReload } from '../support/journey.ts';

async function enterAsGuest(page: Page): Promise<void> {
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByText('Demo mode active')).toBeVisible();
}

const seriousProblems = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

for (const viewport of [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport: { width: viewport.width, height: viewport.height } });

    test('a guest enters, gets a streamed reply, reloads, finds it again and signs out [ACCT-033, ACCT-036, ACCT-042, CHAT-002, CHAT-059, CHAT-081]', async ({
      page,
      vendor,
      problems,
    }, testInfo) => {
      await enterAsGuest(page);
      await testInfo.attach('landing', { body: await page.screenshot(), contentType: 'image/png' });
      expect(await seriousProblems(page)).toEqual([]);
      await talkAndReload(page, vendor);
      await testInfo.attach('chat', { body: await page.screenshot(), contentType: 'image/png' });
      expect(await seriousProblems(page)).toEqual([]);

      const menu = page.getByRole('button', { name: 'Open menu' });
      const close = page.getByRole('button', { name: 'Close sidebar' });
      if (await menu.isVisible()) {
        if (await close.isVisible()) await close.click();
        await menu.click();
      }
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByText('Signed Out').first()).toBeVisible();
      await page.goto('/chat');
      await expect(page).toHaveURL('/signin?redirectTo=%2Fchat');
      expect(problems).toEqual([]);
    });
  });
}

test('Stop ends the reply at the vendor and keeps what came', async ({ page, vendor }) => {
  await enterAsGuest(page);
  vendor.reset();
  const chat = new ChatPage(page);
  scriptReplies(vendor, { kind: 'pace', between: 30, text: 'word '.repeat(3_000) });
  await chat.send('Tell me a very long story');
  await expect(chat.message('word word word')).toBeVisible();
  await chat.stop.click();
  await chat.replyEnds();
  expect(await callsTo(vendor).at(-1)?.ended).toBe('left');
  await page.reload();
  await expect(chat.message('word word word')).toHaveCount(1);
  await expect(chat.message('Stopped')).toHaveCount(1);
});

test("a failing provider gives the catalogue's message and loses nothing; Retry answers the same message [CHAT-051, CHAT-086]", async ({
  page,
  vendor,
}) => {
  await enterAsGuest(page);
  vendor.reset();
  const chat = new ChatPage(page);
  scriptReplies(vendor, { kind: 'status', status: 400 });
  await chat.send('Will this be lost?');
  await expect(page.getByText(/Bad request \(400\)/).first()).toBeVisible();
  await expect(chat.message('Will this be lost?')).toHaveCount(1);
  scriptReplies(vendor, { kind: 'reply', text: 'Nothing is lost.' });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(chat.message('Nothing is lost.')).toBeVisible();
  await page.reload();
  await expect(chat.message('Will this be lost?')).toHaveCount(1);
  await expect(chat.message('Nothing is lost.')).toHaveCount(1);
});

test('a reply that breaks off keeps what had arrived', async ({ page, vendor }) => {
  await enterAsGuest(page);
  vendor.reset();
  const chat = new ChatPage(page);
  scriptReplies(vendor, { kind: 'cut', after: 3 });
  await chat.send('Please answer in many words, one after the other');
  await expect(chat.message(/Interrupted: the connection ended/)).toBeVisible();
  await page.reload();
  await expect(chat.message(/Interrupted: the connection ended/)).toHaveCount(1);
});

test('a person signs up, writes, and finds the chat after signing in elsewhere [ACCT-008, ACCT-016, ACCT-025, ACCT-028]', async ({
  page,
  browser,
  vendor,
  baseURL,
}) => {
  vendor.reset();
  const email = `person-${Date.now()}@example.com`;
  await page.goto('/signup?redirectTo=/chat');
  await page.getByLabel('Full name').fill('Test Person');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('a good long password');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText("You've successfully signed up!")).toBeVisible();
  await expect(page).toHaveURL(/\/chat$/);
  await talkAndReload(page, vendor);

  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const elsewhere = await other.newPage();
  await elsewhere.goto('/chat');
  await expect(elsewhere).toHaveURL('/signin?redirectTo=%2Fchat');
  await elsewhere.getByLabel('Email').first().fill(email);
  await elsewhere.getByLabel('Password').first().fill('a good long password');
  await elsewhere.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(elsewhere.getByText('Signed in successfully')).toBeVisible();
  await (await new ChatPage(elsewhere).entry(/How many leaves has a clover/)).click();
  await expect(new ChatPage(elsewhere).message('A clover has three leaves')).toHaveCount(1);
  await other.close();
});
