import { toStorable } from '../../../../shared/domain/text.ts';
import type { NewMessage } from '../data/messages.ts';
import type { LiveTurn, TurnReply } from './live-turn.ts';
import type { MirroredReply } from './reply-mirror.ts';

/** A turn's reply as it is saved on the device. `writtenAt` in ms since the epoch. */
export function mirrorReply(
  userId: string,
  { chatId, messageId }: LiveTurn,
  reply: TurnReply,
  writtenAt: number,
): MirroredReply {
  return { ...reply, userId, chatId, messageId, writtenAt };
}

/** The rows of a turn's message: its system prompt, if it contains one, and the message. */
export function messageRows(userId: string, turn: LiveTurn): NewMessage[] {
  const { chatId, messageId, systemMessageId, systemPrompt, text, after } = turn;
  const user: NewMessage = { id: messageId, chatId, userId, role: 'user', content: text };
  if (systemPrompt === null) return [placed(user, after)];
  const system: NewMessage = { id: systemMessageId, chatId, userId, role: 'system', content: systemPrompt };
  return [placed(system, after), { ...user, parentId: system.id }];
}

/** The parent of an edited message; its own id if it is the first message (docs/data-model.md). */
function placed(message: NewMessage, after: string | null | undefined): NewMessage {
  return after === undefined ? message : { ...message, parentId: after ?? message.id };
}

/** The row of a reply, from its turn or from the device. */
export function replyRow(reply: Omit<MirroredReply, 'writtenAt'>): NewMessage {
  return {
    id: reply.id,
    chatId: reply.chatId,
    userId: reply.userId,
    role: 'assistant',
    content: toStorable(reply.text),
    parentId: reply.messageId,
    end: reply.end,
    modelId: reply.modelId,
    vendorId: reply.vendorId ?? null,
    unavailableVendor: reply.unavailableVendor ?? null,
  };
}
