import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { instructModels } from './instructions.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test('instructions are sent in chats, named in the details, turned off in one, and not sent in temporary chats @long', async ({
  place,
  page,
  problems,
}) => {
  await enterAsGuest(page);
  await instructModels(place);
  expect(problems).toEqual([]);
});
