import type { Delta } from '../../../../shared/completion/completion.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import type { LiveTurn, TurnFailure, TurnReply } from './live-turn.ts';
import { type Asked, isAction } from './turn-action.ts';

/** The part of a turn that begins anew with each try. */
export function unanswered(
  asked: Asked,
  seed = '',
): Pick<LiveTurn, 'reply' | 'repliedAt' | 'firstLength' | 'failure' | 'isContextCut'> {
  const modelId = isAction(asked) ? null : asked.id;
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

/** Why a turn failed. Only our own texts are for the person: those of the network and the database stay empty. */
export function failureOf(error: unknown): TurnFailure {
  return error instanceof CompletionError
    ? { code: error.code, message: error.message }
    : { code: null, message: '' };
}
