import type { Page } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor, scriptReplies } from '../support/journey.ts';

/** Returns the accessible name of the focused element, or `body` if the focus was lost. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? element?.tagName ?? '';
  });

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${String(name)}.`);
}

test('entering, writing, reading, renaming, searching, undoing and signing out work without a mouse [DESK-017, CHAT-071, CHAT-073]', async ({
  page,
  admin,
  vendor,
  context,
}) => {
  await connectVendor(admin, vendor);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const keys = page.keyboard;
  const chat = new ChatPage(page);
  await page.goto('/signin');
  await tabTo(page, /^Try Demo$/);
  await keys.press('Enter');
  await expect(page).toHaveURL(/\/chat$/);

  await expect(chat.input).toBeFocused();
  scriptReplies(
    vendor,
    { kind: 'reply', text: 'The first answer.' },
    { kind: 'reply', text: 'The second answer.' },
  );
  await keys.type('First question');
  await keys.press('Enter');
  await expect(chat.message('The first answer.')).toBeVisible();
  await chat.replyEnds();
  await expect(chat.input).toBeFocused();
  await keys.press('Control+Shift+C');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('The first answer.');

  await keys.press('F2');
  const title = page.getByRole('dialog').getByRole('textbox');
  await expect(title).toBeFocused();
  await keys.type('Renamed by keys');
  await keys.press('Enter');
  await expect(page.getByText('Chat title updated successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await focused(page)).not.toBe('BODY');

  await keys.press('Control+Shift+O');
  await expect(page).toHaveURL(/\/chat$/);
  await expect(chat.input).toBeFocused();
  await keys.type('Second question');
  await keys.press('Enter');
  await expect(chat.message('The second answer.')).toBeVisible();
  await chat.replyEnds();
  await keys.press('Alt+ArrowDown');
  await expect(chat.message('The first answer.')).toBeVisible();
  await keys.press('Alt+ArrowUp');
  await expect(chat.message('The second answer.')).toBeVisible();

  await keys.press('Control+/');
  await expect(page.getByRole('dialog')).toBeVisible();
  await keys.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(chat.input).toBeFocused();
  await keys.press('Control+Shift+L');
  await expect(page.getByText('What are Models?')).toBeVisible();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await keys.press('Escape');
  await expect(page.getByText('What are Models?')).toBeHidden();
  await keys.press('Control+K');
  await expect(chat.input).toBeFocused();

  // Tab reaches the list once; the arrow keys move inside it.
  await tabTo(page, /^Second question/);
  await keys.press('ArrowDown');
  expect(await focused(page)).toMatch(/^Renamed by keys/);
  await keys.press('Delete');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await keys.press('F8');
  expect(await focused(page)).toBe('Undo');
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Options for Renamed by keys' })).toBeVisible();
  expect(await focused(page)).not.toBe('BODY');

  await tabTo(page, /^.?Account menu/);
  await keys.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  // The focus moves into the menu shortly after it opens. From the first entry, the up arrow moves to the last.
  await expect(async () => {
    await keys.press('ArrowUp');
    expect(await focused(page)).toBe('Sign Out');
  }).toPass();
  await keys.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Sign out and lose your chats?' })).toBeVisible();
  await tabTo(page, /^Sign out/);
  await keys.press('Enter');
  await expect(page).toHaveURL(/\/$/);
});
