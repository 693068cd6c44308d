import type { Page } from 'playwright/test';
import { chooseInAccountMenu } from '../support/account-menu.ts';
import { ChatPage } from '../support/chat-page.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Desktop, expect, test } from './launch.ts';

// Starts the app three times, and a second service.
test.describe.configure({ timeout: 400_000 });

let elsewhere: TestService;
test.beforeAll(async () => void (elsewhere = await startTestService()));
test.afterAll(() => elsewhere.stop());

const question = 'How many leaves has a clover?';
const sessions = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^clover-session@[^ ]*$/.test(key)));

/** Confirms the new service. The app then restarts, after the service has made its backup. */
async function startAgain({ app, page }: Desktop): Promise<void> {
  const ended = app.waitForEvent('close', { timeout: 120_000 });
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  await ended;
}

async function openTransfer(page: Page) {
  await chooseInAccountMenu(page, 'Import and export');
  return page.getByRole('dialog', { name: 'Import and export' });
}

test('a user switches to another service and back: chats are copied once, and both services keep theirs [DESK-007] @long', async ({
  launch,
}) => {
  const home = await launch();
  const chat = new ChatPage(home.page);
  await chat.send(question);
  await chat.replyEnds();

  await test.step("a chat's export is dragged out as a file", async () => {
    await home.app.evaluate(({ webContents }) => {
      const [contents] = webContents.getAllWebContents();
      Object.assign(contents ?? {}, { startDrag: (item: unknown) => Object.assign(globalThis, { item }) });
    });
    const button = home.page.getByRole('button', { name: 'Export', exact: true });
    await expect(button).toHaveAttribute('draggable', 'true');
    await button.dispatchEvent('dragstart');
    const dragged = () =>
      home.app.evaluate(() => (globalThis as { item?: { readonly file: string } }).item?.file ?? '');
    await expect.poll(dragged).toMatch(/chat-\d{4}-\d\d-\d\d\.txt$/);
  });

  await home.page.goto(new URL('/account/computer', home.home).href);
  await home.page.getByRole('textbox', { name: 'URL of another service' }).fill(elsewhere.url);
  await home.page.getByRole('button', { name: 'Connect' }).click();
  await startAgain(home);

  const away = await launch();
  await test.step('the chats of this computer are copied into an account there, once', async () => {
    await away.page.goto(new URL('/signup', away.home).href);
    await away.page.getByRole('textbox', { name: 'Full name' }).fill('Robin Field');
    await away.page.getByRole('textbox', { name: 'Email' }).fill('robin@example.com');
    await away.page.getByLabel('Password').fill('a long password');
    await away.page.getByRole('button', { name: 'Create Account' }).click();
    await expect(away.page.getByRole('link', { name: 'Hello, Robin Field' })).toBeVisible();
    await away.page.goto(away.home);

    const dialog = await openTransfer(away.page);
    const bring = dialog.getByRole('button', { name: 'Import chats from this computer' });
    await away.app.evaluate(({ dialog: system }) => {
      system.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
    });
    await bring.click();
    await expect(bring).toBeEnabled();
    await away.app.evaluate(({ dialog: system }) => {
      system.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    });
    await bring.click();
    await expect(dialog.getByText('1 chat imported.')).toBeVisible({ timeout: 90_000 });
    await bring.click();
    await expect(dialog.getByText('1 chat was already in your history.')).toBeVisible({ timeout: 90_000 });
    await away.page.keyboard.press('Escape');
    const chatThere = new ChatPage(away.page);
    await (await chatThere.entry(/How many leaves/)).click();
    await expect(chatThere.message(question).first()).toBeVisible();
  });

  expect(await sessions(away.page)).toEqual([`clover-session@${elsewhere.url}`]);
  await away.page.goto(new URL('/account/computer', away.home).href);
  await away.page.getByRole('button', { name: 'Use This computer' }).click();
  await startAgain(away);

  const back = await launch();
  await test.step('everything here is unchanged', async () => {
    const here = new ChatPage(back.page);
    await (await here.entry(/How many leaves/)).click();
    await expect(here.message(question).first()).toBeVisible();
    expect(await sessions(back.page)).toEqual([expect.stringMatching(/^clover-session@embedded:/)]);
  });
  await test.step('Forget removes the other service and its session', async () => {
    await back.page.goto(new URL('/account/computer', back.home).href);
    await back.page.getByRole('button', { name: `Forget ${elsewhere.url}` }).click();
    await back.page.getByRole('button', { name: 'Forget', exact: true }).click();
    await expect(back.page.getByRole('list', { name: 'Services' })).toBeHidden();
    expect(await sessions(back.page)).toEqual([expect.stringMatching(/^clover-session@embedded:/)]);
  });
});
