import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { CompletionErrorCode } from '../../../../shared/completion/error.ts';
import type { ModelChoice, ModelPrice, ModelService } from '../../../lib/model-choice.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { Message, MessageEnd } from '../chat.ts';
import type { TurnAction } from './turn-action.ts';

/**
 * `queued`: the message waits for the connection or the models. `waiting`: it is stored, and no text has
 * arrived. `failed`: it has no reply and can be retried. `done`: the reply has ended and is stored.
 */
export type TurnPhase = 'queued' | 'storing' | 'waiting' | 'streaming' | 'failed' | 'done';

export interface ChatModel {
  readonly id: string;
  readonly name: string;
  /** In tokens. If it is unknown, a default applies. */
  readonly contextLength?: number | null;
  /** The vendor that offers the model. Null for the active vendor. */
  readonly vendorName?: string | null;
  readonly maxOutput?: number;
  readonly isReasoning?: boolean;
  readonly price?: ModelPrice;
  /** False if the model can't read images. Absent if unknown. */
  readonly supportsImages?: boolean;
  readonly service?: ModelService;
  /** Set if a vendor other than the active one replies, or the user's own key is used. */
  readonly vendor?: ChatVendor;
}

export interface ChatVendor {
  readonly name: string;
  /** The origin that the user's key is for. Null if no key is sent. */
  readonly endpointOrigin: string | null;
}

export const choiceOf = ({ id, vendorName = null }: ChatModel): ModelChoice => ({ id, vendorName });

export type Answerer = ChatModel | TurnAction;

export const isAction = (answerer: Answerer | null): answerer is TurnAction =>
  answerer !== null && 'ask' in answerer;

export interface Thinking {
  /** When the thinking began (ms since the epoch), moved forward by the pauses in between. */
  readonly since: number;
  /** How long the model thought. Null while it thinks, 0 if unknown. */
  readonly milliseconds: number | null;
}

export interface TurnReply {
  readonly id: string;
  readonly text: string;
  readonly reasoning: string;
  /** Null if the model has not thought. */
  readonly thinking: Thinking | null;
  readonly end: MessageEnd;
  /** Null for an action or a joined reply until the service names the model. */
  readonly modelId: string | null;
  readonly vendorId?: string;
  /** Display name of the unavailable vendor, if another vendor replied instead. */
  readonly unavailableVendor?: string;
}

export interface TurnFailure {
  /** Null for errors without a message for the user (network, database). The message is empty then. */
  readonly code: CompletionErrorCode | null;
  readonly message: string;
}

/** A user's message and its reply, until both are stored. */
export interface LiveTurn {
  readonly chatId: string;
  readonly title: string;
  /** False until the service has stored the chat. Until then, it is optimistic [CHAT-060, CHAT-061]. */
  readonly isChatStored: boolean;
  readonly isMessageStored: boolean;
  /** The start time (ms since the epoch) on this device. */
  readonly startedAt: number;
  readonly messageId: string;
  /**
   * The id under which the reply counts toward the quota: the message's own, or a new one if the message gets
   * another reply. For a joined reply, the reply's id.
   */
  readonly requestId: string;
  /** The message before an edited message, or null if there is none. */
  readonly after?: string | null;
  /** The cut-off reply to continue. The new reply starts with its text. */
  readonly continues: Pick<Message, 'id' | 'content'> | null;
  /** True if the chat was created in this visit. Only then are replies typed out [CHAT-055]. */
  readonly isCreatedHere: boolean;
  /** The id of the system prompt's row, if the message contains a prompt. */
  readonly systemMessageId: string;
  /** The text as the user typed it, including a `[SYSTEM: …]` prefix. If sending fails, it is restored to the draft. */
  readonly typed: string;
  readonly text: string;
  /** The user's files. Absent if there are none. */
  readonly files?: readonly Attachment[];
  readonly systemPrompt: string | null;
  /** The model of a chat that is created with the message. Null if none was chosen. */
  readonly chatModel: ModelChoice | null;
  readonly parameters?: ChatParameters;
  /** The persona that the user picked for the message. It is used instead of the chat's parameters. */
  readonly oneTimeParameters?: ChatParameters;
  /** The project of a chat that is created with the message. Absent if it is in none. */
  readonly projectId?: string;
  /** The requested model. Null for actions and joined replies. */
  readonly model: ChatModel | null;
  /** True for a reply in a comparison. Its column shows failures, so there is no toast. */
  readonly isBeside: boolean;
  /** Replies instead of a model. Null for a completion. */
  readonly action: TurnAction | null;
  readonly phase: TurnPhase;
  readonly reply: TurnReply;
  /** The length of the reply's first visible text. If the reply was not streamed, that is the whole reply. */
  readonly firstLength: number;
  /**
   * Why there is no reply. Null if the turn has not failed, the user stopped it, or its message is not
   * stored.
   */
  readonly failure: TurnFailure | null;
  /** True if older messages did not fit the model. */
  readonly isContextCut: boolean;
  /** True while texts of the project's files are read for the first time. */
  readonly isReadingFiles?: boolean;
  /** True while the connection is lost and the service continues to write the reply. */
  readonly isCutOff: boolean;
}

/** True until the turn has ended. The chat can't begin another turn before that. */
export function isBusy(phase: TurnPhase | null | undefined): boolean {
  return phase === 'queued' || phase === 'storing' || canStop(phase);
}

export function canStop(phase: TurnPhase | null | undefined): boolean {
  return phase === 'waiting' || phase === 'streaming';
}

/** True if storing the message failed, so that it can be retried. */
export function hasUnstored({ phase, isMessageStored }: LiveTurn): boolean {
  return phase === 'failed' && !isMessageStored;
}

export type MessageStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'failed';

/** Returns the status of a turn's user message [CHAT-048..051]. */
export function messageStatus(phase: TurnPhase): MessageStatus {
  switch (phase) {
    case 'queued':
      return 'queued';
    case 'storing':
    case 'waiting':
      return 'sending';
    case 'streaming':
      return 'sent';
    case 'failed':
      return 'failed';
    case 'done':
      return 'delivered';
  }
}

/**
 * True if the message already has a reply and gets another one, and for joined replies. If the new reply
 * fails, the stored messages stay visible.
 */
export function isRegenerating({ messageId, requestId }: LiveTurn): boolean {
  return messageId !== requestId;
}

export function isJoined({ requestId, reply }: LiveTurn): boolean {
  return requestId === reply.id;
}

/** True once the reply has new text. The text of a continued reply is not new. */
export function hasReplied({ reply, continues }: Pick<LiveTurn, 'reply' | 'continues'>): boolean {
  return reply.text.length > (continues?.content.length ?? 0);
}
