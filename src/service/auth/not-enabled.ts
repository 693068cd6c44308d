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

export const singleSignOn = refuse(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
export const socialSignIn = refuse(400, 'validation_failed', 'Unsupported provider: provider is not enabled');
export const identityLinking = refuse(404, 'manual_linking_disabled', 'Manual linking is disabled');
