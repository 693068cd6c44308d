import type { Delta } from '../../../../shared/completion/completion.ts';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { translateMessage } from '../../../lib/translate-message.ts';
import type { Message } from '../chat.ts';
import type { TurnOutcome } from './sending.ts';
import {
  type Answerer,
  isAction,
  type LiveTurn,
  type Thinking,
  type TurnFailure,
  type TurnReply,
} from './live-turn.ts';

/** The stored row, if the reply has any text, and the failure that ended it. */
export interface EndedReply {
  readonly row: Message | null;
  readonly failure: TurnFailure | null;
}

type Attempt = 'model' | 'reply' | 'firstLength' | 'failure' | 'isContextCut' | 'isReadingFiles' | 'isCutOff';

/** Returns the part of a turn that each attempt resets. */
export function newAttempt(
  answerer: Answerer | null,
  continues: LiveTurn['continues'] = null,
  replyId: string = crypto.randomUUID(),
): Pick<LiveTurn, Attempt> {
  const model = answerer && !isAction(answerer) ? answerer : null;
  const modelId = model?.id ?? null;
  const text = continues?.content ?? '';
  const reply: TurnReply = { id: replyId, text, reasoning: '', thinking: null, end: 'interrupted', modelId };
  return {
    model,
    reply,
    firstLength: 0,
    failure: null,
    isContextCut: false,
    isReadingFiles: false,
    isCutOff: false,
  };
}

/** Returns the same object while nothing changes, so that only changes are rendered. */
function thinkingAfter(
  earlier: Thinking | null,
  { text, reasoning = '' }: Pick<Delta, 'text' | 'reasoning'>,
  now: number,
): Thinking | null {
  let thinking = earlier;
  if (reasoning !== '' && thinking?.milliseconds !== null)
    thinking = { since: now - (thinking?.milliseconds ?? 0), milliseconds: null };
  if (text === '' || thinking?.milliseconds !== null) return thinking;
  return { ...thinking, milliseconds: Math.max(1, now - thinking.since) };
}

export function addDelta(reply: TurnReply, delta: Delta, now = Date.now()): TurnReply {
  const { text, reasoning = '', model, vendor, unavailableVendor } = delta;
  return {
    ...reply,
    text: reply.text + text,
    reasoning: reply.reasoning + reasoning,
    thinking: thinkingAfter(reply.thinking, delta, now),
    modelId: model || reply.modelId,
    ...(vendor !== undefined && { vendorId: vendor }),
    ...(unavailableVendor !== undefined && { unavailableVendor }),
  };
}

export const storedThinking = (milliseconds: number | undefined): Thinking | null =>
  milliseconds === undefined ? null : { since: 0, milliseconds };

export const storedReply = ({
  id,
  content,
  end,
  modelId,
  vendorId,
  unavailableVendor,
  reasoningMs,
}: Message): TurnReply => ({
  id,
  text: content,
  reasoning: '',
  thinking: storedThinking(reasoningMs),
  end,
  modelId,
  ...(vendorId !== null && { vendorId }),
  ...(unavailableVendor !== null && { unavailableVendor }),
});

/** Drops network and database errors, whose messages are not for the user. */
export function failureOf(error: unknown): TurnFailure {
  return error instanceof CompletionError
    ? { code: error.code, message: translateMessage(error.message) }
    : { code: null, message: '' };
}

/** Returns how a turn ended. Without a row and a failure, the user stopped it before any text arrived. */
export function outcomeOf({ row, failure }: EndedReply): TurnOutcome {
  if (row?.end === 'complete' || row?.end === 'length') return { kind: 'answered' };
  if (row ? row.end === 'stopped' : !failure) return { kind: 'stopped' };
  return { kind: 'failed', code: failure?.code ?? null, message: failure?.message ?? '' };
}
