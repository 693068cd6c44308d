import type { Queryable } from './database.ts';
import type { OpenedDatabase } from './opened-database.ts';

/**
 * Rewrites the tables of an embedded database after an account has encrypted its history. Until then, the files contain
 * its earlier texts: as deleted rows, as samples in the planner's statistics, and in the write-ahead log. A PostgreSQL
 * server is left to its administrators (docs/encryption.md), because the tables are locked meanwhile.
 *
 * @returns the number of accounts whose texts were in the files
 */
export async function clearPlainCopies(database: OpenedDatabase): Promise<number> {
  if (database.kind !== 'pglite') return 0;
  return database.withoutTimeLimit(async (session) => {
    const accounts = await session.query<{ user_id: string }>(
      `select user_id from public.account_encryption where state = 'on' and cleared_at is null`,
    );
    if (accounts.length === 0) return 0;
    const [tables] = await session.query<{ names: string }>(
      `select string_agg(format('%I.%I', schemaname, tablename), ', ') as names from pg_catalog.pg_tables
       where schemaname in ('public', 'private', 'storage')`,
    );
    await session.query(`vacuum (full) ${tables?.names ?? ''}`);
    // Deleted first, because `analyze` keeps the old samples of an empty table.
    await session.query('delete from pg_catalog.pg_statistic');
    await session.query('vacuum (full) pg_catalog.pg_statistic');
    await session.query('analyze');
    await emptyLog(session);
    await session.query(
      `update public.account_encryption set cleared_at = now() where state = 'on' and user_id = any ($1)`,
      [accounts.map(({ user_id: id }) => id)],
    );
    return accounts.length;
  });
}

/**
 * Deletes the segments of the write-ahead log before the current one, including those that earlier versions, without
 * `wal_recycle=off`, kept for reuse.
 */
async function emptyLog(session: Queryable): Promise<void> {
  const maxSegments = 64;
  for (let done = 0, segments = maxSegments; segments > 1 && done < maxSegments; done += 1) {
    await session.query('select pg_switch_wal()');
    await session.query('checkpoint');
    const [row] = await session.query<{ count: number }>('select count(*)::int as count from pg_ls_waldir()');
    segments = row?.count ?? 0;
  }
}
