import { createAccount } from '../support/administrator.ts';
import { expect, test } from '../support/fixtures.ts';
import { newUser } from '../support/sign-in.ts';
import { enterChat } from './models.ts';
import { shareChat, shareWithMembers } from './share.ts';

test.describe.configure({ timeout: 180_000 });

for (const [title, journey] of [
  ['a chat is shared with a password, opened without a session, continued elsewhere, and revoked', shareChat],
  ['a link for members opens with an account only @long', shareWithMembers],
] as const)
  test(title, async ({ place, admin, browser, problems }) => {
    const owner = await createAccount(admin, newUser('Owner of a chat'));
    const reader = await createAccount(admin, newUser('Reader of a chat'));
    await enterChat(place, owner);
    const elsewhere = await browser.newContext();
    await journey(place, { owner, reader, elsewhere });
    await elsewhere.close();
    expect(problems).toEqual([]);
  });
