import { dollars } from '../../../lib/dollars.ts';
import type { ReplyUsage } from '../chat.ts';
import { replyTexts as texts } from './texts.ts';
import { thinkingTime } from './thinking-time.ts';

export const markEstimate = (isEstimated: boolean | undefined, value: string): string =>
  isEstimated ? texts.about({ value }) : value;

/** Null if the price is unknown. */
export const priceText = ({ cost, is_cost_estimated }: ReplyUsage): string | null =>
  cost === undefined ? null : markEstimate(is_cost_estimated, dollars(cost));

/** Returns the duration, tokens and price that are known. */
export function usageSummary(usage: ReplyUsage): readonly string[] {
  const { milliseconds, prompt_tokens, completion_tokens } = usage;
  return [
    milliseconds === undefined ? null : texts.took({ time: thinkingTime(milliseconds) }),
    prompt_tokens === undefined || completion_tokens === undefined
      ? null
      : markEstimate(usage.is_estimated, texts.tokens({ count: prompt_tokens + completion_tokens })),
    priceText(usage),
  ].filter((text) => text !== null);
}
