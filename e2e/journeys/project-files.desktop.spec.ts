import { test } from '../desktop/hosted.ts';
import { connectVendor } from '../support/journey.ts';
import { createProfessional, enterChat } from './models.ts';
import { askProjectFiles } from './project-files.ts';

test.describe.configure({ timeout: 300_000 });

test('chats use the files of their project, name their sources, and mark wrong quotations, in the app @long', async ({
  place,
}) => {
  await connectVendor(place.admin, place.vendor);
  await enterChat(place, await createProfessional(place.admin));
  await askProjectFiles(place);
});
