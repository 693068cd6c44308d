import { existsSync } from 'node:fs';
import { defineConfig } from 'playwright/test';

/**
 * The system's browser, if there is one, because Playwright's own cannot be downloaded everywhere. The headless shell
 * first: it needs a quarter less processor time.
 */
const systemChromium = [
  process.env['CLOVER_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

const launchOptions = {
  ...(systemChromium ? { executablePath: systemChromium } : {}),
  args: [
    // Pipelines run as root, and Chromium's sandbox doesn't work for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ],
};

export default defineConfig({
  testDir: '.',
  // Each worker has its own service and data, so files may run in parallel.
  fullyParallel: false,
  workers: 2,
  // Twice what the longest test of most files takes on a slow machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // `npm test` lists tests that passed only at the second try.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['line']],
  use: {
    // It downloads the whole app in each test, and answers requests that tests block. installed.spec.ts allows it.
    serviceWorkers: 'block',
    // Steps and network traffic of failed tests. Screenshots and snapshots of every step would take half as long
    // again as the tests; a failed test ends with one screenshot.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    {
      name: 'web',
      outputDir: '../test-results/e2e-web',
      testMatch: ['**/e2e/web/**/*.spec.ts', '**/e2e/journeys/**/*.web.spec.ts'],
    },
    {
      name: 'desktop',
      outputDir: '../test-results/e2e-desktop',
      testMatch: ['**/e2e/desktop/**/*.spec.ts', '**/e2e/journeys/**/*.desktop.spec.ts'],
      // Two minutes; `npm run prove -- survive` runs it. running-reply.spec.ts is its short version.
      testIgnore: process.env['CLOVER_SURVIVE'] === 'full' ? [] : ['**/e2e/desktop/long-reply.spec.ts'],
    },
  ],
});
