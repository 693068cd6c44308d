// npm run db:types: generates the client's row types from a newly migrated database. Row has the columns that a
// signed-in client may select; Insert and Update have those that it may write, according to the grants. Reading a
// secret column or writing to an admin table is therefore a type error.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Queryable } from '../src/service/database/database.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export const typesFile = at('src/shared/database/types.ts');

const scalars: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
};

/** Returns supabase-js's type for a PostgreSQL type. Most values are returned as strings. */
const typeOf = (name: string): string =>
  name.startsWith('_') ? `${typeOf(name.slice(1))}[]` : (scalars[name] ?? 'string');

const nameOf = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name));

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly type: string;
  readonly is_nullable: boolean;
  readonly has_default: boolean;
  readonly can_select: boolean;
  readonly can_insert: boolean;
  readonly can_update: boolean;
  /**
   * The definition of a check that lists this column's values, e.g. `CHECK ((role = ANY (ARRAY['user'::text])))`.
   */
  readonly values: string | null;
}

/** Matches `CHECK ((column = …` with one text or a list of texts. */
const listsValues = String.raw`'^CHECK \(\(\w+ = (ANY \(ARRAY\[)?''[^'']*''::text[^=]*$'`;

const columnsQuery = `
select c.relname as table_name, a.attname as column_name, t.typname as type, not a.attnotnull as is_nullable,
  a.atthasdef or a.attidentity <> '' as has_default,
  has_column_privilege('authenticated', c.oid, a.attnum, 'select') as can_select,
  has_column_privilege('authenticated', c.oid, a.attnum, 'insert') as can_insert,
  has_column_privilege('authenticated', c.oid, a.attnum, 'update') as can_update,
  (select pg_catalog.pg_get_constraintdef(k.oid) from pg_catalog.pg_constraint k
    where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      and pg_catalog.pg_get_constraintdef(k.oid) ~ ${listsValues}
    limit 1) as values
from pg_catalog.pg_class c
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_catalog.pg_type t on t.oid = a.atttypid
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
order by c.relname, a.attnum`;

function columnType({ type, values, is_nullable }: Column): string {
  const listed = [...(values ?? '').matchAll(/'([^']*)'::text/g)].map(([, value]) => JSON.stringify(value));
  return [...(listed.length > 0 ? listed : [typeOf(type)]), ...(is_nullable ? ['null'] : [])].join(' | ');
}

interface Relationship {
  readonly table_name: string;
  readonly name: string;
  readonly columns: string[];
  readonly target: string;
  readonly target_columns: string[];
  readonly is_one_to_one: boolean;
}

const relationshipsQuery = `
select f.conrelid::regclass::text as table_name, f.conname as name, f.confrelid::regclass::text as target,
  (select jsonb_agg(a.attname order by k.place) from unnest(f.conkey) with ordinality k(number, place)
    join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number) as columns,
  (select jsonb_agg(a.attname order by k.place) from unnest(f.confkey) with ordinality k(number, place)
    join pg_catalog.pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number) as target_columns,
  exists (select from pg_catalog.pg_constraint u
    where u.conrelid = f.conrelid and u.contype in ('p', 'u') and u.conkey = f.conkey) as is_one_to_one
from pg_catalog.pg_constraint f
where f.contype = 'f' and f.connamespace = 'public'::regnamespace
  and (select relnamespace from pg_catalog.pg_class where oid = f.confrelid) = 'public'::regnamespace
order by f.conname`;

interface Routine {
  readonly name: string;
  readonly returns_set: boolean;
  readonly returns_type: string;
  readonly returns_table: string | null;
  readonly modes: string[] | null;
  readonly names: string[] | null;
  readonly types: string[];
  readonly defaults: number;
}

const routinesQuery = `
select p.proname as name, p.proretset as returns_set, t.typname as returns_type,
  (select c.relname from pg_catalog.pg_class c
    where c.oid = t.typrelid and c.relnamespace = 'public'::regnamespace) as returns_table,
  to_jsonb(p.proargmodes::text[]) as modes, to_jsonb(p.proargnames) as names, p.pronargdefaults as defaults,
  (select coalesce(jsonb_agg(y.typname order by o.place), '[]')
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality o(type, place)
    join pg_catalog.pg_type y on y.oid = o.type) as types
from pg_catalog.pg_proc p
join pg_catalog.pg_type t on t.oid = p.prorettype
where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and t.typname <> 'trigger'
  and (has_function_privilege('authenticated', p.oid, 'execute')
    or has_function_privilege('service_role', p.oid, 'execute'))
order by p.proname`;

function block(title: string, lines: readonly string[], indent: string): string[] {
  return lines.length === 0
    ? [`${indent}${title}: Record<never, never>;`]
    : [`${indent}${title}: {`, ...lines.map((line) => `${indent}  ${line}`), `${indent}};`];
}

function tableLines(
  name: string,
  columns: readonly Column[],
  relationships: readonly Relationship[],
): string[] {
  const field = (optional: boolean) => (column: Column) =>
    `${nameOf(column.column_name)}${optional || column.has_default || column.is_nullable ? '?' : ''}: ${columnType(column)};`;
  const row = (column: Column) => `${nameOf(column.column_name)}: ${columnType(column)};`;
  const writable = (title: string, fields: readonly string[]) =>
    fields.length === 0 ? [`        ${title}: Record<string, never>;`] : block(title, fields, '        ');
  return [
    `      ${nameOf(name)}: {`,
    ...block('Row', columns.filter((column) => column.can_select).map(row), '        '),
    ...writable('Insert', columns.filter((column) => column.can_insert).map(field(false))),
    ...writable('Update', columns.filter((column) => column.can_update).map(field(true))),
    '        Relationships: [',
    ...relationships.flatMap((each) => [
      '          {',
      `            foreignKeyName: ${JSON.stringify(each.name)};`,
      `            columns: ${JSON.stringify(each.columns)};`,
      `            isOneToOne: ${each.is_one_to_one};`,
      `            referencedRelation: ${JSON.stringify(each.target)};`,
      `            referencedColumns: ${JSON.stringify(each.target_columns)};`,
      '          },',
    ]),
    '        ];',
    '      };',
  ];
}

function routineLines(routine: Routine): string[] {
  const all = routine.types.map((type, index) => ({
    type,
    name: routine.names?.[index] ?? '',
    mode: routine.modes?.[index] ?? 'i',
  }));
  const inputs = all.filter(({ mode }) => mode === 'i');
  const required = inputs.length - routine.defaults;
  const fields = all
    .filter(({ mode }) => mode === 't')
    .map(({ name, type }) => `${nameOf(name)}: ${typeOf(type)}`);
  const one =
    routine.returns_table !== null
      ? `Database['public']['Tables'][${JSON.stringify(routine.returns_table)}]['Row']`
      : fields.length > 0
        ? `{ ${fields.join('; ')} }`
        : typeOf(routine.returns_type);
  const input = inputs.map(
    ({ name, type }, index) => `${nameOf(name)}${index < required ? '' : '?'}: ${typeOf(type)}`,
  );
  return [
    `      ${nameOf(routine.name)}: {`,
    `        Args: ${input.length === 0 ? 'never' : `{ ${input.join('; ')} }`};`,
    `        Returns: ${one}${routine.returns_set ? '[]' : ''};`,
    '      };',
  ];
}

/** Returns the text of `src/shared/database/types.ts` for the schema `public` of this database. */
async function describeTypes(database: Queryable): Promise<string> {
  const columns = await database.query<Column>(columnsQuery);
  const relationships = await database.query<Relationship>(relationshipsQuery);
  const routines = await database.query<Routine>(routinesQuery);
  const tables = [...new Set(columns.map(({ table_name }) => table_name))];
  return [
    '// Written by npm run db:types from supabase/migrations. Do not edit.',
    '//',
    '// The grants decide the columns: Row has those that a signed-in client may read, Insert and Update those it may write.',
    '',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];',
    '',
    '// supabase-js needs an index signature, which a type has and an interface lacks.',
    'export type Database = {',
    '  public: {',
    '    Tables: {',
    ...tables.flatMap((table) =>
      tableLines(
        table,
        columns.filter(({ table_name }) => table_name === table),
        relationships.filter(({ table_name }) => table_name.replace(/^public\./, '') === table),
      ),
    ),
    '    };',
    '    Views: Record<never, never>;',
    '    Functions: {',
    ...routines.flatMap(routineLines),
    '    };',
    '    Enums: Record<never, never>;',
    '    CompositeTypes: Record<never, never>;',
    '  };',
    '};',
    '',
    'type Tables = Database["public"]["Tables"];'.replaceAll('"', "'"),
    '',
    '/** A row as a signed-in client may read it. */',
    "export type Row<Name extends keyof Tables> = Tables[Name]['Row'];",
    '/** What a signed-in client may insert. */',
    "export type Insert<Name extends keyof Tables> = Tables[Name]['Insert'];",
    '/** What a signed-in client may update. */',
    "export type Update<Name extends keyof Tables> = Tables[Name]['Update'];",
    '',
  ].join('\n');
}

export async function generateTypes(): Promise<string> {
  // PGlite is large, and the queries above don't need it.
  const [{ openDatabase }, { bootstrap }, { authSchema }, { migrate }] = await Promise.all([
    import('../src/service/database/open.ts'),
    import('../src/service/database/bootstrap.ts'),
    import('../src/service/auth/schema.ts'),
    import('../src/service/database/migrate.ts'),
  ]);
  const database = await openDatabase({ memory: true });
  try {
    await bootstrap(database, { authSchema });
    await migrate(database, { migrations: at('supabase/migrations') });
    return await describeTypes(database);
  } finally {
    await database.close();
  }
}

if (import.meta.main) {
  await writeFile(typesFile, await generateTypes());
  console.log(`wrote ${typesFile}`);
}
