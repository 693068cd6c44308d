import { dollars } from '../../../lib/dollars.ts';
import { listOf } from '../../../lib/locale.ts';
import type { ReplyUsage } from '../chat.ts';
import type { ChatUsage } from '../data/messages.ts';
import { markEstimate, priceText } from './reply-usage.ts';
import { replyTexts as texts } from './texts.ts';

export function tokenDetails(usage: ReplyUsage): string | null {
  const { prompt_tokens, completion_tokens, cached_tokens, reasoning_tokens } = usage;
  if (prompt_tokens === undefined || completion_tokens === undefined) return null;
  const parts = [
    cached_tokens === undefined
      ? texts.in({ tokens: prompt_tokens })
      : texts.inCached({ tokens: prompt_tokens, cached: cached_tokens }),
    reasoning_tokens === undefined
      ? texts.out({ tokens: completion_tokens })
      : texts.outReasoning({ tokens: completion_tokens, reasoning: reasoning_tokens }),
  ];
  return markEstimate(usage.is_estimated, listOf(parts));
}

/** Returns the price of a reply, with a note if the user pays the vendor directly. */
export function priceDetails(usage: ReplyUsage): string | null {
  const price = priceText(usage);
  return price !== null && usage.is_own_key ? texts.ownKey({ price }) : price;
}

/** Returns null if no usage is known. */
export function chatUsageText(sum: ChatUsage): string | null {
  const parts = [
    sum.tokens > 0 && markEstimate(sum.is_estimated, texts.tokens({ count: sum.tokens })),
    sum.priced > 0 && markEstimate(sum.is_cost_estimated, dollars(sum.cost)),
    sum.priced > 0 && sum.unpriced > 0 && texts.unpriced({ count: sum.unpriced }),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const text = parts.join(' · ');
  if (sum.own_tokens === 0) return text;
  const ownUsage = [texts.tokens({ count: sum.own_tokens }), sum.own_cost > 0 && dollars(sum.own_cost)];
  return texts.own({ sum: text, own: ownUsage.filter((part) => part !== false).join(' · ') });
}
