/**
 * Why the service did not do what the chat asked of it. `refused` carries a sentence for the user; `gone`: the chat
 * does not exist any more, or never was ours; `offline`: no response arrived.
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

/** What supabase-js hands back beside the data. */
export interface ServiceFailure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null;
}

/** Hints with which the schema refuses a sender (docs/data-model.md). Their messages are sentences for the user. */
const refusals = new Set(['quota', 'limit', 'banned', 'restricted']);

export function toStoreError(failure: ServiceFailure): StoreError {
  if (refusals.has(failure.hint ?? '')) return new StoreError('refused', failure.message);
  // A row with our own UUID is there already: an earlier try arrived although its answer did not.
  if (failure.code === '23505') return new StoreError('duplicate', failure.message);
  if (failure.code === '23503' || failure.code === '42501') return new StoreError('gone', failure.message);
  // The client of the service gives no code where the request itself failed.
  return new StoreError(failure.code === '' ? 'offline' : 'unavailable', failure.message);
}
