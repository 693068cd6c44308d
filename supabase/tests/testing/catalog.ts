import type { Queryable } from '../../../src/service/database/database.ts';

const isOurs = (namespace: string) => `${namespace}::regnamespace::text in ('public', 'private', 'storage')`;

const isTable = `${isOurs('c.relnamespace')} and c.relkind in ('r', 'p', 'v', 'S')`;

const sorted = (privileges: string) => `array(select p::text from unnest(${privileges}) p order by 1)`;

/**
 * Queries that read everything that migrations create and change, one for each kind of object. They ignore the order of
 * columns, because the product's statements name the columns that they use.
 */
const kinds: Readonly<Record<string, string>> = {
  schema: `
    select n.nspname, ${sorted('n.nspacl')}, obj_description(n.oid, 'pg_namespace')
    from pg_namespace n where ${isOurs('n.oid')}`,
  extension: `select e.extname, e.extnamespace::regnamespace from pg_extension e`,
  table: `
    select c.oid::regclass, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.reloptions,
      c.relowner::regrole, obj_description(c.oid, 'pg_class')
    from pg_class c where ${isTable}`,
  column: `
    select a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity, a.attcollation::regcollation,
      col_description(a.attrelid, a.attnum)
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${isTable} and a.attnum > 0 and not a.attisdropped`,
  'grant on a table': `
    select c.oid::regclass, g.privilege_type, g.grantee::regrole
    from pg_class c, aclexplode(c.relacl) g where ${isTable}`,
  'grant on a column': `
    select a.attrelid::regclass, a.attname, g.privilege_type, g.grantee::regrole
    from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) g where ${isTable}`,
  constraint: `
    select k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid), k.convalidated
    from pg_constraint k where ${isOurs('k.connamespace')}`,
  index: `
    select pg_get_indexdef(i.indexrelid), i.indisvalid
    from pg_index i join pg_class c on c.oid = i.indrelid where ${isTable}`,
  policy: `
    select p.polrelid::regclass, p.polname, p.polcmd, p.polpermissive, p.polroles::regrole[],
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)
    from pg_policy p`,
  trigger: `select pg_get_triggerdef(t.oid), t.tgenabled from pg_trigger t where not t.tgisinternal`,
  function: `
    select pg_get_functiondef(p.oid), p.proowner::regrole, obj_description(p.oid, 'pg_proc')
    from pg_proc p where ${isOurs('p.pronamespace')} and p.prokind = 'f'`,
  'grant on a function': `
    select p.oid::regprocedure, g.grantee::regrole
    from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g where ${isOurs('p.pronamespace')}`,
  'default privilege': `
    select d.defaclrole::regrole, d.defaclnamespace::regnamespace, d.defaclobjtype, ${sorted('d.defaclacl')}
    from pg_default_acl d`,
  publication: `select p.pubname, p.schemaname, p.tablename, ${sorted('p.attnames')}, p.rowfilter from pg_publication_tables p`,
};

/** Reads the schema as text, for comparing two databases: a sorted line for each object and each grant. */
export async function readCatalog(database: Queryable): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, query] of Object.entries(kinds)) {
    const rows = await database.query<{ line: string }>(
      `select row_to_json(found)::text as line from (${query}) found`,
    );
    lines.push(...rows.map(({ line }) => `${kind}: ${line}`));
  }
  return lines.toSorted();
}
