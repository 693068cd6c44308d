import type { Delta } from '../../../../shared/completion/completion.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { type Answerer, isAction, type LiveTurn, type TurnFailure, type TurnReply } from './live-turn.ts';

/** The part of a turn that is reset by each attempt. */
export function unanswered(
  answerer: Answerer | null,
  seed = '',
): Pick<LiveTurn, 'reply' | 'repliedAt' | 'firstLength' | 'failure' | 'isContextCut'> {
  const modelId = answerer && !isAction(answerer) ? answerer.id : null;
  const reply: TurnReply = { id: crypto.randomUUID(), text: seed, end: 'interrupted', modelId };
  return { reply, repliedAt: null, firstLength: 0, failure: null, isContextCut: false };
}

/** The reply after one more delta. */
export function withDelta(reply: TurnReply, { text, model, vendor, unavailableVendor }: Delta): TurnReply {
  return {
    ...reply,
    text: reply.text + text,
    modelId: model ?? reply.modelId,
    ...(vendor !== undefined && { vendorId: vendor }),
    ...(unavailableVendor !== undefined && { unavailableVendor }),
  };
}

/**
 * Why a turn failed. Only our own messages are for the user, so those of the network and the database are dropped.
 */
export function failureOf(error: unknown): TurnFailure {
  return error instanceof CompletionError
    ? { code: error.code, message: error.message }
    : { code: null, message: '' };
}
