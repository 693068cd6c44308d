import type { Effort } from '../../completion/completion.ts';
import type { Prompt } from './protocol.ts';

/**
 * Tokens of thinking, for vendors that want a number. Where the vendor counts the thinking toward the limit of the reply,
 * that limit is raised by it, so that the answer is not cut.
 */
export const thinkingTokens: Readonly<Record<Effort, number>> = {
  off: 0,
  low: 2048,
  medium: 8192,
  high: 16_384,
};

/** The most that is added for thinking: also where the model decides how much it thinks. Budgets reserve it. */
export const mostThinkingTokens = thinkingTokens.high;

/**
 * The limit to request from a model that thinks, at most what it can write.
 *
 * @param effort the one that is requested; undefined if the model decides
 */
export function withThinking(
  { maxTokens, facts }: Pick<Prompt, 'maxTokens' | 'facts'>,
  effort: Effort | undefined,
): number | undefined {
  if (maxTokens === undefined) return undefined;
  const room = effort === undefined ? mostThinkingTokens : thinkingTokens[effort];
  return Math.min(maxTokens + room, Math.max(facts?.maxOutput ?? Infinity, maxTokens));
}
