/**
 * `refused` has a message for the user; `gone`: the chat no longer exists or belongs to someone else; `offline`: no
 * response arrived.
 */
export type StoreErrorCode = 'refused' | 'duplicate' | 'gone' | 'unavailable' | 'offline';

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

export function toStoreError(failure: ServiceFailure): StoreError {
  if (refusals.has(failure.hint ?? '')) return new StoreError('refused', failure.message);
  // The row exists: an earlier request was processed although its response was lost.
  if (failure.code === '23505') return new StoreError('duplicate', failure.message);
  if (failure.code === '23503' || failure.code === '42501') return new StoreError('gone', failure.message);
  // supabase-js gives no code if the request itself failed.
  return new StoreError(failure.code === '' ? 'offline' : 'unavailable', failure.message);
}
