import { formatCount, formatMoney, formatShortCount } from '../format.ts';
import { chartTexts as texts } from '../texts.ts';
import type { Metric } from './MetricChart.tsx';

export interface ReplyUsageSum {
  readonly requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cost: number;
}

export const tokensOf = (usage: Pick<ReplyUsageSum, 'prompt_tokens' | 'completion_tokens'>): number =>
  usage.prompt_tokens + usage.completion_tokens;

export const countColumns = { format: formatCount, formatAxis: formatShortCount, look: 'columns' } as const;

export const usageMetrics = {
  requests: { ...countColumns, label: texts.replies, of: ({ requests }: ReplyUsageSum) => requests },
  tokens: { ...countColumns, label: texts.tokens, of: tokensOf },
  cost: {
    ...countColumns,
    label: texts.cost,
    of: ({ cost }: ReplyUsageSum) => cost,
    format: formatMoney,
    formatAxis: formatMoney,
    hasFractions: true,
  },
} as const satisfies Readonly<Record<string, Metric<ReplyUsageSum>>>;
