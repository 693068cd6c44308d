import { randomUUID } from 'node:crypto';
import { act, signInAdministrator } from '../support/administrator.ts';
import { enterConsole } from '../support/enter-console.ts';
import { expect, test } from '../support/fixtures.ts';

const person = (name: string) => ({
  id: randomUUID(),
  email: `${name.split(' ')[0]?.toLowerCase()}-${randomUUID()}@example.com`,
  name,
  password: 'a long test password',
});

test('an administrator looks at an account, merges it into another and holds two back for a time [ADMIN-037, ADMIN-038, ADMIN-039, ADMIN-040]', async ({
  page,
  service,
  admin,
  problems,
}) => {
  test.setTimeout(300_000);
  const ada = person('Ada Journey');
  const alan = person('Alan Journey');
  const barbara = person('Barbara Journey');
  const { client } = await signInAdministrator(service);
  await Promise.all([ada, alan, barbara].map((each) => act(client, 'users/create', each)));
  const chat = { id: randomUUID(), user_id: alan.id, title: 'A private title' };
  await admin.from('chat_history').insert(chat).throwOnError();
  const message = { chat_id: chat.id, user_id: alan.id, role: 'user', content: 'A private text' };
  await admin
    .from('chat_messages')
    .insert({ ...message, origin: 'import' })
    .throwOnError();

  await enterConsole(page, '/admin/users?search=journey');
  const dialog = page.getByRole('dialog');
  const choose = async (name: string, entry: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };

  await choose('Alan Journey', 'View as this user');
  await dialog.getByRole('button', { name: 'Start the view' }).click();
  await expect(page.getByText('You are looking at Alan Journey, read-only')).toBeVisible();
  await page.getByRole('button', { name: /^Open Chat of/ }).click();
  await expect(page.getByText(/^Withheld:/)).toBeVisible();
  await expect(page.getByText(/A private/)).toHaveCount(0);
  const looked = () =>
    admin
      .from('user_activity_logs')
      .select('action_type', { count: 'exact', head: true })
      .eq('user_id', alan.id)
      .like('action_type', '%view%')
      .throwOnError()
      .then(({ count }) => count);
  expect(await looked()).toBeGreaterThanOrEqual(3);
  await page.getByRole('button', { name: 'End the view' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);

  await page.getByRole('searchbox').fill('journey');
  await expect(page).toHaveURL(/search=journey/);
  await choose('Alan Journey', 'Merge into another account');
  await dialog.getByRole('searchbox').fill('ada journey');
  await dialog.getByRole('button', { name: 'Merge into Ada Journey' }).click();
  await expect(dialog.getByText('Standing afterwards')).toBeVisible();
  await dialog.getByLabel('Type Alan Journey to confirm').fill('alan journey');
  await dialog.getByRole('button', { name: 'Merge accounts' }).click();
  await expect(page.getByText('Alan Journey is part of Ada Journey now')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  const moved = await admin.from('chat_history').select('user_id').eq('id', chat.id).single().throwOnError();
  expect(moved.data).toEqual({ user_id: ada.id });

  await page.getByLabel('Select all on this page').check();
  await page.getByLabel('Do with all of them').selectOption('Hold back for a time');
  await dialog.getByLabel('Reason').fill('Cooling down');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
  for (const name of ['Ada Journey', 'Barbara Journey'])
    await expect(page.getByRole('row', { name: new RegExp(name) }).getByText('Restricted')).toBeVisible();
  const held = await admin
    .from('temporary_restrictions')
    .select('user_id, restriction_type, reason')
    .in('user_id', [ada.id, barbara.id])
    .throwOnError();
  const hold = { restriction_type: 'restrict', reason: 'Cooling down' };
  expect(held.data).toHaveLength(2);
  expect(held.data).toEqual(
    expect.arrayContaining([ada, barbara].map(({ id }) => ({ user_id: id, ...hold }))),
  );
  expect(problems).toEqual([]);
});
