import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { authSchema } from '../auth/schema.ts';
import { bootstrap, bootstrapScript } from '../database/bootstrap.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { ensureDump, templateDump } from '../database/template.ts';
import type { Database } from '../database/database.ts';
import { platformRole, prepareHostedProject } from './hosted-project.ts';
import { startPostgres, type PostgresServer } from './postgres-server.ts';

/** The source for copies of a prepared database, or the reason why it could not be prepared. */
export type PreparedSource = { readonly from: string } | { readonly failure: string };

export interface PreparedDatabases {
  readonly kinds: readonly Database['kind'][];
  readonly pglite: { readonly base: PreparedSource; readonly migrated: PreparedSource };
  /** Names of template databases. Missing if PostgreSQL is not installed. */
  readonly postgres?: {
    readonly url: string;
    readonly ownerUrl: string;
    readonly base: PreparedSource;
    readonly migrated: PreparedSource;
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    databases: PreparedDatabases;
  }
}

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

const sources = { authSchema, migrations: path('supabase/migrations'), seed: path('supabase/seed.sql') };

/** Dumps are reused between runs. Their names contain a hash of their sources. */
const cache = path('node_modules/.cache/clover-service');

/** Catches the error of a failed migration, so that only the suites that need it fail. */
async function prepared(work: () => Promise<string>): Promise<PreparedSource> {
  try {
    return { from: await work() };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

async function preparePglite(): Promise<PreparedDatabases['pglite']> {
  const base = await ensureDump(cache, {
    name: 'base',
    compression: 'none',
    inputs: [bootstrapScript(sources)],
    prepare: (database) => bootstrap(database, sources),
  });
  const migrated = await prepared(async () =>
    ensureDump(cache, {
      ...(await templateDump(sources)),
      name: 'migrated',
      compression: 'none',
      from: base,
    }),
  );
  return { base: { from: base }, migrated };
}

/**
 * The kinds of databases that the suites run on. By default PGlite and, if it is installed, PostgreSQL. `hosted` is a
 * PostgreSQL prepared like a hosted project, for the suites of `supabase/tests`.
 */
const requested = process.env['CLOVER_TEST_DATABASE'];
const isHosted = requested === 'hosted';

/**
 * Prepares PostgreSQL, where new tables are open to client roles, as on a hosted project. On PGlite they are not.
 * Migrations must work with both.
 */
async function preparePostgres({
  url,
  ownerUrl,
}: PostgresServer): Promise<NonNullable<PreparedDatabases['postgres']>> {
  const administration = await openDatabase({ url: `${url}/postgres`, maxSessions: 1, isShared: true });
  const create = async (name: string, withMigrations: boolean) => {
    await administration.execute(`create database ${name} owner postgres`);
    if (isHosted) await prepareHostedProject(`${url}/${name}`);
    const database = await openDatabase({ url: `${ownerUrl}/${name}`, maxSessions: 1 });
    try {
      if (!isHosted) await bootstrap(database, { authSchema, privileges: 'hosted' });
      if (withMigrations) await migrate(database, sources);
    } finally {
      await database.close();
    }
    return name;
  };
  try {
    const base = await prepared(() => create('template_base', false));
    return { url, ownerUrl, base, migrated: await prepared(() => create('template_migrated', true)) };
  } finally {
    await administration.close();
  }
}

/** Prepares the sources of all test databases, once for all suites of the service. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'clover-service-'));
  // If the tests run as root, PostgreSQL runs as another user, who needs access to its folder.
  await chmod(directory, 0o711);
  const [pglite, server] = await Promise.all([
    preparePglite(),
    requested === 'pglite'
      ? undefined
      : startPostgres(join(directory, 'postgres'), isHosted ? platformRole : 'postgres'),
  ]);
  if (!server && isHosted) throw new Error('PostgreSQL is not installed here');
  if (!server && requested === undefined)
    process.stdout.write('not run here: PostgreSQL is not installed, the service is tested on PGlite only\n');
  project.provide('databases', {
    kinds: isHosted ? ['postgres'] : server ? ['pglite', 'postgres'] : ['pglite'],
    pglite,
    ...(server ? { postgres: await preparePostgres(server) } : {}),
  });
  return async () => {
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
