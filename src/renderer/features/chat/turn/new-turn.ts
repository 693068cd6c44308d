import type { SendOperation } from '../outbox/operation.ts';
import { type Answerer, choiceOf, isAction, type LiveTurn } from './live-turn.ts';
import type { Question } from './sending.ts';
import { unanswered } from './turn-reply.ts';

export function sentTurn(
  { id, createdAt, replyId, chatId, title, isNewChat, systemMessageId, typed, text, ...rest }: SendOperation,
  answerer: Answerer | null,
  isBegunHere: boolean,
): LiveTurn {
  return {
    chatId,
    title,
    isBegunHere,
    isBeside: false,
    isChatStored: !isNewChat,
    isMessageStored: false,
    startedAt: createdAt,
    messageId: id,
    requestId: id,
    systemMessageId,
    typed,
    text,
    systemPrompt: rest.systemPrompt,
    ...(rest.files && { files: rest.files }),
    ...(rest.parameters && { parameters: rest.parameters }),
    ...(rest.after !== undefined && { after: rest.after }),
    continues: null,
    chatModel: rest.chatModel ?? (answerer && !isAction(answerer) ? choiceOf(answerer) : null),
    action: isAction(answerer) ? answerer : null,
    phase: 'storing',
    ...unanswered(answerer, null, replyId),
  };
}

/** For a stored message that has no reply or, with a new id, gets another one. */
export function storedTurn(
  answerer: Answerer | null,
  { id, chatId, content, attachments }: Question,
  given: Pick<LiveTurn, 'title' | 'isBegunHere' | 'isBeside' | 'startedAt'> &
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
    systemPrompt: null,
    chatModel: null,
    action: isAction(answerer) ? answerer : null,
    phase: 'waiting',
    ...unanswered(answerer, continues),
  };
}
