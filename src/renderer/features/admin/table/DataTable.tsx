import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { SelectField } from '../../../components/SelectField.tsx';
import { tableTexts as texts } from './texts.ts';
import styles from './DataTable.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the service calls the order by this column; a column without it is not sorted by. */
  readonly sortBy?: string;
  /** Figures stand at the end of their column. */
  readonly isNumber?: boolean;
}

export interface Sort {
  readonly by: string;
  readonly isDescending: boolean;
}

export interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  /** Names the row for readers: "Select Ada". */
  readonly nameOf: (row: Row) => string;
  /** A row that cannot be chosen. */
  readonly isFixed?: (row: Row) => boolean;
  readonly onChange: (keys: ReadonlySet<string>) => void;
}

interface DataTableProps<Row> {
  /** Read out before the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  readonly selection?: Selection<Row>;
  /** The rows are those of the question before. */
  readonly isStale?: boolean;
}

/** Rows of the service. On a phone each one is a card, and its columns are lines with their names. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  selection,
  isStale = false,
}: DataTableProps<Row>) {
  return (
    <div className={styles.frame} aria-busy={isStale}>
      {sort && onSort && <NarrowSort columns={columns} sort={sort} onSort={onSort} />}
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles.check}>
                <SelectAll rows={rows} keyOf={keyOf} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <Rows columns={columns} rows={rows} keyOf={keyOf} selection={selection} />
      </table>
    </div>
  );
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

function HeadCell<Row>({ column: { header, sortBy, isNumber }, sort, onSort }: HeadCellProps<Row>) {
  if (!sortBy || !onSort)
    return (
      <th scope="col" data-number={isNumber || undefined}>
        {header}
      </th>
    );
  const isSorted = sort?.by === sortBy;
  const Arrow = isSorted ? (sort.isDescending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <th
      scope="col"
      data-number={isNumber || undefined}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ by: sortBy, isDescending: isSorted && !sort.isDescending })}
      >
        {header}
        <Arrow size={14} stroke={1.75} aria-hidden data-on={isSorted || undefined} />
      </button>
    </th>
  );
}

interface RowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly selection: Selection<Row> | undefined;
}

function Rows<Row>({ columns, rows, keyOf, selection }: RowsProps<Row>) {
  // Where the last click was: a click with Shift takes all rows from there.
  const anchor = useRef<string | null>(null);
  const choose = (key: string, isChosen: boolean, isRange: boolean) => {
    if (!selection) return;
    const free = rows.filter((row) => !selection.isFixed?.(row)).map(keyOf);
    const from = anchor.current === null ? -1 : free.indexOf(anchor.current);
    const to = free.indexOf(key);
    const meant = isRange && from !== -1 ? free.slice(Math.min(from, to), Math.max(from, to) + 1) : [key];
    anchor.current = key;
    const keys = new Set(selection.keys);
    for (const each of meant) {
      if (isChosen) keys.add(each);
      else keys.delete(each);
    }
    selection.onChange(keys);
  };
  return (
    <tbody>
      {rows.map((row) => {
        const key = keyOf(row);
        const isChosen = selection?.keys.has(key) ?? false;
        return (
          <tr key={key} data-chosen={isChosen || undefined}>
            {selection && (
              <td className={styles.check}>
                <input
                  type="checkbox"
                  aria-label={texts.select(selection.nameOf(row))}
                  checked={isChosen}
                  disabled={selection.isFixed?.(row) ?? false}
                  onChange={(event) => {
                    const { nativeEvent } = event;
                    const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
                    choose(key, event.currentTarget.checked, isRange);
                  }}
                />
              </td>
            )}
            {columns.map(({ id, header, cell, isNumber }) => (
              <td key={id} data-name={header} data-column={id} data-number={isNumber || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

interface SelectAllProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly selection: Selection<Row>;
}

/** Chooses the rows on screen; what was chosen on other pages stays chosen. */
function SelectAll<Row>({ rows, keyOf, selection }: SelectAllProps<Row>) {
  const free = rows.filter((row) => !selection.isFixed?.(row)).map(keyOf);
  const chosen = free.filter((key) => selection.keys.has(key)).length;
  const isAll = free.length > 0 && chosen === free.length;
  return (
    <input
      type="checkbox"
      aria-label={texts.selectPage}
      checked={isAll}
      disabled={free.length === 0}
      ref={(input) => {
        if (input) input.indeterminate = chosen > 0 && !isAll;
      }}
      onChange={() => {
        const keys = new Set(selection.keys);
        for (const key of free) {
          if (isAll) keys.delete(key);
          else keys.add(key);
        }
        selection.onChange(keys);
      }}
    />
  );
}

interface NarrowSortProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** Cards have no heads to click on. */
function NarrowSort<Row>({ columns, sort, onSort }: NarrowSortProps<Row>) {
  const options = columns.flatMap(({ header, sortBy }) =>
    sortBy
      ? [
          { value: `${sortBy} up`, label: texts.ascending(header) },
          { value: `${sortBy} down`, label: texts.descending(header) },
        ]
      : [],
  );
  return (
    <div className={styles.narrowSort}>
      <SelectField
        label={texts.sortBy}
        name="sort"
        options={options}
        value={`${sort.by} ${sort.isDescending ? 'down' : 'up'}`}
        onChoose={(value) => {
          const [by = '', direction] = value.split(' ');
          onSort({ by, isDescending: direction === 'down' });
        }}
      />
    </div>
  );
}
