import type { Message } from '../chat.ts';
import type { ChatModel, TurnFailure } from './live-turn.ts';
import type { TurnAction } from './turn-action.ts';

interface TurnRequest {
  readonly chatId: string;
  readonly title: string;
  readonly isNewChat: boolean;
  /** Cleaned and not blank. */
  readonly text: string;
  /** For an edited message: the message before it, null for none. */
  readonly after?: string | null;
}

/** A message for a model. */
export interface SendRequest extends TurnRequest {
  /** Null while the models are loading. */
  readonly model: ChatModel | null;
}

/** A message for an action. */
export interface ActRequest extends TurnRequest {
  readonly action: TurnAction;
}

/** A message with a reply, to be answered again: the new reply becomes another version. */
export interface AgainRequest {
  readonly question: Message;
  readonly title: string;
  /** Null while the models are loading; actions need no model. */
  readonly model: ChatModel | null;
  /** The text of a cut reply, to be continued. */
  readonly seed?: string;
}

/**
 * How a turn ended. `unsaved`: the reply could not be stored yet. `held`: not sent, because the previous message
 * could not be stored yet. `queued`: sent later.
 */
export type TurnOutcome =
  | { readonly kind: 'answered' | 'stopped' | 'unsaved' | 'ignored' | 'queued' }
  | { readonly kind: 'held'; readonly text: string }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly text: string;
      /** True if the chat itself no longer exists. */
      readonly isChatGone?: boolean;
    }
  | { readonly kind: 'failed'; readonly message: TurnFailure['message']; readonly isChatStored: boolean };
