import type { SessionPool } from './session-pool.ts';

/** The catalogues that @supabase/lite reads, and so those whose changes make what it has read wrong. */
const catalogues =
  'pg_class pg_attribute pg_attrdef pg_constraint pg_index pg_type pg_enum pg_proc pg_namespace pg_description'.split(
    ' ',
  );

/**
 * What the schema looks like: how many rows each catalogue has and which transaction wrote the newest. Counts alone
 * would miss a renamed column or a changed type, which take the place of what was there.
 */
export const schemaFingerprint = `(
  select md5(concat_ws(' ', ${catalogues
    .map((name) => `(select count(*) || ' ' || max(xmin::text::bigint) from pg_catalog.${name})`)
    .join(', ')}))
)`;

const prepare = `
create schema if not exists clover_cache;
create table if not exists clover_cache.introspection (fingerprint text primary key, content text not null);`;

/**
 * Keeps what @supabase/lite has read of the schema inside the database: reading it anew takes a second of every
 * start, because PGlite's first queries are slow.
 */
export const createSchemaCache = (pool: SessionPool) => ({
  async get(): Promise<string | undefined> {
    try {
      const [row] = await pool.use((session) =>
        session.query<{ content: string }>(
          `select content from clover_cache.introspection where fingerprint = ${schemaFingerprint}`,
        ),
      );
      return row?.content;
    } catch {
      // Not kept yet: the table comes with the first entry.
      return undefined;
    }
  },
  set: (_key: string, content: string): Promise<void> =>
    pool.use(async (session) => {
      await session.execute(prepare);
      await session.execute('delete from clover_cache.introspection');
      await session.query(`insert into clover_cache.introspection values (${schemaFingerprint}, $1)`, [
        content,
      ]);
    }),
  /** The fingerprint forgets by itself. */
  delete: () => Promise.resolve(),
});
