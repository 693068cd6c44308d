import type { Database, Queryable } from '../database/database.ts';
import type { MigrationSources } from '../database/migrate.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { quoteIdentifier } from '../database/quote.ts';
import { copyTable, resetTargetTable, type CopyOptions } from './copy.ts';
import {
  decryptValues,
  encryptFor,
  hasValues,
  isEncryptedTable,
  requireKeyRing,
  type DecryptedValues,
  type InstallationKeys,
} from './encrypted-values.ts';
import { explainStop, moveStoppedByUser } from './errors.ts';
import { copyObjects, requireObjects } from './object-files.ts';
import { beginMove, endMove, findMove, pauseRetention, requireNoMove, resumeRetention } from './progress.ts';
import {
  firstAccountOf,
  requireNoAccounts,
  requireNoRows,
  requireSameMove,
  requireTriggerRights,
} from './refusals.ts';
import { comparableSettings, fingerprint, readShape, type BatchLimits, type TableShape } from './rows.ts';
import { detectLayout, prepareSchema, requireSchema } from './schema-check.ts';
import { movedTables, type MovedTable } from './tables.ts';

export interface MoveSide {
  readonly database: OpenedDatabase;
  readonly keys: InstallationKeys;
  /** The objects folder; null for a hosted project, which stores objects elsewhere. */
  readonly objects: string | null;
}

export interface MoveOptions {
  readonly sources: MigrationSources;
  readonly signal: AbortSignal;
  /** Called after each batch with the number of copied rows of the table. */
  readonly onBatch?: (table: string, rows: number) => void;
  readonly limits?: BatchLimits;
}

export interface MoveReport {
  /** Rows by table. The source and the target have the same count and hash. */
  readonly tables: Readonly<Record<string, number>>;
  /** Number of files that this and earlier runs have copied, and of files that are missing at the source. */
  readonly files: number;
  readonly missingFiles: number;
  readonly vendorKeys: number;
  readonly factors: number;
  /**
   * Tables that were copied again, because the source or the target's keys have changed since an earlier run of this
   * move.
   */
  readonly recopied: readonly string[];
  /** Columns of the source's auth service that contain data but don't exist at the target. */
  readonly omittedColumns: readonly string[];
}

const defaultLimits: BatchLimits = { rows: 1_000, bytes: 4 * 1024 * 1024 };

interface Plan {
  readonly table: MovedTable;
  readonly shape: TableShape;
}

/** Makes the table's generated numbers continue after the copied ones. */
async function restartSequences(target: Queryable, { table, columns }: TableShape): Promise<void> {
  for (const { name } of columns.filter(({ is_identity }) => is_identity))
    await target.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${quoteIdentifier(name)}) from ${table}), 0) + 1, false)`,
      [table, name],
    );
}

/**
 * Compares a table's rows on both sides. Both transactions use the same settings, otherwise equal rows could have
 * different hashes.
 */
async function isSame(source: Queryable, target: Database, { table, shape }: Plan): Promise<boolean> {
  const [here, there] = await Promise.all([
    fingerprint(source, shape, table.encrypted),
    target.transaction(async (tx) => {
      await tx.query(comparableSettings);
      return fingerprint(tx, shape, table.encrypted);
    }),
  ]);
  return here.rows === there.rows && here.hash === there.hash;
}

async function findOmittedColumns(source: Queryable, plans: readonly Plan[]): Promise<string[]> {
  const omittedColumns: string[] = [];
  for (const { table, shape } of plans)
    for (const column of shape.missing) {
      const found = await source.query(
        `select from ${shape.table} where ${quoteIdentifier(column)} is not null limit 1`,
      );
      if (found.length > 0) omittedColumns.push(`${table.name}.${column}`);
    }
  return omittedColumns;
}

async function copyAndCompare(
  source: Queryable,
  target: MoveSide,
  plans: readonly Plan[],
  values: DecryptedValues,
  options: CopyOptions & { readonly isResumed: boolean },
): Promise<Pick<MoveReport, 'tables' | 'recopied'>> {
  const tables: Record<string, number> = {};
  const recopied: string[] = [];
  const copy = async ({ table, shape }: Plan) => {
    tables[table.name] = await copyTable(source, target.database, table, shape, options);
  };
  for (const plan of plans) await copy(plan);
  for (const plan of plans) {
    if (options.signal.aborted) throw moveStoppedByUser();
    const { name } = plan.table;
    const isComplete = async () =>
      (await isSame(source, target.database, plan)) &&
      (!isEncryptedTable(name, values) || (await hasValues(target.database, target.keys, name, values)));
    if (await isComplete()) continue;
    if (options.isResumed) {
      // Since the interrupted run, the source or the target's keys have changed.
      await resetTargetTable(target.database, plan.table, plan.shape);
      await copy(plan);
      recopied.push(name);
      if (await isComplete()) continue;
    }
    throw new Error(`${name} differs between source and target after the copy. Do not use the target.`);
  }
  return { tables, recopied };
}

/** Checks and prepares the target before the first row is copied. Resolves to whether this continues an earlier run. */
async function prepareTarget(
  source: Queryable,
  { database, keys }: MoveSide,
  first: string,
  values: DecryptedValues,
  { sources }: MoveOptions,
): Promise<boolean> {
  requireKeyRing(keys, values);
  const layout = await detectLayout(database);
  const unfinished = await findMove(database);
  if (unfinished) requireSameMove(unfinished, first);
  else if (layout !== 'empty') await requireNoAccounts(source, database);
  await prepareSchema(database, layout, sources, 'The target');
  await requireTriggerRights(database);
  if (!unfinished) await requireNoRows(database);
  await database.transaction(async (tx) => {
    await pauseRetention(tx);
    if (!unfinished) await beginMove(tx, first);
  });
  return unfinished !== null;
}

/** Removes the move's progress tables, in the transaction that completes the target. */
async function completeTarget(target: Database, plans: readonly Plan[]): Promise<void> {
  await target.transaction(async (tx) => {
    for (const { shape } of plans) await restartSequences(tx, shape);
    await endMove(tx);
    await resumeRetention(tx);
  });
  // PGlite has no autovacuum, so the planner would assume empty tables.
  for (const { shape } of plans) await target.query(`analyze ${shape.table}`);
}

async function checkSource(from: Queryable, keys: InstallationKeys, sources: MigrationSources) {
  await requireNoMove(from);
  await requireSchema(from, sources, {
    place: 'The source',
    remedy: 'Start this version of the product on it once, or run supabase db push.',
  });
  return { first: await firstAccountOf(from), values: await decryptValues(from, keys) };
}

/**
 * Moves all data to the target, re-encrypts the secrets with the target's keys, and compares both sides. Can be
 * interrupted and repeated. Reads the source in one read-only transaction. Opens the target after checking the source,
 * and closes it at the end.
 *
 * @throws MoveRefused before anything was written, MoveStopped later; both with messages for the operator
 */
export async function moveInstallation(
  source: MoveSide,
  openTarget: () => Promise<MoveSide>,
  options: MoveOptions,
): Promise<MoveReport> {
  return source.database.transaction(async (from) => {
    await from.query('set transaction isolation level repeatable read, read only');
    await from.query(comparableSettings);
    const { first, values } = await checkSource(from, source.keys, options.sources);
    const target = await openTarget();
    const sourceSide = { database: from, objects: source.objects };
    try {
      await requireObjects(sourceSide, target);
      const isResumed = await prepareTarget(from, target, first, values, options);
      const plans: Plan[] = [];
      for (const table of movedTables)
        plans.push({ table, shape: await readShape(from, target.database, table.name) });
      const { tables, recopied } = await copyAndCompare(from, target, plans, values, {
        limits: options.limits ?? defaultLimits,
        onBatch: options.onBatch ?? (() => {}),
        signal: options.signal,
        encrypt: async (table, row) =>
          isEncryptedTable(table, values) ? encryptFor(target.keys, values, table, row) : null,
        isResumed,
      });
      const { files, missing } = await copyObjects(sourceSide, target, options.signal);
      const omittedColumns = await findOmittedColumns(from, plans);
      await completeTarget(target.database, plans);
      return {
        tables,
        recopied,
        omittedColumns,
        files,
        missingFiles: missing,
        vendorKeys: values['public.api_vendors'].size,
        factors: values['auth.mfa_factors'].size,
      };
    } catch (error) {
      throw explainStop(error, 'The move has stopped');
    } finally {
      await target.database.close();
    }
  });
}
