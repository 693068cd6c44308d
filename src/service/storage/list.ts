import { z } from 'zod';
import type { Claims, Database } from '../database/database.ts';

const maxRows = 1000;

export const listSchema = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).max(maxRows).default(100),
  offset: z.number().int().min(0).max(1_000_000).default(0),
  search: z.string().max(100).optional(),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
});

/** Lists a folder: its objects, and subfolders as rows without an id. */
export async function listObjects(
  database: Database,
  claims: Claims,
  bucket: string,
  { prefix, limit, offset, search, sortBy }: z.output<typeof listSchema>,
): Promise<unknown[]> {
  const folder = prefix.replace(/^\/+|\/+$/g, '');
  const start = folder === '' ? '' : `${folder}/`;
  // Users can only see paths that begin with their id. With this condition, the query reads a single range of the
  // index.
  const own = claims.role === 'authenticated' ? (claims.sub ?? '') : null;
  const range = own === null ? '' : `and o.name collate "C" >= $6 and o.name collate "C" < $7`;
  return database.asCaller(claims, (tx) =>
    tx.query(
      `with entries as (
         select split_part(substr(o.name, length($2) + 1), '/', 1) as name,
           strpos(substr(o.name, length($2) + 1), '/') = 0 as is_object,
           o.id, o.created_at, o.updated_at, o.last_accessed_at, o.metadata
         from storage.objects o
         where o.bucket_id = $1 and starts_with(o.name, $2) ${range}
       ),
       listed as (
         select e.name, e.id, e.created_at, e.updated_at, e.last_accessed_at, e.metadata
         from entries e where e.is_object
         union all
         select distinct e.name, null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
         from entries e where not e.is_object
       )
       select * from listed l
       where l.name <> '' and ($3 = '' or strpos(lower(l.name), lower($3)) > 0)
       order by l.${sortBy.column} ${sortBy.order} nulls first, l.name
       limit $4::integer offset $5::integer`,
      [bucket, start, search ?? '', limit, offset, ...(own === null ? [] : [`${own}/`, `${own}0`])],
    ),
  );
}
