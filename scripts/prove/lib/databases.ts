import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authSchema } from '../../../src/service/auth/schema.ts';
import { bootstrap } from '../../../src/service/database/bootstrap.ts';
import { migrate } from '../../../src/service/database/migrate.ts';
import { openDatabase } from '../../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../../src/service/database/opened-database.ts';
import { startPostgres, type PostgresServer } from '../../../src/service/testing/postgres-server.ts';
import { root } from '../../lib/run.mjs';

export async function createSchema(database: OpenedDatabase): Promise<void> {
  await bootstrap(database, { authSchema });
  await migrate(database, {
    migrations: join(root, 'supabase/migrations'),
    seed: join(root, 'supabase/seed.sql'),
  });
}

/** Runs `work` with a temporary folder. As root, PostgreSQL runs as another user, who gets access to the folder. */
export async function withFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `clover-${name}-`));
  await chmod(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `work` with a PostgreSQL server in `folder`. Without PostgreSQL, reports that and resolves to undefined. */
export async function withPostgresIn<T>(
  folder: string,
  work: (server: PostgresServer) => Promise<T>,
): Promise<T | undefined> {
  const server = await startPostgres(join(folder, 'postgres'));
  if (!server) {
    console.log('not run here: PostgreSQL is not installed');
    return undefined;
  }
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Runs a proof with a PostgreSQL server. Without PostgreSQL, nothing is proven. */
export const withPostgresServer = (
  name: string,
  prove: (server: PostgresServer, folder: string) => Promise<boolean>,
): Promise<boolean> =>
  withFolder(
    name,
    async (folder) => (await withPostgresIn(folder, (server) => prove(server, folder))) ?? false,
  );

async function withSchema(
  database: OpenedDatabase,
  prove: (database: OpenedDatabase) => Promise<boolean>,
): Promise<boolean> {
  try {
    await createSchema(database);
    return await prove(database);
  } finally {
    await database.close();
  }
}

export const withPostgres = (
  name: string,
  prove: (database: OpenedDatabase) => Promise<boolean>,
): Promise<boolean> =>
  withPostgresServer(name, async ({ url }) =>
    withSchema(await openDatabase({ url: `${url}/postgres` }), prove),
  );

/**
 * Runs a proof on PGlite and on PostgreSQL, each with the product's schema. Resolves to whether both succeeded.
 */
export async function proveOnBothDatabases(
  name: string,
  prove: (kind: 'PGlite' | 'PostgreSQL', database: OpenedDatabase) => Promise<boolean>,
): Promise<boolean> {
  const embedded = await withSchema(await openDatabase({ memory: true }), (database) =>
    prove('PGlite', database),
  );
  const server = await withPostgres(name, (database) => prove('PostgreSQL', database));
  return embedded && server;
}
