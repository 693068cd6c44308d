import type { AuthHandler } from './context.ts';
import { AuthFailure, type AuthErrorCode } from './failure.ts';

/**
 * Refuses a way in that this service does not offer, with the words that hosted has for a switched-off one, so that
 * supabase-js and the screens meet nothing unknown.
 */
const refuse =
  (status: number, code: AuthErrorCode, message: string): AuthHandler =>
  () =>
    Promise.reject(new AuthFailure(status, code, message));

export const emailLinks = refuse(422, 'email_provider_disabled', 'Email logins are disabled');
export const oneTimePasswords = refuse(422, 'otp_disabled', 'Signups not allowed for otp');
/** No one-time token is ever made, so none that is shown can be good. */
export const verification = refuse(403, 'otp_expired', 'Token has expired or is invalid');
export const singleSignOn = refuse(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
export const socialSignIn = refuse(400, 'validation_failed', 'Unsupported provider: provider is not enabled');
export const identityLinking = refuse(404, 'manual_linking_disabled', 'Manual linking is disabled');
export const factorEnrolment = refuse(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
export const factors = refuse(404, 'mfa_factor_not_found', 'Factor not found');
