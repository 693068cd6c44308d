import { VerificationError } from '../../../../shared/vault/verification-error.ts';
import { WrongSecretError } from '../../../../shared/vault/unlock-method.ts';
import { knownPasskeyFailure } from '../passkeys/failure-message.ts';
import { PasskeyError } from '../passkeys/passkey-error.ts';
import { encryptionTexts as texts } from './texts.ts';

/** Returns the message for an error while setting up, unlocking or storing. */
export function failureText(error: unknown): string {
  const { failures } = texts;
  if (error instanceof WrongSecretError) return failures[error.kind];
  if (error instanceof PasskeyError && error.reason !== 'address') return failures[error.reason];
  if (error instanceof VerificationError) return failures.damaged;
  const { hint } = Object(error) as { readonly hint?: unknown };
  switch (hint) {
    case 'already_on':
    case 'not_on':
    case 'key_changed':
    case 'encryption_off':
    case 'too_few':
    case 'limit':
      return failures[hint];
    default:
      return knownPasskeyFailure(error) ?? failures.other;
  }
}
