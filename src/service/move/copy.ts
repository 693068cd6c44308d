import type { Database, Queryable } from '../database/database.ts';
import { moveStoppedByUser } from './errors.ts';
import { readProgress, writeProgress } from './progress.ts';
import { disableTriggers } from './refusals.ts';
import {
  comparableSettings,
  keyOf,
  readRows,
  writeRows,
  type BatchLimits,
  type Row,
  type TableShape,
} from './rows.ts';
import type { MovedTable } from './tables.ts';

export interface CopyOptions {
  readonly limits: BatchLimits;
  readonly onBatch: (table: string, rows: number) => void;
  readonly signal: AbortSignal;
  /** Returns the target's value for a row's encrypted column. */
  readonly encrypt: (table: string, row: Readonly<Record<string, string | null>>) => Promise<string | null>;
}

export const writeWithoutTriggers = (
  target: Database,
  work: (tx: Queryable) => Promise<void>,
): Promise<void> =>
  target.transaction(async (tx) => {
    await tx.query(comparableSettings);
    await tx.query(disableTriggers);
    await work(tx);
  });

async function encryptRows(
  { columns }: TableShape,
  { name, encrypted }: MovedTable,
  rows: readonly Row[],
  encrypt: CopyOptions['encrypt'],
): Promise<readonly Row[]> {
  if (encrypted === undefined) return rows;

  const names = columns.map((column) => column.name);
  const place = names.indexOf(encrypted);
  return Promise.all(
    rows.map(async (row) => {
      const text = await encrypt(
        name,
        Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])),
      );
      return row.with(place, text);
    }),
  );
}

/**
 * Copies a table's missing rows, one batch per transaction. The transaction also stores the progress, so an interrupted
 * copy continues after the last copied row. Resolves to the number of rows.
 */
export async function copyTable(
  source: Queryable,
  target: Database,
  table: MovedTable,
  shape: TableShape,
  { limits, onBatch, signal, encrypt }: CopyOptions,
): Promise<number> {
  let progress = await readProgress(target, table.name);
  while (!progress.is_done) {
    if (signal.aborted) throw moveStoppedByUser();
    const rows = await readRows(source, shape, progress.last_key, table.bytes, limits);
    const ready = await encryptRows(shape, table, rows, encrypt);
    const last = rows.at(-1);
    const next = {
      last_key: last ? keyOf(shape, last) : progress.last_key,
      rows: progress.rows + rows.length,
      is_done: last === undefined,
    };
    const isFirst = progress.rows === 0;
    await writeWithoutTriggers(target, async (tx) => {
      if (isFirst && table.isOverwritten) await tx.query(`delete from ${shape.table}`);
      if (ready.length > 0) await writeRows(tx, shape, ready);
      await writeProgress(tx, table.name, next);
    });
    progress = next;
    onBatch(table.name, progress.rows);
  }
  return progress.rows;
}

export const resetTargetTable = (target: Database, table: MovedTable, shape: TableShape): Promise<void> =>
  writeWithoutTriggers(target, async (tx) => {
    await tx.query(`delete from ${shape.table}`);
    await tx.query(`delete from clover_move.progress where table_name = $1`, [table.name]);
  });
