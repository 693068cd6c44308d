import '@mantine/core/styles/Paper.css';
import '@mantine/charts/styles.css';
import { AreaChart, type AreaChartProps, BarChart, type BarChartProps } from '@mantine/charts';
import { useMedia } from '../../../lib/use-media.ts';
import type { Point } from './Figure.tsx';
import styles from './Figure.module.css';

interface ChartProps {
  readonly look: 'columns' | 'line';
  /** Names the value in the tooltip. */
  readonly name: string;
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
  readonly formatAxis: (value: number) => string;
}

const green = 'var(--accent-fill)';
const reduced = '(prefers-reduced-motion: reduce)';

/** Draws one row of figures. */
export function Chart({ look, name, points, format, formatAxis }: ChartProps) {
  const isStill = useMedia(reduced);
  const common = {
    h: '100%',
    data: points.map(({ label, value }) => ({ label, value })),
    dataKey: 'label',
    series: [{ name: 'value', label: name, color: green }],
    valueFormatter: format,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    yAxisProps: { tickFormatter: formatAxis, width: 52, allowDecimals: true },
    xAxisProps: { minTickGap: 24 },
    // A pointer's comfort; the keyboard finds the same figures below the chart.
    tabIndex: -1,
  } satisfies BarChartProps & AreaChartProps;
  const drawn =
    look === 'columns' ? (
      <BarChart
        {...common}
        barProps={{ radius: [4, 4, 0, 0], isAnimationActive: !isStill }}
        maxBarWidth={36}
        barChartProps={{ accessibilityLayer: false }}
      />
    ) : (
      <AreaChart
        {...common}
        curveType="monotone"
        fillOpacity={0.12}
        withDots={points.length <= 31}
        areaProps={{ isAnimationActive: !isStill }}
        areaChartProps={{ accessibilityLayer: false }}
      />
    );
  // The words above and the figures below say all that it shows.
  return (
    <div className={styles.drawn} aria-hidden>
      {drawn}
    </div>
  );
}
