import { test } from '../desktop/hosted.ts';
import { connectVendors } from '../support/administrator.ts';
import { changeModels, createProfessional, enterChat } from './models.ts';

test.describe.configure({ timeout: 300_000 });

test('models think, are changed after a failed question and replaced by failover, within budget and context, and compared, in the app [CHAT-003, MODEL-002, MODEL-037, PROV-016] @long', async ({
  place,
}) => {
  await connectVendors(place);
  await enterChat(place, await createProfessional(place.admin));
  await changeModels(place);
});
