import { expect, type Page } from 'playwright/test';
import { ChatPage } from './chat-page.ts';

/** Signs in a new guest and opens the chat. */
export async function enterAsGuest(page: Page): Promise<ChatPage> {
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await expect(page).toHaveURL(/\/chat$/);
  return new ChatPage(page);
}
