import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { share } from '../format.ts';
import { type Change, changeOf, type Direction } from './change.ts';
import { statsTexts } from './texts.ts';
import styles from './Tile.module.css';

const texts = statsTexts.dashboard;

interface TileProps {
  readonly name: string;
  readonly value: string;
  /** What else to know, in place of a change. */
  readonly note?: string;
  readonly today?: number;
  readonly before?: number;
  /** Which direction is good news; none where neither is. */
  readonly good?: Direction;
}

/** One figure and how it stands to a week ago. */
export function Tile({ name, value, note, today, before, good }: TileProps) {
  const change = today === undefined || before === undefined ? null : changeOf(today, before);
  // What is below a whole day may still get there: only more than that is news.
  const tone = good && change?.direction === 'up' ? good === 'up' : undefined;
  return (
    <div className={styles.tile}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.note} data-good={tone}>
        {change?.direction === 'up' && <IconArrowUpRight size={16} stroke={1.75} aria-hidden />}
        {change?.direction === 'down' && <IconArrowDownRight size={16} stroke={1.75} aria-hidden />}
        {change ? sentenceOfChange(change) : note}
      </dd>
    </div>
  );
}

function sentenceOfChange({ direction, by }: Change): string {
  if (direction === 'same') return texts.same;
  if (by === null) return texts.fromNothing;
  return direction === 'up' ? texts.up(share(by)) : texts.down(share(by));
}
