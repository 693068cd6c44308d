import type { ApiRole, Queryable } from '../database/database.ts';
import type { Column } from './filters.ts';

/** A table whose changes clients can receive. */
export interface PublishedTable {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly key: readonly KeyColumn[];
  /** Columns by which deleted rows can be filtered: the key, and with `replica identity full` all other ids. */
  readonly identity: readonly Column[];
  readonly selectable: Readonly<Record<ApiRole, readonly Column[]>>;
}

interface KeyColumn extends Column {
  readonly sqlType: string;
}

interface ColumnRow extends KeyColumn {
  readonly is_key: boolean;
  readonly roles: readonly ApiRole[];
}

interface TableRow {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly is_full: boolean;
  readonly columns: readonly ColumnRow[];
}

const publishedTables = `
select c.oid::text as id, n.nspname::text as schema, c.relname::text as name, c.relreplident = 'f' as is_full,
  json_agg(json_build_object(
    'name', a.attname, 'type', t.typname, 'sqlType', format_type(a.atttypid, a.atttypmod),
    'is_key', coalesce(a.attnum = any (i.indkey), false),
    'roles', array(
      select role from unnest(array['anon', 'authenticated', 'service_role']) role
      where has_schema_privilege(role, n.oid, 'usage') and has_column_privilege(role, c.oid, a.attnum, 'select')
    )
  ) order by a.attnum) as columns
from pg_publication_tables p
join pg_namespace n on n.nspname = p.schemaname
join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
left join pg_index i on i.indrelid = c.oid and i.indisprimary
where p.pubname = 'supabase_realtime'
group by c.oid, n.nspname, c.relname
order by n.nspname, c.relname`;

function tableOf({ columns, is_full: isFull, ...row }: TableRow): PublishedTable {
  const toColumn = ({ name, type }: ColumnRow): Column => ({ name, type });
  const selectableBy = (role: ApiRole) => columns.filter(({ roles }) => roles.includes(role)).map(toColumn);
  return {
    ...row,
    key: columns.filter(({ is_key: isKey }) => isKey),
    // Only ids: with `replica identity full`, the publication has the whole old row, but a deleted row's text must not be
    // sent.
    identity: columns.filter(({ is_key: isKey, type }) => isKey || (isFull && type === 'uuid')).map(toColumn),
    selectable: {
      anon: selectableBy('anon'),
      authenticated: selectableBy('authenticated'),
      service_role: selectableBy('service_role'),
    },
  };
}

/**
 * Reads the tables of the publication `supabase_realtime`. Leaves out tables without a primary key, because their
 * changed rows could not be looked up for a subscriber.
 */
export async function readCatalog(database: Queryable): Promise<PublishedTable[]> {
  const rows = await database.query<TableRow>(publishedTables);
  return rows.map(tableOf).filter(({ key }) => key.length > 0);
}
