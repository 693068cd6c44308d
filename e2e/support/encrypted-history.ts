import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, type Page } from 'playwright/test';

export const passphrase = 'five clovers under one canary';

/** A word in secret texts. Stored data must not contain it. */
export const canary = 'canary7f3a';

/** Locates the settings of encrypted history. */
export const encryptedHistory = (page: Page) => page.getByRole('region', { name: 'Encrypted history' });

export async function offerEncryptedHistory(admin: SupabaseClient): Promise<void> {
  await admin
    .from('system_settings')
    .update({ setting_value: 'offered' })
    .eq('setting_key', 'encrypted_history')
    .throwOnError();
}

/** Starts turning encrypted history on. The page then shows the unlock methods to set up. */
export async function beginTurningOn(page: Page): Promise<void> {
  await encryptedHistory(page).getByRole('button', { name: 'Turn on encrypted history' }).click();
  await encryptedHistory(page).getByRole('button', { name: 'I understand, continue' }).click();
}

export async function setUpPassphrase(page: Page): Promise<void> {
  const box = encryptedHistory(page);
  await box.getByRole('button', { name: 'Set up: Passphrase' }).click();
  await box.getByLabel('Passphrase', { exact: true }).and(page.locator('input')).fill(passphrase);
  await box.getByLabel('Repeat the passphrase').fill(passphrase);
  await box.getByRole('button', { name: 'Save passphrase' }).click();
}

export async function setUpWords(page: Page): Promise<readonly string[]> {
  const box = encryptedHistory(page);
  await box.getByRole('button', { name: 'Set up: Recovery words' }).click();
  const list = box.getByRole('list', { name: 'Your recovery words' });
  const words = await list.getByRole('listitem').allTextContents();
  expect(words).toHaveLength(24);
  await box.getByRole('button', { name: 'I wrote them down' }).click();
  for (const field of await box.getByLabel(/^Word \d+$/).all())
    await field.fill(words[Number(await field.getAttribute('name'))] ?? '');
  await box.getByRole('button', { name: 'Confirm' }).click();
  return words;
}

export async function finishTurningOn(page: Page): Promise<void> {
  await encryptedHistory(page).getByRole('button', { name: 'Turn on', exact: true }).click();
  await expectUnlocked(page);
}

/** Turns encrypted history on with a passphrase and recovery words. */
export async function turnOnEncryptedHistory(page: Page): Promise<void> {
  await page.goto('/account/privacy');
  await beginTurningOn(page);
  await setUpPassphrase(page);
  await setUpWords(page);
  await finishTurningOn(page);
}

/** Unlocks the history on a page that requires it. */
export async function unlockWithPassphrase(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Passphrase' }).check({ force: true });
  await page
    .getByLabel('Passphrase', { exact: true })
    .and(page.locator('input[type=password]'))
    .fill(passphrase);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

export const expectUnlocked = (page: Page) =>
  expect(encryptedHistory(page).getByRole('button', { name: 'Lock now' })).toBeVisible();
