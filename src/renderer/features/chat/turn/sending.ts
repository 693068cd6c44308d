import type { ChatModel, TurnFailure } from './live-turn.ts';
import type { TurnAction } from './turn-action.ts';

interface TurnRequest {
  readonly chatId: string;
  readonly title: string;
  readonly isNewChat: boolean;
  /** Cleaned and not blank. */
  readonly text: string;
}

/** A message for a model. */
export interface SendRequest extends TurnRequest {
  readonly model: ChatModel;
}

/** A message for an action. */
export interface ActRequest extends TurnRequest {
  readonly action: TurnAction;
}

/**
 * How a turn ended, for toasts and the draft. `unsaved`: answered, but the reply could not be stored yet. `held`: not
 * sent, because the message before it could not be stored yet.
 */
export type TurnOutcome =
  | { readonly kind: 'answered' | 'stopped' | 'unsaved' | 'ignored' }
  | { readonly kind: 'held'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string; readonly text: string }
  | { readonly kind: 'failed'; readonly message: TurnFailure['message']; readonly isChatStored: boolean };
