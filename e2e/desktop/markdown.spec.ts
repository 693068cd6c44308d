import { userOfToken } from '../../src/shared/domain/token-user.ts';
import { readRichReply, richReply } from '../support/markdown.ts';
import { storeChat } from '../support/stored-chat.ts';
import { openAdmin, test } from './launch.ts';

test('a reply shows formulas, copies code, draws a diagram in a separate frame and loads an image after a click @long', async ({
  desktop,
}) => {
  const { page, home } = desktop;
  const session = await page.evaluate(() => window.clover?.readOwnerSession());
  const owner = userOfToken(session?.accessToken ?? '') ?? '';
  const { id } = await storeChat(await openAdmin(desktop), owner, 'Rich', ['Show me everything', richReply]);
  await page.goto(`${home}?id=${id}`);
  await readRichReply(page);
});
