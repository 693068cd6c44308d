/**
 * `refused` has a message for the user. `gone`: the chat no longer exists or belongs to another user.
 * `offline`: no response arrived, or a later attempt may succeed. `busy`: a reply is running in the chat.
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

/** The supabase-js error. */
export interface ServiceFailure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null;
}

/** Hints of the database's refusals (docs/data-model.md). Their messages are meant for the user. */
const refusals = new Set(['quota', 'limit', 'banned', 'restricted']);

/** The session has expired, there were too many requests, or the service or its database is unreachable. */
const temporary = new Set([401, 429, 502, 503, 504]);

/** @param status the response's HTTP status, because a later attempt may succeed after some of them */
export function toStoreError(failure: ServiceFailure, status?: number): StoreError {
  if (refusals.has(failure.hint ?? '')) return new StoreError('refused', failure.message);
  if (failure.hint === 'busy') return new StoreError('busy', failure.message);
  // The row exists, because an earlier request succeeded although its response was lost.
  if (failure.code === '23505') return new StoreError('duplicate', failure.message);
  if (failure.code === '23503' || failure.code === '42501') return new StoreError('gone', failure.message);
  // supabase-js sets no code if the request itself failed.
  const isTemporary = failure.code === '' || (status !== undefined && temporary.has(status));
  return new StoreError(isTemporary ? 'offline' : 'unavailable', failure.message);
}
