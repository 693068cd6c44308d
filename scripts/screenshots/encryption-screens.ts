import {
  beginTurningOn,
  encryptedHistory,
  offerEncryptedHistory,
  setUpPassphrase,
  turnOnEncryptedHistory,
  unlockWithPassphrase,
} from '../../e2e/support/encrypted-history.ts';
import type { Screen, Stage } from './screen.ts';

async function openOffer({ studio, page }: Stage): Promise<void> {
  await offerEncryptedHistory(studio.admin);
  await page.goto('/account/privacy');
  await encryptedHistory(page).scrollIntoViewIfNeeded();
}

async function turnOn({ studio, page }: Stage): Promise<void> {
  await offerEncryptedHistory(studio.admin);
  await turnOnEncryptedHistory(page);
}

async function openChange(stage: Stage): Promise<void> {
  await turnOn(stage);
  await encryptedHistory(stage.page).getByRole('button', { name: 'Change keys' }).click();
}

async function chooseMethods(stage: Stage): Promise<void> {
  await openChange(stage);
  await stage.page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await unlockWithPassphrase(stage.page);
  await stage.page.getByRole('button', { name: 'Set up: Passphrase' }).waitFor();
}

const screen = (name: string, open: Screen['open']): Screen => ({ name, viewer: 'newcomer', open });

export const encryptionScreens: readonly Screen[] = [
  screen('settings-encryption', openOffer),
  screen('settings-encryption-methods', async (stage) => {
    await openOffer(stage);
    await beginTurningOn(stage.page);
    await setUpPassphrase(stage.page);
    await encryptedHistory(stage.page).getByRole('button', { name: 'Set up: Recovery words' }).click();
  }),
  screen('settings-encryption-on', async (stage) => {
    await turnOn(stage);
    await encryptedHistory(stage.page).getByRole('button', { name: 'Change keys' }).scrollIntoViewIfNeeded();
  }),
  screen('settings-change-keys', openChange),
  screen('settings-change-keys-unlock', async (stage) => {
    await openChange(stage);
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  }),
  screen('settings-change-keys-methods', chooseMethods),
  screen('chat-encrypted', async (stage) => {
    await turnOn(stage);
    await stage.page.goto('/chat');
    await stage.page.getByText('only you can read what is stored').waitFor();
  }),
];
