import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { sendFiles } from './files.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test('files are attached, stay over a reload, and reach the vendor without their metadata', async ({
  place,
  page,
  problems,
}) => {
  await enterAsGuest(page);
  await sendFiles(place);
  expect(problems).toEqual([]);
});
