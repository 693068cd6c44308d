import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { authSchema } from '../../../src/service/auth/schema.ts';
import { bootstrap } from '../../../src/service/database/bootstrap.ts';
import { migrate } from '../../../src/service/database/migrate.ts';
import { openDatabase } from '../../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../../src/service/database/opened-database.ts';
import { startPostgres, type PostgresServer } from '../../../src/service/testing/postgres-server.ts';

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

/** Gives a database the product's schema and first rows. */
export async function prepare(database: OpenedDatabase): Promise<void> {
  await bootstrap(database, { authSchema });
  await migrate(database, {
    migrations: path('supabase/migrations'),
    seed: path('supabase/seed.sql'),
  });
}

/** Runs `work` with a folder that is removed afterwards, and that PostgreSQL's own user can pass through. */
export async function withFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `clover-${name}-`));
  await chmod(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a proof beside a PostgreSQL of its own, in a folder that is gone afterwards. The process ends with 1 where the
 * proof resolves to false, and where PostgreSQL is missing it says so.
 */
export const withServer = (
  name: string,
  prove: (server: PostgresServer, folder: string) => Promise<boolean>,
): Promise<void> =>
  withFolder(name, async (folder) => {
    const postgres = await startPostgres(join(folder, 'postgres'));
    try {
      if (!postgres) console.log('not run here: PostgreSQL is not installed');
      process.exitCode = postgres && (await prove(postgres, folder)) ? 0 : 1;
    } finally {
      await postgres?.stop();
    }
  });

/** Runs a proof over a database with the product's schema, of a server of its own. */
export const withPostgres = (
  name: string,
  prove: (database: OpenedDatabase, url: string) => Promise<boolean>,
): Promise<void> =>
  withServer(name, async (server) => {
    const url = `${server.url}/postgres`;
    const database = await openDatabase({ url });
    try {
      await prepare(database);
      return await prove(database, url);
    } finally {
      await database.close();
    }
  });
