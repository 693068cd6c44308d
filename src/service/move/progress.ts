import type { Queryable } from '../database/database.ts';

/** Thrown if a move into this database has not finished. A service would treat its data as complete. */
class MoveUnfinished extends Error {
  override readonly name = 'MoveUnfinished';
}

export interface TableProgress {
  readonly last_key: readonly string[] | null;
  readonly rows: number;
  readonly is_done: boolean;
}

export interface UnfinishedMove {
  /** The id of the source's first account, which identifies the source. */
  readonly source: string;
  readonly startedAt: string;
  readonly rows: number;
  readonly tables: number;
}

/** A separate schema on the target. It is written in the same transactions as the rows and dropped at the end. */
const progressSchema = [
  `create schema clover_move`,
  `create table clover_move.source (first_account uuid primary key, begun_at timestamptz not null default now())`,
  `create table clover_move.progress
     (table_name text primary key, last_key jsonb, rows bigint not null, is_done boolean not null)`,
];

export async function beginMove(tx: Queryable, source: string): Promise<void> {
  for (const statement of progressSchema) await tx.query(statement);
  await tx.query(`insert into clover_move.source (first_account) values ($1)`, [source]);
}

export async function endMove(tx: Queryable): Promise<void> {
  await tx.query(`drop schema clover_move cascade`);
}

/** Finds the unfinished move on this target. Returns null if there is none. */
export async function findMove(target: Queryable): Promise<UnfinishedMove | null> {
  const [schema] = await target.query<{ exists: boolean }>(
    `select to_regclass('clover_move.source') is not null as exists`,
  );
  if (!schema?.exists) return null;
  const [found] = await target.query<UnfinishedMove>(
    `select s.first_account::text as source, s.begun_at::text as "startedAt",
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

/** Throws MoveUnfinished if a move has not finished. Must be called when a service starts. */
export async function requireNoMove(database: Queryable): Promise<void> {
  const move = await findMove(database);
  if (move)
    throw new MoveUnfinished(
      `A move into this database was started at ${move.startedAt} and has not finished; ${move.rows} rows were copied. Finish it first: run the same npm run move again, or add --clear to empty the target.`,
    );
}

/** The jobs that private.schedule_retention creates on a hosted project with pg_cron. */
const scheduledJobs = ['clover-retention', 'clover-replies'];

/** Stops the target's scheduled jobs, because they could change rows before they are compared. */
export async function pauseRetention(target: Queryable): Promise<void> {
  const [found] = await target.query<{ has_cron: boolean }>(
    `select to_regclass('cron.job') is not null as has_cron`,
  );
  if (found?.has_cron)
    await target.query(`select cron.unschedule(jobid) from cron.job where jobname = any ($1)`, [
      scheduledJobs,
    ]);
}

/** Schedules the clean-up again if the target has pg_cron. */
export async function resumeRetention(target: Queryable): Promise<void> {
  await target.query(`select private.schedule_retention()`);
}
