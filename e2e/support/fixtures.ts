import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { test as base, type Page } from 'playwright/test';
import { startVendor, type FakeVendor } from '../vendor/vendor.ts';
import type { Place } from './place.ts';
import { startTestService, type TestService } from './service.ts';

export interface WorkerFixtures {
  /** Whether new accounts must confirm their email. */
  readonly confirmsEmail: boolean;
  /** All specs of a worker share the service, so each first sets the vendors and settings that it needs. */
  readonly service: TestService;
  readonly vendor: FakeVendor;
  /** A client with the secret key, for what an administrator would set up. */
  readonly admin: SupabaseClient;
}

export interface TestFixtures {
  /** For journeys that also run in the desktop app. */
  readonly place: Place;
  /** The page's errors. The list must be empty at the end. */
  readonly problems: string[];
  /** Resets the replies that an earlier test scripted. */
  readonly freshVendor: void;
}

/** Runs a test with a real service and a fake vendor. Each worker has separate ones. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // For each value, Playwright starts a separate worker and therefore a separate service.
  confirmsEmail: [false, { option: true, scope: 'worker' }],
  service: [
    async ({ confirmsEmail }, use) => {
      const service = await startTestService({ CLOVER_CONFIRM_EMAIL: String(confirmsEmail) });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  vendor: [
    async ({}, use) => {
      const vendor = await startVendor({ port: 0 });
      await use(vendor);
      await vendor.close();
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ service }, use) =>
      use(
        createClient(service.url, service.secretKey, {
          auth: { persistSession: false, autoRefreshToken: false },
        }),
      ),
    { scope: 'worker' },
  ],
  baseURL: async ({ service }, use) => use(service.url),
  place: async ({ page, service, vendor, admin }, use) =>
    use({
      page,
      service,
      vendor,
      admin,
      open: async (path) => void (await page.goto(path)),
      savedBy: async (act) => {
        const download = page.waitForEvent('download');
        await act();
        return (await download).suggestedFilename();
      },
    }),
  freshVendor: [
    async ({ vendor }, use) => {
      vendor.reset();
      await use();
    },
    { auto: true },
  ],
  problems: async ({ page }, use) => {
    const problems: string[] = [];
    collectProblems(page, problems);
    await use(problems);
  },
});

/** Collects a page's console errors, uncaught errors and CSP violations. */
export function collectProblems(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
}

export { expect } from 'playwright/test';
