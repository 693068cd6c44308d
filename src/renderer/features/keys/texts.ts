import { brand } from '../../../shared/brand.ts';
import type { KeyPlace } from '../../platform/own-keys/own-keys.ts';
import { params, texts } from '../../../shared/texts.ts';

export const keyTexts = texts('keys/key', {
  /** [KEY-001] */
  title: params('{provider} API Key'),
  label: 'API key',
  /** Hints for each vendor's key format [KEY-002]. */
  formats: {
    deepinfra: '32 letters and digits',
    openrouter: 'sk-or-v1-…',
    modelslab: 'about 60 letters and digits',
    openai: 'sk-…',
    other: 'The key from the provider',
  },
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
  lastUsed: params('Last used on {date}.'),
  /** Where a key is stored [KEY-006, KEY-007]. */
  places: {
    keychain: "Stored only in this computer's keychain.",
    encrypted:
      'Stored in an app file that your operating system encrypts for your user account. Other programs that you run may be able to decrypt it.',
    session: `Only in memory until ${brand} is closed; nothing is stored on this computer.`,
    browser:
      'Stored only in this browser, encrypted, until you sign out. Anyone who can use this browser can use it.',
    memory: 'Stored only in this browser: in memory, until this page is closed or reloaded.',
  } satisfies Record<KeyPlace, string>,
  sentDirectly: params('This computer sends it only to {origin}.'),
  sentThroughService: params(
    "It is only sent with your messages, through this service to {origin}. The service doesn't store it.",
  ),
  remember: 'Remember on this device',
  cannotRemember:
    "This browser can't store keys on this device. If this is a private window, try a regular one.",
  locked: "This computer's keychain is locked. To store the key there, unlock it and open this dialog again.",
  missing: `This computer has no keychain that ${brand} can use.`,
  consentLegend: 'Where to keep the key instead',
  consent: `Use the key until ${brand} is closed`,
  consentEncrypted: 'Store the key encrypted on this computer',
  moved: params('The URL of {provider} has changed from {from} to {to}. To use your key, enter it again.'),
  alreadySet: params("Already set: this service has a key for {provider}, so you don't need your own."),
  /** [KEY-014] */
  needed: params('{provider} needs an API key before it can reply. Your message stays in the input.'),

  /** [KEY-012] */
  empty: 'API key cannot be empty',
  /** [KEY-015] */
  notSet: 'Failed to set API key',
  /** [KEY-016] */
  refused: params('API key verification failed: {message}'),
  /** [KEY-017] */
  failed: params('Error: {message}'),
  /** [KEY-018] */
  notVerified: 'Failed to verify API key',
  notRemoved: "Couldn't remove the key. If your keychain is locked, unlock it, then try again.",

  listTitle: 'Use your own key',
  listText: 'With your own key, messages are sent to that provider and billed to your account there.',
  listNone: 'None of the providers here accept your own key.',
  hasKey: 'Your key is set',
  addressChanged: 'URL changed: enter your key again',
});

export const keyToasts = texts('keys/toasts', {
  /** [KEY-010] */
  saved: params({
    title: 'API Key Set',
    message: 'Your {provider} API key has been saved and verified',
    variant: 'success',
  }),
  removed: params({
    title: 'API Key Removed',
    message: 'Your {provider} API key has been removed',
    variant: 'success',
  }),
  /** Shown if the browser refused to store the key. */
  notRemembered: {
    title: 'API Key Not Remembered',
    message:
      "This browser can't store keys on this device. The key works until the page is closed or reloaded.",
    variant: 'warning',
  },
});

/** Describes where the key is stored and where it is sent [KEY-006, KEY-007]. */
export const storageNote = (place: KeyPlace, origin: string): string =>
  `${keyTexts.places[place]} ${
    place === 'keychain' || place === 'encrypted' || place === 'session'
      ? keyTexts.sentDirectly({ origin })
      : keyTexts.sentThroughService({ origin })
  }`;

export const formatHint = (vendor: string): string =>
  keyTexts.formats[
    Object.hasOwn(keyTexts.formats, vendor) ? (vendor as keyof typeof keyTexts.formats) : 'other'
  ];
