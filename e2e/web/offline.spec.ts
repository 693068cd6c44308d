import type { Browser, Page } from 'playwright/test';
import { chooseInAccountMenu, signOutGuest } from '../support/account-menu.ts';
import { ChatPage } from '../support/chat-page.ts';
import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor, scriptReplies } from '../support/journey.ts';
import { fillSignUp, newUser } from '../support/sign-in.ts';
import { storeChat, userIdOf } from '../support/stored-chat.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

/** Counts the chats that are stored with their messages on this device. */
const storedChats = (page: Page, userId: string) =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('branches')) return resolve(0);
          const counting = database.transaction('branches').objectStore('branches').count();
          counting.onsuccess = () => {
            database.close();
            resolve(counting.result);
          };
        };
      }),
    `clover-${userId}`,
  );

/** Opens another device of the same account: a separate browser with only the session. */
async function secondDevice(browser: Browser, page: Page, baseURL: string): Promise<Page> {
  const session = await page.evaluate(() => localStorage.getItem('clover-session'));
  const context = await browser.newContext({ baseURL });
  await context.addInitScript((value) => localStorage.setItem('clover-session', value ?? ''), session);
  const other = await context.newPage();
  await other.goto('/chat');
  return other;
}

async function choose(page: Page, title: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Options for ${title}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('offline, known chats open and are searched; renames, pins, deletions and messages reach other devices later', async ({
  browser,
  page,
  context,
  baseURL,
  admin,
  vendor,
}) => {
  const chat = await enterAsGuest(page);
  const userId = await userIdOf(page);
  await storeChat(admin, userId, 'Garden', ['When do I prune?', 'In late winter.']);
  await storeChat(admin, userId, 'Kitchen', ['How do I sharpen knives?', 'With a whetstone.']);
  await storeChat(admin, userId, 'Workshop', ['Which glue?', 'Wood glue.']);
  await page.reload();
  await expect(await chat.entry('Workshop')).toBeVisible();
  await expect.poll(() => storedChats(page, userId)).toBe(3);

  await context.setOffline(true);
  await (await chat.entry('Garden')).click();
  await expect(chat.message('In late winter.')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search chats...' });
  await search.fill('whetstone');
  await expect(page.getByText('Searching this device only')).toBeVisible();
  await page.getByRole('button', { name: /With a whetstone/ }).click();
  await expect(chat.message('With a whetstone.')).toBeVisible();
  await search.fill('');

  await choose(page, 'Garden', 'Rename');
  const field = page.getByRole('textbox', { name: 'Chat title', exact: true });
  await field.fill('Orchard');
  await field.press('Enter');
  await choose(page, 'Kitchen', 'Pin');
  await choose(page, 'Workshop', 'Delete');
  await expect(await chat.entry('Orchard')).toContainText('Waiting');
  await expect(await chat.entry('Workshop')).toHaveCount(0);
  await (await chat.entry('Orchard')).click();
  await expect(chat.message('In late winter.')).toBeVisible();
  await chat.send('And roses?');
  await expect(chat.message('And roses?')).toBeVisible();

  scriptReplies(vendor, { kind: 'reply', text: 'Roses in spring.' });
  await context.setOffline(false);
  await expect(chat.message('Roses in spring.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('complementary', { name: 'Chats' })).not.toContainText('Waiting');
  const other = await secondDevice(browser, page, baseURL ?? '');
  const there = new ChatPage(other);
  await (await there.entry('Orchard')).click();
  await expect(there.message('Roses in spring.')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Pinned' })).toBeVisible();
  await expect(await there.entry('Workshop')).toHaveCount(0);
  await other.context().close();
});

/** Opens a section of the settings without loading the page again. */
async function openSettings(page: Page, section: string): Promise<void> {
  await chooseInAccountMenu(page, 'Settings');
  await page.getByRole('link', { name: section, exact: true }).click();
}

test('offline, prompts, memories, projects and instructions are changed, and arrive once', async ({
  page,
  context,
  admin,
}) => {
  // Guests have no memory.
  await page.goto('/signup');
  await fillSignUp(page, newUser('Robin Clover'));
  await expect(page).not.toHaveURL(/signup/);
  await page.goto('/chat');
  const chat = new ChatPage(page);
  const userId = await userIdOf(page);
  await storeChat(admin, userId, 'Garden', ['When do I prune?', 'In late winter.']);
  const prompt = { user_id: userId, name: 'short', title: '', text: 'Shorten this.' };
  await admin.from('saved_prompts').insert(prompt).throwOnError();
  await admin.from('memories').insert({ user_id: userId, content: 'I drink tea.' }).throwOnError();
  // Loads the code and the data of the projects and the settings.
  await page.goto('/history?project=all');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect(await chat.entry('Garden')).toBeVisible();
  for (const [section, text] of [
    ['Instructions', 'I drink tea.'],
    ['Prompts', '/short'],
  ] as const) {
    await openSettings(page, section);
    await expect(page.getByText(text).first()).toBeVisible();
    await page.getByRole('button', { name: 'Close settings' }).click();
  }

  await context.setOffline(true);
  await openSettings(page, 'Prompts');
  await page.getByRole('button', { name: 'Edit short' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Shorten it.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Waiting').first()).toBeVisible();
  await page.getByRole('link', { name: 'Instructions', exact: true }).click();
  await page.getByRole('button', { name: 'Edit: I drink tea.' }).click();
  await page.getByRole('textbox', { name: 'Fact' }).fill('I drink coffee.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Waiting').first()).toBeVisible();
  await page.getByLabel('What should Clover know about you?').fill('I garden.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Waiting').first()).toBeVisible();
  await page.getByRole('button', { name: 'Close settings' }).click();
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Trees');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name: 'Trees' })).toBeVisible();
  await choose(page, 'Garden', 'Move to project…');
  await page.getByRole('dialog').getByRole('button', { name: 'Trees' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await context.setOffline(false);
  const rows = async () => {
    const [prompts, memories, projects, chats, instructions] = await Promise.all([
      admin.from('saved_prompts').select('text, revision').eq('user_id', userId).throwOnError(),
      admin.from('memories').select('content, revision').eq('user_id', userId).throwOnError(),
      admin.from('projects').select('id, name').eq('user_id', userId).throwOnError(),
      admin.from('chat_history').select('project_id').eq('user_id', userId).throwOnError(),
      admin.from('account_instructions').select('about, revision').eq('user_id', userId).throwOnError(),
    ]);
    const [project] = projects.data;
    const isMoved = project !== undefined && chats.data[0]?.project_id === project.id;
    return [
      prompts.data,
      memories.data,
      projects.data.map(({ name }) => name as string),
      isMoved,
      instructions.data,
    ];
  };
  await expect
    .poll(rows, { timeout: 30_000 })
    .toEqual([
      [{ text: 'Shorten it.', revision: 2 }],
      [{ content: 'I drink coffee.', revision: 2 }],
      ['Trees'],
      true,
      [{ about: 'I garden.', revision: 1 }],
    ]);
});

test('all stored chats are searched offline @long', async ({ page, context, admin }) => {
  const chat = await enterAsGuest(page);
  const userId = await userIdOf(page);
  for (let number = 1; number <= 20; number += 1)
    await storeChat(
      admin,
      userId,
      `Chat ${number}`,
      Array.from({ length: 50 }, (_, index) => `Message ${index} of ${number} ${'word '.repeat(150)}`),
    );
  await page.reload();
  await expect.poll(() => storedChats(page, userId), { timeout: 30_000 }).toBe(20);
  await context.setOffline(true);
  const search = page.getByRole('searchbox', { name: 'Search chats...' });
  await search.fill('"49 of 20"');
  await expect(page.getByRole('button', { name: /Message 49 of 20/ })).toBeVisible();
  await expect(await chat.entry('Chat 1')).toBeHidden();
});

test('signing out leaves nothing of the account on this device', async ({ page, admin }) => {
  const chat = await enterAsGuest(page);
  const userId = await userIdOf(page);
  await storeChat(admin, userId, 'Secret plans', ['Tell no one', 'As you wish.']);
  await page.reload();
  await expect(await chat.entry('Secret plans')).toBeVisible();
  await expect.poll(() => storedChats(page, userId)).toBe(1);
  await signOutGuest(page);
  await expect(page).toHaveURL(/\/$/);
  const left = await page.evaluate(async (id) => {
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return [...databases, ...Object.keys(localStorage)].filter((name) => name.includes(id));
  }, userId);
  expect(left).toEqual([]);
});
