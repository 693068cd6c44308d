import { test } from '../desktop/hosted.ts';
import { connectVendor } from '../support/journey.ts';
import { createProfessional, enterChat } from './models.ts';
import { workInProject } from './projects.ts';

test.describe.configure({ timeout: 300_000 });

test('a project groups chats, instructs their replies, and leaves them when it is deleted, in the app @long', async ({
  place,
}) => {
  await connectVendor(place.admin, place.vendor);
  await enterChat(place, await createProfessional(place.admin));
  await workInProject(place);
});
