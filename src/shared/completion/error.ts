/** Why a completion failed. Screens and tests match the code; the message is from the error catalog (document B §8). */
export const completionErrorCodes = [
  'not_found', // PROV-022
  'authentication', // PROV-023
  'bad_request', // PROV-024
  'model', // PROV-025
  'api', // PROV-026
  'invalid_json', // PROV-027
  'invalid_format', // PROV-028, PROV-033, PROV-035
  'timeout', // PROV-029
  'missing_key', // PROV-030..032, PROV-034
  'no_vendor', // VENDOR-023
  'unsupported_vendor', // VENDOR-024
  'quota', // ROLE-020
  'budget', // the month's budget of the account or of the installation
  'forbidden', // banned, restricted, model not in the plan
  'unauthenticated',
  'network',
  'aborted',
  'reply_exists', // this reply is stored or running: resume it
  'no_answer', // the model declined, or wrote no answer after thinking
  'interrupted', // the connection broke after the first text
] as const;
export type CompletionErrorCode = (typeof completionErrorCodes)[number];

/** A failed completion. The message is safe to show: it contains no key, no header and no unmasked response. */
export class CompletionError extends Error {
  override readonly name = 'CompletionError';
  readonly code: CompletionErrorCode;
  /** The vendor's HTTP status, if there was one. */
  readonly status: number | undefined;
  /** How many milliseconds to wait before the next call, if the vendor requested a wait. */
  readonly retryAfter: number | undefined;
  constructor(code: CompletionErrorCode, message: string, status?: number, retryAfter?: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
