import { serviceTexts } from '../../lib/service-texts.ts';
import { translateMessage } from '../../lib/translate-message.ts';
import { authFailureTexts } from './auth-failure-texts.ts';

/**
 * Returns the auth service's error response. Null for other errors, such as a lost connection. Error responses have a
 * status of 400 or higher.
 */
export function readRefusal(
  error: unknown,
): { readonly message: string; readonly code: string | null } | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  if (typeof error.status !== 'number' || error.status < 400) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { message: messageOf(code ?? '') ?? translateMessage(error.message), code };
}

export const authFailureMessage = (error: unknown): string =>
  readRefusal(error)?.message || serviceTexts.unreachable;

/** Codes that share another code's message. */
const otherKeys: Readonly<Record<string, keyof typeof authFailureTexts>> = {
  bad_jwt: 'endedSession',
  session_expired: 'endedSession',
  session_not_found: 'endedSession',
  mfa_verification_failed: 'wrongAppCode',
  mfa_verification_rejected: 'wrongAppCode',
  otp_expired: 'wrongCode',
  reauthentication_not_valid: 'wrongCode',
};

/** Returns our message for an error code. Without one, the service's message is shown. */
function messageOf(code: string): string | undefined {
  const key = otherKeys[code] ?? code;
  return Object.hasOwn(authFailureTexts, key)
    ? authFailureTexts[key as keyof typeof authFailureTexts]
    : undefined;
}
