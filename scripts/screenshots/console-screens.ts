import { createClient } from '@supabase/supabase-js';
import type { Page } from 'playwright';
import { createAccount } from '../../e2e/support/administrator.ts';
import { newUser } from '../../e2e/support/sign-in.ts';
import type { Screen } from './screen.ts';
import type { Studio } from './studio.ts';

const page = (name: string, path: string, title: string | RegExp): Screen => ({
  name: `console-${name}`,
  viewer: 'administrator',
  open: ({ page: opened }) => openConsole(opened, path, title),
});

async function openConsole(opened: Page, path: string, title: string | RegExp): Promise<void> {
  await opened.goto(`/admin${path}`);
  await opened.getByRole('heading', { level: 1, name: title }).waitFor();
  await opened.waitForLoadState('networkidle');
}

const from = (
  name: string,
  path: string,
  title: string | RegExp,
  act: (opened: Page) => Promise<unknown>,
): Screen => ({
  name: `console-${name}`,
  viewer: 'administrator',
  open: async ({ page: opened }) => {
    await openConsole(opened, path, title);
    await act(opened);
  },
});

/** Selects a plan as a new user, so that the log has an entry. */
async function selectPlan({ service, admin }: Studio): Promise<void> {
  const person = await createAccount(admin, newUser('Ada Lovelace'));
  const client = createClient(service.url, service.publishableKey, { auth: { persistSession: false } });
  const { error } = await client.auth.signInWithPassword(person);
  if (error) throw error;
  await client.rpc('subscribe', { billing: 'monthly' }).throwOnError();
}

const failedTest = {
  at: '2026-11-23T11:58:00Z',
  is_test: true,
  message: 'Connection error: the server did not respond within 30 seconds.',
};

const pages = [
  ['dashboard', '', /\S/],
  ['users', '/users', 'Users'],
  ['roles', '/roles', 'Roles and permissions'],
  ['vendors', '/api-vendors', /providers/i],
  ['models', '/api-models', /models/i],
  ['keys', '/api-keys', /keys/i],
  ['prompts', '/prompts', 'Prompts'],
  ['personas', '/personas', 'Personas'],
  ['analytics', '/analytics', 'Analytics'],
  ['activity', '/activity', /activity/i],
  ['logs', '/logs', 'Logs'],
  ['settings', '/settings', /settings/i],
] as const;

export const consoleScreens: readonly Screen[] = [
  ...pages.map(([name, path, title]) => page(name, path, title)),
  from('users-empty', '/users?search=zebra', 'Users', async () => {}),
  from('users-menu', '/users?search=grace', 'Users', async (opened) => {
    await opened.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
    await opened.getByRole('menu').waitFor();
  }),
  from('users-create', '/users', 'Users', (opened) =>
    opened.getByRole('button', { name: 'Create user' }).click(),
  ),
  from('users-ban', '/users?search=grace', 'Users', async (opened) => {
    await opened.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
    await opened.getByRole('menuitem', { name: 'Ban', exact: true }).click();
    await opened.getByRole('dialog').waitFor();
  }),
  from('user', '/users', 'Users', async (opened) => {
    await opened.getByRole('link', { name: 'Ada Lovelace' }).first().click();
    await opened.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();
  }),
  from('vendors-key', '/api-vendors', /providers/i, async (opened) => {
    await opened.getByRole('button', { name: 'Set key: OpenAI' }).click();
    await opened.getByRole('textbox', { name: 'API key' }).waitFor();
  }),
  from('vendors-edit', '/api-vendors', /providers/i, async (opened) => {
    await opened.getByRole('button', { name: 'Edit: Ollama' }).click();
    await opened.getByRole('dialog').waitFor();
  }),
  from('vendors-no-key', '/api-vendors', /providers/i, async (opened) => {
    await opened.getByRole('button', { name: 'Activate: OpenAI' }).click();
    await opened.getByRole('dialog').waitFor();
  }),
  {
    name: 'console-vendors-failing',
    viewer: 'administrator',
    open: async ({ page: opened }) => {
      await opened.route('**/functions/v1/admin/vendors/list', async (route) => {
        const response = await route.fetch();
        const { vendors } = (await response.json()) as { vendors: { name: string }[] };
        await route.fulfill({
          response,
          json: {
            vendors: vendors.map((vendor) =>
              vendor.name === 'deepinfra' ? { ...vendor, has_key: true, last_failure: failedTest } : vendor,
            ),
          },
        });
      });
      await openConsole(opened, '/api-vendors', /providers/i);
      await opened.getByRole('button', { name: 'Activate: DeepInfra' }).click();
      await opened.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'console-dashboard-failing',
    viewer: 'administrator',
    open: async ({ page: opened }) => {
      await opened.route('**/functions/v1/admin/stats/status', async (route) => {
        const response = await route.fetch();
        const status = (await response.json()) as { active_vendor: object };
        const active_vendor = { ...status.active_vendor, last_failure: failedTest };
        await route.fulfill({ response, json: { ...status, active_vendor } });
      });
      await openConsole(opened, '', 'Dashboard');
    },
  },
  {
    name: 'console-logs-details',
    viewer: 'administrator',
    open: async ({ studio, page: opened }) => {
      await selectPlan(studio);
      await openConsole(opened, '/logs', 'Logs');
      const details = opened.getByRole('button', { name: /^Details of/ });
      await details.first().click();
    },
  },
  from('menu', '/users', 'Users', async (opened) => {
    const menu = opened.getByRole('button', { name: 'Open the menu' });
    if (await menu.isVisible()) await menu.click();
  }),
  {
    name: 'console-error',
    viewer: 'administrator',
    open: async ({ page: opened }) => {
      await opened.route('**/functions/v1/admin/users/list', (route) =>
        route.fulfill({ status: 500, body: '{}' }),
      );
      await opened.goto('/admin/users');
      await opened.getByRole('button', { name: 'Retry' }).first().waitFor();
    },
  },
  {
    name: 'console-loading',
    viewer: 'administrator',
    open: async ({ page: opened }) => {
      await opened.route('**/functions/v1/admin/users/list', () => {});
      await opened.goto('/admin/users');
      await opened.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    },
  },
  {
    name: 'console-forbidden',
    viewer: 'user',
    open: async ({ page: opened }) => {
      await opened.goto('/admin');
      await opened.getByRole('heading').first().waitFor();
    },
  },
];
