import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { usePersonas } from './personas.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test('a persona starts a chat, is made from one, is imported and exported, and is changed offline @long', async ({
  place,
  page,
  context,
  problems,
}) => {
  await enterAsGuest(page);
  await usePersonas(place);
  expect(problems).toEqual([]);

  const list = page.getByRole('list', { name: 'Your personas' });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Edit Ada' }).click();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(list.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })).toContainText('Waiting');
  await context.setOffline(false);
  await expect(list).not.toContainText('Waiting', { timeout: 30_000 });
  await page.reload();
  await expect(list).toContainText('Ada Lovelace');
});
