import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bootstrapLock, createServicePolicies } from './bootstrap.ts';
import { historyRow, historySchema, type Migration } from './migration.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { quoteLiteral } from './quote.ts';
import { adoptBaseline, replacedMigrations } from './replaced-history.ts';
import { readHistory } from './schema-history.ts';

/** Thrown if a migration or the seed can't be applied. The message names the file and the error. */
export class MigrationFailed extends Error {
  readonly file: string;

  constructor(file: string, message: string, options?: ErrorOptions) {
    super(`${file}: ${message}`, options);
    this.name = 'MigrationFailed';
    this.file = file;
  }
}

export interface MigrationSources {
  /** Folder with files named `<version>_<verb>_<subject>.sql`. */
  readonly migrations: string;
  /** A file that runs once, after the first migrations. */
  readonly seed?: string;
}

/** The Supabase CLI uses the same tables, so the history can be moved to a hosted project. */
const historyTables = `
${bootstrapLock}
create schema if not exists ${historySchema};
create table if not exists ${historySchema}.schema_migrations (version text primary key, statements text[], name text);
create table if not exists ${historySchema}.seed_files (path text primary key, hash text not null);`;

const fileName = /^(\d{14})_([a-z0-9_]+)\.sql$/;

const uniqueViolation = '23505';

/** Reads a file with Unix line endings, so that a checkout on Windows doesn't count as an edit. */
async function readSql(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(
    files.map(async (file): Promise<Migration> => {
      const [, version, name] = fileName.exec(file) ?? [];
      if (version === undefined || name === undefined) {
        throw new MigrationFailed(file, 'a migration is named YYYYMMDDHHmmss_verb_subject.sql');
      }
      return { version, name, file, sql: await readSql(join(folder, file)) };
    }),
  );
  const twin = migrations.find(({ version }, index) => migrations[index - 1]?.version === version);
  if (twin) throw new MigrationFailed(twin.file, 'another migration has the same version');
  return migrations;
}

/** Returns the version of the newest migration, or an empty text if the folder has none. */
export const newestVersion = async (folder: string): Promise<string> =>
  (await readMigrations(folder)).at(-1)?.version ?? '';

/** Lists the databases that these migrations can upgrade, by the version of their newest migration. */
export const supportedVersions = async (folder: string): Promise<ReadonlySet<string>> =>
  new Set([replacedMigrations.newest, ...(await readMigrations(folder)).map(({ version }) => version)]);

/** Where an error occurred. PGlite and postgres.js use different names for the schema. */
interface ErrorLocation {
  readonly code?: string;
  readonly schema?: string;
  readonly schema_name?: string;
  readonly position?: string;
}

/**
 * Runs a script and the insert of its history row as one simple query, which PostgreSQL runs as one transaction.
 *
 * The insert comes first: if two services start at the same time, the second one waits for it, then fails with a
 * duplicate before it has changed anything.
 *
 * @returns whether this call applied the script
 */
async function applyOnce(database: OpenedDatabase, file: string, row: string, sql: string): Promise<boolean> {
  const start = `${row}\n`;
  try {
    await database.execute(start + sql);
    return true;
  } catch (error) {
    const { code, schema, schema_name, position } = error as ErrorLocation;
    if (code === uniqueViolation && (schema ?? schema_name) === historySchema) return false;
    const offset = Number(position) - start.length;
    const line = offset > 0 ? ` (line ${sql.slice(0, offset).split('\n').length})` : '';
    throw new MigrationFailed(file, `${error instanceof Error ? error.message : String(error)}${line}`, {
      cause: error,
    });
  }
}

/**
 * Runs the missing migrations in order, each one all or nothing, then the seed if it has never run on this database.
 *
 * @returns the files that this call applied
 * @throws DataNotUpgradable; MigrationFailed with the file, and the line if PostgreSQL reports one
 */
export async function migrate(database: OpenedDatabase, sources: MigrationSources): Promise<string[]> {
  const migrations = await readMigrations(sources.migrations);
  await database.execute(historyTables);
  let history = await readHistory(database, migrations);
  if (history.isReplaced) {
    const { rows, statements } = adoptBaseline(migrations);
    await applyOnce(database, 'the baseline', rows, statements);
    history = await readHistory(database, migrations);
  }
  const appliedFiles: string[] = [];
  for (const migration of migrations) {
    if (history.applied.has(migration.version)) continue;
    if (await applyOnce(database, migration.file, historyRow(migration), migration.sql))
      appliedFiles.push(migration.file);
  }

  if (sources.seed !== undefined) {
    const file = basename(sources.seed);
    const seeds = await database.query(`select from ${historySchema}.seed_files where path = $1`, [file]);
    if (seeds.length === 0) {
      const sql = await readSql(sources.seed);
      const hash = createHash('sha256').update(sql).digest('hex');
      const row = `insert into ${historySchema}.seed_files (path, hash) values (${quoteLiteral(file)}, ${quoteLiteral(hash)});`;
      if (await applyOnce(database, file, row, sql)) appliedFiles.push(file);
    }
  }

  await createServicePolicies(database);
  // Makes REST read the schema again, as on the hosted service.
  if (appliedFiles.length > 0) await database.query(`notify pgrst, 'reload schema'`);
  return appliedFiles;
}
