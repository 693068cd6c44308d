import { useState } from 'react';
import type { UsageDay } from '../../../../../shared/admin/users.ts';
import { Choice } from '../../../../components/Choice.tsx';
import { MetricChart } from '../../charts/MetricChart.tsx';
import { sumByPeriod, unitFor } from '../../charts/periods.ts';
import { usageMetrics } from '../../charts/usage-metrics.ts';
import { EmptyState } from '../../feedback/QueryView.tsx';
import { Section } from '../../shell/ConsoleScreen.tsx';
import { lastDays } from '../../stats/range.ts';
import { chartTexts } from '../../texts.ts';
import { userUsageTexts as texts } from './texts.ts';

const ranges = ['30', '90', '365', '730'] as const;
type RangeName = (typeof ranges)[number];

const noUsage = { requests: 0, prompt_tokens: 0, completion_tokens: 0, cost: 0 };

export function UserUsage({ usage }: { readonly usage: readonly UsageDay[] }) {
  const [name, setName] = useState<RangeName>('30');
  // Set when the page opens, so that the range doesn't change at midnight.
  const [now] = useState(() => Date.now());
  const range = lastDays(Number(name), now);
  const unit = chartTexts.units[unitFor(range)];
  return (
    <Section
      title={texts.title}
      actions={
        usage.length > 0 && (
          <Choice
            label={texts.range}
            options={ranges}
            texts={texts.ranges}
            chosen={name}
            onChoose={setName}
          />
        )
      }
    >
      {usage.length === 0 ? (
        <EmptyState {...texts.none} />
      ) : (
        <MetricChart
          title={(metric) => texts.chart({ metric, unit: unit.toLowerCase() })}
          metrics={usageMetrics}
          rows={sumByPeriod(
            range,
            usage.map(({ day, ...sums }) => ({ day, sums })),
            noUsage,
          )}
          labelOf={({ label }) => label}
          rowName={unit}
        />
      )}
    </Section>
  );
}
