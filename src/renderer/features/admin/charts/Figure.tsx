import type { ReactNode } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import styles from './Figure.module.css';
import { chartTexts as texts } from './texts.ts';

/** Drawing charts weighs more than the page around them: fetched with the first one. */
const Chart = lazyComponent(async () => (await import('./Chart.tsx')).Chart, {
  look: 'panel',
  waiting: <p className={styles.summary}>{texts.loading}</p>,
});

export interface Point {
  /** What the axis says of it. */
  readonly label: string;
  readonly value: number;
}

interface FigureProps {
  readonly title: string;
  /** The chart in a sentence, for those who do not see it. */
  readonly summary: string;
  /** Columns for things beside each other, a line for a course of time. */
  readonly look: 'columns' | 'line';
  readonly points: readonly Point[];
  /** A value as one reads it. */
  readonly format: (value: number) => string;
  /** A value as an axis says it. */
  readonly formatAxis?: (value: number) => string;
  /** Names the two columns of the figures. */
  readonly heads: readonly [string, string];
  /** Chooses what is drawn. */
  readonly controls?: ReactNode;
}

/** A chart with its name, what it shows in words, and all its figures. */
export function Figure({
  title,
  summary,
  look,
  points,
  format,
  formatAxis = format,
  heads,
  controls,
}: FigureProps) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <span>
          <span className={styles.title}>{title}</span>
          <span className={styles.summary}>{summary}</span>
        </span>
        {controls}
      </figcaption>
      <div className={styles.chart}>
        <Chart look={look} name={heads[1]} points={points} format={format} formatAxis={formatAxis} />
      </div>
      <details className={styles.figures}>
        <summary>{texts.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col">{heads[1]}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
