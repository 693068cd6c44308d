import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, readConfig, test } from './launch.ts';

// A first start lays out a database.
test.describe.configure({ timeout: 150_000 });

/** Asks the service from the page itself, as the app does: through its policy and the service's CORS. */
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

test('the owner of this computer is in without an account, as administrator, and the password stays in main [DESK-007]', async ({
  desktop: { page, userData },
}) => {
  const { ownerPassword } = JSON.parse(await readFile(join(userData, 'installation.json'), 'utf8')) as {
    ownerPassword: string;
  };
  const session = await page.evaluate(() => window.clover?.readOwnerSession());
  expect(Object.keys(session ?? {}).sort()).toEqual(['accessToken', 'refreshToken']);
  expect(JSON.stringify(session)).not.toContain(ownerPassword);
  const user = await ask(page, '/auth/v1/user');
  expect(user).toMatchObject({ status: 200, body: { email: 'owner@clover.local' } });
  expect(
    await ask(page, '/rest/v1/rpc/has_role', { method: 'POST', body: '{"role_name":"admin"}' }),
  ).toMatchObject({ status: 200, body: true });
  expect(await page.content()).not.toContain(ownerPassword);
});

test('the service listens on this computer alone, at the one origin that the page may reach', async ({
  desktop: { page },
}) => {
  const { supabaseUrl } = await readConfig(page);
  expect(supabaseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const policy = (await (await page.reload())?.headerValue('content-security-policy')) ?? '';
  expect(policy).toContain(`connect-src 'self' ${supabaseUrl} ${supabaseUrl.replace('http', 'ws')};`);
});

test('a crashed service is restarted where it was, and the page is told', async ({
  desktop: { app, page },
}) => {
  const before = await readConfig(page);
  await page.evaluate(() => {
    const states: string[] = [];
    Object.assign(window, { states });
    window.clover?.onServiceState(({ kind }) => states.push(kind));
  });
  const children = execFileSync('pgrep', ['-P', String(app.process().pid), '-f', 'out/service/main.js'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
  expect(children).toHaveLength(1);
  process.kill(Number(children[0]), 'SIGKILL');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { states: string[] }).states), { timeout: 40_000 })
    .toEqual(['restarting', 'ready']);
  expect(await readConfig(page)).toEqual(before);
  expect((await ask(page, '/auth/v1/user')).status).toBe(200);
});
