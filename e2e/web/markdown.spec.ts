import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { readRichReply, richReply } from '../support/markdown.ts';
import { storeChat, userIdOf } from '../support/stored-chat.ts';

test('a reply shows formulas, copies code, draws a diagram in a separate frame and loads an image after a click', async ({
  page,
  context,
  admin,
  problems,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAsGuest(page);
  const { id } = await storeChat(admin, await userIdOf(page), 'Rich', ['Show me everything', richReply]);
  await page.goto(`/chat?id=${id}`);
  await readRichReply(page);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const leaves = 4;');
  expect(problems).toEqual([]);
});
