import { AxeBuilder } from '@axe-core/playwright';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor, talkAndReload } from '../support/journey.ts';
import { readMail } from '../support/mailbox.ts';

const password = 'a good long password';
const seriousProblems = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);

async function signOut(page: Page): Promise<void> {
  await page.locator('main').getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
}

async function fillSignIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').first().fill(email);
  await page.getByLabel('Password').first().fill(secret);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/**
 * An authenticator app whose every code is another one, because each is good for one use: of the period before, as long
 * as the service takes it for certain, then of the next ones, waited for where they are too far ahead.
 */
function authenticator(secret: string) {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const period = 30_000;
  const now = () => Math.floor(Date.now() / period);
  let used = 0;
  return {
    async next(): Promise<string> {
      used = Math.max(used + 1, Date.now() % period < period / 2 ? now() - 1 : now());
      await expect.poll(now, { timeout: 2 * period }).toBeGreaterThanOrEqual(used - 1);
      return app.generate({ timestamp: used * period });
    },
  };
}

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

test.describe('at 1280 px', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a careful person: second factor, sessions, archive, deletion [AUTH-003, AUTH-030]', async ({
    page,
    browser,
    baseURL,
    service,
    problems,
  }) => {
    test.setTimeout(120_000);
    const email = `careful-${Date.now()}@example.com`;
    await page.goto('/signup?redirectTo=%2Faccount');
    await page.getByLabel('Full name').fill('Careful Person');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL('/account');
    await expect(page.getByText('Nobody has.')).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);

    // The second factor, and the sign-in that asks for it.
    const factors = page.getByRole('region', { name: 'Two-step sign-in' });
    await factors.getByRole('button', { name: 'Set up an app' }).click();
    await expect(factors.getByRole('img', { name: /QR code/ })).toBeVisible();
    const secret = (await factors.locator('code').innerText()).replaceAll(' ', '');
    const codes = authenticator(secret);
    await factors.getByLabel('Code that the app shows').fill(await codes.next());
    await factors.getByRole('button', { name: 'Turn on' }).click();
    await expect(factors.getByText(/Two-step sign-in is on\. Add a second app/)).toBeVisible();
    await signOut(page);

    await page.goto('/account');
    await fillSignIn(page, email, password);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await page.getByLabel('Code from your app').fill(await codes.next());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL('/account');

    // Another device is signed in, seen, and signed out from here.
    const other = await browser.newContext(baseURL ? { baseURL } : {});
    const elsewhere = await other.newPage();
    await elsewhere.goto('/signin?redirectTo=%2Faccount');
    await fillSignIn(elsewhere, email, password);
    await expect(elsewhere.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await elsewhere.getByLabel('Code from your app').fill(await codes.next());
    await elsewhere.getByRole('button', { name: 'Confirm' }).click();
    await expect(elsewhere).toHaveURL('/account');
    await page.reload();
    const sessions = page.getByRole('region', { name: 'Where you are signed in' });
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await sessions.getByRole('button', { name: /^Sign out Chrome/ }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await other.close();

    // The archive.
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/^clover-account-.*\.zip$/);

    // All gone, and the sign-in says no more than for a stranger.
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByLabel(/Type “delete my account”/).fill('delete my account');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/signin');
    await fillSignIn(page, email, password);
    await expect(page.getByText('Sign in failed')).toBeVisible();
    expect(service.output()).not.toContain(email);
    // Of a sign-out whose account is gone, and of the sign-in that must fail.
    const expected = /status of (403 \(Forbidden\)|400 \(Bad Request\))/;
    expect(problems.filter((problem) => !expected.test(problem))).toEqual([]);
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a guest keeps the chats as an account, forgets the password, and comes back by mail [ACCT-035, AUTH-007, AUTH-017]', async ({
    page,
    browser,
    baseURL,
    vendor,
    service,
  }) => {
    test.setTimeout(120_000);
    vendor.reset();
    const email = `guest-${Date.now()}@example.com`;
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Try Demo' }).click();
    await expect(page).toHaveURL(/\/chat$/);
    await talkAndReload(page, vendor);
    const chat = page.url();
    await page.goto('/account');
    const profile = page.getByRole('region', { name: 'Profile' });
    await profile.getByLabel('Full name').fill('No Guest');
    await profile.getByLabel('Email').fill(email);
    await profile.getByLabel('Password').fill(password);
    await profile.getByRole('button', { name: 'Create my account' }).click();
    await expect(page.getByText('All your chats are still here.')).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    await signOut(page);

    // Forgotten: the link opens only here, the code anywhere.
    await page.goto('/reset-password?redirectTo=%2Faccount');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the mail' }).click();
    const recovery = await readMail(service, email);
    const other = await browser.newContext(baseURL ? { baseURL } : {});
    const stranger = await other.newPage();
    await page.goto(recovery.link);
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await page.getByLabel('New password').fill('another good password');
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await expect(page).toHaveURL(/\/(account|chat)/);
    // A link opened twice, and on another device, opens nothing.
    await stranger.goto(recovery.link);
    await expect(stranger.getByRole('heading', { name: /This link did not work/ })).toBeVisible();
    await other.close();

    await page.goto('/account');
    await signOut(page);
    await page.goto('/signin?redirectTo=%2Fchat');
    await fillSignIn(page, email, 'another good password');
    await expect(page).toHaveURL(/\/chat/);
    await page.goto(chat);
    await expect(new ChatPage(page).message('A clover has three leaves')).toHaveCount(1);
  });
});
