import { StoreError } from '../data/store-error.ts';
import { chatTexts } from '../texts.ts';
import type { LiveTurn } from './live-turn.ts';
import type { TurnOutcome } from './sending.ts';

/**
 * What becomes of a message that could not be stored: it waits for the connection, or goes back to the person with the
 * reason. Null where trying again may help.
 */
export function notStored(
  { action, isChatStored, typed: text }: LiveTurn,
  error: unknown,
): (TurnOutcome & { readonly kind: 'queued' | 'refused' }) | null {
  if (!(error instanceof StoreError)) return null;
  // An action is a function of this page: it cannot be kept on the device.
  if (error.code === 'offline' && action === null) return { kind: 'queued' };
  if (error.code === 'refused') return { kind: 'refused', message: error.message, text };
  if (error.code === 'gone' && isChatStored)
    return { kind: 'refused', message: chatTexts.chatGone, text, isChatGone: true };
  return null;
}

/** Whether something of a turn that is over is not stored yet. */
export function hasUnstored({ phase, isMessageStored }: LiveTurn): boolean {
  return phase === 'unsaved' || (phase === 'failed' && !isMessageStored);
}
