import { PostgresConnection } from '@supabase/lite/postgres';
import { actAs } from './caller.ts';
import { lockDatabase } from './database-lock.ts';
import { encryptionOf } from './encryption.ts';
import type { Queryable } from './database.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { postgresTypes } from './values.ts';

export interface PostgresStart {
  readonly url: string;
  /** Upper limit of sessions, 10 unless told. */
  readonly maxSessions?: number;
  /** Whether others may be on the database too, as for its administration; a service wants it for itself. */
  readonly isShared?: boolean;
}

type Driver = PostgresConnection['driver'];
type Session = Pick<Driver, 'unsafe'>;

const askServer = 0;

/**
 * Leaves the type of a parameter to the server. The driver would guess `boolean` from `true` and from `[true]`, and so
 * refuse both where the column is jsonb.
 */
const untyped = (driver: Driver, parameters: readonly unknown[]): never[] =>
  parameters.map((value) =>
    typeof value === 'boolean' || Array.isArray(value) ? driver.typed(value, askServer) : value,
  ) as never[];

const over = (driver: Driver, session: Session): Queryable => ({
  async query<Row>(sql: string, parameters: readonly unknown[] = []) {
    const rows = await session.unsafe(sql, untyped(driver, parameters));
    return [...rows] as Row[];
  },
});

/** lite takes a session of its own for each transaction; its parameters get the same care as ours. */
function careForReserved(driver: Driver): void {
  const reserve = driver.reserve.bind(driver);
  driver.reserve = async () => {
    const session = await reserve();
    const unsafe = session.unsafe.bind(session);
    session.unsafe = (sql, parameters = [], options) => unsafe(sql, untyped(driver, parameters), options);
    return session;
  };
}

/** Opens a PostgreSQL by URL. */
export async function openPostgres({
  url,
  maxSessions = 10,
  isShared = false,
}: PostgresStart): Promise<OpenedDatabase> {
  const release = isShared ? undefined : await lockDatabase(url);
  const connection = new PostgresConnection({
    url,
    postgresOptions: {
      ...encryptionOf(url),
      max: maxSessions,
      connection: { search_path: '"$user",public,extensions', application_name: 'clover' },
      types: postgresTypes,
      onnotice: () => {},
    },
  });
  const { driver } = connection;
  careForReserved(driver);
  const statements = over(driver, driver);
  try {
    await statements.query('select 1');
  } catch (error) {
    await release?.();
    throw error;
  }

  const transaction = async <T>(work: (tx: Queryable) => Promise<T>): Promise<T> => {
    const boxed = await driver.begin(async (tx) => ({ result: await work(over(driver, tx)) }));
    return boxed.result;
  };

  return {
    kind: 'postgres',
    connection,
    exclusively: (work) => work(),
    clearSchemaCache: () => connection.clearSchemaCache(),
    query: (sql, parameters) => statements.query(sql, parameters),
    async execute(script) {
      await driver.unsafe(script).simple();
    },
    transaction,
    asCaller: (claims, work) =>
      transaction(async (tx) => {
        await actAs(tx, claims);
        return work(tx);
      }),
    async listen(channel, onPayload) {
      const listening = await driver.listen(channel, onPayload);
      return () => listening.unlisten();
    },
    async close() {
      await driver.end({ timeout: 5 });
      await release?.();
    },
  };
}
