import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { sendChosenPages, sendFiles } from './files.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test('files are attached, survive a reload, and reach the vendor without their metadata', async ({
  place,
  page,
  problems,
}) => {
  await enterAsGuest(page);
  await sendFiles(place);
  expect(problems).toEqual([]);
});

for (const width of [1440, 390])
  test(`chosen pages are sent without a text, with the keyboard alone, at ${width} px @long`, async ({
    place,
    page,
    problems,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await enterAsGuest(page);
    await sendChosenPages(place);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(problems).toEqual([]);
  });
