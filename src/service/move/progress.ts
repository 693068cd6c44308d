import type { Queryable } from '../database/database.ts';

/** The database holds what a move has not ended. A service on it would take half of the data for the whole. */
export class HalfMoved extends Error {
  override readonly name = 'HalfMoved';
}

/** How far a table is. */
export interface TableProgress {
  /** The key of the last row that has arrived. */
  readonly last_key: readonly string[] | null;
  readonly rows: number;
  readonly is_done: boolean;
}

/** A move that has begun on this target. */
export interface BegunMove {
  /** Id of the source's first account, by which the same source is known again. */
  readonly source: string;
  readonly begunAt: string;
  readonly rows: number;
  readonly tables: number;
}

/** A schema of its own on the target: written in the transactions of the rows it counts, gone when all is compared. */
const scratch = [
  `create schema clover_move`,
  `create table clover_move.source (first_account uuid primary key, begun_at timestamptz not null default now())`,
  `create table clover_move.progress
     (table_name text primary key, last_key jsonb, rows bigint not null, is_done boolean not null)`,
];

export async function beginMove(tx: Queryable, source: string): Promise<void> {
  for (const statement of scratch) await tx.query(statement);
  await tx.query(`insert into clover_move.source (first_account) values ($1)`, [source]);
}

export async function endMove(tx: Queryable): Promise<void> {
  await tx.query(`drop schema clover_move cascade`);
}

/** The move that has begun here and not ended; null where there is none. */
export async function findMove(target: Queryable): Promise<BegunMove | null> {
  const [scratched] = await target.query<{ exists: boolean }>(
    `select to_regclass('clover_move.source') is not null as exists`,
  );
  if (!scratched?.exists) return null;
  const [found] = await target.query<BegunMove>(
    `select s.first_account::text as source, s.begun_at::text as "begunAt",
       (select coalesce(sum(p.rows), 0)::int from clover_move.progress p) as rows,
       (select count(*)::int from clover_move.progress p) as tables
     from clover_move.source s`,
  );
  return found ?? null;
}

export async function readProgress(target: Queryable, table: string): Promise<TableProgress> {
  const [found] = await target.query<TableProgress>(
    `select last_key, rows::int as rows, is_done from clover_move.progress where table_name = $1`,
    [table],
  );
  return found ?? { last_key: null, rows: 0, is_done: false };
}

export async function writeProgress(tx: Queryable, table: string, progress: TableProgress): Promise<void> {
  await tx.query(
    `insert into clover_move.progress as p (table_name, last_key, rows, is_done)
     values ($1, $2::text::jsonb, $3, $4)
     on conflict (table_name) do update
       set last_key = excluded.last_key, rows = excluded.rows, is_done = excluded.is_done`,
    [table, JSON.stringify(progress.last_key), progress.rows, progress.is_done],
  );
}

/** Throws HalfMoved where a move has begun and not ended. For the start of a service. */
export async function requireWhole(database: Queryable): Promise<void> {
  const move = await findMove(database);
  if (move)
    throw new HalfMoved(
      `Data are being moved into this database since ${move.begunAt}, and ${move.rows} rows have arrived. End the move first: run the same npm run move again, or add --clear to it to empty the target.`,
    );
}
