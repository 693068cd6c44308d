import { translateMessage } from '../../../lib/translate-message.ts';

/**
 * `refused`: the message is meant for the user. `gone`: the chat no longer exists or belongs to another user.
 * `offline`: no response arrived, or a later attempt may succeed. `busy`: a reply is running in the chat.
 * `duplicate`: the row already exists. `unavailable`: the request failed for another reason.
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

/** An error as supabase-js returns it. */
export interface ServiceFailure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | null;
}

/**
 * Hints in the database's refusals (docs/data-model.md). The messages of these refusals are meant for the
 * user.
 */
const refusalHints = /^(quota|limit|banned|restricted|project|chat_head|encryption_\w+)$/;

/**
 * HTTP statuses after which a later attempt may succeed: an expired session, too many requests, or an
 * unreachable service or database.
 */
const temporaryStatuses = new Set([401, 429, 502, 503, 504]);

/** @param status the HTTP status of the response */
export function toStoreError(failure: ServiceFailure, status?: number): StoreError {
  if (refusalHints.test(failure.hint ?? ''))
    return new StoreError('refused', translateMessage(failure.message));
  if (failure.hint === 'busy') return new StoreError('busy', translateMessage(failure.message));
  // The row already exists: an earlier request succeeded, but its response was lost.
  if (failure.code === '23505') return new StoreError('duplicate', failure.message);
  if (failure.code === '23503' || failure.code === '42501') return new StoreError('gone', failure.message);
  // supabase-js sets no code if there was no response.
  const isTemporary = failure.code === '' || (status !== undefined && temporaryStatuses.has(status));
  return new StoreError(isTemporary ? 'offline' : 'unavailable', failure.message);
}
