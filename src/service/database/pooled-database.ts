import { PostgresConnection } from '@supabase/lite/postgres';
import { actAs } from './caller.ts';
import type { Database, Queryable } from './database.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { createSchemaCache } from './schema-cache.ts';
import type { SessionPool } from './session-pool.ts';

/** How a database is told of notifications, and what closes it. */
export interface PooledDatabaseOptions {
  readonly kind: Database['kind'];
  readonly pool: SessionPool;
  readonly listen: Database['listen'];
  readonly close: () => Promise<void>;
}

/** The connection of @supabase/lite over our sessions: its own driver is never connected. */
function liteOver(pool: SessionPool, kind: Database['kind']): PostgresConnection {
  const connection = new PostgresConnection({
    url: 'postgres://unused',
    ...(kind === 'pglite' ? { schemaCache: createSchemaCache(pool) } : {}),
  });
  const reserve = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      pool
        .use(
          (session) =>
            new Promise<void>((release) => {
              resolve({ unsafe: session.unsafe, release });
            }),
        )
        .catch(reject);
    });
  connection.driver.reserve = reserve as typeof connection.driver.reserve;
  return connection;
}

/** The database over its sessions; the same for PGlite and for PostgreSQL. */
export function pooledDatabase({ kind, pool, listen, close }: PooledDatabaseOptions): OpenedDatabase {
  const connection = liteOver(pool, kind);
  const transaction = <T>(work: (tx: Queryable) => Promise<T>): Promise<T> =>
    pool.use((session) => session.transaction(work));
  return {
    kind,
    connection,
    exclusively: (work) => pool.hold(work),
    clearSchemaCache: () => connection.clearSchemaCache(),
    query: (sql, parameters) => pool.use((session) => session.query(sql, parameters)),
    execute: (script) => pool.use((session) => session.withoutLimit(() => session.execute(script))),
    transaction,
    asCaller: (claims, work) =>
      transaction(async (tx) => {
        await actAs(tx, claims);
        return work(tx);
      }),
    withoutTimeLimit: (work) => pool.use((session) => session.withoutLimit(() => work(session))),
    listen,
    close,
  };
}
