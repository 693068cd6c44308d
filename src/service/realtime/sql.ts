import type { Column } from './filters.ts';

/** Quotes a name for SQL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Quotes a text for SQL. Only for names of our own catalogue; values of others travel as parameters. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Full name of a table. */
export const tableName = (table: { readonly schema: string; readonly name: string }): string =>
  `${identifier(table.schema)}.${identifier(table.name)}`;

/** `{"id": …}` of a row, as jsonb. */
export const jsonOfColumns = (row: string, columns: readonly Column[]): string =>
  `pg_catalog.jsonb_build_object(${columns.flatMap(({ name }) => [literal(name), `${row}.${identifier(name)}`]).join(', ')})`;
