import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { scriptReplies } from '../support/journey.ts';
import { startTestService } from '../support/service.ts';
import { startVendor } from '../vendor/vendor.ts';
import { type Desktop, expect, openAdmin, test } from './launch.ts';

// Each test starts the app several times, and creates a database.
test.describe.configure({ timeout: 300_000 });

const key = 'sk-clover-first-9d0b61f2';
const newUser = { isNew: true };
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const card = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const hasService = (userData: string) => existsSync(join(userData, 'service'));

/** Waits until the app has closed to restart. */
async function restarts({ app }: Desktop, act: () => Promise<void>): Promise<void> {
  const ended = app.waitForEvent('close', { timeout: 120_000 });
  await act();
  await ended;
}

test('a new user stores chats on this computer, enters a key and chats, with the keyboard alone [DESK-007]', async ({
  launch,
  userData,
}) => {
  test.skip(process.env['CLOVER_KEYRING'] !== 'private', 'not run here: no private keyring');
  await promisify(execFile)('secret-tool', ['clear', 'service', 'Clover']).catch(() => undefined);
  const closed = await launch({}, newUser);
  await expect(heading(closed.page, 'Welcome to Clover')).toBeFocused();
  await closed.app.close();
  expect(hasService(userData)).toBe(false);

  const first = await launch({}, newUser);
  const { page } = first;
  await expect(heading(page, 'Welcome to Clover')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card(page, 'On this computer')).toBeFocused();
  expect(hasService(userData)).toBe(false);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Add an API key')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Welcome to Clover')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'OpenAI' })).toBeVisible({ timeout: 60_000 });

  const vendor = await startVendor();
  try {
    const admin = await openAdmin(first);
    const endpoint = { endpoint_url: vendor.endpoints.openai };
    expect((await admin.from('api_vendors').update(endpoint).eq('name', 'openai')).error).toBeNull();
    // A reload shows the same step.
    await page.reload();
    await page.getByRole('button', { name: 'OpenAI' }).press('Enter');
    const field = page.getByLabel('API key', { exact: true });
    await expect(field).toBeFocused();
    await expect(page.getByText("Stored only in this computer's keychain.")).toBeVisible();
    vendor.script({ kind: 'status', status: 401, body: { error: { message: 'Incorrect API key' } } });
    await page.keyboard.type('sk-wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').getByText('API key verification failed')).toBeVisible();
    await field.fill(key);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your OpenAI key works and is saved.')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    const chat = new ChatPage(page);
    await expect(chat.input).toBeFocused();
    vendor.script({ kind: 'reply', text: 'Four leaves.' });
    await chat.send('How many leaves?');
    await expect(chat.message('Four leaves.')).toBeVisible();
    await chat.replyEnds();
    expect(vendor.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
  } finally {
    await vendor.close();
  }
  await first.app.close();
  await expect(new ChatPage((await launch()).page).input).toBeVisible();
});

test('a wrong URL of a server gets a clear message; the right one connects; and the choice can be undone [DESK-007]', async ({
  launch,
  userData,
}) => {
  const server = await startTestService();
  try {
    const first = await launch({}, newUser);
    const { page } = first;
    await card(page, 'Connect to a Clover server').click();
    const field = page.getByRole('textbox', { name: 'URL of the server' });
    await expect(field).toBeFocused();
    await page.keyboard.type('http://127.0.0.1:9');
    await page.keyboard.press('Enter');
    await expect(page.getByText('127.0.0.1:9 did not respond.')).toBeVisible();
    await field.fill('http://chat.example.org');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The URL must start with https://')).toBeVisible();
    await field.fill(server.url);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${server.url} is a Clover server.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect and restart' })).toBeFocused();
    await restarts(first, () => page.keyboard.press('Enter'));
    expect(hasService(userData)).toBe(false);

    const away = await launch({}, newUser);
    await expect(away.page.getByText(`This app is connected to ${server.url}.`)).toBeVisible();
    await expect(away.page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    await away.page.getByRole('button', { name: 'Change' }).click();
    await expect(heading(away.page, 'Welcome to Clover')).toBeVisible();
    await restarts(away, () => card(away.page, 'On this computer').click());

    const back = await launch({}, newUser);
    await expect(heading(back.page, 'Add an API key')).toBeVisible();
    await back.page.getByRole('button', { name: 'Skip' }).click({ timeout: 60_000 });
    await expect(new ChatPage(back.page).input).toBeFocused();
  } finally {
    await server.stop();
  }
});

test('models on this computer are found after their program has started, and a new chat uses one', async ({
  launch,
}) => {
  const { page } = await launch({}, newUser);
  await card(page, 'Local models').click();
  // Another test may run a program at one of the ports.
  await expect(async () => {
    await page.getByRole('button', { name: 'Look again' }).click();
    await expect(page.getByText('No models found.')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByText('LM Studio: load a model and start the local server.')).toBeVisible();
  // The app finds LM Studio only at this port.
  const studio = await startVendor({ port: 1234 });
  try {
    await page.getByRole('button', { name: 'Look again' }).click();
    await expect(page.getByText('gpt-4o-mini')).toBeVisible();
    await page.getByRole('button', { name: 'Use these models' }).click();
    await page.getByRole('button', { name: 'Skip' }).click({ timeout: 60_000 });
    const chat = new ChatPage(page);
    await expect(chat.input).toBeFocused();
    scriptReplies(studio, { kind: 'reply', text: 'Three leaves.' });
    await chat.send('How many leaves are usual?');
    await expect(chat.message('Three leaves.')).toBeVisible();
    await chat.replyEnds();
  } finally {
    await studio.close();
  }
});
