import { openAdmin, test } from '../desktop/launch.ts';
import { connectVendor } from '../support/journey.ts';
import { writeSpeech } from '../support/speech.ts';
import { startVendor, type FakeVendor } from '../vendor/vendor.ts';
import { allowDictation, cancelDictation, dictate } from './voice.ts';

// The first start creates a database.
test.describe.configure({ timeout: 150_000 });

let vendor: FakeVendor;
test.beforeAll(async () => void (vendor = await startVendor()));
test.afterAll(() => vendor.close());

test('speech becomes text at the caret, and goes only where the button says @long', async ({ launch }) => {
  const desktop = await launch({ CLOVER_HOST_MICROPHONE: writeSpeech() });
  const admin = await openAdmin(desktop);
  await connectVendor(admin, vendor);
  await allowDictation(admin);
  await desktop.page.reload();
  await dictate({ page: desktop.page, vendor });
  await cancelDictation({ page: desktop.page, vendor });
});
