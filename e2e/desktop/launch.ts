import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { _electron, expect, test as base, type ElectronApplication, type Page } from 'playwright/test';

const root = join(import.meta.dirname, '..', '..');
/** If set to a packed app's folder (scripts/pack-check.mjs), the tests start this app instead of the built one. */
const packed = process.env['CLOVER_PACKED_APP'];
/** A packed app ignores the tests' variable, so its data is in this folder. */
const dataFolder = 'Clover';

/** Makes the app use a test's data. */
export const startOn = (
  userData: string,
): { readonly args: string[]; readonly env: Record<string, string> } =>
  packed === undefined
    ? { args: [root], env: { CLOVER_USER_DATA_DIR: userData } }
    : { args: [packed], env: { XDG_CONFIG_HOME: dirname(userData), ELECTRON_HOST_PACKAGED: '1' } };

/** A running desktop app, built and unmodified, with separate data. */
export interface Desktop {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The window's first URL. */
  readonly home: string;
  readonly userData: string;
  /** Returns the whole output of the main process and the service. */
  readonly output: () => string;
}

interface ProfileOptions {
  /** True to show the first start. Otherwise, the app has the settings of an earlier start. */
  readonly isNew?: boolean;
}

export interface LaunchOptions extends ProfileOptions {
  readonly userData: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The first start creates a database, which is slow on a busy machine. */
const pageLimit = 60_000;

/**
 * Waits until the app has reached its service and shows the owner's chat, or the sign-in page if there is no owner.
 * Until then, the app redirects, and a test would race with it.
 */
async function settle(page: Page): Promise<void> {
  const refusal = await page.evaluate(async () => {
    const response = await fetch('/config.json');
    return response.ok ? null : response.text();
  });
  if (refusal !== null) throw new Error(`The service did not start: ${refusal}`);
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout: pageLimit });
}

/** Returns the id of this data folder's running service process, or null. */
async function runningService(userData: string): Promise<number | null> {
  const lock = await readFile(join(userData, 'service', 'database.lock'), 'utf8').catch(() => null);
  if (!lock) return null;
  const { pid } = JSON.parse(lock) as { readonly pid: number };
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

/** Waits until the closed app's service has ended. On a busy machine, its backup takes longer than closing the app. */
export const waitForServiceEnd = (userData: string) =>
  expect.poll(() => runningService(userData), { timeout: pageLimit }).toBeNull();

/** Writes the settings of a user who has completed the first start, unless there are settings. */
const endFirstStart = (userData: string) =>
  writeFile(join(userData, 'settings.json'), '{}', { flag: 'wx' }).catch(() => undefined);

/** Starts the app and waits for its page. */
export async function launchDesktop({ userData, env = {}, isNew = false }: LaunchOptions): Promise<Desktop> {
  await waitForServiceEnd(userData);
  if (!isNew) await endFirstStart(userData);
  const own = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name, value]) => value !== undefined && !name.startsWith('CLOVER_SUPABASE'),
    ),
  ) as Record<string, string>;
  const start = startOn(userData);
  const app = await _electron.launch({ args: start.args, cwd: root, env: { ...own, ...start.env, ...env } });
  let output = '';
  app.process().stderr?.on('data', (chunk) => (output += String(chunk)));
  app.process().stdout?.on('data', (chunk) => (output += String(chunk)));
  const page = await app.firstWindow();
  // As on the web (e2e/playwright.config.ts).
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Electron's windows start blank. The bridge exists from the first document on.
  await page.waitForFunction(() => 'clover' in window, undefined, { timeout: pageLimit });
  // The first start has no service yet, and reading its configuration would start it.
  await (isNew
    ? expect(page.getByRole('heading').first()).toBeVisible({ timeout: pageLimit })
    : settle(page));
  return { app, page, home: new URL('/chat', page.url()).href, userData, output: () => output };
}

/** Reads the app's service from its page. */
export const readConfig = (page: Page) =>
  page.evaluate(
    async () => (await fetch('/config.json')).json() as Promise<{ supabaseUrl: string; supabaseKey: string }>,
  );

/** Calls from the app's main process, because the embedded service refuses other programs. */
const callFromMain =
  (app: ElectronApplication): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const call = {
      url: request.url,
      method: request.method,
      // The service refuses the secret key from browsers, and Electron's user agent is a browser's.
      headers: { ...Object.fromEntries(request.headers), 'user-agent': 'clover-tests' },
      ...(request.body && { body: await request.text() }),
    };
    const { status, headers, text } = await app.evaluate(async ({ net }, { url, ...options }) => {
      const answer = await net.fetch(url, options);
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: await answer.text(),
      };
    }, call);
    return new Response(status === 204 ? null : text, { status, headers });
  };

/** Creates a client of the embedded service with its secret key, for what an administrator would set up. */
export async function openAdmin({
  app,
  page,
  userData,
}: Pick<Desktop, 'app' | 'page' | 'userData'>): Promise<SupabaseClient> {
  const { supabaseUrl } = await readConfig(page);
  const { secretKey } = JSON.parse(await readFile(join(userData, 'service', 'secrets.json'), 'utf8')) as {
    readonly secretKey: string;
  };
  return createClient(supabaseUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: callFromMain(app) },
  });
}

export const clickMenu = (app: ElectronApplication, label: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => {
    interface Item {
      readonly label?: string;
      readonly click?: () => void;
      readonly submenu?: { readonly items: readonly Item[] } | readonly Item[];
    }
    const all = (items: readonly Item[]): readonly Item[] =>
      items.flatMap((item) => {
        const { submenu = [] } = item;
        return [item, ...all('items' in submenu ? submenu.items : submenu)];
      });
    all((Menu.getApplicationMenu()?.items ?? []) as unknown as readonly Item[])
      .find((item) => item.label === wanted)
      ?.click?.();
  }, label);

/** The port of the discard service, where nothing listens. */
const unreachable = { CLOVER_SUPABASE_URL: 'http://127.0.0.1:9', CLOVER_SUPABASE_KEY: 'unreachable' };

/** Returns an unreachable service if the test needs none, so that the app starts no database. */
const environmentFor = (withService: boolean) => (withService ? {} : unreachable);

async function makeUserData(): Promise<string> {
  const userData = join(await mkdtemp(join(tmpdir(), 'clover 四葉 désktop-')), dataFolder);
  await mkdir(userData);
  return userData;
}
const removeUserData = (userData: string) =>
  rm(dirname(userData), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

export interface WorkerFixtures {
  /** If false, the app uses an unreachable service, for tests of the shell only. */
  readonly withService: boolean;
  /** The only app of this worker. A failed test ends the worker, so the next test has a new app. */
  readonly sharedDesktop: Desktop;
}

export interface TestFixtures {
  readonly userData: string;
  /** Starts an app with this test's data. At the end, all running apps are closed. */
  readonly launch: (env?: Readonly<Record<string, string>>, profile?: ProfileOptions) => Promise<Desktop>;
  /** The worker's app, back at its first page. For tests that don't restart it or change what other tests check. */
  readonly desktop: Desktop;
}

/** Playwright's test with the desktop app. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  withService: [true, { option: true, scope: 'worker' }],
  sharedDesktop: [
    async ({ withService }, use) => {
      const userData = await makeUserData();
      const desktop = await launchDesktop({ userData, env: environmentFor(withService) });
      await use(desktop);
      await desktop.app.close().catch(() => undefined);
      await removeUserData(userData);
    },
    { scope: 'worker', timeout: 2 * pageLimit },
  ],
  userData: async ({}, use) => {
    const userData = await makeUserData();
    await use(userData);
    await removeUserData(userData);
  },
  launch: async ({ userData, withService }, use, testInfo) => {
    const launched: Desktop[] = [];
    await use(async (env, profile) => {
      const desktop = await launchDesktop({
        userData,
        env: { ...environmentFor(withService), ...env },
        ...profile,
      });
      launched.push(desktop);
      return desktop;
    });
    for (const { app } of launched) await app.close().catch(() => undefined);
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('main.log', { body: launched.map((one) => one.output()).join('\n') });
  },
  desktop: async ({ sharedDesktop }, use, testInfo) => {
    const { page, home, output } = sharedDesktop;
    await page.goto(home);
    await settle(page);
    await use(sharedDesktop);
    if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach('main.log', { body: output() });
  },
});

export { expect };
