import { test } from '../desktop/hosted.ts';
import { connectVendor } from '../support/journey.ts';
import { createProfessional, enterChat } from './models.ts';
import { savePrompt } from './prompts.ts';

test.describe.configure({ timeout: 300_000 });

test('a prompt is saved, inserted with its values, undone, redone and sent, with the keyboard alone, in the app @long', async ({
  place,
}) => {
  await connectVendor(place.admin, place.vendor);
  await enterChat(place, await createProfessional(place.admin));
  await savePrompt(place);
});
