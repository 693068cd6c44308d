import { expect, openAdmin, test } from '../desktop/launch.ts';
import { connectVendor } from '../support/journey.ts';
import { startVendor, type FakeVendor } from '../vendor/vendor.ts';
import { sendExtractedText } from './extracted-text.ts';
import { sendFiles, sendScan } from './files.ts';
import { lookAtPages } from './pdf-pages.ts';
import { sendScreenshot } from './screenshot.ts';
import { sendVideo } from './video.ts';
import { allowDictation } from './voice.ts';

// The first start creates a database.
test.describe.configure({ timeout: 150_000 });

let vendor: FakeVendor;
test.beforeAll(async () => void (vendor = await startVendor()));
test.afterAll(() => vendor.close());

// One test, because the start takes longer than the journeys.
test('files, pages, scans, extracted text, videos and screenshots reach the vendor, in the app', async ({
  launch,
}) => {
  const desktop = await launch();
  const admin = await openAdmin(desktop);
  await connectVendor(admin, vendor);
  await allowDictation(admin);
  const { page } = desktop;
  await page.reload();
  const place = { page, vendor };
  const journeys = [sendFiles, lookAtPages, sendScan, sendExtractedText, sendVideo];
  for (const journey of journeys) {
    await journey(place);
    await page.goto(desktop.home);
  }
  await sendScreenshot(desktop, vendor);
  const { data } = await admin.from('message_attachments').select('kind').throwOnError();
  expect(data.filter(({ kind }) => kind === 'image')).toHaveLength(6);
  expect(data.filter(({ kind }) => kind === 'document')).toHaveLength(4);
});
