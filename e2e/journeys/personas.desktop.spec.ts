import { test } from '../desktop/hosted.ts';
import { connectVendor } from '../support/journey.ts';
import { createProfessional, enterChat } from './models.ts';
import { usePersonas } from './personas.ts';

test.describe.configure({ timeout: 300_000 });

test('a persona starts a chat, is made from one, and is imported and exported, in the app @long', async ({
  place,
}) => {
  await connectVendor(place.admin, place.vendor);
  await enterChat(place, await createProfessional(place.admin));
  await usePersonas(place);
});
