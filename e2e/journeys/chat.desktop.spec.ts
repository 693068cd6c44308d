import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, openAdmin, readConfig, test } from '../desktop/launch.ts';
import { chooseInAccountMenu } from '../support/account-menu.ts';
import { ChatPage } from '../support/chat-page.ts';
import { findFilesWith } from '../support/find-files.ts';
import { connectVendor, scriptReplies, talkAndReload } from '../support/journey.ts';
import { reloadDuringReply } from './chat.ts';
import { sendChosenPages, sendFiles } from './files.ts';
import { startVendor, type FakeVendor } from '../vendor/vendor.ts';

// Starts the app twice, and the first start creates a database.
test.describe.configure({ timeout: 300_000 });

let vendor: FakeVendor;
test.beforeAll(async () => void (vendor = await startVendor()));
test.afterAll(() => vendor.close());

test('the owner opens the app without an account, gets a streamed reply and an image, and finds both after a restart, at the same URL [DESK-007, DESK-018]', async ({
  launch,
  userData,
}, testInfo) => {
  const first = await launch();
  const chat = new ChatPage(first.page);
  await expect(chat.input).toBeVisible();

  const config = await readConfig(first.page);
  await connectVendor(await openAdmin(first), vendor);
  await first.page.reload();
  await talkAndReload(first.page, vendor);
  await test.step('a reload does not interrupt a reply', () =>
    reloadDuringReply({ page: first.page, vendor }));
  await test.step('files reach the vendor', () => sendFiles({ page: first.page, vendor }));
  await test.step('only chosen pages reach the vendor', () => sendChosenPages({ page: first.page, vendor }));
  await chat.quickAction('Image generation', 'Image description', 'A field of clover');
  const image = chat.log.getByRole('img', { name: 'A field of clover' });
  await expect(image).toBeVisible();
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  await testInfo.attach('chat', { body: await first.page.screenshot(), contentType: 'image/png' });

  await test.step('a temporary chat leaves no text in any file of the app', async () => {
    await first.page.getByRole('button', { name: 'New chat' }).first().click();
    await first.page.getByRole('button', { name: 'Temporary chat' }).click();
    scriptReplies(vendor, { kind: 'reply', text: 'fleeting-answer-8a41' });
    await chat.send('fleeting-question-2f7d');
    await expect(chat.message('fleeting-answer-8a41')).toBeVisible();
    await chat.replyEnds();
    expect(await findFilesWith(userData, 'fleeting')).toEqual([]);
    await first.page.getByRole('button', { name: 'End chat' }).click();
    await first.page.getByRole('dialog').getByRole('button', { name: 'End chat' }).click();
    await expect(first.page.getByText('fleeting')).toHaveCount(0);
  });

  await test.step('all chats are exported to a file, and importing it restores only missing ones', async () => {
    const file = join(userData, 'chats.json');
    await first.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    await chooseInAccountMenu(first.page, 'Import and export');
    await first.page.getByRole('button', { name: 'Export as JSON' }).click();
    await expect
      .poll(() => readFile(file, 'utf8').catch(() => ''))
      .toContain('How many leaves has a clover?');
    await first.page.getByLabel('Choose a file').setInputFiles(file);
    await expect(first.page.getByText('1 chat from Clover')).toBeVisible();
    await first.page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(first.page.getByText('1 chat was already in your history.')).toBeVisible();
    await first.page.keyboard.press('Escape');
    await rm(file);
  });

  await chat.input.fill('half a thought');
  await expect
    .poll(() => first.page.evaluate(() => JSON.stringify(Object.entries(localStorage))))
    .toContain('half a thought');
  await first.page.reload();
  await expect(chat.input).toHaveValue('half a thought');
  await first.app.close();

  const second = await launch();
  expect(await readConfig(second.page)).toEqual(config);
  const again = new ChatPage(second.page);
  await (await again.entry(/How many leaves has a clover/)).click();
  await expect(again.message('A clover has three leaves')).toHaveCount(1);
  await expect(again.log.getByRole('img', { name: 'A field of clover' })).toBeVisible();
});
