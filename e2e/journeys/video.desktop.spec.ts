import { test } from '../desktop/hosted.ts';
import { connectVendor } from '../support/journey.ts';
import { createProfessional, enterChat } from './models.ts';
import { sendVideo } from './video.ts';
import { allowDictation } from './voice.ts';

test.describe.configure({ timeout: 300_000 });

test('frames of a video and its transcript reach the vendor, from the app @long', async ({ place }) => {
  await connectVendor(place.admin, place.vendor);
  await allowDictation(place.admin);
  await enterChat(place, await createProfessional(place.admin));
  await sendVideo(place);
});
