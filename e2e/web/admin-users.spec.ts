import type { Page } from 'playwright/test';
import { chooseAction, createAccounts, viewWithConsent, type ViewedUser } from '../journeys/admin.ts';
import { enterConsole } from '../support/enter-console.ts';
import { expect, test } from '../support/fixtures.ts';
import { fillSignIn, newUser, type Person } from '../support/sign-in.ts';

/** Opens a user's settings in another browser. */
async function atTheirAccount(
  page: Page,
  person: Person,
): Promise<ViewedUser & { readonly agreeToMerge: (email: string) => Promise<void> }> {
  await page.goto('/signin?redirectTo=%2Faccount%2Fprivacy');
  await fillSignIn(page, person);
  const consent = page.getByRole('checkbox', { name: 'Let support see my chats' });
  return {
    setConsent: async (isGiven) => {
      await consent.click();
      await expect(consent).toBeEnabled();
      await expect(consent).toBeChecked({ checked: isGiven });
    },
    agreeToMerge: async (email) => {
      await page.reload();
      const request = page.getByRole('region', { name: 'Merge this account' });
      await expect(request.getByText(new RegExp(`Agree only if ${email} is yours`))).toBeVisible();
      await request.getByRole('button', { name: 'Agree' }).click();
      await expect(request.getByText('You agreed to merge')).toBeVisible();
    },
    countReceipts: async () => {
      await page.reload();
      const receipts = page.getByRole('list', { name: 'Who has viewed your account' });
      await expect(receipts).toBeVisible();
      return receipts.getByText(/view of your account was (?:opened|closed)|was viewed/).count();
    },
  };
}

test('an administrator views an account as far as its owner allows, merges it into another and suspends two temporarily [ADMIN-037, ADMIN-038, ADMIN-039, ADMIN-040] @long', async ({
  place,
  browser,
  baseURL,
  problems,
}) => {
  test.setTimeout(300_000);
  const { page, admin } = place;
  const names = ['Ada Journey', 'Alan Journey', 'Barbara Journey'] as const;
  const [ada, alan, barbara] = await createAccounts(place, ...names.map(newUser));
  if (!ada || !alan || !barbara) throw new Error('An account is missing.');
  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const person = await atTheirAccount(await other.newPage(), alan);

  await enterConsole(place, '/admin/users?search=journey');
  await viewWithConsent(place, alan, person);
  const dialog = page.getByRole('dialog');
  await page.getByRole('searchbox').fill('journey');
  await expect(page).toHaveURL(/search=journey/);
  await chooseAction(place, 'Alan Journey', 'Merge into another account');
  await dialog.getByRole('searchbox').fill('ada journey');
  await dialog.getByRole('button', { name: 'Merge into Ada Journey' }).click();
  await expect(dialog.getByText('Access after the merge')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask the owner' }).click();
  await expect(dialog.getByText('Requested, not answered yet')).toBeVisible();
  await person.agreeToMerge(ada.email);
  await other.close();
  await page.reload();
  await chooseAction(place, 'Alan Journey', 'Merge into another account');
  await dialog.getByRole('searchbox').fill('ada journey');
  await dialog.getByRole('button', { name: 'Merge into Ada Journey' }).click();
  await dialog.getByLabel('Type Alan Journey to confirm').fill('alan journey');
  await dialog.getByRole('button', { name: 'Merge accounts' }).click();
  await expect(page.getByText('Alan Journey was merged into Ada Journey')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  const moved = await admin.from('chat_history').select('title').eq('user_id', ada.id).throwOnError();
  expect(moved.data).toEqual([{ title: 'A private title' }]);

  await page.getByLabel('Select all on this page').check();
  await page.getByLabel('Bulk actions').selectOption('Suspend temporarily');
  await dialog.getByLabel('Reason').fill('Cooling down');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
  for (const name of ['Ada Journey', 'Barbara Journey'])
    await expect(page.getByRole('row', { name: new RegExp(name) }).getByText('Restricted')).toBeVisible();
  const suspended = await admin
    .from('temporary_restrictions')
    .select('user_id, restriction_type, reason')
    .in('user_id', [ada.id, barbara.id])
    .throwOnError();
  const suspension = { restriction_type: 'restrict', reason: 'Cooling down' };
  expect(suspended.data).toHaveLength(2);
  expect(suspended.data).toEqual(
    expect.arrayContaining([ada, barbara].map(({ id }) => ({ user_id: id, ...suspension }))),
  );
  expect(problems).toEqual([]);
});
