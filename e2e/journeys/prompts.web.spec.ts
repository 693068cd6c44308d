import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { savePrompt } from './prompts.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test('a prompt is saved, inserted with its values, undone, redone and sent, with the keyboard alone', async ({
  place,
  page,
  problems,
}) => {
  await enterAsGuest(page);
  await savePrompt(place);
  expect(problems).toEqual([]);
});
