import type { CompletionErrorCode } from '../../../../shared/completion/error.ts';
import type { Message, MessageEnd } from '../chat.ts';
import type { TurnAction } from './turn-action.ts';

/**
 * Where one exchange stands. `failed`: the user's message has no reply and can be retried. `unsaved`: the reply is
 * there but could not be stored yet.
 */
export type TurnPhase = 'storing' | 'waiting' | 'streaming' | 'saving' | 'failed' | 'unsaved' | 'done';

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
  return phase === 'storing' || phase === 'saving' || canStop(phase);
}

/** True while Stop has something to stop. */
export function canStop(phase: TurnPhase | null | undefined): boolean {
  return phase === 'waiting' || phase === 'streaming';
}

export type MessageStatus = 'sending' | 'sent' | 'delivered' | 'failed';

/** The status shown on the user's message of a turn [CHAT-048..051]. */
export function messageStatus(phase: TurnPhase): MessageStatus {
  switch (phase) {
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

/** A message as the list draws it: a stored row, or the part of a turn that is not a row yet. */
export interface ShownMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly createdAt: string;
  /** Of the user's messages; stored ones count as delivered [CHAT-048]. */
  readonly status: MessageStatus;
  /** How a reply ended; null while it grows. */
  readonly end: MessageEnd | null;
  readonly modelId: string | null;
  readonly vendorId: string | null;
  readonly unavailableVendor: string | null;
  readonly isUnsaved: boolean;
  /** Why there is no reply, and whether a model was asked; null on delivered messages and after a stop. */
  readonly failure: (TurnFailure & { readonly isAction: boolean }) | null;
}

/** The conversation: stored rows, and behind them what the turn under way adds, each id once. */
export function showMessages(rows: readonly Message[], turn: LiveTurn | undefined): ShownMessage[] {
  const shown = rows.flatMap((row): ShownMessage[] =>
    row.role === 'system' ? [] : [showStored(row, row.role, turn)],
  );
  if (!turn) return shown;
  const isStored = (id: string) => rows.some((row) => row.id === id);
  if (!isStored(turn.messageId)) shown.push(showQuestion(turn));
  if (turn.reply.text !== '' && !isStored(turn.reply.id)) shown.push(showReply(turn));
  return shown;
}

function showStored(row: Message, role: ShownMessage['role'], turn: LiveTurn | undefined): ShownMessage {
  const isOfTurn = turn?.messageId === row.id;
  return {
    id: row.id,
    role,
    content: row.content,
    createdAt: row.createdAt,
    status: isOfTurn ? messageStatus(turn.phase) : 'delivered',
    end: row.end,
    modelId: row.modelId,
    vendorId: row.vendorId,
    unavailableVendor: row.unavailableVendor,
    isUnsaved: false,
    failure: isOfTurn ? failureOf(turn) : null,
  };
}

const notAnswered = { modelId: null, vendorId: null, unavailableVendor: null, isUnsaved: false } as const;

function showQuestion(turn: LiveTurn): ShownMessage {
  return {
    ...notAnswered,
    id: turn.messageId,
    role: 'user',
    content: turn.text,
    createdAt: new Date(turn.startedAt).toISOString(),
    status: messageStatus(turn.phase),
    end: 'complete',
    failure: failureOf(turn),
  };
}

function showReply({ reply, phase, startedAt }: LiveTurn): ShownMessage {
  return {
    id: reply.id,
    role: 'assistant',
    content: reply.text,
    createdAt: new Date(startedAt).toISOString(),
    status: 'delivered',
    end: phase === 'streaming' ? null : reply.end,
    modelId: reply.modelId,
    vendorId: reply.vendorId ?? null,
    unavailableVendor: reply.unavailableVendor ?? null,
    isUnsaved: phase === 'unsaved',
    failure: null,
  };
}

function failureOf({ phase, failure, action }: LiveTurn): ShownMessage['failure'] {
  return phase === 'failed' && failure ? { ...failure, isAction: action !== null } : null;
}
