import type { Page } from 'playwright/test';

/**
 * Starts the app of a prerendered page like a visitor who moves the pointer, and waits until it reacts. Pages whose app
 * has already started are left as they are.
 */
export async function startApp(page: Page): Promise<void> {
  await page.mouse.move(8, 8);
  await page.mouse.move(12, 12);
  await page.locator('#root:not([data-page])').waitFor({ state: 'attached' });
}
