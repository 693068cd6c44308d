import type { SendOperation } from '../outbox/operation.ts';
import { type Answerer, choiceOf, isAction, type LiveTurn } from './live-turn.ts';
import type { StoredQuestion } from './sending.ts';
import { newAttempt } from './turn-reply.ts';

export function sentTurn(
  { id, kind: _kind, createdAt, replyId, isNewChat, isHeld: _isHeld, ...message }: SendOperation,
  answerer: Answerer | null,
  isCreatedHere: boolean,
): LiveTurn {
  return {
    ...message,
    isCreatedHere,
    isBeside: false,
    isChatStored: !isNewChat,
    isMessageStored: false,
    startedAt: createdAt,
    messageId: id,
    requestId: id,
    continues: null,
    chatModel: message.chatModel ?? (answerer && !isAction(answerer) ? choiceOf(answerer) : null),
    action: isAction(answerer) ? answerer : null,
    phase: 'storing',
    ...newAttempt(answerer, null, replyId),
  };
}

/** Creates the turn of a message that is already stored. It has no reply yet, or gets another one. */
export function storedTurn(
  answerer: Answerer | null,
  { id, chatId, content, attachments, parameters }: StoredQuestion,
  given: Pick<LiveTurn, 'title' | 'isCreatedHere' | 'isBeside' | 'startedAt'> &
    Partial<Pick<LiveTurn, 'requestId' | 'continues'>>,
): LiveTurn {
  const { requestId = id, continues = null } = given;
  return {
    ...given,
    chatId,
    isChatStored: true,
    isMessageStored: true,
    messageId: id,
    requestId,
    continues,
    systemMessageId: crypto.randomUUID(),
    typed: content,
    text: content,
    ...(attachments && { files: attachments }),
    ...(parameters && { oneTimeParameters: parameters }),
    systemPrompt: null,
    chatModel: null,
    action: isAction(answerer) ? answerer : null,
    phase: 'waiting',
    ...newAttempt(answerer, continues),
  };
}
