import {
  defaultContextLength,
  estimateMessage,
  estimateTokens,
  type SizedMessage,
} from '../../../../shared/domain/context-window.ts';
import { reservedReplyTokens } from '../../../../shared/domain/output-limit.ts';
import type { ChatModel } from './live-turn.ts';
import { scaleOf } from './token-scale.ts';

/** The limit for models with more room. Every token sent costs money. */
const maxFilesTokens = 8_000;

/**
 * Returns how many estimated tokens of a project's files are sent with a question: at most half of the space besides
 * the reply, the question and the rest of the prompt. Earlier messages need the other half.
 */
export function filesBudget(
  model: ChatModel,
  maxTokens: number | undefined,
  prompt: string | null,
  question: readonly SizedMessage[],
): number {
  const contextLength = model.contextLength ?? defaultContextLength;
  const room = (contextLength - reservedReplyTokens(model, maxTokens)) / scaleOf(model.id);
  const usedTokens = question.reduce(
    (sum, message) => sum + estimateMessage(message),
    estimateTokens(prompt ?? ''),
  );
  return Math.max(0, Math.min(maxFilesTokens, Math.floor((room - usedTokens) / 2)));
}
