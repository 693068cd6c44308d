import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ElectronApplication, Page } from 'playwright/test';
import { findFilesWith } from '../support/find-files.ts';
import { expect, readConfig, test } from './launch.ts';

// The first start creates a database.
test.describe.configure({ timeout: 300_000 });

/** Calls the service from the page like the app, so that the page's CSP and the service's CORS apply. */
const ask = (page: Page, path: string, init: { readonly method?: string; readonly body?: string } = {}) =>
  page.evaluate(
    async ([where, options]) => {
      const { supabaseUrl, supabaseKey } = (await (await fetch('/config.json')).json()) as {
        supabaseUrl: string;
        supabaseKey: string;
      };
      const session = await window.clover?.readOwnerSession();
      const headers = {
        apikey: supabaseKey,
        authorization: `Bearer ${session?.accessToken}`,
        'content-type': 'application/json',
      };
      const response = await fetch(supabaseUrl + where, { ...options, headers });
      return { status: response.status, body: (await response.json()) as unknown };
    },
    [path, init] as const,
  );

function serviceProcess(app: ElectronApplication): number {
  const children = execFileSync('pgrep', ['-P', String(app.process().pid), '-f', 'out/service/main.js'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
  expect(children).toHaveLength(1);
  return Number(children[0]);
}

test('the owner of this computer is signed in without an account, as administrator [DESK-007]', async ({
  desktop: { page },
}) => {
  const session = await page.evaluate(() => window.clover?.readOwnerSession());
  expect(Object.keys(session ?? {}).sort()).toEqual(['accessToken', 'refreshToken']);
  const user = await ask(page, '/auth/v1/user');
  expect(user).toMatchObject({ status: 200, body: { email: 'owner@clover.local' } });
  expect(
    await ask(page, '/rest/v1/rpc/has_role', { method: 'POST', body: '{"role_name":"admin"}' }),
  ).toMatchObject({ status: 200, body: true });
});

test('another program on the computer gets nothing from the service, even if it knows the app', async ({
  desktop: { page },
}) => {
  const { supabaseUrl, supabaseKey } = await readConfig(page);
  const session = await page.evaluate(() => window.clover?.readOwnerSession());
  const headers = {
    apikey: supabaseKey,
    authorization: `Bearer ${session?.accessToken}`,
    origin: 'app://clover',
    'content-type': 'application/json',
  };
  const calls = [
    ['GET', '/config.json'],
    ['GET', '/healthz'],
    ['GET', '/rest/v1/chat_history'],
    ['POST', '/auth/v1/signup'],
    ['POST', '/functions/v1/chat/completions'],
    ['POST', '/owner/v1/session'],
  ] as const;
  for (const [method, path] of calls) {
    // oxlint-disable-next-line no-await-in-loop -- one after another, as a program would
    const answer = await fetch(supabaseUrl + path, { method, headers });
    // oxlint-disable-next-line no-await-in-loop -- the body of that response
    expect([path, answer.status, await answer.json()]).toEqual([path, 404, { message: 'Not found' }]);
  }
  const socket = `${supabaseUrl.replace('http', 'ws')}/realtime/v1/websocket?apikey=${supabaseKey}&vsn=1.0.0`;
  const isOpened = (address: string) =>
    new Promise<boolean>((resolve) => {
      const opened = new WebSocket(address);
      opened.addEventListener('open', () => (opened.close(), resolve(true)));
      opened.addEventListener('error', () => resolve(false));
    });
  expect(await isOpened(socket)).toBe(false);
  expect(await page.evaluate(isOpened, socket)).toBe(true);
});

test('the secret for the service is in no page, file, log, argument or variable', async ({
  desktop: { app, page, userData, output },
}) => {
  const { supabaseUrl } = await readConfig(page);
  const sentByPage: string[] = [];
  page.on('request', (request) => sentByPage.push(JSON.stringify(request.headers())));
  await app.evaluate(({ session }) =>
    session.defaultSession.webRequest.onSendHeaders(({ requestHeaders }) =>
      Object.assign(globalThis, { opener: requestHeaders['x-clover-owner'] }),
    ),
  );
  const answered = await page.evaluate(async (url) => {
    const response = await fetch(`${url}/auth/v1/settings`);
    return JSON.stringify([response.status, ...response.headers, await response.text()]);
  }, supabaseUrl);
  const secret = await app.evaluate(() => (globalThis as { opener?: string }).opener ?? '');
  expect(secret).toMatch(/^[\w-]{43}$/);

  const readPage = () => [
    document.documentElement.outerHTML,
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  ];
  for (const text of [answered, output(), ...sentByPage, ...(await page.evaluate(readPage))])
    expect(text).not.toContain(secret);
  expect(await findFilesWith(userData, secret)).toEqual([]);
  if (process.platform !== 'linux') return;
  for (const pid of [serviceProcess(app), app.process().pid])
    for (const file of ['environ', 'cmdline'])
      // oxlint-disable-next-line no-await-in-loop -- four small files
      expect(await readFile(`/proc/${pid}/${file}`, 'utf8')).not.toContain(secret);
});

test('the service listens on this computer only, at the one origin that the page may reach', async ({
  desktop: { page },
}) => {
  const { supabaseUrl } = await readConfig(page);
  expect(supabaseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const policy = (await (await page.reload())?.headerValue('content-security-policy')) ?? '';
  expect(policy).toContain(`connect-src 'self' ${supabaseUrl} ${supabaseUrl.replace('http', 'ws')};`);
});

test('a crashed service is restarted on its port, and the page is notified', async ({
  desktop: { app, page },
}) => {
  const before = await readConfig(page);
  await page.evaluate(() => {
    const states: string[] = [];
    Object.assign(window, { states });
    window.clover?.onServiceState(({ kind }) => states.push(kind));
  });
  process.kill(serviceProcess(app), 'SIGKILL');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { states: string[] }).states), { timeout: 40_000 })
    .toEqual(['restarting', 'ready']);
  expect(await readConfig(page)).toEqual(before);
  expect((await ask(page, '/auth/v1/user')).status).toBe(200);
});
