import type { PGlite } from '@supabase/lite/pglite';

/**
 * What the schema looks like, in a few cheap counts: any DDL changes one of them, so a cache kept under it can never
 * be older than the schema, whoever changed that.
 */
const fingerprint = `(
  select md5(concat_ws(' ',
    (select count(*) || ' ' || max(oid::bigint) from pg_catalog.pg_class),
    (select count(*) || ' ' || max(attrelid::bigint) from pg_catalog.pg_attribute where not attisdropped),
    (select count(*) || ' ' || max(oid::bigint) from pg_catalog.pg_proc),
    (select count(*) || ' ' || max(oid::bigint) from pg_catalog.pg_constraint),
    (select count(*) || ' ' || max(objoid::bigint) from pg_catalog.pg_description)
  ))
)`;

const prepare = `
create schema if not exists clover_cache;
create table if not exists clover_cache.introspection (fingerprint text primary key, content text not null);`;

/**
 * Keeps what @supabase/lite has read of the schema inside the database: reading it anew takes a second of every
 * start, because PGlite's first queries are slow. Its calls come from inside the database's lock.
 */
export const createSchemaCache = (driver: () => Pick<PGlite, 'exec' | 'query'>) => ({
  async get(): Promise<string | undefined> {
    try {
      const { rows } = await driver().query<{ content: string }>(
        `select content from clover_cache.introspection where fingerprint = ${fingerprint}`,
      );
      return rows[0]?.content;
    } catch {
      // Not kept yet: the table comes with the first entry.
      return undefined;
    }
  },
  async set(_key: string, content: string): Promise<void> {
    await driver().exec(prepare);
    await driver().exec('delete from clover_cache.introspection');
    await driver().query(`insert into clover_cache.introspection values (${fingerprint}, $1)`, [content]);
  },
  /** The fingerprint forgets by itself. */
  delete: () => Promise.resolve(),
});
