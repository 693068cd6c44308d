import { actAs } from './caller.ts';
import type { Database, Queryable } from './database.ts';
import type { OpenedDatabase } from './opened-database.ts';
import type { SessionPool } from './session-pool.ts';

/** How a database is told of notifications, and what closes it. */
export interface PooledDatabaseOptions {
  readonly kind: Database['kind'];
  readonly pool: SessionPool;
  readonly listen: Database['listen'];
  readonly close: () => Promise<void>;
}

/** The database over its sessions; the same for PGlite and for PostgreSQL. */
export function pooledDatabase({ kind, pool, listen, close }: PooledDatabaseOptions): OpenedDatabase {
  const transaction = <T>(work: (tx: Queryable) => Promise<T>): Promise<T> =>
    pool.use((session) => session.transaction(work));
  return {
    kind,
    exclusively: (work) => pool.hold(work),
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
