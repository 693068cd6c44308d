import { test } from '../desktop/hosted.ts';
import { connectVendor } from '../support/journey.ts';
import { instructModels } from './instructions.ts';
import { createProfessional, enterChat } from './models.ts';

test.describe.configure({ timeout: 300_000 });

test('instructions are sent in chats, named in the details, turned off in one, and not sent in temporary chats, in the app @long', async ({
  place,
}) => {
  await connectVendor(place.admin, place.vendor);
  await enterChat(place, await createProfessional(place.admin));
  await instructModels(place);
});
