import { CompletionError, type CompletionErrorCode } from '../../../src/shared/completion/error.ts';
import { Refusal } from './http.ts';

/** How a failed completion is told over HTTP. 502 and 504: the vendor behind us failed, not the caller. */
const statuses: Readonly<Record<CompletionErrorCode, number>> = {
  not_found: 502,
  authentication: 502,
  bad_request: 400,
  model: 502,
  api: 502,
  invalid_json: 502,
  invalid_format: 502,
  timeout: 504,
  missing_key: 503,
  no_vendor: 503,
  unsupported_vendor: 503,
  quota: 429,
  forbidden: 403,
  unauthenticated: 401,
  network: 502,
  aborted: 499,
  interrupted: 502,
};

export const statusOf = (code: CompletionErrorCode) => statuses[code];

export const refusalOf = ({ code, message }: CompletionError) => new Refusal(statusOf(code), code, message);

/** Any thrown thing as a CompletionError; what is not one is a fault of ours and told without its text. */
export function asCompletionError(error: unknown): CompletionError {
  return error instanceof CompletionError
    ? error
    : new CompletionError('api', 'API error (500): Something went wrong');
}
