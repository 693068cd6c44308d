import type { Database, Queryable } from '../database/database.ts';
import { stoppedByHand } from './errors.ts';
import { readProgress, writeProgress } from './progress.ts';
import { silenceTriggers } from './refusals.ts';
import { comparable, keyOf, readRows, writeRows, type BatchLimits, type Row, type Shape } from './rows.ts';
import type { MovedTable } from './tables.ts';

export interface CopyOptions {
  readonly limits: BatchLimits;
  /** Told after each batch how many rows of the table have arrived. */
  readonly onBatch: (table: string, rows: number) => void;
  readonly signal: AbortSignal;
  /** What belongs into the sealed column of a row on the target. */
  readonly seal: (table: string, row: Readonly<Record<string, string | null>>) => Promise<string | null>;
}

/** Runs `work` in one transaction of the target, with its triggers silent. */
export const writeSilently = (target: Database, work: (tx: Queryable) => Promise<void>): Promise<void> =>
  target.transaction(async (tx) => {
    await tx.query(comparable);
    await tx.query(silenceTriggers);
    await work(tx);
  });

async function sealRows(
  { columns }: Shape,
  { name, sealed }: MovedTable,
  rows: readonly Row[],
  seal: CopyOptions['seal'],
): Promise<readonly Row[]> {
  if (sealed === undefined) return rows;

  const names = columns.map((column) => column.name);
  const place = names.indexOf(sealed);
  return Promise.all(
    rows.map(async (row) => {
      const text = await seal(
        name,
        Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])),
      );
      return row.with(place, text);
    }),
  );
}

/**
 * Copies what the target lacks of a table, a batch a transaction; the same transaction notes how far it is, so a copy
 * that breaks off anywhere goes on behind the last row that has arrived. Resolves to the number of rows.
 */
export async function copyTable(
  source: Queryable,
  target: Database,
  table: MovedTable,
  shape: Shape,
  { limits, onBatch, signal, seal }: CopyOptions,
): Promise<number> {
  let progress = await readProgress(target, table.name);
  while (!progress.is_done) {
    if (signal.aborted) throw stoppedByHand();
    const rows = await readRows(source, shape, progress.last_key, table.bytes, limits);
    const ready = await sealRows(shape, table, rows, seal);
    const last = rows.at(-1);
    const next = {
      last_key: last ? keyOf(shape, last) : progress.last_key,
      rows: progress.rows + rows.length,
      is_done: last === undefined,
    };
    const isFirst = progress.rows === 0;
    await writeSilently(target, async (tx) => {
      if (isFirst && table.givesWay) await tx.query(`delete from ${shape.table}`);
      if (ready.length > 0) await writeRows(tx, shape, ready);
      await writeProgress(tx, table.name, next);
    });
    progress = next;
    onBatch(table.name, progress.rows);
  }
  return progress.rows;
}

/** Takes back what has been copied of a table. */
export const forgetTable = (target: Database, table: MovedTable, shape: Shape): Promise<void> =>
  writeSilently(target, async (tx) => {
    await tx.query(`delete from ${shape.table}`);
    await tx.query(`delete from clover_move.progress where table_name = $1`, [table.name]);
  });
