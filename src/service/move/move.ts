import type { Database, Queryable } from '../database/database.ts';
import type { MigrationSources } from '../database/migrate.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { identifier } from '../database/quote.ts';
import { copyTable, forgetTable, type CopyOptions } from './copy.ts';
import { explainStop, stoppedByHand } from './errors.ts';
import { beginMove, endMove, findMove, requireWhole } from './progress.ts';
import {
  firstAccountOf,
  requireNoAccounts,
  requireNoRows,
  requireSameMove,
  requireSilence,
} from './refusals.ts';
import { pauseRetention, resumeRetention } from './retention.ts';
import { comparable, fingerprint, readShape, type BatchLimits, type Shape } from './rows.ts';
import { layoutOf, prepareSchema, requireSchema } from './schema-check.ts';
import {
  holdsSecrets,
  isSealed,
  openSecrets,
  requireRing,
  sealFor,
  type InstallationKeys,
  type OpenedSecrets,
} from './seals.ts';
import { movedTables, type MovedTable } from './tables.ts';

/** One end of a move. */
export interface MoveEnd {
  readonly database: OpenedDatabase;
  readonly keys: InstallationKeys;
}

export interface MoveOptions {
  readonly sources: MigrationSources;
  readonly signal: AbortSignal;
  /** Told after each batch how many rows of the table have arrived. */
  readonly onBatch?: (table: string, rows: number) => void;
  readonly limits?: BatchLimits;
}

export interface MoveReport {
  /** Rows by table, the same on both sides by count and hash. */
  readonly tables: Readonly<Record<string, number>>;
  readonly vendorKeys: number;
  readonly factors: number;
  /** Tables that the source had changed since an earlier run of this move; copied anew. */
  readonly again: readonly string[];
  /** Columns of the source's auth service that the target's does not know and that hold something: left out. */
  readonly leftOut: readonly string[];
}

const usualLimits: BatchLimits = { rows: 1_000, bytes: 4 * 1024 * 1024 };

interface Plan {
  readonly table: MovedTable;
  readonly shape: Shape;
}

/** The new rows of a table with numbers of its own must begin behind those that came. */
async function restartNumbers(target: Queryable, { table, columns }: Shape): Promise<void> {
  for (const { name } of columns.filter(({ is_identity }) => is_identity))
    await target.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${identifier(name)}) from ${table}), 0) + 1, false)`,
      [table, name],
    );
}

/** Under the same settings on both sides, or equal rows would not have equal hashes. */
async function isSame(source: Queryable, target: Database, { table, shape }: Plan): Promise<boolean> {
  const [here, there] = await Promise.all([
    fingerprint(source, shape, table.sealed),
    target.transaction(async (tx) => {
      await tx.query(comparable);
      return fingerprint(tx, shape, table.sealed);
    }),
  ]);
  return here.rows === there.rows && here.hash === there.hash;
}

async function findLeftOut(source: Queryable, plans: readonly Plan[]): Promise<string[]> {
  const leftOut: string[] = [];
  for (const { table, shape } of plans)
    for (const column of shape.missing) {
      const found = await source.query(
        `select from ${shape.table} where ${identifier(column)} is not null limit 1`,
      );
      if (found.length > 0) leftOut.push(`${table.name}.${column}`);
    }
  return leftOut;
}

async function copyAndCompare(
  source: Queryable,
  target: MoveEnd,
  plans: readonly Plan[],
  secrets: OpenedSecrets,
  options: CopyOptions & { readonly isResumed: boolean },
): Promise<Pick<MoveReport, 'tables' | 'again'>> {
  const tables: Record<string, number> = {};
  const again: string[] = [];
  const copy = async ({ table, shape }: Plan) => {
    tables[table.name] = await copyTable(source, target.database, table, shape, options);
  };
  for (const plan of plans) await copy(plan);
  for (const plan of plans) {
    if (options.signal.aborted) throw stoppedByHand();
    const { name } = plan.table;
    const isWhole = async () =>
      (await isSame(source, target.database, plan)) &&
      (!isSealed(name, secrets) || (await holdsSecrets(target.database, target.keys, name, secrets)));
    if (await isWhole()) continue;
    if (options.isResumed) {
      // Somebody has used the source, or given the target other keys, since the run that broke off.
      await forgetTable(target.database, plan.table, plan.shape);
      await copy(plan);
      again.push(name);
      if (await isWhole()) continue;
    }
    throw new Error(`${name} is not the same on both sides after it was copied. Nothing of it may be used.`);
  }
  return { tables, again };
}

/** What must be true before the first row is written. Resolves to whether an earlier run is being resumed. */
async function begin(
  source: Queryable,
  { database, keys }: MoveEnd,
  first: string,
  secrets: OpenedSecrets,
  { sources }: MoveOptions,
): Promise<boolean> {
  requireRing(keys, secrets);
  const layout = await layoutOf(database);
  const begun = await findMove(database);
  if (begun) requireSameMove(begun, first);
  else if (layout !== 'empty') await requireNoAccounts(source, database);
  await prepareSchema(database, layout, sources, 'The target');
  await requireSilence(database);
  if (!begun) await requireNoRows(database);
  await database.transaction(async (tx) => {
    await pauseRetention(tx);
    if (!begun) await beginMove(tx, first);
  });
  return begun !== null;
}

/** Takes away what the move needed, in the transaction that makes the target whole. */
async function end(target: Database, plans: readonly Plan[]): Promise<void> {
  await target.transaction(async (tx) => {
    for (const { shape } of plans) await restartNumbers(tx, shape);
    await endMove(tx);
    await resumeRetention(tx);
  });
  // PGlite has nobody else who would, and plans for empty tables are poor ones for full ones.
  for (const { shape } of plans) await target.query(`analyze ${shape.table}`);
}

/** What stands in the way at the source; resolves to what is sealed there. */
async function checkSource(from: Queryable, keys: InstallationKeys, sources: MigrationSources) {
  await requireWhole(from);
  await requireSchema(from, sources, {
    place: 'The source',
    remedy: 'Start this version of the product on it once, or run supabase db push.',
  });
  return { first: await firstAccountOf(from), secrets: await openSecrets(from, keys) };
}

/**
 * Moves everything of the source to the target, compares both, and seals for the target what is sealed. May break off
 * anywhere and be repeated. The source is read in one transaction that may not write; the target is opened once the
 * source may be moved, and closed at the end.
 *
 * @throws MoveRefused before anything was written, MoveStopped half-way; both with sentences for the operator.
 */
export async function move(
  source: MoveEnd,
  openTarget: () => Promise<MoveEnd>,
  options: MoveOptions,
): Promise<MoveReport> {
  return source.database.transaction(async (from) => {
    await from.query('set transaction isolation level repeatable read, read only');
    await from.query(comparable);
    const { first, secrets } = await checkSource(from, source.keys, options.sources);
    const target = await openTarget();
    try {
      const isResumed = await begin(from, target, first, secrets, options);
      const plans: Plan[] = [];
      for (const table of movedTables)
        plans.push({ table, shape: await readShape(from, target.database, table.name) });
      const { tables, again } = await copyAndCompare(from, target, plans, secrets, {
        limits: options.limits ?? usualLimits,
        onBatch: options.onBatch ?? (() => {}),
        signal: options.signal,
        seal: async (table, row) =>
          isSealed(table, secrets) ? sealFor(target.keys, secrets, table, row) : null,
        isResumed,
      });
      const leftOut = await findLeftOut(from, plans);
      await end(target.database, plans);
      return {
        tables,
        again,
        leftOut,
        vendorKeys: secrets['public.api_vendors'].size,
        factors: secrets['auth.mfa_factors'].size,
      };
    } catch (error) {
      throw explainStop(error, 'The move has stopped');
    } finally {
      await target.database.close();
    }
  });
}
