import { CompletionError } from '../completion/error.ts';

/**
 * Whether a failed call means that the vendor itself is down, so that another one may help: it answered 429 or 5xx,
 * could not be reached, or was silent for 30 s. A fault of the key, the request or the model is not.
 *
 * Meant for what happened before the first byte; the caller knows whether one had come.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof CompletionError)) return false;
  const { code, status = 0 } = error;
  return code === 'timeout' || code === 'network' || status === 429 || (status >= 500 && status <= 599);
}
