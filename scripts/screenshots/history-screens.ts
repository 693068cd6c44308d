import type { Page } from 'playwright';
import type { Screen } from './screen.ts';

const openHistory = async (page: Page, search = ''): Promise<void> => {
  await page.goto(`/history${search}`);
  await page.getByRole('checkbox', { name: 'Select all' }).waitFor();
};

export const historyScreens: readonly Screen[] = [
  {
    name: 'history',
    viewer: 'user',
    open: ({ page }) => openHistory(page),
  },
  {
    name: 'history-selected',
    viewer: 'user',
    open: async ({ page }) => {
      await openHistory(page);
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page
        .getByText(/\d selected/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'history-found',
    viewer: 'user',
    open: async ({ page }) => {
      await openHistory(page, '?q=Lisbon');
      await page.locator('mark').first().waitFor();
    },
  },
  {
    name: 'history-empty',
    viewer: 'newcomer',
    open: async ({ page }) => {
      await page.goto('/history');
      await page.locator('#conversation').getByText('No chats yet').waitFor();
    },
  },
];
