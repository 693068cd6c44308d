import { readingLimits } from '../limits.ts';
import type { TextOutput } from './text-output.ts';

/** Cells of one row; the last ones may be missing. */
export type Row = readonly string[];

const cellText = (cell: string) => cell.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');

/** Collects rows and writes them as a Markdown table, which models read well. Empty rows and columns are left out. */
export class Table {
  #rows: Row[] = [];
  #length = 0;
  #skipped = 0;

  add(row: Row): void {
    const length = row.reduce((sum, cell) => sum + cell.length + 3, 2);
    // The text would be cut before these rows.
    if (this.#length > readingLimits.textBytes) {
      this.#skipped += length;
      return;
    }
    const cells = row.map(cellText);
    if (!cells.some(Boolean)) return;
    this.#rows.push(cells);
    this.#length += length;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  writeTo(output: TextOutput): void {
    if (this.isEmpty) return;
    const used = new Set<number>();
    for (const row of this.#rows)
      for (const [column, cell] of row.entries()) if (cell !== '') used.add(column);
    const columns = [...used].toSorted((one, other) => one - other);
    output.add('\n');
    for (const [index, row] of this.#rows.entries()) {
      output.add(`| ${columns.map((column) => row[column] ?? '').join(' | ')} |\n`);
      if (index === 0) output.add(`|${' --- |'.repeat(columns.length)}\n`);
    }
    output.skip(this.#skipped);
    output.add('\n');
  }
}
