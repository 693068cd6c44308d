import type { Message } from '../chat.ts';
import { type Answerer, isAction, type LiveTurn } from './live-turn.ts';
import { unanswered } from './turn-reply.ts';

type GivenTurn = Pick<
  LiveTurn,
  | 'chatId'
  | 'title'
  | 'isBegunHere'
  | 'isChatStored'
  | 'startedAt'
  | 'typed'
  | 'text'
  | 'systemPrompt'
  | 'after'
>;

export type QueuedMessage = Omit<GivenTurn, 'isBegunHere'> & Pick<LiveTurn, 'messageId' | 'systemMessageId'>;

/** The turn of a message that is sent now. */
export function sentTurn(answerer: Answerer | null, given: GivenTurn): LiveTurn {
  const messageId = crypto.randomUUID();
  return {
    ...given,
    isMessageStored: false,
    messageId,
    requestId: messageId,
    seed: '',
    systemMessageId: crypto.randomUUID(),
    action: isAction(answerer) ? answerer : null,
    phase: 'storing',
    ...unanswered(answerer),
  };
}

/** The turn of a message that an earlier page could not send. */
export function queuedTurn(model: Answerer | null, given: QueuedMessage): LiveTurn {
  return {
    ...given,
    isBegunHere: false,
    isMessageStored: false,
    requestId: given.messageId,
    seed: '',
    action: null,
    phase: 'queued',
    ...unanswered(model),
  };
}

/** The turn of a stored message that has no reply or, with a new id, gets another one. */
export function storedTurn(
  answerer: Answerer,
  { id, chatId, content }: Message,
  given: Pick<LiveTurn, 'title' | 'isBegunHere' | 'startedAt'> &
    Partial<Pick<LiveTurn, 'requestId' | 'seed'>>,
): LiveTurn {
  const { requestId = id, seed = '' } = given;
  return {
    ...given,
    chatId,
    isChatStored: true,
    isMessageStored: true,
    messageId: id,
    requestId,
    seed,
    systemMessageId: crypto.randomUUID(),
    typed: content,
    text: content,
    systemPrompt: null,
    action: isAction(answerer) ? answerer : null,
    phase: 'waiting',
    ...unanswered(answerer, seed),
  };
}
