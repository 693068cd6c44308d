import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp';
import { PGlite, PgliteConnection } from '@supabase/lite/pglite';
import { actAs } from './caller.ts';
import type { Queryable } from './database.ts';
import { createFifoLock, outsideOfLocks } from './fifo-lock.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { createSchemaCache } from './schema-cache.ts';
import { pgliteParsers, pgliteSerializers } from './values.ts';

/**
 * PGlite's own parameters (setting any replaces them all) and ours. 16 MB of buffers instead of 128 save 60 MB of
 * memory; the whole working set of a small team stays in the operating system's cache anyway.
 */
export const startParams: readonly string[] = [
  ...PGlite.defaultStartParams,
  ...['shared_buffers=16MB', 'search_path="$user",public,extensions', 'TimeZone=UTC'].flatMap((setting) => [
    '-c',
    setting,
  ]),
];

export interface PgliteStart {
  /** Directory of the database; in memory when left out. */
  readonly dataDir?: string;
  /** A dump of a data directory (`dumpDataDir`) to begin with instead of an empty cluster. */
  readonly loadDataDir?: Blob;
}

/** PGlite can also hand out its whole data directory as a tar. */
export interface PgliteDatabase extends OpenedDatabase {
  dump(compression: 'none' | 'gzip'): Promise<Uint8Array>;
}

type Session = Pick<PGlite, 'query'>;

const over = (session: Session): Queryable => ({
  async query<Row>(sql: string, parameters: readonly unknown[] = []) {
    const { rows } = await session.query<Row>(sql, [...parameters]);
    return rows;
  },
});

/** Opens PGlite. It has one session, so everything that is sent to it queues in one FIFO lock. */
export async function openPglite(start: PgliteStart): Promise<PgliteDatabase> {
  const connection: PgliteConnection = new PgliteConnection({
    ...(start.dataDir === undefined ? {} : { url: start.dataDir }),
    schemaCache: createSchemaCache(() => connection.driver),
    pgliteOptions: {
      startParams: [...startParams],
      extensions: { citext, pg_trgm, uuid_ossp },
      parsers: pgliteParsers,
      serializers: pgliteSerializers,
      ...(start.loadDataDir === undefined ? {} : { loadDataDir: start.loadDataDir }),
    },
  });
  const { driver } = connection;
  await driver.waitReady;

  const lock = createFifoLock();
  const statements = over(driver);
  const transaction = <T>(work: (tx: Queryable) => Promise<T>): Promise<T> =>
    lock.run(() => driver.transaction((tx) => work(over(tx))));

  return {
    kind: 'pglite',
    connection,
    exclusively: (work) => lock.run(work),
    clearSchemaCache: () => connection.clearSchemaCache(),
    query: (sql, parameters) => lock.run(() => statements.query(sql, parameters)),
    async execute(script) {
      await lock.run(() => driver.exec(script));
    },
    transaction,
    asCaller: (claims, work) =>
      transaction(async (tx) => {
        await actAs(tx, claims);
        return work(tx);
      }),
    async listen(channel, onPayload) {
      const unlisten = await lock.run(() => driver.listen(channel, outsideOfLocks(onPayload)));
      return () => lock.run(() => unlisten());
    },
    dump: (compression) =>
      lock.run(async () => new Uint8Array(await (await driver.dumpDataDir(compression)).arrayBuffer())),
    close: () => lock.run(() => connection.close()),
  };
}
