import type { Effort } from '../../completion/completion.ts';

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

/** The limit of a reply whose answer may have `maxTokens`. */
export const withThinking = (
  maxTokens: number | undefined,
  effort: Effort | undefined,
): number | undefined =>
  maxTokens === undefined || effort === undefined ? maxTokens : maxTokens + thinkingTokens[effort];
