import { authFailureMessage, readRefusal } from '../auth-failure.ts';
import { passkeyFailureOf } from './passkey-error.ts';
import { passkeyTexts } from './texts.ts';

/** Our messages for the service's error codes. */
const keys: Readonly<Record<string, keyof typeof passkeyTexts.failures>> = {
  webauthn_verification_failed: 'unverified',
  webauthn_challenge_not_found: 'expired',
  webauthn_challenge_expired: 'expired',
  webauthn_credential_exists: 'taken',
  too_many_passkeys: 'limit',
  passkey_disabled: 'off',
  reauthentication_needed: 'oldSession',
};

/** Returns null if the error isn't about a passkey. */
export function knownPasskeyFailure(error: unknown): string | null {
  const key = passkeyFailureOf(error) ?? keys[readRefusal(error)?.code ?? ''];
  return key ? passkeyTexts.failures[key] : null;
}

/** Returns the message for an error of the browser, the auth library or the service. */
export const passkeyFailureMessage = (error: unknown): string =>
  knownPasskeyFailure(error) ??
  (error instanceof DOMException ? passkeyTexts.failures.unverified : authFailureMessage(error));
