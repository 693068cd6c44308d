import { brand } from '../../../shared/brand.ts';
import type { KeyPlace } from '../../platform/own-keys/own-keys.ts';

/** Shapes of keys as the vendors hand them out, for the empty field [KEY-002]. */
const formats: Readonly<Record<string, string>> = {
  deepinfra: '32 letters and digits',
  openrouter: 'sk-or-v1-…',
  modelslab: 'about 60 letters and digits',
  openai: 'sk-…',
};

/** Where a key is, in the words of the note [KEY-006, KEY-007]. */
const kept: Readonly<Record<KeyPlace, string>> = {
  keychain: "Stored only in this computer's keychain.",
  session: `Kept only in memory until ${brand} is closed; nothing is stored on this computer.`,
  browser:
    'Stored only in this browser, encrypted, until you sign out. Whoever can use this browser can use it.',
  memory: 'Stored only in this browser: in memory, until this page is closed or reloaded.',
};

export const keyTexts = {
  /** [KEY-001] */
  title: (provider: string) => `${provider} API Key`,
  label: 'API key',
  format: (vendor: string) => formats[vendor] ?? 'The key as the provider gave it to you',
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
  loading: 'Looking for your keys…',
  verified: 'Your key is verified.',
  kept: (place: KeyPlace) => kept[place],
  sentDirectly: (origin: string) => `This computer sends it to ${origin} and nowhere else.`,
  sentThroughService: (origin: string) =>
    `It travels only with your own messages, through this service to ${origin}. The service does not store it.`,
  remember: 'Remember on this device',
  cannotRemember: 'This browser keeps nothing on this device, as in a private window.',
  locked: "This computer's keychain is locked. Unlock it and open this dialog again to store the key there.",
  missing: `This computer has no keychain that ${brand} can use.`,
  consent: `Keep the key in memory until ${brand} is closed`,
  moved: (provider: string, from: string, to: string) =>
    `The address of ${provider} has changed from ${from} to ${to}. Your key is not used until you enter it again.`,
  alreadySet: (provider: string) =>
    `Already set: this service holds a key for ${provider}, so you need none of your own.`,
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
  notRemoved: 'The key could not be removed. Unlock the keychain, then try again.',

  listTitle: 'Use your own key',
  listText: 'With a key of your own, messages go to that provider on your own account.',
  listNone: 'No provider here takes a key of your own.',
  hasKey: 'Your key is set',
  hasKeyElsewhere: 'Address changed: enter your key again',
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
    message: `Your ${provider} API key is gone from here.`,
    variant: 'success',
  }) as const;

/** Asked to be remembered, but the browser refused at the last moment. */
export const notRememberedToast = {
  title: 'API Key Not Remembered',
  message: 'This browser keeps nothing on this device. The key works until the page is closed or reloaded.',
  variant: 'warning',
} as const;
