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

/** What a prepared database is copied from, or why it could not be prepared. */
export type Prepared = { readonly from: string } | { readonly failure: string };

export interface PreparedDatabases {
  /** What the suites run over. */
  readonly kinds: readonly Database['kind'][];
  /** Files of PGlite dumps. */
  readonly pglite: { readonly base: Prepared; readonly migrated: Prepared };
  /** Names of template databases; absent where PostgreSQL is not installed. */
  readonly postgres?: {
    readonly url: string;
    /** Of the role that the suites work as. */
    readonly ownerUrl: string;
    readonly base: Prepared;
    readonly migrated: Prepared;
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    databases: PreparedDatabases;
  }
}

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

const sources = { authSchema, migrations: path('supabase/migrations'), seed: path('supabase/seed.sql') };

/** Dumps are kept between runs under the hash of what they are made of. */
const cache = path('node_modules/.cache/clover-service');

/** A migration that fails must fail the suites that need it, with its reason, and not the others. */
async function prepared(work: () => Promise<string>): Promise<Prepared> {
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
 * Which databases the suites run over, `CLOVER_TEST_DATABASE`: without it PGlite and, where it is installed,
 * PostgreSQL; `hosted` is a PostgreSQL prepared as a hosted project, for the suites of `supabase/tests`.
 */
const wanted = process.env['CLOVER_TEST_DATABASE'];
const isHosted = wanted === 'hosted';

/** Over PostgreSQL tables are born open as on hosted, so both suites together prove that migrations rely on neither. */
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

/** Prepares, once for all suites of the service, what each test database is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'clover-service-'));
  // PostgreSQL runs as another user where the tests run as root, and must be able to pass through.
  await chmod(directory, 0o711);
  const [pglite, server] = await Promise.all([
    preparePglite(),
    wanted === 'pglite'
      ? undefined
      : startPostgres(join(directory, 'postgres'), isHosted ? platformRole : 'postgres'),
  ]);
  if (!server && isHosted) throw new Error('PostgreSQL is not installed here');
  if (!server && wanted === undefined)
    process.stdout.write(
      'not run here: PostgreSQL is not installed, the service is tested over PGlite alone\n',
    );
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
