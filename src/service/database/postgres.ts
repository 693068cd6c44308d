import { PostgresConnection } from '@supabase/lite/postgres';
import { actAs } from './caller.ts';
import type { Queryable } from './database.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { postgresTypes } from './values.ts';

export interface PostgresStart {
  readonly url: string;
  /** Upper limit of sessions, 10 unless told. */
  readonly maxSessions?: number;
}

type Session = Pick<PostgresConnection['driver'], 'unsafe'>;

const over = (session: Session): Queryable => ({
  async query<Row>(sql: string, parameters: readonly unknown[] = []) {
    // The driver's list of parameter types names what it knows; each value is checked by PostgreSQL itself.
    const rows = await session.unsafe(sql, [...parameters] as never[]);
    return [...rows] as Row[];
  },
});

/** Opens a PostgreSQL by URL. The role of the URL must be allowed to create roles (a superuser at the first start). */
export async function openPostgres({ url, maxSessions = 10 }: PostgresStart): Promise<OpenedDatabase> {
  const connection = new PostgresConnection({
    url,
    postgresOptions: {
      max: maxSessions,
      connection: { search_path: '"$user",public,extensions', application_name: 'clover' },
      types: postgresTypes,
      onnotice: () => {},
    },
  });
  const { driver } = connection;
  const statements = over(driver);
  await statements.query('select 1');

  const transaction = async <T>(work: (tx: Queryable) => Promise<T>): Promise<T> => {
    const boxed = await driver.begin(async (tx) => ({ result: await work(over(tx)) }));
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
    close: () => driver.end({ timeout: 5 }),
  };
}
