import { CompletionError } from '../completion/error.ts';

/** Milliseconds that a call may wait for the next event (document B §8 and §9, PROV-021, PROV-029). */
export const responseTimeout: number = 30_000;

// The error catalog of document B §8.
export const timeoutError = () => new CompletionError('timeout', 'Request timed out after 30 seconds');
export const invalidJsonError = () => new CompletionError('invalid_json', 'Invalid JSON response from API');
export const invalidFormatError = () =>
  new CompletionError('invalid_format', 'Invalid response format from API');
export const stoppedError = () => new CompletionError('aborted', 'The request was stopped');
export const unreachableError = () =>
  new CompletionError('network', 'Connection error: the API could not be reached');
export const interruptedError = () =>
  new CompletionError('interrupted', 'Connection error: the reply ended before it was complete');
/** For a model that thought but wrote no answer. */
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

/**
 * Turns any thrown value into an error that is safe to show. The text of other errors is dropped, because `fetch` may
 * quote headers.
 */
export function toCompletionError(error: unknown, hasText: boolean): CompletionError {
  if (error instanceof CompletionError) return error;
  return hasText ? interruptedError() : unreachableError();
}

/**
 * Returns whether a call failed because the vendor is down, so that another one may help: it responded with 429 or 5xx,
 * could not be reached, or was silent for 30 s. Relevant only before the first delta.
 */
export function isUnavailable(error: unknown): error is CompletionError {
  if (!(error instanceof CompletionError)) return false;
  const { code, status = 0 } = error;
  return code === 'timeout' || code === 'network' || status === 429 || (status >= 500 && status <= 599);
}

/** In milliseconds. Users don't wait longer for a second attempt. */
const maxRetryPause = 5000;

/**
 * Returns the milliseconds to wait before repeating a call, or null to give up. A call is repeated only if the vendor
 * requests a short wait (OpenRouter also does so with 402). Otherwise it would probably fail again, and might cost
 * money.
 */
export function retryWaitOf(error: unknown): number | null {
  if (!(error instanceof CompletionError)) return null;
  const { status = 0, retryAfter = Infinity } = error;
  const mayHelp = [402, 408, 429].includes(status) || status >= 500;
  return mayHelp && retryAfter <= maxRetryPause ? retryAfter : null;
}
