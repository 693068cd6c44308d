import { readingLimits } from '../limits.ts';
import type { TextOutput } from './text-output.ts';

/**
 * A row's cells by column. Both arrays and maps match this type. Maps are used if columns may be far apart.
 */
export interface TableRow {
  entries: () => Iterable<[number, string]>;
}

const cellText = (cell: string) => cell.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');

/** Writes rows as a Markdown table, a format that models read well. Empty rows and columns are left out. */
export class Table {
  #rows: ReadonlyMap<number, string>[] = [];
  #length = 0;
  #skipped = 0;

  add(row: TableRow): void {
    const cells = new Map<number, string>();
    let length = 0;
    for (const [column, cell] of row.entries()) {
      if (cell === '') continue;
      length += cell.length + 3;
      // The size limit is already reached, so these cells are only counted.
      if (this.#length > readingLimits.textBytes) continue;
      const text = cellText(cell);
      if (text !== '') cells.set(column, text);
    }
    if (this.#length > readingLimits.textBytes) this.#skipped += length;
    else if (cells.size > 0) this.#rows.push(cells);
    this.#length += length;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  writeTo(output: TextOutput): void {
    if (this.isEmpty) return;
    const used = new Set<number>();
    for (const row of this.#rows) for (const column of row.keys()) used.add(column);
    const columns = [...used].toSorted((one, other) => one - other);
    output.add('\n');
    for (const [index, row] of this.#rows.entries()) {
      // A single cell far to the right makes all lines long, so lines beyond the limit are not written.
      if (output.isFull) {
        output.skip(row.size * 3);
        continue;
      }
      output.add(`| ${columns.map((column) => row.get(column) ?? '').join(' | ')} |\n`);
      if (index === 0) output.add(`|${' --- |'.repeat(columns.length)}\n`);
    }
    output.skip(this.#skipped);
    output.add('\n');
  }
}
