import { StoreError } from '../data/store-error.ts';
import { chatTexts } from '../texts.ts';
import type { LiveTurn } from './live-turn.ts';
import type { TurnOutcome } from './sending.ts';

/**
 * What happens to a message that could not be stored: it is queued, or returned to the user with the reason. Null if
 * a retry may help.
 */
export function notStored(
  { action, isChatStored, typed: text }: LiveTurn,
  error: unknown,
): (TurnOutcome & { readonly kind: 'queued' | 'refused' }) | null {
  if (!(error instanceof StoreError)) return null;
  // An action is a function of this page: it cannot be saved on the device.
  if (error.code === 'offline' && action === null) return { kind: 'queued' };
  if (error.code === 'refused') return { kind: 'refused', message: error.message, text };
  if (error.code === 'gone' && isChatStored)
    return { kind: 'refused', message: chatTexts.chatGone, text, isChatGone: true };
  return null;
}

/** True if a finished turn is not completely stored. */
export function hasUnstored({ phase, isMessageStored }: LiveTurn): boolean {
  return phase === 'unsaved' || (phase === 'failed' && !isMessageStored);
}
