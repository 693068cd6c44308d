import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { usePersonas } from './personas.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test('a persona starts a chat, is made from one, and is imported and exported @long', async ({
  place,
  page,
  problems,
}) => {
  await enterAsGuest(page);
  await usePersonas(place);
  expect(problems).toEqual([]);
});
