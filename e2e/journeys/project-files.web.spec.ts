import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor } from '../support/journey.ts';
import { askProjectFiles } from './project-files.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test('chats use the files of their project, name their sources, and mark wrong quotations @long', async ({
  place,
  page,
  problems,
}) => {
  await enterAsGuest(page);
  await askProjectFiles(place);
  expect(problems).toEqual([]);
});
