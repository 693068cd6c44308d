import { expect } from 'playwright/test';
import type { Walk } from '../lazy-files.ts';
import { toPage } from './navigate.ts';

const dashboard = toPage('/admin', '/pricing');

/** @param userId the account whose page is opened */
export const consoleWalks = (userId: string): readonly Walk[] => [
  {
    ...dashboard,
    run: async (target) => {
      await dashboard.run(target);
      await expect(target.locator('.recharts-surface').first()).toBeVisible();
    },
  },
  ...[
    '/users',
    '/roles',
    '/api-vendors',
    '/api-models',
    '/api-keys',
    '/prompts',
    '/personas',
    '/analytics',
    '/activity',
    '/logs',
    '/settings',
    `/users/${userId}`,
  ].map((path) => toPage(`/admin${path}`, '/pricing')),
];
