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
  /** Cleaned text. Only empty if the message has files. */
  readonly text: string;
  /** The parameters of a new chat. Absent if all have their default values. */
  readonly parameters?: ChatParameters;
  /** The project of a new chat. Absent if it is in none. */
  readonly projectId?: string;
  /** True if the project's default persona is not loaded yet. */
  readonly awaitsPersona?: boolean;
  /** True if the model of the project or its persona should reply, and is not loaded yet. */
  readonly awaitsModel?: boolean;
  /** The message before an edited message, or null if there is none. */
  readonly after?: string | null;
}

export interface SendRequest extends TurnRequest {
  /** Null while the models are loading. */
  readonly model: ChatModel | null;
  readonly chatModel?: ModelChoice;
  /** The persona that the user picked for this message. */
  readonly oneTimeParameters?: ChatParameters | undefined;
  readonly files?: readonly Attachment[];
}

export interface ActRequest extends TurnRequest {
  readonly action: TurnAction;
}

export type StoredQuestion = Pick<Message, 'id' | 'chatId' | 'content' | 'attachments' | 'parameters'>;

/** A request for another reply to a message. The reply becomes another version of the first one. */
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
