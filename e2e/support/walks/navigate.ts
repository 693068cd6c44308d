import { expect, type Page } from 'playwright/test';
import type { Walk } from '../lazy-files.ts';
import { startApp } from '../start-app.ts';

/** Navigates within the app, without loading a document. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Navigates from one page to another until the title changes. */
export const toPage = (path: string, from = '/signup'): Walk => ({
  name: path,
  open: async (page) => {
    await page.goto(from);
    await startApp(page);
  },
  run: async (page) => {
    const title = page.getByRole('heading', { level: 1 });
    const before = await title.textContent();
    await goTo(page, path);
    await expect(title).not.toHaveText(new RegExp(`^(?:${before}|Something went wrong)$`));
  },
});
