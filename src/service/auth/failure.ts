import { json } from '../http/json.ts';

/** Hosted's error codes that this service answers with. supabase-js shows them as `error.code`. */
export type AuthErrorCode =
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_jwt'
  | 'conflict'
  | 'email_address_invalid'
  | 'email_conflict_identity_not_deletable'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'email_provider_disabled'
  | 'feature_disabled'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'identity_not_found'
  | 'insufficient_aal'
  | 'invalid_credentials'
  | 'last_admin'
  | 'manual_linking_disabled'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_factor_not_found'
  | 'mfa_ip_address_mismatch'
  | 'mfa_phone_enroll_not_enabled'
  | 'mfa_verification_failed'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'no_authorization'
  | 'not_admin'
  | 'otp_expired'
  | 'passkey_disabled'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'phone_provider_disabled'
  | 'provider_disabled'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'same_password'
  | 'saml_provider_disabled'
  | 'session_not_found'
  | 'signup_disabled'
  | 'single_identity_not_deletable'
  | 'too_many_enrolled_mfa_factors'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'validation_failed'
  | 'weak_password'
  | 'web3_provider_disabled';

/** A refusal in hosted's words: an expected answer, not a bug. Its message must never hold a token or a password. */
export class AuthFailure extends Error {
  override readonly name = 'AuthFailure';
  readonly status: number;
  readonly code: AuthErrorCode;
  /** What stands beside code and message, e.g. the reasons of a weak password. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds after which another attempt may succeed. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: AuthErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    retryAfter: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/** First version of hosted's API in which `code` is the name of the error; before it, `code` was the status. */
const namedCodesVersion = '2024-01-01';
const versionHeader = 'x-supabase-api-version';

/** Writes a refusal in the shape that the caller's library reads: it says so by its version header. */
export function failureResponse(
  { status, code, message, details, retryAfter }: AuthFailure,
  request: Request,
): Response {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
  const version = request.headers.get(versionHeader) ?? '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(version) && version >= namedCodesVersion) {
    return json({ code, message, ...details }, status, {
      ...headers,
      [versionHeader]: namedCodesVersion,
    });
  }
  return json({ code: status, error_code: code, msg: message, ...details }, status, headers);
}
