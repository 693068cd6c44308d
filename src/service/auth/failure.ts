import { json } from '../http/json.ts';

/**
 * An expected error with the hosted service's status, code and message. It must never contain a token or a password.
 */
export class AuthFailure extends Error {
  override readonly name = 'AuthFailure';
  readonly status: number;
  /** The error code, which supabase-js exposes as `error.code`. */
  readonly code: string;
  /** Additional response fields, e.g. why a password is weak. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds until the next attempt may succeed. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: string,
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

export const invalidRequest = (message: string, status = 400): AuthFailure =>
  new AuthFailure(status, 'validation_failed', message);

export const emailExists = () =>
  new AuthFailure(422, 'email_exists', 'A user with this email address has already been registered');
export const otpExpired = (message = 'Token has expired or is invalid') =>
  new AuthFailure(403, 'otp_expired', message);
export const phoneDisabled = (status = 422, message = 'Phone logins are disabled') =>
  new AuthFailure(status, 'phone_provider_disabled', message);
export const sessionNotFound = () =>
  new AuthFailure(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
export const userBanned = (status = 403, message = 'User is banned') =>
  new AuthFailure(status, 'user_banned', message);
export const userNotFound = (status = 403, message = 'User from sub claim in JWT does not exist') =>
  new AuthFailure(status, 'user_not_found', message);

/** Returns the SQLSTATE of a database error, null for any other error. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** For `catch`: throws `refusal` if a unique value is taken, otherwise rethrows the error. */
export const refuseIfTaken =
  (refusal: () => AuthFailure) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? refusal() : error;
  };

/**
 * Translates an error to a refusal, including the database's rule about the last administrator. Returns null for a bug.
 */
export function refusalOf(error: unknown): AuthFailure | null {
  if (error instanceof AuthFailure) return error;
  const isLastAdmin =
    sqlState(error) === 'P0001' && error instanceof Error && 'hint' in error && error.hint === 'last_admin';
  return isLastAdmin ? new AuthFailure(422, 'last_admin', error.message) : null;
}

/**
 * Returns what may be logged about an error. Database messages could quote an email or a hash, so they are left out.
 */
export const loggableError = (error: unknown) => ({
  error: error instanceof Error ? error.name : 'unknown',
  state: sqlState(error) ?? '',
});

/** Since this version of the hosted API, `code` is the name of the error. Before, it was the status. */
const namedCodesVersion = '2024-01-01';
const versionHeader = 'x-supabase-api-version';

/** Writes an error in the format of the API version that the client's header names. */
export function failureResponse(
  { status, code, message, details, retryAfter }: AuthFailure,
  request: Request,
): Response {
  const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
  const version = request.headers.get(versionHeader) ?? '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(version) && version >= namedCodesVersion) {
    headers[versionHeader] = namedCodesVersion;
    return json({ code, message, ...details }, status, headers);
  }
  return json({ code: status, error_code: code, msg: message, ...details }, status, headers);
}
