import { CompletionError } from '../completion/error.ts';

/** Document B §8 and §9: no provider call waits longer than this for its next event (PROV-021, PROV-029). */
export const responseTimeout: number = 30_000;

// The catalogue of document B §8. Every text a failed call can show is here, so that none is worded twice.
export const timedOut = () => new CompletionError('timeout', 'Request timed out after 30 seconds');
export const invalidJson = () => new CompletionError('invalid_json', 'Invalid JSON response from API');
export const invalidFormat = () => new CompletionError('invalid_format', 'Invalid response format from API');
export const stopped = () => new CompletionError('aborted', 'The request was stopped');
export const unreachable = () =>
  new CompletionError('network', 'Connection error: the API could not be reached');
export const interrupted = () =>
  new CompletionError('interrupted', 'Connection error: the reply broke off before its end');
export const unsupportedVendor = () => new CompletionError('unsupported_vendor', 'Unsupported vendor');

/** Any thrown thing as an error we can show. What `fetch` throws may quote headers, so its text never leaves here. */
export function toCompletionError(error: unknown, hasText: boolean): CompletionError {
  if (error instanceof CompletionError) return error;
  return hasText ? interrupted() : unreachable();
}
