import type { Page } from 'playwright/test';
import { expect, test } from './launch.ts';

test.describe.configure({ timeout: 180_000 });

/** Every page that a signed-in person can open, by its heading. */
const pages = [
  ['/features', /./],
  ['/pricing', /./],
  ['/privacy', /./],
  ['/docs/api', /./],
  ['/account', 'Account'],
  ['/admin', /./],
] as const;

const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test('the app is at home on the desk: every page, the console, its settings, the tray, a quick question and links [DESK-003, DESK-014, DESK-015]', async ({
  desktop: { app, page },
}) => {
  const input = page.getByRole('textbox', { name: 'Message' });
  await expect(input).toBeVisible();

  await test.step('every page of the web is here too', async () => {
    for (const [path, heading] of pages) {
      await go(page, path);
      await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await expect(page.getByRole('navigation').getByRole('link', { name: /Users/ }).first()).toBeVisible();
  });

  await test.step('the computer follows its settings', async () => {
    await go(page, '/account');
    const tray = page.getByRole('checkbox', { name: /Keep running when the window is closed/ });
    await tray.click();
    await expect(tray).toBeChecked();
    const trays = () =>
      app.evaluate(({ Tray }) => (Tray as unknown as { open?: unknown[] }).open?.length ?? 'a real one');
    await expect.poll(trays).not.toBe(0);
    await tray.click();
    await expect(tray).not.toBeChecked();
    await page.getByRole('textbox', { name: 'Address of another service' }).fill('http://chat.example.org');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('The address must start with https://')).toBeVisible();
  });

  await test.step('a quick question is answered in a new chat', async () => {
    await page.evaluate(() => window.clover?.submitQuestion({ text: 'How many leaves has a clover?' }));
    await expect(page.getByRole('log').getByText('How many leaves has a clover?')).toBeVisible();
    await expect(page).toHaveURL(/\/chat\?id=/);
  });

  await test.step('a link from outside leads to its page', async () => {
    await app.evaluate(({ app: running }) =>
      running.emit('second-instance', {}, ['clover', 'clover://chat'], '', {}),
    );
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect(input).toBeVisible();
  });
});
