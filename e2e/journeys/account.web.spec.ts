import { expect, test } from '../support/fixtures.ts';
import { ChatPage } from '../support/chat-page.ts';
import { enterAsGuest } from '../support/enter.ts';
import { connectVendor, talkAndReload } from '../support/journey.ts';
import { readMail } from '../support/mailbox.ts';
import { isAt } from '../support/place.ts';
import { fillSignIn, newUser } from '../support/sign-in.ts';
import { seriousProblems } from '../support/violations.ts';
import {
  askForRecovery,
  changeEmail,
  chooseNewPassword,
  deleteAccount,
  downloadArchive,
  endOtherSession,
  setUpFactor,
  signInElsewhere,
  signInTwice,
  signOut,
  signUp,
} from './account.ts';
import { loseAccess } from './loss-of-access.ts';

test.describe('at 1280 px', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('an account: another email, second factor, sessions, archive, deletion [AUTH-003, AUTH-030] @long', async ({
    place,
    problems,
  }) => {
    test.setTimeout(240_000);
    const { page, service } = place;
    const first = newUser('Careful Person');
    await signUp(place, first);
    await expect(page).toHaveURL(isAt('/account'));
    await page.getByRole('link', { name: 'Privacy and data' }).click();
    await expect(page.getByText('No one yet.')).toBeVisible();
    for (const link of await page.getByRole('navigation').getByRole('link').all()) {
      await link.click();
      expect(await seriousProblems(page)).toEqual([]);
    }
    const person = await changeEmail(place, first, newUser('Moved Person').email, 0);
    const codes = await setUpFactor(place);
    await signOut(place);
    const elsewhere = await signInElsewhere(place, person, codes);
    await signInTwice(place, person, codes);
    await endOtherSession(place, elsewhere);
    await downloadArchive(place);
    await deleteAccount(place, person);
    for (const { email } of [first, person]) expect(service.output()).not.toContain(email);
    // The browser logs the sign-in that must fail, and requests that are running when their session ends.
    const expected = /status of 40[01] /;
    expect(problems.filter((problem) => !expected.test(problem))).toEqual([]);
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a guest creates an account and keeps the chats, forgets the password and recovers it by email [ACCT-035, AUTH-007, AUTH-017] @long', async ({
    place,
    browser,
  }) => {
    test.setTimeout(240_000);
    const { page, service, vendor, admin } = place;
    const person = newUser('No Guest');
    await connectVendor(admin, vendor);
    await enterAsGuest(page);
    await talkAndReload(page, vendor);
    const chat = page.url();
    await page.goto('/account#profile');
    const profile = page.getByRole('region', { name: 'Profile' });
    await profile.getByLabel('Full name').fill(person.name);
    await profile.getByLabel('Email').fill(person.email);
    await profile.getByLabel('Password').fill(person.password);
    await profile.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Your chats are still here.')).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    await signOut(place);

    // The link works only in this browser, the code in any.
    await askForRecovery(place, person);
    const { link } = await readMail(service, person.email);
    await page.goto(link);
    await chooseNewPassword(place, 'another good password');
    // No one can sign in with a used link, or with a link on another device.
    const other = await browser.newContext();
    const stranger = await other.newPage();
    await stranger.goto(link);
    await expect(stranger.getByRole('heading', { name: /This link doesn't work/ })).toBeVisible();
    await other.close();

    await signOut(place);
    await page.goto(
      `/signin?redirectTo=${encodeURIComponent(new URL(chat).pathname + new URL(chat).search)}`,
    );
    await fillSignIn(page, { ...person, password: 'another good password' });
    await expect(page).toHaveURL(chat);
    await expect(new ChatPage(page).message('A clover has three leaves')).toHaveCount(1);
  });
});

test('a demotion of an administrator and a ban take effect within two seconds [REAL-009, ROLE-011]', async ({
  place,
}) => {
  await loseAccess(place);
});
