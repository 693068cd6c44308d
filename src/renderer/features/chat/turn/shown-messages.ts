import type { Toast } from '../../../lib/toast.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { Message, MessageEnd, ReplyUsage } from '../chat.ts';
import {
  canStop,
  isBusy,
  type LiveTurn,
  type MessageStatus,
  messageStatus,
  type Thinking,
  type TurnFailure,
} from './live-turn.ts';
import { noticeOf } from './report-outcome.ts';
import { storedThinking } from './turn-reply.ts';

export interface Reveal {
  readonly replyId: string;
  readonly text: string;
}

/** A stored row, or the part of a turn that is not stored yet. */
export interface ShownMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly createdAt: string;
  /** Only meaningful for the user's messages. Stored messages count as delivered [CHAT-048]. */
  readonly status: MessageStatus;
  /** How a reply ended. Null while it grows. */
  readonly end: MessageEnd | null;
  readonly modelId: string | null;
  readonly vendorId: string | null;
  readonly unavailableVendor: string | null;
  /** How long the model thought. Null if it did not think. */
  readonly thinking: Thinking | null;
  readonly usage?: ReplyUsage;
  /** The model's proposals to remember. Absent until `withoutProposals` extracts them from the content. */
  readonly proposals?: readonly string[];
  /** Absent if the message is not stored. */
  readonly chatId?: string;
  /** Why there is no reply. Null for delivered messages and after a stop. */
  readonly failure: (TurnFailure & { readonly isAction: boolean }) | null;
  /** The note about a failure. Absent after a stop or a reload. */
  readonly notice?: Toast | null;
  readonly attachments?: readonly Attachment[];
  /** The ids of all versions including this message, oldest first. Absent if it is not stored yet. */
  readonly versions?: readonly string[];
}

/** Combines the branch's stored rows with the chat's turn. Each message appears once. */
export function showMessages(rows: readonly Message[], turn: LiveTurn | undefined): ShownMessage[] {
  if (turn && hasMovedOn(rows, turn)) return showMessages(rows, undefined);
  const place = turn ? placeOf(rows, turn) : rows.length;
  const shown = rows
    .slice(0, place)
    .flatMap((row): ShownMessage[] => (row.role === 'system' ? [] : [showStored(row, row.role, turn)]));
  if (!turn || isElsewhere(rows, turn)) return shown;
  const isStored = (id: string) => rows.some((row) => row.id === id);
  // The turn's message or reply hides the stored message in its place and becomes another version of it.
  const hidden = rows.slice(place).find(({ role }) => role !== 'system')?.versions;
  const beside = (message: ShownMessage): ShownMessage =>
    hidden ? { ...message, versions: [...hidden, message.id] } : message;
  const isAsked = isStored(turn.messageId);
  if (!isAsked) shown.push(beside(showQuestion(turn)));
  if ((turn.reply.text !== '' || turn.reply.thinking) && !isStored(turn.reply.id))
    shown.push(isAsked ? beside(showReply(turn)) : showReply(turn));
  return shown;
}

/**
 * Cuts the newest reply after the text that is already typed out. The reply counts as growing until all of it
 * is shown.
 */
export function cutAtReveal(
  messages: readonly ShownMessage[],
  reveal: Reveal | null,
): readonly ShownMessage[] {
  if (!reveal) return messages;
  return messages.map((message) =>
    message.id === reveal.replyId ? { ...message, content: reveal.text, end: null } : message,
  );
}

export function rowsBefore(
  rows: readonly Message[],
  { messageId, after }: Pick<LiveTurn, 'messageId' | 'after'>,
): readonly Message[] {
  const place = rows.findIndex(({ id }) => id === messageId);
  if (place >= 0) return rows.slice(0, place);
  if (after === undefined) return rows;
  return rows.slice(0, rows.findIndex(({ id }) => id === after) + 1);
}

/**
 * Returns how many rows stay visible. An edited message hides the messages after it, and a new reply hides the earlier
 * reply.
 */
function placeOf(rows: readonly Message[], turn: LiveTurn): number {
  if (!isBusy(turn.phase) && turn.phase !== 'failed') return rows.length;
  if (rows.some(({ id }) => id === turn.reply.id)) return rows.length;
  const isAsked = rows.some(({ id }) => id === turn.messageId);
  return rowsBefore(rows, turn).length + (isAsked ? 1 : 0);
}

/** True if another device has continued the chat after a failed turn's question, or on another branch. */
function hasMovedOn(rows: readonly Message[], { phase, messageId, isMessageStored }: LiveTurn): boolean {
  if (phase !== 'failed') return false;
  const place = rows.findIndex(({ id }) => id === messageId);
  if (place < 0) return isMessageStored && rows.length > 0;
  return rows.slice(place + 1).find(({ role }) => role !== 'system')?.role === 'user';
}

/** True if a finished turn adds nothing to the rows: they contain its reply, or another branch is visible. */
function isElsewhere(rows: readonly Message[], { phase, messageId }: LiveTurn): boolean {
  return phase === 'done' && rows.length > 0 && rows.at(-1)?.id !== messageId;
}

/**
 * Caches the message object of each row, because each frame of a reply reads all rows, and rows never change.
 */
const shownRows = new WeakMap<Message, ShownMessage>();

function showStored(row: Message, role: ShownMessage['role'], turn: LiveTurn | undefined): ShownMessage {
  const isOfTurn = turn?.messageId === row.id;
  const cached = isOfTurn ? undefined : shownRows.get(row);
  if (cached) return cached;
  // A realtime event may have loaded the row before its files were stored.
  const attachments = row.attachments ?? (isOfTurn ? turn.files : undefined);
  const shown: ShownMessage = {
    id: row.id,
    chatId: row.chatId,
    role,
    content: row.content,
    createdAt: row.createdAt,
    status: isOfTurn ? messageStatus(turn.phase) : 'delivered',
    end: row.end,
    modelId: row.modelId,
    vendorId: row.vendorId,
    unavailableVendor: row.unavailableVendor,
    failure: isOfTurn ? failureOf(turn) : null,
    thinking: storedThinking(row.reasoningMs),
    notice: isOfTurn ? noticeOf(turn) : null,
    ...(row.usage && { usage: row.usage }),
    ...(row.versions && { versions: row.versions }),
    ...(attachments && { attachments }),
  };
  if (!isOfTurn) shownRows.set(row, shown);
  return shown;
}

const notAnswered = { thinking: null, modelId: null, vendorId: null, unavailableVendor: null } as const;

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
    notice: noticeOf(turn),
    ...(turn.files && { attachments: turn.files }),
  };
}

function showReply({ reply, phase, startedAt }: LiveTurn): ShownMessage {
  const isGrowing = canStop(phase);
  const { thinking } = reply;
  return {
    id: reply.id,
    role: 'assistant',
    content: reply.text,
    createdAt: new Date(startedAt).toISOString(),
    status: 'delivered',
    // Also null before new text arrives, because a continued reply already shows its earlier text.
    end: isGrowing ? null : reply.end,
    modelId: reply.modelId,
    vendorId: reply.vendorId ?? null,
    unavailableVendor: reply.unavailableVendor ?? null,
    // 0 (unknown) if the reply was interrupted while the model was thinking.
    thinking: thinking && !isGrowing ? { ...thinking, milliseconds: thinking.milliseconds ?? 0 } : thinking,
    failure: null,
  };
}

function failureOf({ phase, failure, action }: LiveTurn): ShownMessage['failure'] {
  return phase === 'failed' && failure ? { ...failure, isAction: action !== null } : null;
}
