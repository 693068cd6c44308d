import type { ChatParameters } from '../../../../shared/chats/chat-parameters.ts';
import type { CompletionErrorCode } from '../../../../shared/completion/error.ts';
import type { ModelChoice, ModelPrice, ModelService } from '../../../lib/model-choice.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { Message, MessageEnd } from '../chat.ts';
import type { TurnAction } from './turn-action.ts';

/**
 * The state of one exchange. `queued`: the message waits for the connection or the models. `waiting`: it is stored,
 * and no text has arrived. `failed`: it has no reply and can be retried. `done`: the reply has ended and is stored.
 */
export type TurnPhase = 'queued' | 'storing' | 'waiting' | 'streaming' | 'failed' | 'done';

export interface ChatModel {
  readonly id: string;
  readonly name: string;
  /** In tokens; unknown models get the shared default. */
  readonly contextLength?: number | null;
  /** The vendor under which it is listed; null for the active one. */
  readonly vendorName?: string | null;
  /** The most tokens of a reply. */
  readonly maxOutput?: number;
  readonly isReasoning?: boolean;
  readonly price?: ModelPrice;
  /** False if it is known not to read images; absent if unknown. */
  readonly seesPictures?: boolean;
  /** The called service; absent if unknown. */
  readonly service?: ModelService;
  /** Set if another vendor than the active one replies, or an own key is used. */
  readonly vendor?: ChatVendor;
}

/** A vendor with the user's own key, or the user's own server. */
export interface ChatVendor {
  readonly name: string;
  /** The origin that the user's key is for; null if no key is sent. */
  readonly endpointOrigin: string | null;
}

/** The part of the selected model that a chat stores. */
export const choiceOf = ({ id, vendorName = null }: ChatModel): ModelChoice => ({ id, vendorName });

/** Who answers a message. */
export type Answerer = ChatModel | TurnAction;

export const isAction = (answerer: Answerer | null): answerer is TurnAction =>
  answerer !== null && 'ask' in answerer;

/** How long a model thinks. */
export interface Thinking {
  /** When it began (ms since the epoch), without earlier pauses. */
  readonly since: number;
  /** Null while it thinks; 0 if unknown. */
  readonly milliseconds: number | null;
}

export interface TurnReply {
  readonly id: string;
  readonly text: string;
  /** The model's thoughts before it answers. */
  readonly reasoning: string;
  /** Null if the model has not thought. */
  readonly thinking: Thinking | null;
  readonly end: MessageEnd;
  /** Null for an action until it names its model. */
  readonly modelId: string | null;
  readonly vendorId?: string;
  /** Display name of the unavailable vendor, if another one replied instead. */
  readonly unavailableVendor?: string;
}

/** Why a turn failed. */
export interface TurnFailure {
  /** Null for errors without a message for the user (network, database); the message is empty then. */
  readonly code: CompletionErrorCode | null;
  readonly message: string;
}

/** A user's message and its reply, until both are stored. */
export interface LiveTurn {
  readonly chatId: string;
  readonly title: string;
  /** False until the chat is stored: until then it is optimistic [CHAT-060, CHAT-061]. */
  readonly isChatStored: boolean;
  readonly isMessageStored: boolean;
  /** When it began (ms since the epoch), by this device's clock. */
  readonly startedAt: number;
  readonly messageId: string;
  /**
   * The id that pays for the reply: the message's own, or a new one if a message is answered again [design: one
   * message].
   */
  readonly requestId: string;
  /** For an edited message: the message before it, null for none. */
  readonly after?: string | null;
  /** The cut reply to continue: the new one starts with its text. */
  readonly continues: Pick<Message, 'id' | 'content'> | null;
  /** True for a chat created in this visit: only there replies are typed out [CHAT-055]. */
  readonly isBegunHere: boolean;
  /** The id of the system prompt's row, if the message contains one. */
  readonly systemMessageId: string;
  /** As typed, with the `[SYSTEM: …]` prefix: returned to the draft on failure. */
  readonly typed: string;
  readonly text: string;
  /** The user's files; absent if there are none. */
  readonly files?: readonly Attachment[];
  readonly systemPrompt: string | null;
  /** The model of a chat that is created with the message; null if none was chosen. */
  readonly chatModel: ModelChoice | null;
  /** The parameters of a chat that is created with the message. */
  readonly parameters?: ChatParameters;
  /** The model of the request; null for actions and joined replies. */
  readonly model: ChatModel | null;
  /** True for a reply in a comparison: a failure is shown in its column. */
  readonly isBeside: boolean;
  /** Replies instead of a model; null for a completion. */
  readonly action: TurnAction | null;
  readonly phase: TurnPhase;
  readonly reply: TurnReply;
  /**
   * The reply's length when it first appeared: complete replies arrive in one piece, streamed ones with their first
   * words.
   */
  readonly firstLength: number;
  /** Null when it has not failed, or the user stopped it. */
  readonly failure: TurnFailure | null;
  /** True when older messages did not fit the model. */
  readonly isContextCut: boolean;
  /** True while the connection is lost: the service continues to write the reply. */
  readonly isCutOff: boolean;
}

/** True while the chat can't send. */
export function isBusy(phase: TurnPhase | null | undefined): boolean {
  return phase === 'queued' || phase === 'storing' || canStop(phase);
}

/** True while there is a reply to stop. */
export function canStop(phase: TurnPhase | null | undefined): boolean {
  return phase === 'waiting' || phase === 'streaming';
}

/** True if the message could not be stored and can be retried. */
export function hasUnstored({ phase, isMessageStored }: LiveTurn): boolean {
  return phase === 'failed' && !isMessageStored;
}

export type MessageStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'failed';

/** The status shown on the user's message of a turn [CHAT-048..051]. */
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

/** True if a message with a reply is answered again: if that fails, the earlier reply stays on screen. */
export function isRegenerating({ messageId, requestId }: LiveTurn): boolean {
  return messageId !== requestId;
}

/** True if another page or device requested the reply. */
export function isJoined({ requestId, reply }: LiveTurn): boolean {
  return requestId === reply.id;
}

/** True once there is text beyond the reply that is continued. */
export function hasReplied({ reply, continues }: Pick<LiveTurn, 'reply' | 'continues'>): boolean {
  return reply.text.length > (continues?.content.length ?? 0);
}
