/**
 * `refused` has a message for the user; `gone`: the chat no longer exists or belongs to someone else; `offline`: no
 * response arrived, or a later attempt may succeed. `busy`: a reply is being written in the chat.
 */
export type StoreErrorCode = 'refused' | 'duplicate' | 'gone' | 'unavailable' | 'offline' | 'busy';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The error of supabase-js. */
export interface ServiceFailure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null;
}

/** Hints of the schema's refusals (docs/data-model.md), whose messages are meant for the user. */
const refusals = new Set(['quota', 'limit', 'banned', 'restricted']);

/** The session has expired, too many requests, or the service or its database is unreachable. */
const temporary = new Set([401, 429, 502, 503, 504]);

/** @param status of the response, if a later attempt may succeed after some of them */
export function toStoreError(failure: ServiceFailure, status?: number): StoreError {
  if (refusals.has(failure.hint ?? '')) return new StoreError('refused', failure.message);
  if (failure.hint === 'busy') return new StoreError('busy', failure.message);
  // The row exists: an earlier request was processed although its response was lost.
  if (failure.code === '23505') return new StoreError('duplicate', failure.message);
  if (failure.code === '23503' || failure.code === '42501') return new StoreError('gone', failure.message);
  // supabase-js gives no code if the request itself failed.
  const isTemporary = failure.code === '' || (status !== undefined && temporary.has(status));
  return new StoreError(isTemporary ? 'offline' : 'unavailable', failure.message);
}
