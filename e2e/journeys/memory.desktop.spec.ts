import { test } from '../desktop/hosted.ts';
import { connectVendor } from '../support/journey.ts';
import { createProfessional, enterChat } from './models.ts';
import { rememberFacts } from './memory.ts';

test.describe.configure({ timeout: 300_000 });

test('a proposed fact is kept, sent, named in the details and deleted, and its line is never shown, in the app @long', async ({
  place,
}) => {
  await connectVendor(place.admin, place.vendor);
  await enterChat(place, await createProfessional(place.admin));
  await rememberFacts(place);
});
