import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { workInProject } from './projects.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test('a project groups chats, instructs their replies, and leaves them when it is deleted @long', async ({
  place,
  page,
  problems,
}) => {
  await enterAsGuest(page);
  await workInProject(place);
  expect(problems).toEqual([]);
});
