import { test } from '../desktop/hosted.ts';
import { connectVendor } from '../support/journey.ts';
import { createProfessional, enterChat } from './models.ts';
import { publishForEveryone, usePublished } from './published.ts';

test.describe.configure({ timeout: 300_000 });

test('an administrator publishes a prompt and personas, and a user uses them, in the app @long', async ({
  place,
}) => {
  await connectVendor(place.admin, place.vendor);
  await publishForEveryone(place);
  await enterChat(place, await createProfessional(place.admin));
  await usePublished(place);
});
