import { type MissingRow, type Row, verdictOf } from './rows.ts';

/** Formats small numbers with two digits, because these digits matter, and large ones without. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 1000 ? 1 : 0);
}

const withUnit = (value: number, unit: string) =>
  `${numberText(value)}${unit === 'x' || unit === '%' || unit === '' ? unit : ` ${unit}`}`;

function cellsOf(row: Row | MissingRow): readonly string[] {
  const { text } = verdictOf(row);
  if ('reason' in row) return [row.work, '', '', '', text];
  const { work, unit, budget, isMinimum, floor, figure } = row;
  return [
    work,
    `${isMinimum ? 'at least ' : ''}${withUnit(budget, unit)}`,
    floor === undefined ? '' : withUnit(floor, unit),
    withUnit(figure, unit),
    text,
  ];
}

/** Returns the lines of the table, with columns of equal width. */
export function tableLines(rows: readonly (Row | MissingRow)[]): readonly string[] {
  const cells = [['Work', 'Budget', 'Floor', 'Figure', 'Verdict'], ...rows.map(cellsOf)];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  return cells.map((line) =>
    line
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
