import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './DataTable.module.css';

/** Facts that are too long for a column. They open below the row, so that no column changes its width. */
export interface RowDetails<Row> {
  readonly header: string;
  /** The button's accessible name. Starts with the column header. */
  readonly nameOf: (row: Row) => string;
  readonly content: (row: Row) => ReactNode;
}

export const detailsId = (rowKey: string): string => `details-${rowKey}`;

interface DetailsButtonProps<Row> {
  readonly details: RowDetails<Row>;
  readonly row: Row;
  readonly rowKey: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function DetailsButton<Row>({ details, row, rowKey, isOpen, onToggle }: DetailsButtonProps<Row>) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={details.nameOf(row)}
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId(rowKey) : undefined}
      onClick={onToggle}
    >
      <Chevron size={16} stroke={1.75} aria-hidden />
      {details.header}
    </button>
  );
}
