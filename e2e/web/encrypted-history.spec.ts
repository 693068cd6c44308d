import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { build } from 'vite';
import {
  beginTurningOn,
  encryptedHistory,
  expectUnlocked,
  finishTurningOn,
  offerEncryptedHistory,
  passphrase,
  setUpPassphrase,
  setUpWords,
} from '../support/encrypted-history.ts';
import { findFilesWith } from '../support/find-files.ts';
import { expect, test } from '../support/fixtures.ts';
import { addSecurityKey } from '../support/security-key.ts';
import { fillSignIn, fillSignUp, newUser, type Person } from '../support/sign-in.ts';
import { seriousProblems } from '../support/violations.ts';

/** Deletes everything that the browser stores for the page, as in a new profile. The virtual security key remains. */
async function forgetProfile(page: Page, origin: string): Promise<void> {
  await page.goto('about:blank');
  const client = await page.context().newCDPSession(page);
  await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.context().clearCookies();
}

/** Creates an account and opens its settings. */
async function signUp(page: Page, name: string): Promise<Person> {
  const person = newUser(name);
  await page.goto('/signup');
  await fillSignUp(page, person);
  await expect(page).not.toHaveURL(/signup/);
  await page.goto('/account/privacy');
  return person;
}

/** Signs in with an empty browser and opens the settings. */
async function signInFresh(page: Page, person: Person): Promise<void> {
  await page.goto('/signin?redirectTo=/account/privacy');
  await fillSignIn(page, person);
  await expect(encryptedHistory(page).getByText(/Unlock it to read it on this device/)).toBeVisible();
}

test.beforeAll(({ admin }) => offerEncryptedHistory(admin));

test('an encrypted history unlocks in new browsers with a passkey, a passphrase and words @long', async ({
  page,
  browser,
  service,
}) => {
  await addSecurityKey(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const person = await signUp(page, 'Robin Clover');
  await beginTurningOn(page);
  await setUpPassphrase(page);
  const words = await setUpWords(page);
  await encryptedHistory(page).getByRole('button', { name: 'Set up: Passkey' }).click();
  await encryptedHistory(page).getByRole('button', { name: 'Create passkey' }).click();
  await expect(encryptedHistory(page).getByText('Done', { exact: true })).toHaveCount(3);
  expect(await seriousProblems(page)).toEqual([]);
  await finishTurningOn(page);

  // The page stays unlocked after a reload, until the user locks it.
  await page.reload();
  await expectUnlocked(page);
  await encryptedHistory(page).getByRole('button', { name: 'Lock now' }).click();
  await page.reload();
  await expect(encryptedHistory(page).getByText(/Unlock it to read it on this device/)).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);

  await test.step('passkey', async () => {
    await forgetProfile(page, service.url);
    await signInFresh(page, person);
    await encryptedHistory(page).getByRole('button', { name: 'Unlock' }).click();
    await expectUnlocked(page);
  });

  await test.step('passphrase', async () => {
    const context = await browser.newContext({ baseURL: service.url });
    const other = await context.newPage();
    await signInFresh(other, person);
    await encryptedHistory(other).getByRole('radio', { name: 'Passphrase' }).check({ force: true });
    const field = encryptedHistory(other)
      .getByLabel('Passphrase', { exact: true })
      .and(other.locator('input[type=password]'));
    await field.fill('not the passphrase');
    await encryptedHistory(other).getByRole('button', { name: 'Unlock' }).click();
    await expect(encryptedHistory(other).getByText(/This passphrase is wrong/)).toBeVisible();
    await field.fill(passphrase);
    await encryptedHistory(other).getByRole('button', { name: 'Unlock' }).click();
    await expectUnlocked(other);

    // It is locked after another device has ended the session.
    await page.goto('/account/security');
    const signOut = page.getByRole('button', { name: 'Sign out all other devices' });
    await signOut.click();
    await signOut.click();
    await expect(page.getByText('Other devices signed out')).toBeVisible();
    await other.reload();
    await expect(other).toHaveURL(/signin/);
    await signInFresh(other, person);
    await context.close();
  });

  await test.step('recovery words', async () => {
    const context = await browser.newContext({ baseURL: service.url });
    const other = await context.newPage();
    await signInFresh(other, person);
    await encryptedHistory(other).getByRole('radio', { name: 'Recovery words' }).check({ force: true });
    await encryptedHistory(other).getByLabel('Your 24 recovery words').fill(words.join(' '));
    await encryptedHistory(other).getByRole('button', { name: 'Unlock' }).click();
    await expectUnlocked(other);
    await context.close();
  });

  // The service received no secret.
  for (const secret of [passphrase, words.join(' ')]) {
    expect(sent.filter((request) => request.includes(secret))).toEqual([]);
    expect(await findFilesWith(service.dataDir, secret)).toEqual([]);
  }
});

test('a passkey signs in, unlocks encrypted history, and no longer signs in once removed @long', async ({
  page,
  service,
}) => {
  await addSecurityKey(page);
  await signUp(page, 'Kim Clover');
  await page.goto('/account/security');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys.getByLabel('Name of this passkey').fill('Key ring');
  await passkeys.getByRole('button', { name: 'Create passkey' }).click();
  await expect(passkeys.getByText('Key ring')).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);

  await test.step('signing in', async () => {
    await forgetProfile(page, service.url);
    await page.goto('/signin?redirectTo=/account/security');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(passkeys.getByText(/Last used/)).toBeVisible();
  });

  await test.step('unlocking', async () => {
    // The device has a passkey for this account already, so the same one unlocks the history.
    await page.goto('/account/privacy');
    await beginTurningOn(page);
    await setUpPassphrase(page);
    await encryptedHistory(page).getByRole('button', { name: 'Set up: Passkey' }).click();
    await encryptedHistory(page).getByRole('button', { name: 'Create passkey' }).click();
    await finishTurningOn(page);
    await encryptedHistory(page).getByRole('button', { name: 'Lock now' }).click();
    await encryptedHistory(page).getByRole('button', { name: 'Unlock' }).click();
    await expectUnlocked(page);
  });

  await test.step('removing', async () => {
    await page.goto('/account/security');
    await passkeys.getByRole('button', { name: 'Remove: Key ring' }).click();
    await passkeys.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(passkeys.getByText('You have no passkeys.')).toBeVisible();
    await forgetProfile(page, service.url);
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert')).toContainText("isn't set up for signing in");
  });
});

test('a passkey that cannot derive keys is refused, and nothing is stored @long', async ({ page }) => {
  await addSecurityKey(page, false);
  await signUp(page, 'Sam Clover');
  await beginTurningOn(page);
  await encryptedHistory(page).getByRole('button', { name: 'Set up: Passkey' }).click();
  await encryptedHistory(page).getByRole('button', { name: 'Create passkey' }).click();
  await expect(encryptedHistory(page).getByText(/This passkey can't encrypt/)).toBeVisible();
  await page.reload();
  await expect(
    encryptedHistory(page).getByRole('button', { name: 'Turn on encrypted history' }),
  ).toBeVisible();
});

test('the published vectors of encrypted history pass in the browser', async ({ page, service }) => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: 'src/shared/vault/testing/check-vectors.ts', formats: ['es'], fileName: 'vectors' },
    },
  });
  const [{ output } = { output: [] }] = Array.isArray(built) ? built : [];
  const code = output.flatMap((file) => ('code' in file ? file.code : [])).join('\n');
  // Served from the service's origin, because Web Crypto needs a secure context.
  await page.route(`${service.url}/vectors/*`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: code })
      : route.fulfill({ contentType: 'text/html', body: '<title>Vectors</title>' }),
  );
  await page.goto('/vectors/page');
  const vectors: unknown = JSON.parse(await readFile('docs/encryption-vectors.json', 'utf8'));
  const failures = await page.evaluate(async (published) => {
    const { checkVectors } = (await import('/vectors/vectors.js' as string)) as {
      checkVectors: (vectors: unknown) => Promise<readonly string[]>;
    };
    return checkVectors(published);
  }, vectors);
  expect(failures).toEqual([]);
});
