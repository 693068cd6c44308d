import type { Queryable } from '../database/database.ts';

export interface Column {
  readonly name: string;
  /** The SQL type without a length: `text`, `integer[]`, `public.mood`. */
  readonly type: string;
  /** SQL of the default value; null if there is none, and for generated columns. */
  readonly default: string | null;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
}

export interface ForeignKey {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly targetTable: string;
  readonly targetColumns: readonly string[];
  /** Whether at most one row refers to each target row. */
  readonly isUnique: boolean;
}

export interface Parameter {
  /** Empty if the parameter has no name. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
}

export interface DatabaseFunction {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly isVolatile: boolean;
  readonly returnsSet: boolean;
  readonly returns: 'void' | 'scalar' | 'row';
  /** The table whose rows the function returns, if any. */
  readonly table: string | null;
  readonly columns: readonly Column[];
}

export interface Catalog {
  readonly tables: ReadonlyMap<string, Table>;
  readonly foreignKeys: readonly ForeignKey[];
  readonly functions: ReadonlyMap<string, readonly DatabaseFunction[]>;
}

interface CatalogRow {
  readonly tables: readonly Table[];
  readonly foreign_keys: readonly ForeignKey[];
  readonly functions: readonly DatabaseFunction[];
}

/** Reads everything in one statement, because PGlite's first read of each system catalog is slow. */
const readSchema = /* sql */ `
with relations as (
  select c.oid, c.relname from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
), columns as (
  select a.attrelid, json_agg(json_build_object(
    'name', a.attname,
    'type', format_type(a.atttypid, -1),
    'default', case
      when a.attgenerated <> '' then null
      when a.attidentity <> ''
        then format('nextval(%L::regclass)', pg_get_serial_sequence(format('public.%I', r.relname), a.attname))
      else pg_get_expr(d.adbin, d.adrelid)
    end
  ) order by a.attnum) as list
  from relations r
  join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  group by a.attrelid
), keys as (
  select con.*, array(
    select a.attname::text from unnest(con.conkey) with ordinality k (num, place)
    join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.num order by k.place
  ) as names
  from pg_constraint con where con.connamespace = 'public'::regnamespace and con.contype in ('p', 'f')
), functions as (
  select p.oid, p.proname, p.provolatile, p.proretset, p.prorettype, p.proargmodes, p.provariadic, t.typtype,
    t.typrelid, coalesce(p.proallargtypes, array(select unnest(p.proargtypes))) as types, p.proargnames as names,
    p.pronargs - p.pronargdefaults as required
  from pg_proc p join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger')
)
select
  (select json_agg(json_build_object(
    'name', r.relname,
    'columns', c.list,
    'primaryKey', coalesce((select to_json(k.names) from keys k where k.conrelid = r.oid and k.contype = 'p'), '[]')
  )) from relations r join columns c on c.attrelid = r.oid) as tables,
  (select json_agg(json_build_object(
    'name', k.conname, 'table', o.relname, 'columns', k.names, 'targetTable', t.relname,
    'targetColumns', array(
      select a.attname from unnest(k.confkey) with ordinality f (num, place)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = f.num order by f.place
    ),
    'isUnique', exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
        and i.indnkeyatts > 0 and (i.indkey::int2[])[0:i.indnkeyatts - 1] <@ k.conkey
    )
  ) order by k.conname) from keys k
    join relations o on o.oid = k.conrelid join relations t on t.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0) as foreign_keys,
  (select json_agg(json_build_object(
    'name', f.proname,
    'isVolatile', f.provolatile = 'v',
    'returnsSet', f.proretset,
    'returns', case
      when f.prorettype = 'void'::regtype then 'void'
      when f.typtype = 'c' or f.prorettype = 'record'::regtype then 'row'
      else 'scalar'
    end,
    'table', (select r.relname from relations r where r.oid = f.typrelid),
    'parameters', coalesce((
      select json_agg(json_build_object(
        'name', coalesce(f.names[i], ''), 'type', format_type(f.types[i], -1), 'isVariadic', mode = 'v',
        'isRequired', input <= f.required
      ) order by i)
      from (
        select i, coalesce(f.proargmodes[i], 'i') as mode,
          count(*) filter (where coalesce(f.proargmodes[i], 'i') in ('i', 'b', 'v')) over (order by i) as input
        from generate_series(1, cardinality(f.types)) i
      ) all_parameters where mode in ('i', 'b', 'v')
    ), '[]'),
    'columns', coalesce(
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, -1), 'default', null) order by a.attnum)
        from pg_attribute a where a.attrelid = f.typrelid and a.attnum > 0 and not a.attisdropped),
      (select json_agg(json_build_object('name', f.names[i], 'type', format_type(f.types[i], -1), 'default', null) order by i)
        from generate_series(1, cardinality(f.types)) i where f.proargmodes[i] in ('o', 'b', 't')),
      '[]'
    )
  )) from functions f) as functions`;

async function readCatalog(database: Queryable): Promise<Catalog> {
  const [row] = await database.query<{ [Key in keyof CatalogRow]: CatalogRow[Key] | null }>(readSchema);
  const functions = new Map<string, DatabaseFunction[]>();
  for (const each of row?.functions ?? [])
    functions.set(each.name, [...(functions.get(each.name) ?? []), each]);
  return {
    tables: new Map((row?.tables ?? []).map((table) => [table.name, table])),
    foreignKeys: row?.foreign_keys ?? [],
    functions,
  };
}

export function cacheCatalog(database: Queryable) {
  let reading: Promise<Catalog> | null = null;
  return {
    /** Reads the schema once for requests that arrive at the same time. */
    get(): Promise<Catalog> {
      const current = (reading ??= readCatalog(database));
      current.catch(() => {
        if (reading === current) reading = null;
      });
      return current;
    },
    forget: () => {
      reading = null;
    },
  };
}
