import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { test as base, type Page } from 'playwright/test';
import { startVendor, type FakeVendor } from '../vendor/vendor.ts';
import { startTestService, type TestService } from './service.ts';

interface WorkerFixtures {
  /**
   * Specs of the same worker share one service. One that changes what everybody shares (vendors, settings) names an
   * installation of its own, at the top of its file: `test.use({ installation: 'vendors' })`.
   */
  readonly installation: string;
  readonly service: TestService;
  readonly vendor: FakeVendor;
  /** What an administrator could do, without the console. */
  readonly admin: SupabaseClient;
}

interface TestFixtures {
  /** Everything the page complained about; a journey ends with an empty list. */
  readonly problems: string[];
}

/** Playwright's test with a real service and a fake vendor, both of this worker alone. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // Playwright gives each value a worker of its own.
  installation: ['shared', { option: true, scope: 'worker' }],
  service: [
    async ({}, use) => {
      const service = await startTestService();
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
  problems: async ({ page }, use) => {
    const problems: string[] = [];
    collectProblems(page, problems);
    await use(problems);
  },
});

/** Notes console errors, uncaught errors and broken security rules of a page. */
export function collectProblems(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
}

export { expect } from 'playwright/test';
