import { existsSync } from 'node:fs';
import { defineConfig } from 'playwright/test';

/**
 * The system's browser where there is one: Playwright's own cannot be downloaded everywhere. First of all the one that
 * draws no window: it does the same with three quarters of the work.
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
    // Chromium's sandbox cannot be set up by root, as which pipelines run.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ],
};

export default defineConfig({
  testDir: '.',
  // Each test starts its own service on its own data, so files may run beside each other.
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A test that needs its second try is named at the end of `npm test`.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['line']],
  use: {
    // The steps and the traffic of what failed. Pictures and copies of the page at every step would cost half as much
    // again as the test itself; a failed one ends with a picture.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    {
      name: 'web',
      outputDir: '../test-results/e2e-web',
      testMatch: ['web/**/*.spec.ts', 'journeys/**/*.web.spec.ts'],
    },
    {
      name: 'desktop',
      outputDir: '../test-results/e2e-desktop',
      testMatch: ['desktop/**/*.spec.ts', 'journeys/**/*.desktop.spec.ts'],
    },
  ],
});
