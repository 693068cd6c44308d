import type { Page } from 'playwright/test';
import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { startApp } from '../support/start-app.ts';
import { violationsOf } from '../support/violations.ts';

const pages = [
  ['/', 'The uncensored, private AI chat you can check', 'Uncensored and private AI chat · Clover'],
  ['/features', 'What Clover does', 'What Clover does · Clover'],
  ['/pricing', 'Two plans', 'Two plans · Clover'],
  ['/privacy', 'Where your data goes', 'Where your data goes · Clover'],
  ['/docs', 'Documentation', 'Documentation · Clover'],
  ['/docs/deployment', 'Going live', 'Going live · Clover'],
  ['/docs/api', 'Private Inference API', 'Private Inference API · Clover'],
] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page shows its text, has metadata for search engines and previews, and links with real URLs [SITE-003]', async ({
    page,
    request,
    service,
  }) => {
    for (const [path, heading, title] of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible();
      await expect(page).toHaveTitle(title);
      const content = (selector: string) => page.locator(selector).getAttribute('content');
      const whole = new URL(path, service.url).href;
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(whole);
      expect(await content('meta[property="og:url"]')).toBe(whole);
      expect((await content('meta[name=description]'))?.length).toBeGreaterThan(60);
      const image = await request.get((await content('meta[property="og:image"]')) ?? '');
      expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png']);
      // The page must show no sample figures [SITE-017, SITE-076].
      const structuredData = await page
        .locator('head meta, head script[type="application/ld+json"]')
        .evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML).join());
      expect(structuredData).not.toMatch(/aggregateRating|10,000|4\.9|2,500/);
    }
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'AI Without Limits' })).toBeVisible();
    expect(await (await request.get('/chat')).text()).toContain('<noscript>Clover needs JavaScript to run.');
  });
});

test('a rendered page is hydrated without a redraw or an error, works with the keyboard, and links move the focus to the heading', async ({
  page,
  problems,
}) => {
  await page.goto('/');
  const drawn = await page.getByRole('heading', { level: 1 }).elementHandle();
  const tabs = page.getByRole('tablist', { name: 'What the chat does' });
  await expect(async () => {
    await tabs.getByRole('tab', { name: 'Text' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(tabs.getByRole('tab', { name: 'Images' })).toBeFocused({ timeout: 500 });
  }).toPass();
  expect(await drawn?.evaluate((heading) => heading.isConnected)).toBe(true);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Two plans' })).toBeFocused();
  await expect(page).toHaveTitle('Two plans · Clover');
  await page.goBack();
  await expect(page).toHaveTitle('Uncensored and private AI chat · Clover');
  expect(problems).toEqual([]);
});

/** Records the scripts that the page requests. */
function followScripts(page: Page): () => string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  return () => scripts;
}

/** Blocks the app's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a public page loads the app at the first interaction, and immediately for signed-in users', async ({
  page,
  problems,
}) => {
  const scripts = followScripts(page);
  // The pointer rests over the page.
  await page.mouse.move(300, 300);
  for (const path of ['/', '/features', '/privacy', '/docs', '/docs/deployment']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(scripts()).toEqual([]);
  }
  await startApp(page);
  expect(scripts().length).toBeGreaterThan(0);
  await enterAsGuest(page);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('what a visitor does before the app has loaded is not lost', async ({ page, problems }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  let load = await holdScripts(page);
  await page.goto('/features');
  const toggle = page.getByRole('banner').getByRole('button');
  await toggle.click();
  await expect(toggle).toBeFocused();
  load();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pricing' })).toBeVisible();
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');

  await page.unrouteAll();
  load = await holdScripts(page);
  await page.goto('/privacy');
  await page.getByRole('contentinfo').getByText('Dark').click();
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('de');
  load();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.evaluate(() => localStorage.clear());

  await page.unrouteAll();
  load = await holdScripts(page);
  await page.goto('/docs');
  const search = page.getByRole('searchbox');
  await search.fill('backup');
  load();
  await expect(page.getByText(/\d results/)).toBeVisible();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('backup');

  await page.unrouteAll();
  load = await holdScripts(page);
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Your first message' }).fill('A question before the app');
  // The link would open a page without the text.
  await page.getByRole('main').getByRole('link', { name: 'Start Chatting' }).first().click();
  await expect(page).toHaveURL('/');
  load();
  await expect(page).toHaveURL(/\/signin/);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('A question before the app');
  expect(problems).toEqual([]);
});

test('a page that was scrolled from its anchor before the app has loaded stays there', async ({ page }) => {
  const load = await holdScripts(page);
  // The scroll to the anchor may start the app, whose scripts are held, so the page may not complete.
  await page.goto('/privacy#leaves', { waitUntil: 'domcontentloaded' });
  const scrolled = () => page.evaluate(() => scrollY);
  await expect.poll(scrolled).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(scrolled).toBe(0);
  load();
  await startApp(page);
  expect(await scrolled()).toBe(0);
});

test('text that is sent before the app has loaded becomes the draft of the first chat [SITE-036]', async ({
  page,
}) => {
  const load = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const input = page.getByRole('textbox', { name: 'Your first message' });
  await input.fill('A question before the app');
  await input.press('Enter');
  load();
  await page.waitForLoadState('load');
  await expect(page).toHaveURL('/');
  await expect(input).toHaveValue('A question before the app');
  await expect(page.getByRole('link', { name: 'Open the chat' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage)))
    .toContain('A question before the app');
});

test('an unknown URL shows an error with status 404; search engines get a sitemap [SITE-023]', async ({
  page,
  request,
  service,
}) => {
  const reply = await page.goto('/no/such/page?x=1');
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/');
  const map = await (await request.get('/sitemap.xml')).text();
  for (const [path] of pages) expect(map).toContain(`<loc>${service.url}${path}</loc>`);
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${service.url}/sitemap.xml`);
});

test.describe('with reduced motion', () => {
  test.use({ colorScheme: 'dark' });

  test('nothing on the landing page moves, and it is accessible [SITE-085]', async ({ page }) => {
    // The test checks five complete pages.
    test.setTimeout(120_000);
    await page.goto('/');
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter(({ playState }) => playState === 'running').length +
        Number(getComputedStyle(document.documentElement).scrollBehavior === 'smooth'),
    );
    expect(moving).toBe(0);
    for (const [path] of pages) {
      await page.goto(path);
      const violations = await violationsOf(page);
      expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
});
