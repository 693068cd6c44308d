import { existsSync } from 'node:fs';
import { defineConfig } from 'playwright/test';

/**
 * The system's browser if there is one, because Playwright's own cannot be downloaded everywhere. The headless
 * shell comes first: it needs a quarter less processor time.
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
    // Chromium's sandbox does not work for root, and pipelines run as root.
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
  // Twice the time of the longest test in most files on a slow machine.
  timeout: 120_000,
  // A slow machine needs this long to show a streamed reply.
  expect: { timeout: 20_000 },
  // `npm test` lists the tests that passed only on the second try.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['line']],
  use: {
    // A service worker would download the whole app in each test and answer requests that tests block. Only
    // installed.spec.ts allows it.
    serviceWorkers: 'block',
    // Otherwise, replies of new chats are typed out character by character, which takes half a minute for a long one, and
    // every menu moves. The first test of chat.web.spec.ts runs with motion.
    reducedMotion: 'reduce',
    // Failed tests keep their steps and network traffic, and one screenshot. Screenshots and snapshots of every step
    // would increase the tests' time by half.
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
      // This test takes two minutes, so only `npm run prove -- survive` runs it. running-reply.spec.ts is short.
      testIgnore: process.env['CLOVER_SURVIVE'] === 'full' ? [] : ['**/e2e/desktop/long-reply.spec.ts'],
    },
  ],
});
