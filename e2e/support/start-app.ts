import type { Page } from 'playwright/test';

/**
 * Starts a prerendered page's app by moving the pointer, and waits until it reacts. Has no effect if the app has
 * already started.
 */
export async function startApp(page: Page): Promise<void> {
  await page.mouse.move(8, 8);
  await page.mouse.move(12, 12);
  await page.locator('#root:not([data-page])').waitFor({ state: 'attached' });
}
