import type { CompletionUsage } from '../../../../shared/completion/completion.ts';
import type { ModelPrice } from '../../../lib/model-choice.ts';
import type { ReplyUsage } from '../chat.ts';

/** The factor from dollars per million tokens to billionths of a dollar per token. */
const billionths = 1000;

function costOf(usage: CompletionUsage, { input, output }: ModelPrice) {
  const { promptTokens, completionTokens, cachedTokens } = usage;
  const cost = Math.round((promptTokens * input + completionTokens * (output ?? input)) * billionths);
  // Cached tokens cost less, by an unknown amount.
  const isEstimated =
    cost > 0 && (usage.isEstimated === true || output === null || cachedTokens !== undefined);
  return { cost, ...(isEstimated && { is_cost_estimated: true }) };
}

/** Returns the usage in the service's format. */
export function usageOf(
  milliseconds: number,
  usage: CompletionUsage | undefined,
  price: ModelPrice | undefined,
): ReplyUsage {
  const took = milliseconds > 0 ? { milliseconds } : {};
  if (!usage) return took;
  const { reasoningTokens, cachedTokens } = usage;
  return {
    ...took,
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    ...(reasoningTokens !== undefined && { reasoning_tokens: reasoningTokens }),
    ...(cachedTokens !== undefined && { cached_tokens: cachedTokens }),
    ...(usage.isEstimated && { is_estimated: true }),
    ...(price && costOf(usage, price)),
  };
}
