import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DataNotUpgradable } from '../../../../src/service/database/schema-history.ts';
import type { OpenedDatabase } from '../../../../src/service/database/opened-database.ts';
import { openPostgres } from '../../../../src/service/database/postgres.ts';
import { installCapture } from '../../../../src/service/realtime/capture.ts';
import { readCatalog } from '../../../../src/service/realtime/catalog.ts';
import { startPostgres, type PostgresServer } from '../../../../src/service/testing/postgres-server.ts';
import { createSchema } from '../databases.ts';
import { stepsFor, type DatabaseSize } from './rows.ts';

/** Settings for a machine with 16 GB. All others are PostgreSQL's defaults. */
const settings = [
  'shared_buffers=4GB',
  'effective_cache_size=12GB',
  'random_page_cost=1.1',
  'max_wal_size=8GB',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/**
 * Starts a cluster in a folder, which may contain an earlier cluster's data. Undefined if PostgreSQL is missing.
 */
export async function startCluster(folder: string): Promise<PostgresServer | undefined> {
  await mkdir(folder, { recursive: true });
  // As root, this script runs PostgreSQL as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  return startPostgres(join(folder, 'postgres'), 'postgres', settings);
}

const mark = 'Filled by prove:scale.';

// Prepares a state as in use: the indexes are in memory, and one user in a hundred is active.
const warmUp = `
create extension if not exists pg_prewarm with schema extensions;
select extensions.pg_prewarm(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace);
update public.message_reservations set last_attempt_at = now() - interval '5 minutes'
where message_id in (
  select message_id from public.message_reservations order by created_at desc
  limit (select count(*) / 100 from auth.users)
);`;

/** Migrates a database to the current schema, and fills it if it is empty. */
export async function fillDatabase(server: PostgresServer, name: string, scale: DatabaseSize): Promise<void> {
  const url = (database: string) => ({ url: `${server.url}/${database}`, maxSessions: 1, isShared: true });
  const postgres = await openPostgres(url('postgres'));
  const [known] = await postgres.query('select from pg_database where datname = $1', [name]);
  if (!known) await postgres.query(`create database ${name}`);
  await postgres.close();

  const database = await openPostgres(url(name));
  try {
    const [row] = await database.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()`,
    );
    const isFilled = row?.comment === mark;
    await createSchema(database).catch((error: unknown) => {
      // If only the migrations have changed, the filled data can still be used.
      if (!isFilled || !(error instanceof DataNotUpgradable)) throw error;
      console.log(`${name}: measured as it was filled, because ${error.message}`);
    });
    await installCapture(database, await readCatalog(database));
    if (!isFilled) await fillEmpty(database, name, scale);
    await database.execute(warmUp);
  } finally {
    await database.close();
  }
}

async function fillEmpty(database: OpenedDatabase, name: string, scale: DatabaseSize): Promise<void> {
  for (const step of stepsFor(scale)) {
    const start = performance.now();
    await database.execute(step.sql);
    console.log(`${name}: ${step.name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  }
  await database.query(`comment on database ${name} is '${mark}'`);
}
