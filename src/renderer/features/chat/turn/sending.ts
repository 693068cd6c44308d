import type { ChatModel } from './live-turn.ts';

export interface SendRequest {
  readonly chatId: string;
  readonly title: string;
  readonly isNewChat: boolean;
  /** Cleaned and not blank. */
  readonly text: string;
  readonly model: ChatModel;
}

/**
 * How a turn ended, for toasts and the draft. `unsaved`: answered, but the reply could not be stored yet. `held`: not
 * sent, because the message before it could not be stored yet.
 */
export type TurnOutcome =
  | { readonly kind: 'answered' | 'stopped' | 'unsaved' | 'ignored' }
  | { readonly kind: 'held'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string; readonly isChatStored: boolean };
