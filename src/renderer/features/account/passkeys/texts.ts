import type { Toast } from '../../../lib/toast.ts';
import { params, texts } from '../../../../shared/texts.ts';

export const passkeyTexts = texts('account/passkeys', {
  lead: 'Sign in with your fingerprint, face, PIN or security key instead of a password.',
  none: 'You have no passkeys.',
  off: 'Passkeys are off on this service. They need HTTPS and a domain name.',
  loadFailed: "Couldn't load your passkeys.",
  add: 'Add a passkey',
  name: 'Name of this passkey',
  standard: 'This device',
  unnamed: 'Passkey',
  creation: { submit: 'Create passkey', busy: 'Waiting for your device…', cancel: 'Cancel' },
  rename: 'Rename',
  renameOf: params('Rename: {name}'),
  renaming: { submit: 'Save', busy: 'Saving…', cancel: 'Cancel' },
  nameMissing: 'Enter a name.',
  removal: { open: 'Remove', cancel: 'Cancel', confirm: 'Remove', busy: 'Removing…' },
  removeOf: params('Remove: {name}'),
  removeWarning:
    "You'll no longer be able to sign in with this passkey. If it unlocks your encrypted history, keep it on your device. Otherwise, delete it there too.",
  added: params('Added {day}'),
  used: params('Last used {day}'),
  done: { title: 'Passkey added', variant: 'success' } satisfies Toast,
  renamed: { title: 'Passkey renamed', variant: 'success' } satisfies Toast,
  removed: { title: 'Passkey removed', variant: 'success' } satisfies Toast,
  failures: {
    canceled: 'No passkey was used. You canceled, or it took too long. Try again.',
    taken:
      'This device already has a passkey for this account. If it only unlocks your encrypted history, remove it under Encrypted history, then add it here.',
    address: "Passkeys don't work at this address. Open the service at its main address.",
    unsupported: "This device or browser can't use passkeys here. Try another one.",
    unknown: "This passkey isn't set up for signing in. Use another passkey or another way to sign in.",
    unverified: "The passkey couldn't be verified. Try again.",
    oldSession: 'Sign in again, then add the passkey.',
    expired: 'This took too long. Try again.',
    limit: 'You have reached the maximum number of passkeys. Remove one first.',
    off: 'Passkeys are off on this service.',
  },
});
