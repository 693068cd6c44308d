import { texts } from '../../../shared/texts.ts';

/** Most keys are error codes of the auth service. */
export const authFailureTexts = texts('account/authFailure', {
  wrongCode: 'This code is wrong, expired, or already used. Check it, or request a new one.',
  wrongAppCode: 'This code is wrong. Enter the one that your app shows now.',
  endedSession: 'Your session has ended. Sign in again.',
  anonymous_provider_disabled: 'Guest sessions are turned off.',
  email_address_invalid: "This email address can't be used. Check the spelling.",
  email_exists: "This email address can't be used. Choose another one.",
  email_not_confirmed: 'Confirm your email first. Open the link in our email, or enter its code.',
  email_provider_disabled: "This service doesn't send email. Contact your administrator.",
  identity_already_exists: 'This account is already connected to another user.',
  insufficient_aal:
    'This needs a code from your authenticator app. Sign out, sign in again, and enter the code.',
  mfa_challenge_expired: 'This took too long. Enter the code that your app shows now.',
  mfa_factor_name_conflict: 'You already have an authenticator app with this name. Choose another name.',
  mfa_factor_not_found: 'This authenticator app was already removed. Reload the page.',
  mfa_ip_address_mismatch: 'Your network has changed. Enter the code that your app shows now.',
  over_email_send_rate_limit: 'An email was sent just now. Wait a minute before you request another one.',
  over_request_rate_limit: 'Too many attempts. Wait a few minutes, then try again.',
  provider_disabled: 'This sign-in method is turned off. Choose another one.',
  reauth_nonce_missing: 'Enter the code from the email we just sent.',
  same_password: 'This is your current password. Choose another one.',
  signup_disabled: 'New accounts are turned off.',
  too_many_enrolled_mfa_factors: 'You have reached the maximum number of apps. Remove one first.',
  unexpected_failure: 'Something went wrong on the service. Try again in a minute.',
  user_banned: 'This account is banned. Contact your administrator.',
  user_not_found: 'This account no longer exists. Sign in again.',
  weak_password: 'This password is too easy to guess. Choose a longer or less common one.',
});
