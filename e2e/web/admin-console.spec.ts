import { enterConsole } from '../support/enter-console.ts';
import { expect, test } from '../support/fixtures.ts';
import { violationsOf } from '../support/violations.ts';

const pages = [
  ['Dashboard', 'Admin Panel'],
  ['Roles and permissions', 'Roles and permissions'],
  ['API vendors', 'API vendors'],
  ['API models', 'API models'],
  ['API keys', 'API keys'],
  ['Analytics', 'Analytics'],
  ['Activity', 'Activity'],
  ['Settings', 'Settings'],
] as const;

test('an administrator makes an account, bans it, takes that back, and finds all of it in the log; every page holds up on a phone [ADMIN-007, ADMIN-010, ADMIN-016, ADMIN-031, ADMIN-034, ADMIN-054]', async ({
  page,
  admin,
  problems,
}) => {
  // One journey through the whole console: on a machine with other work it takes its time.
  test.setTimeout(300_000);
  await enterConsole(page, '/admin/users');

  await page.getByRole('button', { name: 'Create user' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('E-mail address').fill('grace@example.com');
  await form.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await form.getByRole('button', { name: 'Generate a password' }).click();
  await form.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  await expect(form).toHaveCount(0);

  const row = page.getByRole('row', { name: /Grace Hopper/ });
  // By the keyboard alone: into the menu, to the act, through its question.
  await row.getByRole('button', { name: 'Actions for Grace Hopper' }).focus();
  await page.keyboard.press('Enter');
  const ban = page.getByRole('menuitem', { name: 'Ban', exact: true });
  await expect(ban).toBeVisible();
  await ban.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Reason (optional)')).toBeFocused();
  await page.keyboard.type('Sent spam');
  await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).press('Enter');
  await expect(row.getByText('Banned')).toBeVisible();
  const { data } = await admin
    .from('user_activity_logs')
    .select('user_id')
    .contains('action_details', { reason: 'Sent spam' })
    .single()
    .throwOnError();
  const { count } = await admin
    .from('user_roles')
    .select('*', { count: 'exact', head: true })
    .match({ user_id: data?.user_id, role: 'banned' })
    .throwOnError();
  expect(count).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByText('Active')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByText('No account matches')).toBeVisible();
  await page.getByRole('searchbox').fill('grace');
  await row.getByRole('link', { name: 'Grace Hopper' }).click();
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  await page.getByRole('link', { name: 'What the audit log says about this account' }).click();
  await expect(page.getByText('Sent spam')).toHaveCount(1);
  await page.getByRole('table').getByText('Details', { exact: true }).last().click();
  expect(await violationsOf(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const [link, title] of pages) {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('main').locator('h2, table, ol, figure, dl, p + div').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), link).toBe(390);
    expect(await violationsOf(page), link).toEqual([]);
  }
  expect(problems).toEqual([]);
});
