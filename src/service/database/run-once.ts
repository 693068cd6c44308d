import type { Database, Queryable } from './database.ts';

/**
 * Runs `work` while no other instance runs it. A crashed instance doesn't block the others, because its lock ends with
 * its connection.
 *
 * @param url the URL of the PostgreSQL server; null for the embedded database, which has only one instance
 */
export async function runExclusively<T>(
  url: string | null,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  if (url === null) return work();
  const { connectPostgres } = await import('./postgres-session.ts');
  const session = await connectPostgres({ url, name: `clover ${name}` });
  try {
    await session.query('select pg_advisory_lock(hashtext($1::text))', [`clover: ${name}`]);
    return await work();
  } finally {
    await session.end();
  }
}

/** Runs `work` in a transaction, unless another instance is already running it. */
export const runUnlessRunning = <T>(
  database: Database,
  name: string,
  work: (tx: Queryable) => Promise<T>,
): Promise<T | null> =>
  database.transaction(async (tx) => {
    const [lock] = await tx.query<{ mine: boolean }>(
      'select pg_try_advisory_xact_lock(hashtext($1::text)) as mine',
      [`clover: ${name}`],
    );
    return lock?.mine ? work(tx) : null;
  });
