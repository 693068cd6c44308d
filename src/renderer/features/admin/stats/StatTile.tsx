import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { formatPercent } from '../format.ts';
import { type WeekChange, compareWithLastWeek, type ChangeDirection } from './change.ts';
import styles from './StatTile.module.css';
import { dashboardTexts as texts } from './texts.ts';

interface StatTileProps {
  readonly name: string;
  readonly value: string;
  /** Shown if there is no value from last week to compare with. */
  readonly note?: string;
  readonly today?: number;
  readonly before?: number;
  /** The desirable direction of a change. Omitted if there is none. */
  readonly good?: ChangeDirection;
}

export function StatTile({ name, value, note, today, before, good }: StatTileProps) {
  const change = today === undefined || before === undefined ? null : compareWithLastWeek(today, before);
  // Only an increase is colored, if there is a value to compare with. A lower number may still rise before the day
  // ends.
  const tone = good && change?.direction === 'up' && change.by !== null ? good === 'up' : undefined;
  return (
    <div className={styles.tile}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.note} data-good={tone}>
        {change?.direction === 'up' && change.by !== null && (
          <IconArrowUpRight size={16} stroke={1.75} aria-hidden />
        )}
        {change?.direction === 'down' && <IconArrowDownRight size={16} stroke={1.75} aria-hidden />}
        {change ? describe(change) : note}
      </dd>
    </div>
  );
}

function describe({ direction, by }: WeekChange): string {
  if (direction === 'same') return texts.same;
  if (by === null) return texts.fromNothing;
  return direction === 'up' ? texts.up({ by: formatPercent(by) }) : texts.down({ by: formatPercent(by) });
}
