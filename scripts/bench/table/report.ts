import { tableLines } from './print.ts';
import type { Row } from './rows.ts';

/** Sends the rows of one part to the table, or prints them if the part runs alone. */
export function reportRows(rows: readonly Row[]): void {
  if (process.send) process.send(rows);
  else console.log(tableLines(rows).join('\n'));
}
