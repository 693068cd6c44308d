import { addVendor } from '../journeys/admin.ts';
import { createProfessional, enterChat } from '../journeys/models.ts';
import { activateDemo } from '../support/administrator.ts';
import { chooseModel } from '../support/chat-page.ts';
import { enterConsole } from '../support/enter-console.ts';
import { expect, test } from '../support/fixtures.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { violationsOf } from '../support/violations.ts';

const key = 'sk-of-the-hub-0123456789abcd';

test('an administrator adds a vendor and its models, and a user chats with one of them [CHAT-003]', async ({
  place,
  problems,
}) => {
  const { page, service, admin, vendor } = place;
  // Console and chat in one journey are slow on a busy machine.
  test.slow();
  await activateDemo(service);
  vendor.reset();
  await enterConsole(place, '/admin/api-vendors');

  await addVendor(place, key, async () => expect(await violationsOf(page)).toEqual([]));
  await page.getByRole('link', { name: 'API providers' }).click();
  await page.getByRole('button', { name: 'Test connection: The Hub' }).click();
  await expect(page.getByText(/^Connection successful/)).toBeVisible();
  await page.getByRole('button', { name: 'More actions: The Hub' }).click();
  await page.getByRole('menuitem', { name: 'Enable: The Hub' }).click();
  await expect(page.getByRole('listitem', { name: /^The Hub/ }).getByText('Enabled')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  const chat = await enterChat(place, await createProfessional(admin));
  vendor.reset();
  await page.getByRole('button', { name: /^Model: / }).click();
  await chooseModel(page, 'gpt-4o-mini hub');
  await expect(page.getByRole('button', { name: /^Model: .*4o/i })).toBeVisible();
  scriptReplies(vendor, { kind: 'reply', text: 'Hello from the hub.' });
  await chat.send('Who are you?');
  await expect(chat.message('Hello from the hub.')).toBeVisible();
  await chat.replyEnds();
  const call = callsTo(vendor).at(-1);
  expect([call?.path, call?.headers.authorization, call?.body['model']]).toEqual([
    '/v1/chat/completions',
    `Bearer ${key}`,
    'gpt-4o-mini',
  ]);
  const { data } = await admin
    .from('chat_messages')
    .select('vendor_id, model_id')
    .eq('content', 'Hello from the hub.')
    .single()
    .throwOnError();
  expect(data).toEqual({ vendor_id: 'the-hub', model_id: 'gpt-4o-mini' });
  expect(problems.filter((problem) => !/status of (4|5)/.test(problem))).toEqual([]);
});
