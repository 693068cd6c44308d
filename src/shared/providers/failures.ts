import { CompletionError } from '../completion/error.ts';

/** Milliseconds. Document B §8 and §9: no provider call waits longer for its next event (PROV-021, PROV-029). */
export const responseTimeout: number = 30_000;

// The catalog of document B §8: every text of a failed call.
export const timeoutError = () => new CompletionError('timeout', 'Request timed out after 30 seconds');
export const invalidJsonError = () => new CompletionError('invalid_json', 'Invalid JSON response from API');
export const invalidFormatError = () =>
  new CompletionError('invalid_format', 'Invalid response format from API');
export const stoppedError = () => new CompletionError('aborted', 'The request was stopped');
export const unreachableError = () =>
  new CompletionError('network', 'Connection error: the API could not be reached');
export const interruptedError = () =>
  new CompletionError('interrupted', 'Connection error: the reply ended before it was complete');
/** The model thought, but wrote no answer. */
export const noAnswerError = (isAtLimit: boolean) =>
  new CompletionError(
    'no_answer',
    isAtLimit
      ? 'The model reached its output limit while it was thinking, before it wrote an answer.'
      : 'The model stopped after thinking and wrote no answer.',
  );
export const declinedError = () =>
  new CompletionError('no_answer', 'The model or its provider declined to answer this message.');
export const unsupportedVendorError = () => new CompletionError('unsupported_vendor', 'Unsupported vendor');

/** Any thrown value as an error that can be shown. The text of other errors is dropped: `fetch` may quote headers. */
export function toCompletionError(error: unknown, hasText: boolean): CompletionError {
  if (error instanceof CompletionError) return error;
  return hasText ? interruptedError() : unreachableError();
}

/**
 * Whether a call failed because the vendor is down, so that another one may help: it answered 429 or 5xx, could not be
 * reached, or was silent for 30 s. Only for failures before the first delta; callers check that.
 */
export function isUnavailable(error: unknown): error is CompletionError {
  if (!(error instanceof CompletionError)) return false;
  const { code, status = 0 } = error;
  return code === 'timeout' || code === 'network' || status === 429 || (status >= 500 && status <= 599);
}

/** Milliseconds that a user waits for a second try. */
const longestRetryWait = 5000;

/**
 * How long to wait before the call is repeated, or null if it is not repeated. It is only repeated if the vendor
 * requests a short wait (OpenRouter also uses 402 for that). Otherwise a second call would probably fail too, and might
 * cost money.
 */
export function retryWaitOf(error: unknown): number | null {
  if (!(error instanceof CompletionError)) return null;
  const { status = 0, retryAfter = Infinity } = error;
  const mayHelp = [402, 408, 429].includes(status) || status >= 500;
  return mayHelp && retryAfter <= longestRetryWait ? retryAfter : null;
}
