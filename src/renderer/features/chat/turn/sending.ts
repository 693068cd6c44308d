import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { ModelChoice } from '../../../lib/model-choice.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { Message } from '../chat.ts';
import type { Refusal } from '../outbox/operation.ts';
import type { ChatModel, LiveTurn, TurnFailure } from './live-turn.ts';
import type { TurnAction } from './turn-action.ts';

interface TurnRequest {
  readonly chatId: string;
  readonly title: string;
  readonly isNewChat: boolean;
  /** The text is cleaned and not blank. */
  readonly text: string;
  /** True for the first message of a new chat. */
  readonly parameters?: ChatParameters;
  /** For an edited message: the message before it, or null if there is none. */
  readonly after?: string | null;
}

export interface SendRequest extends TurnRequest {
  /** Null while the models are loading. */
  readonly model: ChatModel | null;
  readonly chatModel?: ModelChoice;
  readonly files?: readonly Attachment[];
}

export interface ActRequest extends TurnRequest {
  readonly action: TurnAction;
}

export type StoredQuestion = Pick<Message, 'id' | 'chatId' | 'content' | 'attachments'>;

/** Answers a message with a reply again: the new reply becomes another version. */
export interface AgainRequest {
  readonly question: StoredQuestion;
  readonly title: string;
  /** Null while the models are loading. Actions need no model. */
  readonly model: ChatModel | null;
  readonly continues?: LiveTurn['continues'];
}

/**
 * `unstored`: storing the message failed, and it can be retried. `refused`: it is not stored, and the turn is
 * removed.
 */
export type TurnOutcome =
  | { readonly kind: 'answered' | 'stopped' | 'unstored' }
  | ({ readonly kind: 'failed' } & TurnFailure)
  | ({ readonly kind: 'refused' } & Refusal);
