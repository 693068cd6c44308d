import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor, scriptReplies } from '../support/journey.ts';
import { translatedText } from '../support/translations.ts';

/** Records the languages whose texts the page requests. */
function followLanguages(page: Page): () => string[] {
  const languages = new Set<string>();
  page.on('request', (request) => {
    const [, language] = /\/assets\/(\w\w(?:-[A-Z]{2})?)-[\w-]+\.json$/.exec(request.url()) ?? [];
    if (language) languages.add(language);
  });
  return () => [...languages].toSorted();
}

/** Records each English heading that is visible in a frame. */
function watchEnglish(): void {
  const english: string[] = [];
  Object.assign(window, { english });
  const look = () => {
    for (const heading of document.querySelectorAll<HTMLElement>('h1, h2'))
      if (heading.checkVisibility() && /\b(?:the|your|what|how|plans)\b/i.test(heading.innerText))
        english.push(heading.innerText);
    requestAnimationFrame(look);
  };
  look();
}

const de = (catalog: string, key: string) => translatedText('de', catalog, key);
const ar = (catalog: string, key: string) => translatedText('ar', catalog, key);
const direction = (page: Page) => page.evaluate(() => getComputedStyle(document.body).direction);

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('a user chats in German, changes to Arabic while a reply is written, and back to English', async ({
    page,
    vendor,
    problems,
  }) => {
    test.slow();
    const loaded = followLanguages(page);
    await page.goto('/signin');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('button', { name: de('account/demo', 'action') }).click();

    const input = page.getByRole('textbox', { name: de('chat/composer', 'label'), exact: true });
    const end = Promise.withResolvers<void>();
    const text = 'Ein Kleeblatt hat **drei** Blätter, selten ein viertes. '.repeat(16);
    scriptReplies(vendor, { kind: 'pace', between: 25, end: end.promise, text });
    await input.fill('Wie viele Blätter hat Klee?');
    await input.press('Enter');
    const reply = page.getByRole('article').filter({ hasText: 'Ein Kleeblatt hat drei Blätter' });
    await expect(reply).toBeVisible();
    await input.fill('Ein Entwurf');
    await expect(page.getByRole('button', { name: de('chat/composer', 'stop'), exact: true })).toBeVisible();
    expect(loaded()).toEqual(['de']);

    await page.getByRole('button', { name: new RegExp(`^${de('app/accountMenu', 'label')}`) }).click();
    await page.getByRole('menuitem', { name: de('app/accountMenu', 'settings'), exact: true }).click();
    await page.getByRole('link', { name: de('account/sections', 'general') }).click();
    const german = page.getByRole('combobox', { name: de('components/language', 'label') });
    await german.focus();
    await german.selectOption('ar');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page.getByRole('combobox', { name: ar('components/language', 'label') })).toBeFocused();
    expect(await direction(page)).toBe('rtl');
    await page.keyboard.press('Escape');

    // Nothing is lost: the draft, and the reply that is still being written.
    await expect(page.getByRole('textbox', { name: ar('chat/composer', 'label'), exact: true })).toHaveValue(
      'Ein Entwurf',
    );
    await expect(page.getByRole('button', { name: ar('chat/composer', 'stop'), exact: true })).toBeVisible();
    end.resolve();
    await expect(page.getByRole('button', { name: ar('chat/composer', 'stop'), exact: true })).toBeHidden();
    await expect(reply).toContainText('selten ein viertes. Ein Kleeblatt');
    expect(loaded()).toEqual(['ar', 'de']);

    // The choice is known before the first paint of the next start.
    await page.reload();
    await expect(page.getByRole('textbox', { name: ar('chat/composer', 'label'), exact: true })).toHaveValue(
      'Ein Entwurf',
    );
    await page.goto('/account/general');
    const arabic = page.getByRole('combobox', { name: ar('components/language', 'label') });
    await arabic.focus();
    await arabic.selectOption('en');
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
    await expect(page.getByRole('combobox', { name: 'Language' })).toBeFocused();
    expect([await page.locator('html').getAttribute('lang'), await direction(page)]).toEqual(['en', 'ltr']);
    expect(problems).toEqual([]);
  });

  test('texts that cannot be loaded are in English, and Retry loads them', async ({ page }) => {
    let isBlocked = true;
    await page.route(/\/assets\/de-[\w-]+\.json$/, (route) => (isBlocked ? route.abort() : route.continue()));
    await page.goto('/signin');
    await expect(page.getByRole('button', { name: 'Try Demo' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    isBlocked = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('button', { name: de('account/demo', 'action') })).toBeVisible();
  });

  test('a visitor sees public pages in German, never in English, and changes to Arabic in the footer', async ({
    page,
    problems,
  }) => {
    const loaded = followLanguages(page);
    await page.addInitScript(watchEnglish);
    const seen = () => page.evaluate(() => (window as unknown as { english: string[] }).english);
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    await page.goto('/');
    await expect(heading(de('site/hero', 'title'))).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    expect(loaded()).toEqual(['de']);
    const banner = page.getByRole('banner');
    await banner.getByRole('link', { name: de('app/header', 'pricing') }).click();
    await expect(heading(de('site/pricing', 'title'))).toBeVisible();
    await expect(page.getByText(/^25\s\$$/)).toBeVisible();
    expect(await seen()).toEqual([]);

    const footer = page.getByRole('contentinfo');
    const german = footer.getByRole('combobox', { name: de('components/language', 'label') });
    const placeOf = async (field: Locator) => Math.round((await field.boundingBox())?.y ?? 0);
    // Focusing the field would scroll slowly.
    await german.evaluate((field) => field.scrollIntoView({ behavior: 'instant' }));
    await german.focus();
    const place = await placeOf(german);
    await german.selectOption('ar');
    await expect(heading(ar('site/pricing', 'title'))).toBeVisible();
    const arabic = footer.getByRole('combobox', { name: ar('components/language', 'label') });
    await expect(arabic).toBeFocused();
    // The footer's lines may have a different height.
    await expect.poll(async () => Math.abs((await placeOf(arabic)) - place)).toBeLessThan(40);
    expect(await direction(page)).toBe('rtl');
    await page.reload();
    await expect(heading(ar('site/pricing', 'title'))).toBeVisible();
    expect([await direction(page), await seen()]).toEqual(['rtl', []]);
    await banner.getByRole('link', { name: ar('app/header', 'features') }).click();
    await expect(heading(ar('site/features', 'title'))).toBeVisible();
    await banner.getByRole('link', { name: ar('app/header', 'signIn') }).click();
    await expect(page.getByRole('button', { name: ar('account/demo', 'action') })).toBeVisible();
    expect(loaded()).toEqual(['ar', 'de']);
    expect(problems).toEqual([]);
  });

  test('the documentation stays in English, and links back to pages in German', async ({ page }) => {
    await page.goto('/docs');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await expect(page.getByRole('heading', { level: 1, name: de('site/pricing', 'title') })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });

  test('a public page that cannot load the app appears in English', async ({ page }) => {
    await page.route('**/assets/*.js', () => {});
    await page.goto('/', { waitUntil: 'commit' });
    const heading = page.locator('h1');
    await expect(heading).toHaveText('The uncensored, private AI chat you can check');
    await expect(heading).toBeHidden();
    await expect(heading).toBeVisible({ timeout: 10_000 });
  });
});

test('an English browser loads no texts', async ({ page }) => {
  const loaded = followLanguages(page);
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(loaded()).toEqual([]);
  expect(files.filter((url) => url.includes('translator'))).toEqual([]);
});
