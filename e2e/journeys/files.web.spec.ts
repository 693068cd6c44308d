import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import {
  findUnlistedRequests,
  readListedRequests,
  recordOutgoingRequests,
} from '../support/outgoing-requests.ts';
import { sendExtractedText } from './extracted-text.ts';
import { continueUpload, sendChosenPages, sendFiles, sendLargeFile, sendScan } from './files.ts';
import { lookAtPages } from './pdf-pages.ts';

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

for (const width of [1440, 390])
  test(`the pages of a sent PDF are shown, with the keyboard alone, at ${width} px`, async ({
    place,
    page,
    service,
    problems,
  }) => {
    const outgoing = recordOutgoingRequests(page);
    await page.setViewportSize({ width, height: 844 });
    await enterAsGuest(page);
    await lookAtPages(place);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const seen = outgoing.list();
    expect(problems).toEqual([]);
    await page.goto('/privacy#leaves');
    expect(findUnlistedRequests(seen, await readListedRequests(page), service.url)).toEqual([]);
  });

test('a large file is uploaded in pieces, and continues after a lost connection @long', async ({
  place,
  page,
  admin,
  service,
}) => {
  const outgoing = recordOutgoingRequests(page);
  await enterAsGuest(page);
  await sendLargeFile(place);
  const { data } = await admin
    .from('message_attachments')
    .select('size')
    .eq('name', 'measurements.txt')
    .single()
    .throwOnError();
  expect(data.size).toBe(7 * 1_048_576);
  const seen = outgoing.list();
  await page.goto('/privacy#leaves');
  expect(findUnlistedRequests(seen, await readListedRequests(page), service.url)).toEqual([]);
});

test('the page of a scan reaches the vendor as an image', async ({ place, page, problems }) => {
  await enterAsGuest(page);
  await sendScan(place);
  expect(problems).toEqual([]);
});

test('the text of an image is extracted on the device, with nothing from other hosts', async ({
  place,
  page,
  service,
  problems,
}) => {
  const outgoing = recordOutgoingRequests(page);
  await enterAsGuest(page);
  await sendExtractedText(place);
  const seen = outgoing.list();
  expect(problems).toEqual([]);
  await page.goto('/privacy#leaves');
  expect(findUnlistedRequests(seen, await readListedRequests(page), service.url)).toEqual([]);
});

test('an upload continues after its page crashed, with the bytes that have not arrived @long', async ({
  place,
  page,
  admin,
}) => {
  await enterAsGuest(page);
  await continueUpload(place);
  const { data } = await admin
    .from('message_attachments')
    .select('size')
    .eq('name', 'rainfall.txt')
    .single()
    .throwOnError();
  expect(data.size).toBe(7 * 1_048_576);
});
