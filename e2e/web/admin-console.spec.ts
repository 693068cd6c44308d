import { createBanAndUndo, readLogOf } from '../journeys/admin.ts';
import { enterConsole } from '../support/enter-console.ts';
import { expect, test } from '../support/fixtures.ts';
import { newUser } from '../support/sign-in.ts';
import { violationsOf } from '../support/violations.ts';

const pages = [
  ['Dashboard', 'Dashboard'],
  ['Roles and permissions', 'Roles and permissions'],
  ['API providers', 'API providers'],
  ['API models', 'API models'],
  ['API keys', 'API keys'],
  ['Analytics', 'Analytics'],
  ['Activity', 'Activity'],
  ['Settings', 'Settings'],
] as const;

test('an administrator creates an account, bans and unbans it, and finds it all in the log; every page works on a phone [ADMIN-007, ADMIN-010, ADMIN-016, ADMIN-031] @long', async ({
  place,
  problems,
}) => {
  // A journey through the whole console is slow on a busy machine.
  test.setTimeout(300_000);
  const { page } = place;
  const grace = newUser('Grace Hopper');
  await enterConsole(place, '/admin/users');
  await createBanAndUndo(place, grace);
  expect(await violationsOf(page)).toEqual([]);
  await readLogOf(place, grace);
  expect(await violationsOf(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const [link, title] of pages) {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('main').locator('h2, table, ol, figure, dl, p + div').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), link).toBe(390);
    expect(await violationsOf(page), link).toEqual([]);
  }
  expect(problems).toEqual([]);
});
