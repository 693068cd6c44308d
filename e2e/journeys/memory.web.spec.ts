import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { fillSignUp, newUser } from '../support/sign-in.ts';
import { rememberFacts } from './memory.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test('a proposed fact is kept, sent, named in the details and deleted, and its line is never shown @long', async ({
  place,
  page,
  problems,
}) => {
  await page.goto('/signup');
  await fillSignUp(page, newUser('Robin Clover'));
  await expect(page).not.toHaveURL(/signup/);
  await rememberFacts(place);
  expect(problems).toEqual([]);
});
