import type { NewMessage } from '../data/messages.ts';
import { StoreError } from '../data/store-error.ts';
import type { ExecuteResult } from '../outbox/operation.ts';
import { chatTexts } from '../texts.ts';
import type { LiveTurn } from './live-turn.ts';
import type { TurnServices } from './turn-services.ts';

/**
 * Stores a turn's message, and its chat if it is new. If that fails, resolves with `offline` if the message
 * waits for the connection, `busy` if it waits for another device's reply, the reason if it was refused, or
 * null if the user can retry.
 */
export async function storeMessage(
  services: TurnServices,
  userId: string,
  turn: LiveTurn,
): Promise<ExecuteResult | null> {
  const { insertChat, insertMessages, deleteEmptyChat, deleteMessage, onStored } = services;
  const { projectId: newChatProject = null, ...others } = turn;
  const { chatId: id, messageId, title, isChatStored, chatModel: model, parameters = null, files } = turn;
  let isMessageStored = false;
  try {
    const chatFiles = files && (await services.files());
    // Files are uploaded first, so that a message with refused files is not stored. Only encrypted histories upload them
    // in `attach`, because they need the key of the stored chat.
    if (files) await chatFiles?.upload(files);
    const projectId = isChatStored
      ? null
      : await insertChat({ id, userId, title, projectId: newChatProject, model, parameters });
    const rows = await insertMessages(messageRows(userId, turn));
    isMessageStored = true;
    if (files) await chatFiles?.attach({ messageId, chatId: id }, files);
    onStored(
      { ...others, ...(projectId !== null && { projectId }) },
      rows.map((row) => (files && row.id === messageId ? { ...row, attachments: files } : row)),
    );
    return 'done';
  } catch (error) {
    const result = resultOf(turn, error);
    if (typeof result === 'object') {
      if (isMessageStored) await deleteMessage(messageId).catch(() => {});
      if (!isChatStored) await deleteEmptyChat(id).catch(() => {});
    }
    return result;
  }
}

function resultOf({ isChatStored }: LiveTurn, error: unknown): ExecuteResult | null {
  if (!(error instanceof StoreError)) return null;
  switch (error.code) {
    case 'offline':
    case 'busy':
      return error.code;
    case 'refused':
      return { refused: error.message };
    case 'gone':
      return isChatStored ? { refused: chatTexts.chatGone, isChatGone: true } : null;
    case 'duplicate':
    case 'unavailable':
      return null;
  }
}

/** Returns the rows to store. If the message contains a system prompt, the prompt has its own row. */
function messageRows(userId: string, turn: LiveTurn): NewMessage[] {
  const {
    chatId,
    messageId,
    systemMessageId,
    systemPrompt,
    text,
    after,
    oneTimeParameters: parameters,
  } = turn;
  const user: NewMessage = {
    id: messageId,
    chatId,
    userId,
    role: 'user',
    content: text,
    ...(parameters && { parameters }),
  };
  if (systemPrompt === null) return [withParent(user, after)];
  const system: NewMessage = { id: systemMessageId, chatId, userId, role: 'system', content: systemPrompt };
  return [withParent(system, after), { ...user, parentId: system.id }];
}

/** Adds the parent of an edited message. The first message of a chat is its own parent (docs/data-model.md). */
function withParent(message: NewMessage, after: string | null | undefined): NewMessage {
  return after === undefined ? message : { ...message, parentId: after ?? message.id };
}
