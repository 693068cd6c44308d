import { expect, type Page } from 'playwright/test';
import type { Walk } from './lazy-files.ts';

/** Navigates within the app, without loading a document. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Navigates from one page to another until the title changes. */
export const toPage = (path: string, from = '/signup'): Walk => ({
  name: path,
  open: async (page) => void (await page.goto(from)),
  run: async (page) => {
    const title = page.getByRole('heading', { level: 1 });
    const before = await title.textContent();
    await goTo(page, path);
    await expect(title).not.toHaveText(new RegExp(`^(?:${before}|Something went wrong)$`));
  },
});

/** The last parts of their addresses. */
const documents = [
  'deployment',
  'desktop',
  'security',
  'reference',
  'scaling',
  'measurements',
  'architecture',
  'data-model',
  'glossary',
];

const searchOfDocs: Walk = {
  name: 'search of the documentation',
  open: async (page) => void (await page.goto('/docs')),
  run: async (page) => {
    await page.getByRole('searchbox').fill('backup');
    await expect(page.getByText(/\d results/)).toBeVisible();
  },
  retry: (page) => page.getByRole('searchbox').fill('backups'),
};

/** Public pages and sign-in. */
export const publicWalks: readonly Walk[] = [
  toPage('/'),
  toPage('/features'),
  toPage('/pricing'),
  toPage('/privacy'),
  toPage('/docs/api'),
  toPage('/docs'),
  ...documents.map((name) => toPage(`/docs/${name}`)),
  searchOfDocs,
  toPage('/no-such-page'),
  toPage('/signin', '/'),
  toPage('/signup', '/'),
  toPage('/reset-password', '/'),
  toPage('/auth/callback', '/'),
];
