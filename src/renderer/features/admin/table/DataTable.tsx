import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import { SelectField } from '../../../components/SelectField.tsx';
import { tableTexts as texts } from '../texts.ts';
import styles from './DataTable.module.css';
import { DetailsButton, detailsId, type RowDetails } from './RowDetails.tsx';

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The service's name for sorting by this column. Without it, the column can't be sorted. */
  readonly sortBy?: string;
  readonly isNumber?: boolean;
}

export interface TableSort {
  readonly by: string;
  readonly isDescending: boolean;
}

export interface RowSelection<Row> {
  readonly keys: ReadonlySet<string>;
  /** Returns the checkbox's name, such as "Select Ada". */
  readonly nameOf: (row: Row) => string;
  /** True for a row that can't be selected. */
  readonly isLocked?: (row: Row) => boolean;
  readonly onChange: (keys: ReadonlySet<string>) => void;
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sort?: TableSort;
  readonly onSort?: (sort: TableSort) => void;
  readonly selection?: RowSelection<Row>;
  readonly details?: RowDetails<Row>;
  /** True while the rows still belong to the previous query. */
  readonly isStale?: boolean;
}

/** On small viewports, the table becomes a list of cards. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  selection,
  details,
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
            {details && <th scope="col">{details.header}</th>}
          </tr>
        </thead>
        <Rows columns={columns} rows={rows} keyOf={keyOf} selection={selection} details={details} />
      </table>
    </div>
  );
}

interface HeadCellProps<Row> {
  readonly column: TableColumn<Row>;
  readonly sort: TableSort | undefined;
  readonly onSort: ((sort: TableSort) => void) | undefined;
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
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly selection: RowSelection<Row> | undefined;
  readonly details: RowDetails<Row> | undefined;
}

function Rows<Row>({ columns, rows, keyOf, selection, details }: RowsProps<Row>) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const toggle = (key: string) =>
    setOpened(opened.includes(key) ? opened.filter((each) => each !== key) : [...opened, key]);
  // The row that was clicked last. Shift-click selects all rows from this one to the clicked one.
  const anchor = useRef<string | null>(null);
  const select = (key: string, isSelected: boolean, isRange: boolean) => {
    if (!selection) return;
    const selectable = rows.filter((row) => !selection.isLocked?.(row)).map(keyOf);
    const from = anchor.current === null ? -1 : selectable.indexOf(anchor.current);
    const to = selectable.indexOf(key);
    const range =
      isRange && from !== -1 ? selectable.slice(Math.min(from, to), Math.max(from, to) + 1) : [key];
    anchor.current = key;
    const keys = new Set(selection.keys);
    for (const each of range) {
      if (isSelected) keys.add(each);
      else keys.delete(each);
    }
    selection.onChange(keys);
  };
  return (
    <tbody>
      {rows.map((row) => {
        const key = keyOf(row);
        const isSelected = selection?.keys.has(key) ?? false;
        const isOpen = details !== undefined && opened.includes(key);
        return (
          <Fragment key={key}>
            <tr data-selected={isSelected || undefined} data-open={isOpen || undefined}>
              {selection && (
                <td className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={texts.select({ name: selection.nameOf(row) })}
                    checked={isSelected}
                    disabled={selection.isLocked?.(row) ?? false}
                    onChange={(event) => {
                      const { nativeEvent } = event;
                      const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
                      select(key, event.currentTarget.checked, isRange);
                    }}
                  />
                </td>
              )}
              {columns.map(({ id, header, cell, isNumber }) => (
                <td key={id} data-name={header} data-column={id} data-number={isNumber || undefined}>
                  {cell(row)}
                </td>
              ))}
              {details && (
                <td data-name={details.header} data-column="details">
                  <DetailsButton
                    details={details}
                    row={row}
                    rowKey={key}
                    isOpen={isOpen}
                    onToggle={() => toggle(key)}
                  />
                </td>
              )}
            </tr>
            {isOpen && (
              <tr id={detailsId(key)} className={styles.details}>
                <td colSpan={columns.length + (selection ? 2 : 1)}>{details.content(row)}</td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </tbody>
  );
}

interface SelectAllProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly selection: RowSelection<Row>;
}

/** Selects this page's rows; rows selected on other pages stay selected. */
function SelectAll<Row>({ rows, keyOf, selection }: SelectAllProps<Row>) {
  const selectable = rows.filter((row) => !selection.isLocked?.(row)).map(keyOf);
  const selected = selectable.filter((key) => selection.keys.has(key)).length;
  const isAll = selectable.length > 0 && selected === selectable.length;
  return (
    <input
      type="checkbox"
      aria-label={texts.selectPage}
      checked={isAll}
      disabled={selectable.length === 0}
      ref={(input) => {
        if (input) input.indeterminate = selected > 0 && !isAll;
      }}
      onChange={() => {
        const keys = new Set(selection.keys);
        for (const key of selectable) {
          if (isAll) keys.delete(key);
          else keys.add(key);
        }
        selection.onChange(keys);
      }}
    />
  );
}

interface NarrowSortProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly sort: TableSort;
  readonly onSort: (sort: TableSort) => void;
}

/** Sorts the table on small viewports, which have no column headers. */
function NarrowSort<Row>({ columns, sort, onSort }: NarrowSortProps<Row>) {
  const options = columns.flatMap(({ header, sortBy }) =>
    sortBy
      ? [
          { value: `${sortBy} up`, label: texts.ascending({ header }) },
          { value: `${sortBy} down`, label: texts.descending({ header }) },
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
