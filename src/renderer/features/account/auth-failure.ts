/** What came of an attempt to enter: the service refused with a sentence, or could not be asked at all. */
export type AuthFailure =
  | { readonly kind: 'refused'; readonly message: string; readonly code: string | null }
  | { readonly kind: 'unreachable' };

/**
 * Reads a thrown or returned failure. Only what the service itself answered (it carries an HTTP status) is shown to
 * the person; "Failed to fetch" tells them nothing.
 */
export function readAuthFailure(error: unknown): AuthFailure {
  if (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 400
  ) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
    return { kind: 'refused', message: sentences.get(code ?? '') ?? error.message, code };
  }
  return { kind: 'unreachable' };
}

/** The service's code of a refusal; null for any other failure. */
export const authCodeOf = (error: unknown): string | null => {
  const failure = readAuthFailure(error);
  return failure.kind === 'refused' ? failure.code : null;
};

/** What to tell the person about any failure of the auth service. */
export function sentenceOfAuth(error: unknown): string {
  const failure = readAuthFailure(error);
  if (failure.kind === 'refused' && failure.message) return failure.message;
  return 'The service cannot be reached. Check your connection, then try again.';
}

/**
 * Our own words, by the service's code: what happened and what to do next. A code that is not here is told in the
 * service's words.
 */
const sentences: ReadonlyMap<string, string> = new Map([
  ['anonymous_provider_disabled', 'Guests are not let in here at the moment.'],
  ['bad_jwt', 'Your session has ended. Sign in again.'],
  ['email_address_invalid', 'This email address cannot be used. Check how it is written.'],
  ['email_exists', 'This email address cannot be used. Choose another one.'],
  ['email_not_confirmed', 'Confirm your email first: open the link in our mail, or type its code.'],
  ['email_provider_disabled', 'This service sends no mail. Ask whoever runs it.'],
  ['identity_already_exists', 'This account is connected to another person here already.'],
  ['insufficient_aal', 'Confirm with your second factor first: sign out, sign in again, and type its code.'],
  ['mfa_challenge_expired', 'This took too long. Type the code that your app shows now.'],
  ['mfa_factor_name_conflict', 'You have a second factor of this name already. Choose another name.'],
  ['mfa_factor_not_found', 'This second factor is not there any more. Load the page again.'],
  ['mfa_ip_address_mismatch', 'Your network has changed meanwhile. Type the code that your app shows now.'],
  ['mfa_verification_failed', 'This code is not right. Type the one that your app shows now.'],
  ['mfa_verification_rejected', 'This code is not right. Type the one that your app shows now.'],
  ['otp_expired', 'This code is wrong, used or too old. Check it, or ask for a new one.'],
  ['over_email_send_rate_limit', 'A mail was sent just now. Wait a minute before you ask for another one.'],
  ['over_request_rate_limit', 'Too many tries. Wait a few minutes, then try again.'],
  ['provider_disabled', 'This way to sign in is switched off. Choose another one.'],
  ['reauth_nonce_missing', 'Type the code from the mail that we have just sent.'],
  ['reauthentication_not_valid', 'This code is wrong, used or too old. Check it, or ask for a new one.'],
  ['same_password', 'This is the password that you have now. Choose another one.'],
  ['session_expired', 'Your session has ended. Sign in again.'],
  ['session_not_found', 'Your session has ended. Sign in again.'],
  ['signup_disabled', 'New accounts cannot be made here at the moment.'],
  ['too_many_enrolled_mfa_factors', 'You have as many apps as an account can have. Remove one first.'],
  ['unexpected_failure', 'The service had a problem. Try again in a minute.'],
  ['user_banned', 'This account cannot be used. Ask whoever runs this service.'],
  ['user_not_found', 'This account is not there any more. Sign in again.'],
  ['weak_password', 'This password is too easy to guess. Choose a longer or less common one.'],
]);
