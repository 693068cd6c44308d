import { test } from '../desktop/hosted.ts';
import { createAccount } from '../support/administrator.ts';
import { newUser } from '../support/sign-in.ts';
import { enterChat } from './models.ts';
import { shareChat } from './share.ts';

test.describe.configure({ timeout: 300_000 });

test('a chat of the app is shared by a link to its server, opened in a browser, and revoked @long', async ({
  place,
  browser,
}) => {
  const { admin } = place;
  const owner = await createAccount(admin, newUser('Owner of a chat'));
  const reader = await createAccount(admin, newUser('Reader of a chat'));
  await enterChat(place, owner);
  const elsewhere = await browser.newContext();
  await shareChat(place, { owner, reader, elsewhere });
  await elsewhere.close();
});
