import { unreachable } from '../../lib/unreachable.ts';

/**
 * The auth service's error response. Null for other errors, such as a lost connection. Error responses have a
 * status of 400 or higher.
 */
export function readRefusal(
  error: unknown,
): { readonly message: string; readonly code: string | null } | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  if (typeof error.status !== 'number' || error.status < 400) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { message: messages.get(code ?? '') ?? error.message, code };
}

export const authFailureMessage = (error: unknown): string => readRefusal(error)?.message || unreachable;

const wrongCode = 'This code is wrong, expired, or already used. Check it, or request a new one.';
const wrongAppCode = 'This code is wrong. Enter the one that your app shows now.';
const endedSession = 'Your session has ended. Sign in again.';

/** Our messages for the service's error codes. For other codes, the service's message is shown. */
const messages: ReadonlyMap<string, string> = new Map([
  ['anonymous_provider_disabled', 'Guest sessions are turned off.'],
  ['bad_jwt', endedSession],
  ['email_address_invalid', "This email address can't be used. Check the spelling."],
  ['email_exists', "This email address can't be used. Choose another one."],
  ['email_not_confirmed', 'Confirm your email first. Open the link in our email, or enter its code.'],
  ['email_provider_disabled', "This service doesn't send email. Contact the administrator."],
  ['identity_already_exists', 'This account is already connected to another user.'],
  [
    'insufficient_aal',
    'This needs a code from your authenticator app. Sign out, sign in again, and enter the code.',
  ],
  ['mfa_challenge_expired', 'This took too long. Enter the code that your app shows now.'],
  ['mfa_factor_name_conflict', 'You already have an authenticator app with this name. Choose another name.'],
  ['mfa_factor_not_found', 'This authenticator app was already removed. Reload the page.'],
  ['mfa_ip_address_mismatch', 'Your network has changed. Enter the code that your app shows now.'],
  ['mfa_verification_failed', wrongAppCode],
  ['mfa_verification_rejected', wrongAppCode],
  ['otp_expired', wrongCode],
  ['over_email_send_rate_limit', 'An email was sent just now. Wait a minute before you request another one.'],
  ['over_request_rate_limit', 'Too many attempts. Wait a few minutes, then try again.'],
  ['provider_disabled', 'This sign-in method is turned off. Choose another one.'],
  ['reauth_nonce_missing', 'Enter the code from the email we just sent.'],
  ['reauthentication_not_valid', wrongCode],
  ['same_password', 'This is your current password. Choose another one.'],
  ['session_expired', endedSession],
  ['session_not_found', endedSession],
  ['signup_disabled', 'New accounts are turned off.'],
  ['too_many_enrolled_mfa_factors', 'You have reached the maximum number of apps. Remove one first.'],
  ['unexpected_failure', 'Something went wrong on the service. Try again in a minute.'],
  ['user_banned', 'This account is suspended. Contact the administrator.'],
  ['user_not_found', 'This account no longer exists. Sign in again.'],
  ['weak_password', 'This password is too easy to guess. Choose a longer or less common one.'],
]);
