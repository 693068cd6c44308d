import { brand } from '../../../shared/brand.ts';
import type { KeyPlace } from '../../platform/own-keys/own-keys.ts';

/** What each vendor's keys look like [KEY-002]. */
const formats: Readonly<Record<string, string>> = {
  deepinfra: '32 letters and digits',
  openrouter: 'sk-or-v1-…',
  modelslab: 'about 60 letters and digits',
  openai: 'sk-…',
};

/** Where a key is stored [KEY-006, KEY-007]. */
const places: Readonly<Record<KeyPlace, string>> = {
  keychain: "Stored only in this computer's keychain.",
  session: `Only in memory until ${brand} is closed; nothing is stored on this computer.`,
  browser:
    'Stored only in this browser, encrypted, until you sign out. Anyone who can use this browser can use it.',
  memory: 'Stored only in this browser: in memory, until this page is closed or reloaded.',
};

export const keyTexts = {
  /** [KEY-001] */
  title: (provider: string) => `${provider} API Key`,
  label: 'API key',
  format: (vendor: string) => formats[vendor] ?? 'The key from the provider',
  /** [KEY-003] */
  verify: 'Verify & Save API Key',
  /** [KEY-004] */
  verifying: 'Verifying...',
  /** [KEY-005] */
  change: 'Change Key',
  remove: 'Remove key',
  removing: 'Removing…',
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading your keys…',
  verified: 'Your key is verified.',
  /** Where the key is stored, and where it is sent [KEY-006, KEY-007]. */
  note: (place: KeyPlace, origin: string) =>
    place === 'keychain' || place === 'session'
      ? `${places[place]} This computer sends it only to ${origin}.`
      : `${places[place]} It is only sent with your messages, through this service to ${origin}. The service does not store it.`,
  remember: 'Remember on this device',
  cannotRemember: 'This browser stores nothing on this device, for example in a private window.',
  locked: "This computer's keychain is locked. To store the key there, unlock it and open this dialog again.",
  missing: `This computer has no keychain that ${brand} can use.`,
  consent: `Use the key until ${brand} is closed`,
  moved: (provider: string, from: string, to: string) =>
    `The address of ${provider} has changed from ${from} to ${to}. To use your key, enter it again.`,
  alreadySet: (provider: string) =>
    `Already set: this service has a key for ${provider}, so you don’t need your own.`,
  /** [KEY-014] */
  needed: (provider: string) =>
    `${provider} needs an API key before it can answer. Your message stays in the input.`,

  /** [KEY-012] */
  empty: 'API key cannot be empty',
  /** [KEY-015] */
  notSet: 'Failed to set API key',
  /** [KEY-016] */
  refused: (message: string) => `API key verification failed: ${message}`,
  /** [KEY-017] */
  failed: (message: string) => `Error: ${message}`,
  /** [KEY-018] */
  notVerified: 'Failed to verify API key',
  notRemoved: 'Couldn’t remove the key. Unlock the keychain, then try again.',

  listTitle: 'Use your own key',
  listText: 'With your own key, messages go to that provider on your account there.',
  listNone: 'No provider accepts your own key here.',
  hasKey: 'Your key is set',
  addressChanged: 'Address changed: enter your key again',
} as const;

/** [KEY-010] */
export const savedToast = (provider: string) =>
  ({
    title: 'API Key Set',
    message: `Your ${provider} API key has been saved and verified`,
    variant: 'success',
  }) as const;

export const removedToast = (provider: string) =>
  ({
    title: 'API Key Removed',
    message: `Your ${provider} API key has been removed`,
    variant: 'success',
  }) as const;

/** The user wanted to store the key, but the browser refused. */
export const notRememberedToast = {
  title: 'API Key Not Remembered',
  message: 'This browser stores nothing on this device. The key works until the page is closed or reloaded.',
  variant: 'warning',
} as const;
