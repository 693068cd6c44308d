import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from 'playwright/test';

const root = join(import.meta.dirname, '..', '..');

/** One running desktop app, built and unmodified, on data of its own. */
export interface Desktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly userData: string;
  /** What main and the service printed. */
  readonly output: () => string;
}

export interface LaunchOptions {
  readonly userData: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A first start lays out a database; on a busy machine that takes its time. */
const pageLimit = 60_000;

/** Starts the app and waits for its page. */
export async function launchDesktop({ userData, env = {} }: LaunchOptions): Promise<Desktop> {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name, value]) => value !== undefined && !name.startsWith('CLOVER_SUPABASE'),
    ),
  ) as Record<string, string>;
  const app = await _electron.launch({
    args: [root],
    cwd: root,
    env: { ...own, CLOVER_USER_DATA_DIR: userData, ...env },
  });
  let output = '';
  app.process().stderr?.on('data', (chunk) => (output += String(chunk)));
  app.process().stdout?.on('data', (chunk) => (output += String(chunk)));
  const page = await app.firstWindow();
  // A window begins blank in every Electron; the bridge is there from the first document on.
  await page.waitForFunction(() => 'clover' in window, undefined, { timeout: pageLimit });
  return { app, page, userData, output: () => output };
}

/** The service's own keys, to prepare in its database what an administrator would. */
export async function readServiceSecrets(userData: string): Promise<{ readonly secretKey: string }> {
  return JSON.parse(await readFile(join(userData, 'service', 'secrets.json'), 'utf8')) as {
    secretKey: string;
  };
}

/** The port of the discard service, where nothing answers. */
const nobody = { CLOVER_SUPABASE_URL: 'http://127.0.0.1:9', CLOVER_SUPABASE_KEY: 'nobody' };

interface Fixtures {
  /** False: the app is configured for a service that nobody runs, so that a test of the shell alone starts no database. */
  readonly withService: boolean;
  readonly userData: string;
  /** Starts the app on this test's data; every app still running at the test's end is closed. */
  readonly launch: (env?: Readonly<Record<string, string>>) => Promise<Desktop>;
  readonly desktop: Desktop;
}

/** Playwright's test with the desktop app. */
export const test = base.extend<Fixtures>({
  withService: [true, { option: true }],
  userData: async ({}, use) => {
    const userData = await mkdtemp(join(tmpdir(), 'clover-desktop-'));
    await use(userData);
    await rm(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  },
  launch: async ({ userData, withService }, use, testInfo) => {
    const launched: Desktop[] = [];
    await use(async (env) => {
      const desktop = await launchDesktop({ userData, env: { ...(withService ? {} : nobody), ...env } });
      launched.push(desktop);
      return desktop;
    });
    for (const { app } of launched) await app.close().catch(() => undefined);
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('main.log', { body: launched.map((one) => one.output()).join('\n') });
  },
  desktop: async ({ launch }, use) => use(await launch()),
});

export { expect } from 'playwright/test';
