import type { Page } from 'playwright/test';
import { ChatPage, chooseModel } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { startVendor } from '../vendor/vendor.ts';
import { clickMenu, expect, test } from './launch.ts';

test.describe.configure({ timeout: 300_000 });

type Route = readonly [path: string, heading: string | RegExp, endsAt?: string];

/** Routes that the owner of this computer opens by their URL: path, first heading, and the target of a redirect. */
const documents: readonly Route[] = [
  ['/', /./],
  // A plan chosen before signing in continues to the checkout. The owner already has Professional.
  ['/pricing?selected=starter', /./, '/checkout?tier=starter'],
  ['/checkout?tier=professional&billing=annual', 'Settings', '/account/account'],
  ['/reset-password', /./],
  // Only visitors without a session see these pages. Others are redirected.
  ['/signin?redirectTo=%2Faccount', 'Settings', '/account'],
  ['/signup?redirectTo=%2Faccount', 'Settings', '/account'],
  ['/no-such-page', /./],
  ['/admin/users', 'Users'],
];

/** All other routes, which need no new document. Each has a different heading than the previous one. */
const routes: readonly Route[] = [
  ['/admin', 'Dashboard'],
  ['/admin/roles', 'Roles and permissions'],
  ['/admin/api-vendors', 'API providers'],
  ['/admin/api-models', 'API models'],
  ['/admin/api-keys', 'API keys'],
  ['/admin/prompts', 'Prompts'],
  ['/admin/personas', 'Personas'],
  ['/admin/analytics', 'Analytics'],
  ['/admin/activity', 'Activity'],
  ['/admin/logs', 'Logs'],
  ['/admin/settings', 'Settings'],
  ['/admin/no-such-page', 'Dashboard', '/admin'],
  ['/account', 'Settings'],
  ['/features', 'What Clover does'],
  ['/pricing', 'Two plans'],
  ['/privacy', 'Where your data goes'],
  ['/docs/api', 'Private Inference API'],
];

const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test('every route opens in the window, by its URL with its query or from another page [DESK-003, DESK-015]', async ({
  desktop: { page, home },
}) => {
  const expectRoute = async ([path, heading, endsAt]: Route) => {
    await expect
      .poll(() => page.evaluate(() => location.pathname + location.search).catch(() => 'moving'), {
        message: path,
      })
      .toBe(endsAt ?? path);
    await expect(page.getByRole('heading', { level: 1, name: heading }).first(), path).toBeVisible();
  };
  for (const route of documents) {
    await page.goto(new URL(route[0], home).href);
    await expectRoute(route);
    if (route[0] === '/no-such-page')
      await expect(page.getByRole('link', { name: /home/i }).first()).toBeVisible();
  }
  for (const route of routes) {
    await go(page, route[0]);
    await expectRoute(route);
  }
});

test('the app shell: settings, tray, quick ask, links and models on this computer @long', async ({
  desktop: { app, page },
}) => {
  const input = page.getByRole('textbox', { name: 'Message' });
  await expect(input).toBeVisible();

  await test.step('the computer follows its settings', async () => {
    await go(page, '/account/computer');
    const tray = page.getByRole('checkbox', { name: /Keep running when the window is closed/ });
    const trays = () =>
      app.evaluate(({ Tray }) => (Tray as unknown as { open?: unknown[] }).open?.length ?? 'a real one');
    await tray.click();
    if (process.env['CLOVER_KEYRING'] === 'private') {
      // No program on the tests' message bus shows tray icons.
      await expect(page.getByText('This desktop has no tray').first()).toBeVisible();
      expect(await trays()).toBe(0);
    } else {
      await expect(tray).toBeChecked();
      await expect.poll(trays).not.toBe(0);
      await tray.click();
    }
    await expect(tray).not.toBeChecked();
    await page.getByRole('textbox', { name: 'URL of another service' }).fill('http://chat.example.org');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('The URL must start with https://')).toBeVisible();
  });

  await test.step('the menu bar follows the language of the page', async () => {
    const menus = () =>
      app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
    await go(page, '/account/general');
    const language = page.locator('select[name="language"]');
    await language.selectOption('de');
    await expect.poll(menus).toContain('&Bearbeiten');
    await language.selectOption('ar');
    await expect.poll(menus).toContain('تحرير');
    await language.selectOption('en');
    await expect.poll(menus).toContain('&Edit');
  });

  await test.step('a problem report contains what happened, but no chat', async () => {
    await clickMenu(app, 'Report a Problem…');
    await page.getByRole('button', { name: 'Show the report' }).click();
    const report = page.getByRole('textbox', { name: 'Report' });
    await expect(report).toHaveValue(/^Clover \d[^]*Electron [^]*"event":/);
    await expect(report).toBeInViewport();
  });

  await test.step('a quick question is answered in place, and its chat continues in the main window', async () => {
    const opening = app.waitForEvent('window');
    await clickMenu(app, 'Quick Ask');
    const quick = await opening;
    const chat = new ChatPage(quick);
    await expect(chat.input).toBeFocused();
    await chat.send('How many leaves has a clover?');
    const open = quick.getByRole('button', { name: 'Continue in Clover' });
    await expect(open).toBeVisible();
    const { search } = new URL(quick.url());
    expect(search).toMatch(/^\?id=/);
    await open.click();
    await expect.poll(() => new URL(page.url()).search).toBe(search);
    await expect(
      page.getByRole('article', { name: 'You' }).getByText('How many leaves has a clover?'),
    ).toBeVisible();
    // The next question starts a new chat.
    await expect.poll(() => new URL(quick.url()).search).toBe('');
  });

  await test.step('another window has its own chat, which the first one lists', async () => {
    const opening = app.waitForEvent('window');
    await clickMenu(app, 'New Window');
    const second = await opening;
    await new ChatPage(second).send('How tall does clover grow?');
    await expect.poll(() => new URL(second.url()).search).toMatch(/^\?id=/);
    expect(new URL(page.url()).search).not.toBe(new URL(second.url()).search);
    await expect(page.getByRole('button', { name: /^How tall does clover grow/ }).first()).toBeVisible();
    const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    const before = await windows();
    await second.close();
    // The next link must not go to the closed window.
    await expect.poll(windows).toBe(before - 1);
  });

  await test.step('a link from outside opens its page', async () => {
    await app.evaluate(({ app: running }) =>
      running.emit('second-instance', {}, ['clover', 'clover://chat'], '', {}),
    );
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect(input).toBeVisible();
  });

  await test.step('a model of Ollama on this computer thinks, and not if the chat turns it off', async () => {
    // The app finds Ollama only at this port.
    const ollama = await startVendor({ port: 11434 });
    try {
      const chat = new ChatPage(page);
      await page.getByRole('button', { name: /^Model: |Choose another model/ }).click();
      await page.getByRole('button', { name: 'Use models on this computer' }).click();
      await expect(page.getByText('Ollama on this computer: 4 models')).toBeVisible();
      await chooseModel(page, 'gpt-4o-mini');
      await expect(page.getByRole('button', { name: /^Model: GPT-4o Mini/ })).toBeVisible();
      scriptReplies(
        ollama,
        { kind: 'reply', text: 'Four.', reasoning: 'They look for luck.' },
        { kind: 'reply', text: 'Three.' },
      );
      await chat.send('How many leaves do people look for?');
      await expect(chat.message('Four.')).toContainText(/Thought for|Thinking(?!…)/);
      await chat.replyEnds();

      await page.getByRole('button', { name: /^Chat parameters/ }).click();
      const parameters = page.getByRole('dialog', { name: 'Chat parameters' });
      await parameters.getByLabel('Thinking').selectOption('Off');
      await parameters.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(parameters).toBeHidden();
      await chat.send('And how many are usual?');
      await expect(chat.message('Three.')).toBeVisible();
      await chat.replyEnds();
      expect(callsTo(ollama).map(({ body }) => body['reasoning_effort'])).toEqual([undefined, 'none']);
    } finally {
      await ollama.close();
    }
  });
});
