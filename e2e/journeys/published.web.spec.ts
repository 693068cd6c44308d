import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { createProfessional, enterChat } from './models.ts';
import { publishForEveryone, usePublished } from './published.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test('an administrator publishes a prompt and personas, and a user inserts, starts, asks and copies them', async ({
  place,
  admin,
  problems,
}) => {
  await publishForEveryone(place);
  await enterChat(place, await createProfessional(admin));
  await usePublished(place);
  expect(problems).toEqual([]);
});
