import type { CompletionErrorCode } from '../../../../shared/completion/error.ts';
import type { MessageEnd } from '../chat.ts';
import type { TurnAction } from './turn-action.ts';

/**
 * Where one exchange stands. `queued`: the message waits for the connection or the models. `failed`:
 * the user's message has no reply and can be retried. `unsaved`: the reply is there but could not be stored yet.
 */
export type TurnPhase =
  'queued' | 'storing' | 'waiting' | 'streaming' | 'saving' | 'failed' | 'unsaved' | 'done';

/** What a screen knows of the model that answers. */
export interface ChatModel {
  readonly id: string;
  readonly name: string;
  /** In tokens; unknown models get the shared default. */
  readonly contextLength?: number | null;
  /** Given where it is not the active vendor with the service's key that answers. */
  readonly vendor?: ChatVendor;
}

/** Who is asked by name: a vendor with a key of one's own, or a server of one's own. */
export interface ChatVendor {
  readonly name: string;
  /** The origin that the person's key was entered for; null where no key is sent. */
  readonly endpointOrigin: string | null;
}

/** Who answers a message. */
export type Answerer = ChatModel | TurnAction;

export const isAction = (answerer: Answerer | null): answerer is TurnAction =>
  answerer !== null && 'ask' in answerer;

export interface TurnReply {
  readonly id: string;
  readonly text: string;
  readonly end: MessageEnd;
  /** Null where an action answers, until it says with which model. */
  readonly modelId: string | null;
  /** The vendor's name, as soon as it is known. */
  readonly vendorId?: string;
  /** Display name of the vendor that could not answer, where another one stepped in. */
  readonly unavailableVendor?: string;
}

/** Why a turn failed. */
export interface TurnFailure {
  /** Null for failures whose text is not meant for the person (network, database); the message is empty then. */
  readonly code: CompletionErrorCode | null;
  readonly message: string;
}

/** One message of the user and the reply to it, from key press until both are rows. */
export interface LiveTurn {
  readonly chatId: string;
  readonly title: string;
  /** False until the service has the chat: then it is listed as optimistic [CHAT-060, CHAT-061]. */
  readonly isChatStored: boolean;
  readonly isMessageStored: boolean;
  /** When it began (ms since the epoch), by this device's clock. */
  readonly startedAt: number;
  readonly messageId: string;
  /**
   * The id that buys the reply: the message's own, or a fresh one where a message that has a reply is answered again
   * [design: one message].
   */
  readonly requestId: string;
  /** The message that an edited one comes after, null for none; absent for a message at the chat's end. */
  readonly after?: string | null;
  /** The cut reply that is being continued: the new one begins with its text. Empty for a reply of its own. */
  readonly seed: string;
  /** True for a chat that was begun in this visit: only there replies are typed [CHAT-055]. */
  readonly isBegunHere: boolean;
  /** Of the row that keeps its system prompt, if it brought one. */
  readonly systemMessageId: string;
  /** As typed, with the `[SYSTEM: …]` prefix if it had one: what goes back to the draft. */
  readonly typed: string;
  readonly text: string;
  readonly systemPrompt: string | null;
  /** What answers in place of a model; null for a completion. */
  readonly action: TurnAction | null;
  readonly phase: TurnPhase;
  readonly reply: TurnReply;
  /** When the reply's first text arrived, or null. */
  readonly repliedAt: number | null;
  /** The reply's length when it first appeared: a whole reply arrives at once, a streamed one with its first words. */
  readonly firstLength: number;
  /** Null when it has not failed, or the user stopped it. */
  readonly failure: TurnFailure | null;
  /** True when older messages did not fit the model. */
  readonly isContextCut: boolean;
}

/** True while the chat may not send: something is on its way. */
export function isBusy(phase: TurnPhase | null | undefined): boolean {
  return phase === 'queued' || phase === 'storing' || phase === 'saving' || canStop(phase);
}

/** True while Stop has something to stop. */
export function canStop(phase: TurnPhase | null | undefined): boolean {
  return phase === 'waiting' || phase === 'streaming';
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
    case 'saving':
    case 'unsaved':
    case 'done':
      return 'delivered';
  }
}

/** True where a message that has a reply is answered again: a failure then leaves that reply on screen. */
export function isAgain({ messageId, requestId }: LiveTurn): boolean {
  return messageId !== requestId;
}

/** True once the reply has text of its own. */
export function hasReplied({ reply, seed }: Pick<LiveTurn, 'reply' | 'seed'>): boolean {
  return reply.text.length > seed.length;
}
