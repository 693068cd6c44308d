import { count, money, shortCount } from '../format.ts';
import { chartTexts as texts } from '../texts.ts';
import type { Metric } from './MetricChart.tsx';

/** Usage of an account, a day or a vendor. */
export interface Usage {
  readonly requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cost: number;
}

export const tokensOf = (usage: Pick<Usage, 'prompt_tokens' | 'completion_tokens'>): number =>
  usage.prompt_tokens + usage.completion_tokens;

export const countColumns = { format: count, formatAxis: shortCount, look: 'columns' } as const;

export const usageMetrics = {
  requests: { ...countColumns, label: texts.replies, of: ({ requests }: Usage) => requests },
  tokens: { ...countColumns, label: texts.tokens, of: tokensOf },
  cost: {
    ...countColumns,
    label: texts.cost,
    of: ({ cost }: Usage) => cost,
    format: money,
    formatAxis: money,
    hasFractions: true,
  },
} as const satisfies Readonly<Record<string, Metric<Usage>>>;
