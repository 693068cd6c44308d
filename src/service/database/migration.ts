import { quoteLiteral } from './quote.ts';

export interface Migration {
  readonly version: string;
  readonly name: string;
  readonly file: string;
  readonly sql: string;
}

/** The Supabase CLI uses the same schema, so the history can be moved to a hosted project. */
export const historySchema = 'supabase_migrations';

export interface HistoryRow {
  readonly version: string;
  readonly statements: string[] | null;
}

export const historyRow = ({ version, name, sql }: Migration): string =>
  `insert into ${historySchema}.schema_migrations (version, name, statements) values (${quoteLiteral(version)}, ${quoteLiteral(name)}, array[${quoteLiteral(sql)}]);`;
