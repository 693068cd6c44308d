import type { ReplyUsage } from '../chat.ts';
import { markEstimate, priceText } from '../messages/reply-usage.ts';
import { replyTexts as texts } from '../messages/texts.ts';
import { thinkingTime } from '../messages/thinking-time.ts';

export function usageSummary(usage: ReplyUsage): readonly string[] {
  const { milliseconds, prompt_tokens, completion_tokens } = usage;
  return [
    milliseconds === undefined ? null : thinkingTime(milliseconds),
    prompt_tokens === undefined || completion_tokens === undefined
      ? null
      : markEstimate(usage.is_estimated, texts.tokens({ count: prompt_tokens + completion_tokens })),
    priceText(usage),
  ].filter((text) => text !== null);
}
