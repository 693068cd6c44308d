import { useState } from 'react';
import { Choice } from '../../../components/Choice.tsx';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { chartTexts as texts } from '../texts.ts';
import type { ChartLook } from './Chart.tsx';
import styles from './MetricChart.module.css';

/** Loaded separately, because the chart library is larger than the rest of the page. */
const Chart = lazyComponent(async () => (await import('./Chart.tsx')).Chart, {
  look: 'panel',
  waiting: <p className={styles.summary}>{texts.loading}</p>,
});

export interface Metric<Row> {
  readonly label: string;
  readonly of: (row: Row) => number;
  readonly format: (value: number) => string;
  readonly formatAxis: (value: number) => string;
  readonly look: ChartLook;
  /** True for money, false for counts. */
  readonly hasFractions?: boolean;
  /** True if a total would count the same users more than once. */
  readonly hasNoTotal?: boolean;
}

interface MetricChartProps<Name extends string, Row> {
  readonly title: (metric: string) => string;
  readonly metrics: Readonly<Record<Name, Metric<Row>>>;
  readonly rows: readonly Row[];
  readonly labelOf: (row: Row) => string;
  readonly rowName: string;
  /** Draws only the highest rows, in descending order. */
  readonly limit?: number;
}

/** Adds a summary and a table of the values for users who can't see the chart. */
export function MetricChart<Name extends string, Row>({
  title,
  metrics,
  rows,
  labelOf,
  rowName,
  limit,
}: MetricChartProps<Name, Row>) {
  const names = Object.keys(metrics) as Name[];
  const [name, setName] = useState(names[0] as Name);
  const { label, of, format, formatAxis, hasFractions = false, look, hasNoTotal } = metrics[name];
  const drawnRows = limit === undefined ? rows : rows.toSorted((a, b) => of(b) - of(a)).slice(0, limit);
  const points = drawnRows.map((row) => ({ label: labelOf(row), value: of(row) }));
  const highest = points.reduce((best, point) => (point.value > best.value ? point : best), {
    label: '',
    value: 0,
  });
  const total = rows.reduce((sum, row) => sum + of(row), 0);
  const summary =
    total === 0
      ? texts.empty({ metric: label })
      : hasNoTotal
        ? texts.highest({ metric: label, most: format(highest.value), label: highest.label })
        : texts.total({
            metric: label,
            total: format(total),
            most: format(highest.value),
            label: highest.label,
          });
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <span>
          <span className={styles.title}>{title(label)}</span>
          <span className={styles.summary}>{summary}</span>
        </span>
        <Choice
          label={texts.choose}
          options={names}
          texts={Object.fromEntries(names.map((each) => [each, metrics[each].label])) as Record<Name, string>}
          chosen={name}
          onChoose={setName}
        />
      </figcaption>
      <div className={styles.chart}>
        <Chart
          look={look}
          name={label}
          points={points}
          format={format}
          formatAxis={formatAxis}
          hasFractions={hasFractions}
        />
      </div>
      <details className={styles.values}>
        <summary>{texts.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{rowName}</th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">{point.label}</th>
                <td>{format(point.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
