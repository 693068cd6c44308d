import { expect } from 'playwright/test';
import type { Walk } from '../lazy-files.ts';
import { startApp } from '../start-app.ts';
import { toPage } from './navigate.ts';

/** The last part of each document's path. */
const documents = [
  'deployment',
  'desktop',
  'security',
  'reference',
  'scaling',
  'encryption',
  'measurements',
  'architecture',
  'data-model',
  'glossary',
];

const searchOfDocs: Walk = {
  name: 'search of the documentation',
  open: async (page) => {
    await page.goto('/docs');
    await startApp(page);
  },
  run: async (page) => {
    await page.getByRole('searchbox').fill('backup');
    await expect(page.getByText(/\d results/)).toBeVisible();
  },
  retry: (page) => page.getByRole('searchbox').fill('backups'),
};

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
  toPage('/share/no-such-link'),
  toPage('/signin', '/'),
  toPage('/signup', '/'),
  toPage('/reset-password', '/'),
  toPage('/auth/callback', '/'),
];
