import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, type BootstrapOptions, bootstrapScript } from './bootstrap.ts';
import { enableChecksums } from './data-checksums.ts';
import { exists } from './files.ts';
import { migrate, type MigrationSources, readMigrations } from './migrate.ts';
import { startParams } from './pglite-settings.ts';
import { openPglite, type PgliteDatabase } from './pglite.ts';

/** A dump that is made once and reused until one of its inputs changes. */
export interface Dump {
  /** The file's name begins with this, followed by the hash of the inputs. */
  readonly name: string;
  /** `none` loads faster (0.9 s instead of 1.3 s), `gzip` is smaller to ship (5 MB instead of 41 MB). */
  readonly compression: 'none' | 'gzip';
  readonly inputs: readonly string[];
  /** A dump to start from instead of an empty database. */
  readonly from?: string;
  readonly prepare: (database: PgliteDatabase) => Promise<void>;
}

/**
 * Reads PGlite's version. It is part of the dump's name, because only the PostgreSQL version that wrote a data
 * directory can read it.
 */
async function pgliteVersion(): Promise<string> {
  const file = findPackageJSON('@electric-sql/pglite', import.meta.url);
  if (file === undefined) throw new Error('PGlite is not installed.');
  const description: unknown = JSON.parse(await readFile(file, 'utf8'));
  return String((description as { version: unknown }).version);
}

async function dumpFile(directory: string, { name, compression, inputs }: Dump): Promise<string> {
  const hash = createHash('sha256');
  for (const input of [await pgliteVersion(), ...startParams, compression, ...inputs])
    hash.update(`${input}\0`);
  return join(
    directory,
    `${name}-${hash.digest('hex').slice(0, 16)}.${compression === 'gzip' ? 'tar.gz' : 'tar'}`,
  );
}

/** Finds the dump in `directory` if it exists and is up to date. */
async function findDump(directory: string, dump: Dump): Promise<string | undefined> {
  const file = await dumpFile(directory, dump);
  return (await exists(file)) ? file : undefined;
}

/** Drops PostgreSQL's own template databases, which are unused but contain half of the files that each start checks. */
async function dropTemplates(database: PgliteDatabase): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await database.query('update pg_database set datistemplate = false where datname = $1', [name]);
    await database.execute(`drop database if exists ${name}`);
  }
}

/** Fills a database and dumps it, with a checksum in every page. */
async function createDump(dump: Dump): Promise<Uint8Array> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clover-dump-'));
  try {
    const filling = await openPglite({
      dataDir,
      ...(dump.from === undefined ? {} : { dump: await readFile(dump.from) }),
    });
    try {
      await dump.prepare(filling);
      await dropTemplates(filling);
    } finally {
      await filling.close();
    }
    await enableChecksums(dataDir);
    const filled = await openPglite({ dataDir });
    try {
      return await filled.dump(dump.compression);
    } finally {
      await filled.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns the dump's path. Makes the dump if it is missing or outdated, and deletes older ones. */
export async function ensureDump(directory: string, dump: Dump): Promise<string> {
  const file = await dumpFile(directory, dump);
  if (await exists(file)) return file;

  const content = await createDump(dump);
  await mkdir(directory, { recursive: true });
  // Written under another name first, because two builds may run at the same time and neither may read an incomplete
  // file.
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, content);
  await rename(partial, file);
  for (const other of await readdir(directory)) {
    const path = join(directory, other);
    if (other.startsWith(`${dump.name}-`) && path !== file) await rm(path, { force: true });
  }
  return file;
}

export interface TemplateSources extends BootstrapOptions, MigrationSources {
  /**
   * Additional steps of the first start that are done in advance. The start itself checks whether they are done, so
   * they are not part of the template's name.
   */
  readonly finish?: (database: PgliteDatabase) => Promise<void>;
}

/** Describes the dump of a new database: bootstrapped, migrated and seeded. */
export async function templateDump(sources: TemplateSources): Promise<Dump> {
  const migrations = await readMigrations(sources.migrations);
  return {
    name: 'template',
    compression: 'gzip',
    inputs: [
      // Increase this if the code that makes the dump changes.
      '5',
      bootstrapScript(sources),
      ...migrations.map(({ file, sql }) => `${file}\n${sql}`),
      sources.seed === undefined ? '' : await readFile(sources.seed, 'utf8'),
    ],
    async prepare(database) {
      await bootstrap(database, sources);
      await migrate(database, sources);
      await sources.finish?.(database);
    },
  };
}

/** Finds the template for exactly these sources, for `openDatabase`. */
export async function findTemplate(directory: string, sources: TemplateSources): Promise<string | undefined> {
  return findDump(directory, await templateDump(sources));
}

/** Returns the template's path. Makes the template (6 s) if it is missing or outdated. */
export async function ensureTemplate(directory: string, sources: TemplateSources): Promise<string> {
  return ensureDump(directory, await templateDump(sources));
}
