// A user's account actions, on the web and in the desktop app.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'playwright/test';
import { authenticator, type Authenticator } from '../support/authenticator.ts';
import { readMail } from '../support/mailbox.ts';
import { isAt, type Place } from '../support/place.ts';
import { fillSignIn, fillSignUp, type Person } from '../support/sign-in.ts';

/** Signs up. This opens the settings page. */
export async function signUp({ page, open }: Place, person: Person): Promise<void> {
  await open('/signup?redirectTo=%2Faccount');
  await fillSignUp(page, person);
}

/** Reads the code in the user's email number `count`. Enters it on the open page. */
export async function typeMailedCode({ page, service }: Place, { email }: Person, count = 1): Promise<void> {
  const { code } = await readMail(service, email, count);
  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

export async function signOut({ page, open }: Place): Promise<void> {
  await open('/account');
  await page.locator('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(isAt('/'));
}

export async function askForRecovery({ page, open }: Place, { email }: Person): Promise<void> {
  await open('/reset-password?redirectTo=%2Faccount');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send email' }).click();
}

export async function chooseNewPassword({ page }: Place, password: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page).toHaveURL(isAt('/account'));
}

/** Turns on two-step sign-in in the settings. */
export async function setUpFactor({ page, open }: Place): Promise<Authenticator> {
  await open('/account/security');
  const factors = page.getByRole('region', { name: 'Two-step sign-in' });
  await factors.getByRole('button', { name: 'Set up an app' }).click();
  await expect(factors.getByRole('img', { name: /QR code/ })).toBeVisible();
  const codes = authenticator((await factors.locator('code').innerText()).replaceAll(' ', ''));
  await factors.getByLabel('6-digit code').fill(await codes.next());
  await factors.getByRole('button', { name: 'Turn on' }).click();
  await expect(factors.getByText(/Two-step sign-in is on\. Add a second app/)).toBeVisible();
  return codes;
}

/** Signs in to the settings with a password and a second factor. A reload must not skip the factor. */
export async function signInTwice(
  { page, open }: Place,
  person: Person,
  codes: Authenticator,
): Promise<void> {
  await open('/account');
  await expect(page).toHaveURL(isAt('/signin?redirectTo=%2Faccount'));
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await open('/account');
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await page.getByLabel('6-digit code').fill(await codes.next());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(isAt('/account'));
}

/** Signs in like another device, with Firefox's user agent. */
export async function signInElsewhere(
  { service }: Place,
  { email, password }: Person,
  codes: Authenticator,
): Promise<SupabaseClient> {
  const device = createClient(service.url, service.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    },
  });
  const { data, error } = await device.auth.signInWithPassword({ email, password });
  if (error) throw error;
  const factorId = data.user.factors?.[0]?.id ?? '';
  const second = await device.auth.mfa.challengeAndVerify({ factorId, code: await codes.next() });
  if (second.error) throw second.error;
  return device;
}

/** Finds the other device in the settings and signs it out. */
export async function endOtherSession({ page, open }: Place, other: SupabaseClient): Promise<void> {
  await open('/account/security');
  const sessions = page.getByRole('region', { name: "Where you're signed in" });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
}

export async function downloadArchive({ page, open, savedBy }: Place): Promise<void> {
  await open('/account/privacy');
  const name = await savedBy(() => page.getByRole('button', { name: 'Download my data' }).click());
  expect(name).toMatch(/^clover-account-.*\.zip$/);
}

/** Changes the email with the codes from both mailboxes. The old mailbox already has `mails` emails. */
export async function changeEmail(
  { page, open, service }: Place,
  person: Person,
  to: string,
  mails: number,
): Promise<Person> {
  await open('/account/general');
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByRole('button', { name: 'Change email' }).click();
  await profile.getByLabel('New email').fill(to);
  await profile.getByRole('button', { name: 'Change email' }).click();
  const confirm = async (email: string, count: number) => {
    const form = profile.locator('form').filter({ has: page.getByLabel(`Code sent to ${email}`) });
    const { code } = await readMail(service, email, count);
    await form.getByRole('textbox').fill(code);
    await form.getByRole('button', { name: 'Confirm' }).click();
  };
  await confirm(person.email, mails + 1);
  await expect(page.getByText('Email confirmed')).toBeVisible();
  await confirm(to, 1);
  await expect(profile.getByText(to, { exact: true })).toBeVisible();
  await expect(profile.getByText(person.email)).toHaveCount(0);
  return { ...person, email: to };
}

/** Deletes the account. The sign-in must then treat its email as unknown. */
export async function deleteAccount({ page, open }: Place, person: Person): Promise<void> {
  await open('/account/privacy');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByLabel(/Type "delete my account"/).fill('delete my account');
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page).toHaveURL(isAt('/'));
  await open('/signin');
  await fillSignIn(page, person);
  await expect(page.getByText('Sign in failed')).toBeVisible();
}
