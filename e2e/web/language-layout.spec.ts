// Tests all main screens at three widths, in all languages and with texts that are longer than in any language.
import type { Page } from 'playwright/test';
import { languageCodes } from '../../src/shared/domain/languages.ts';
import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { layoutFaults, pseudoTexts } from '../support/layout.ts';
import { storeChat, userIdOf } from '../support/stored-chat.ts';
import { storeShare } from '../support/stored-share.ts';

test.describe.configure({ timeout: 600_000 });

const widths = [390, 768, 1440];
const visitorPages = ['/', '/features', '/pricing', '/privacy', '/signin', '/signup', '/no/such/page'];
const userPages = [
  '/chat',
  '/history',
  '/projects',
  '/account/general',
  '/account/appearance',
  '/account/chat',
  '/account/instructions',
  '/account/personas',
  '/account/prompts',
  '/account/privacy',
  '/account/security',
  '/account/account',
];

const choose = (page: Page, language: string) =>
  page.evaluate((code) => localStorage.setItem('clover-language', code), language);

async function settle(page: Page, language: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Checks a page at all widths. Returns its faults. */
async function check(page: Page, path: string, language: string): Promise<string[]> {
  await page.goto(path);
  await settle(page, language);
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Two frames: React renders for the new width, then the browser lays it out.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    for (const fault of await layoutFaults(page)) faults.push(`${path} at ${width} px: ${fault}`);
    const direction = await page.evaluate(() => getComputedStyle(document.body).direction);
    if (direction !== (language === 'ar' ? 'rtl' : 'ltr')) faults.push(`${path}: ${direction}`);
  }
  return faults;
}

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

for (const { name, language } of [
  ...languageCodes.map((code) => ({ name: code, language: code })),
  { name: 'pseudo-localization', language: 'de' as const },
])
  test(`nothing is cut and nothing overlaps in the main screens: ${name} @long`, async ({ page, admin }) => {
    if (name === 'pseudo-localization')
      await page.route(/\/assets\/de-[\w-]+\.json$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: pseudoTexts(await response.json()) });
      });
    await enterAsGuest(page);
    const userId = await userIdOf(page);
    const { id } = await storeChat(admin, userId, 'Meadow', ['Where does clover grow?', 'In **meadows**.']);
    const share = await storeShare(admin, userId, { title: 'Garden', texts: ['How?', 'With water.'] });
    await choose(page, language);
    const faults: string[] = [];
    for (const path of [...userPages, `/chat?id=${id}`, share])
      faults.push(...(await check(page, path, language)));
    await page.evaluate(() => localStorage.removeItem('clover-session'));
    for (const path of visitorPages) faults.push(...(await check(page, path, language)));
    expect(faults).toEqual([]);
  });

test('in Arabic, the sidebar, the question and the send button change sides @long', async ({
  page,
  admin,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAsGuest(page);
  const { id } = await storeChat(admin, await userIdOf(page), 'Meadow', ['Where?', 'In meadows.']);
  const places = async (language: string) => {
    await choose(page, language);
    await page.goto(`/chat?id=${id}`);
    await settle(page, language);
    const list = page.getByRole('navigation').getByRole('button', { name: 'Meadow' }).first();
    const question = page.getByRole('article').first().getByText('Where?');
    await question.waitFor();
    const send = page.locator('form button').last();
    const boxes = await Promise.all([list.boundingBox(), question.boundingBox(), send.boundingBox()]);
    return boxes.map((box) => (box && box.x + box.width / 2 < 720 ? 'left' : 'right'));
  };
  const english = await places('en');
  const arabic = await places('ar');
  expect(english[0]).toBe('left');
  expect(arabic).toEqual(english.map((side) => (side === 'left' ? 'right' : 'left')));
});
