import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../../src/service/database/database.ts';
import type { RunningTestService } from '../../../../src/service/testing/running-service.ts';
import { filesWith } from '../encrypted-files.ts';

type Row = Readonly<Record<string, unknown>>;

/** The tables of an account that contain texts, each with its key column and its text columns. */
const tables = [
  ['chat_history', 'id', ['title', 'parameters']],
  ['chat_messages', 'id', ['content', 'reasoning']],
  ['message_attachments', 'id', ['name', 'text']],
  ['personas', 'id', ['name', 'instructions', 'starters']],
  ['saved_prompts', 'id', ['name', 'text']],
  ['projects', 'id', ['name']],
  ['memories', 'id', ['content']],
  ['shared_drafts', 'chat_id', ['text']],
  ['account_instructions', 'user_id', ['about']],
] as const;
type Table = (typeof tables)[number][0];

const rowsPerPage = 500;

/** All texts that were written and confirmed. Each of them contains the marker. */
export class Ledger {
  readonly marker = `canary${crypto.randomUUID().replaceAll('-', '')}`;
  /** The contents of attached files, by the ids of their rows. */
  readonly files = new Map<string, string>();
  readonly images = new Set<string>();
  readonly #texts = new Map<string, string>();
  #count = 0;

  /** Creates a text that differs from all others. */
  text(about = 'Text'): string {
    this.#count += 1;
    return `${about}-${this.#count}-${this.marker}`;
  }

  write(table: Table, id: string, row: Row): void {
    for (const [column, value] of Object.entries(row))
      if (value !== null) this.#texts.set(`${table} ${id} ${column}`, JSON.stringify(value));
  }

  erase(table: Table, id: string): void {
    for (const place of this.#texts.keys())
      if (place.startsWith(`${table} ${id} `)) this.#texts.delete(place);
  }

  get size(): number {
    return this.#texts.size;
  }

  /** Compares all texts with what a client reads. Returns the differences. */
  async compare(client: SupabaseClient): Promise<readonly string[]> {
    const read = new Map<string, string>();
    for (const [table, id, columns] of tables)
      for (const row of await readAll(client, table, id))
        for (const column of columns)
          if (row[column] !== null && row[column] !== '')
            read.set(`${table} ${String(row[id])} ${column}`, JSON.stringify(row[column]));
    const differences: string[] = [];
    for (const [place, text] of this.#texts) {
      const found = read.get(place);
      if (found === undefined) differences.push(`lost: ${place}`);
      else if (found !== text && !isNumbered(place, text, found))
        differences.push(`changed: ${place}: ${text} is ${found}`);
      read.delete(place);
    }
    for (const [place, text] of read) differences.push(`not written: ${place}: ${text}`);
    return differences;
  }

  /** Finds the tables whose rows contain the marker, as text or as bytes. */
  async leaks(database: Database): Promise<readonly string[]> {
    const found = await database.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
    );
    const leaking: string[] = [];
    for (const { name } of found) {
      const rows = await database.query(
        `select from ${name} t where t::text ilike $1 or t::text ilike '%' || encode($2, 'hex') || '%' limit 1`,
        [`%${this.marker}%`, Buffer.from(this.marker)],
      );
      if (rows.length > 0) leaking.push(name);
    }
    return leaking;
  }

  /** Finds the objects whose files contain the marker. */
  async leakingObjects(database: Database, service: RunningTestService): Promise<readonly string[]> {
    const files = await filesWith(service, this.marker);
    const rows = await database.query<{ name: string }>(
      `select name from storage.objects where version = any ($1)`,
      [files],
    );
    return rows.map(({ name }) => name);
  }
}

/** Checks for a number that was added to a name. Prompts may get the same name while their names are encrypted. */
const isNumbered = (place: string, text: string, found: string): boolean =>
  place.startsWith('saved_prompts') && place.endsWith(' name') && found.replace(/-\d+"$/, '"') === text;

async function readAll(client: SupabaseClient, table: Table, id: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page: readonly Row[] | null = null; page === null || page.length === rowsPerPage;) {
    const { data } = await client
      .from(table)
      .select('*')
      .order(id)
      .range(rows.length, rows.length + rowsPerPage - 1)
      .throwOnError();
    page = data as readonly Row[];
    rows.push(...page);
  }
  return rows;
}
