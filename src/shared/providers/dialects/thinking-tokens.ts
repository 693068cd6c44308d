import type { Effort } from '../../completion/completion.ts';
import { maxThinkingTokens, reservedThinkingTokens } from '../../domain/output-limit.ts';
import type { Prompt } from './protocol.ts';

/**
 * The number of tokens to request for thinking, for vendors that need one. If the vendor counts thinking toward the
 * reply's limit, the limit grows by this number, so that the answer is not cut off.
 */
export const thinkingTokens: Readonly<Record<Effort, number>> = {
  off: 0,
  low: 2048,
  medium: 8192,
  high: maxThinkingTokens,
};

/**
 * Returns the limit to request from a model that thinks, at most the model's maximum.
 * @param effort the requested effort; undefined if the model decides
 */
export function withThinking(
  { maxTokens, facts }: Pick<Prompt, 'maxTokens' | 'facts'>,
  effort: Effort | undefined,
): number | undefined {
  if (maxTokens === undefined) return undefined;
  const thinking = reservedThinkingTokens(facts?.contextLength, effort && thinkingTokens[effort]);
  return Math.min(maxTokens + thinking, Math.max(facts?.maxOutput ?? Infinity, maxTokens));
}
