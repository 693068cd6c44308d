import '@mantine/core/styles/Paper.css';
import '@mantine/charts/styles.css';
import { AreaChart, type AreaChartProps, BarChart, type BarChartProps } from '@mantine/charts';
import { useMedia } from '../../../lib/use-media.ts';
import styles from './MetricChart.module.css';

export type ChartLook = 'columns' | 'line';

interface ChartProps {
  readonly look: ChartLook;
  readonly name: string;
  readonly points: readonly { readonly label: string; readonly value: number }[];
  readonly format: (value: number) => string;
  readonly formatAxis: (value: number) => string;
  /** False for counts, which need an axis with whole numbers only. */
  readonly hasFractions: boolean;
}

const green = 'var(--accent-fill)';
/** Space for the upper half of the top label, which would otherwise move below its grid line. */
const margin = { top: 12 };
const reducedMotion = '(prefers-reduced-motion: reduce)';

export function Chart({ look, name, points, format, formatAxis, hasFractions }: ChartProps) {
  const isStill = useMedia(reducedMotion);
  const common = {
    h: '100%',
    data: points.map(({ label, value }) => ({ label, value })),
    dataKey: 'label',
    series: [{ name: 'value', label: name, color: green }],
    valueFormatter: format,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    yAxisProps: { tickFormatter: formatAxis, width: 52, allowDecimals: hasFractions },
    xAxisProps: { minTickGap: 24 },
    // Not focusable, because keyboard users find the same values in the table below.
    tabIndex: -1,
  } satisfies BarChartProps & AreaChartProps;
  const drawn =
    look === 'columns' ? (
      <BarChart
        {...common}
        barProps={{ radius: [4, 4, 0, 0], isAnimationActive: !isStill }}
        maxBarWidth={36}
        barChartProps={{ accessibilityLayer: false, margin }}
      />
    ) : (
      <AreaChart
        {...common}
        curveType="monotone"
        fillOpacity={0.12}
        withDots={points.length <= 31}
        areaProps={{ isAnimationActive: !isStill }}
        areaChartProps={{ accessibilityLayer: false, margin }}
      />
    );
  // Hidden from screen readers, because the summary and the table have the same values.
  return (
    <div className={styles.drawn} aria-hidden>
      {drawn}
    </div>
  );
}
