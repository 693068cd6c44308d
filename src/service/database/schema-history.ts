import { brand } from '../../shared/brand.ts';
import type { Queryable } from './database.ts';
import { historySchema, type HistoryRow, type Migration } from './migration.ts';
import { isReplacedHistory } from './replaced-history.ts';

/** Thrown if this version can't upgrade the data. Nothing was changed; the message says what to do. */
export class DataNotUpgradable extends Error {
  override readonly name = 'DataNotUpgradable';
}

/** Thrown if a newer version wrote the data. A backup from before the upgrade may fit this version. */
export class DataFromNewerVersion extends DataNotUpgradable {}

const newerVersion = (version: string) =>
  new DataFromNewerVersion(
    `The data was written by a newer version of ${brand} (migration ${version}). Nothing was changed. Start that version again, or restore a backup made before it.`,
  );

const unknownVersion = (reason: string) =>
  new DataNotUpgradable(
    `The data was written by a version of ${brand} that this one can't upgrade: ${reason}. Nothing was changed. To keep your chats, start the version that wrote the data, export them under Account, and import them here. To start fresh, set CLOVER_DATA_DIR to an empty directory, or CLOVER_DATABASE_URL to an empty database.`,
  );

function checkHistory(history: readonly HistoryRow[], migrations: readonly Migration[]): void {
  const migrationsByVersion = new Map(migrations.map((migration) => [migration.version, migration]));
  const newestKnown = migrations.at(-1)?.version ?? '';
  for (const { version, statements } of history) {
    const migration = migrationsByVersion.get(version);
    if (!migration)
      throw version > newestKnown ? newerVersion(version) : unknownVersion(`it has the migration ${version}`);
    if (statements !== null && statements.join('\n') !== migration.sql)
      throw unknownVersion(`its migration ${migration.file} is different`);
  }
  const applied = new Set(history.map(({ version }) => version));
  const newestApplied = history.at(-1)?.version ?? '';
  const late = migrations.find(({ version }) => version < newestApplied && !applied.has(version));
  if (late) throw unknownVersion(`it lacks the migration ${late.file}, but has ${newestApplied}`);
}

export interface MigrationHistory {
  /** Versions of the applied migrations; empty for a new database. */
  readonly applied: ReadonlySet<string>;
  readonly isReplaced: boolean;
}

/**
 * Reads which migrations the database has, and refuses a history that doesn't match the beginning of these migrations.
 * Changes nothing.
 *
 * @throws DataNotUpgradable
 */
export async function readHistory(
  database: Queryable,
  migrations: readonly Migration[],
): Promise<MigrationHistory> {
  const [table] = await database.query<{ found: boolean }>(
    `select to_regclass('${historySchema}.schema_migrations') is not null as found`,
  );
  if (!table?.found) return { applied: new Set(), isReplaced: false };
  const history = await database.query<HistoryRow>(
    `select version, statements from ${historySchema}.schema_migrations order by version`,
  );
  const applied = new Set(history.map(({ version }) => version));
  if (isReplacedHistory(history)) return { applied, isReplaced: true };
  checkHistory(history, migrations);
  return { applied, isReplaced: false };
}
