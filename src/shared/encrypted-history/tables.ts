import type { History } from './history.ts';
import { columnsOf, neededFor, type Row, type RowCipher } from './rows.ts';
import type { HistoryService } from './service.ts';

/** A request for the rows of one table. */
export interface TableRequest {
  readonly table: string;
  readonly method: string;
  readonly query: URLSearchParams;
  /** The rows to insert, or the change. */
  readonly body: unknown;
  readonly history: History;
  readonly cipher: RowCipher;
  readonly service: HistoryService;
}

/** Splits a list of columns at its top level: embedded tables have separate lists. */
const splitColumns = (list: string): string[] => list.match(/[^,(]+(?:\([^)]*\))?/g) ?? [];

/**
 * Adds the columns to which the selected texts are bound.
 *
 * @returns the added columns
 */
export function addNeededColumns(table: string, query: URLSearchParams): readonly string[] {
  const selected = query.get('select');
  if (selected === null || selected === '*') return [];
  const columns = splitColumns(selected);
  if (!columns.some((column) => columnsOf(table).includes(column))) return [];
  const added = neededFor(table).filter((column) => !columns.includes(column));
  if (added.length > 0) query.set('select', [...columns, ...added].join());
  return added;
}

/** Rows for a search by title are read in this number, because the service can't compare envelopes. */
const searchedRows = 1_000;

/** Removes a filter by the beginning or a part of a text. Returns it as a function. */
export function takeTextFilter(table: string, query: URLSearchParams): ((row: Row) => boolean) | null {
  for (const column of columnsOf(table)) {
    const filter = query.get(column);
    if (!filter?.startsWith('ilike.')) continue;
    query.delete(column);
    query.set('limit', String(searchedRows));
    // Escaped wildcards belong to the text.
    const sought = filter
      .slice('ilike.'.length)
      .replace(/(^|[^\\])%/g, '$1')
      .replace(/\\(.)/g, '$1')
      .toLowerCase();
    return (row) => String(row[column]).toLowerCase().includes(sought);
  }
  return null;
}

/** Sorts rows by a text, because the service would sort envelopes. */
export function sortRows(table: string, query: URLSearchParams, rows: readonly Row[]): readonly Row[] {
  const [column = ''] = query.get('order')?.split('.') ?? [];
  if (!columnsOf(table).includes(column)) return rows;
  return rows.toSorted((one, other) => String(one[column]).localeCompare(String(other[column])));
}

/** The id in the condition of a change. */
const changedId = (query: URLSearchParams): string | undefined =>
  /^eq\.(.+)$/.exec(query.get('id') ?? '')?.[1];

/** The message that the next one of a chat follows. Null for the first message. */
async function lastMessageOf(chatId: string, service: HistoryService): Promise<unknown> {
  const [chat] = await service.read('chat_history', `select=active_message_id&id=eq.${chatId}`);
  return chat?.['active_message_id'] ?? null;
}

/**
 * Names the parents of new messages. The service would choose them, but envelopes are bound to them. Rows of one insert
 * follow each other.
 */
async function withParents(rows: readonly Row[], service: HistoryService): Promise<Row[]> {
  const placed: Row[] = [];
  for (const row of rows) {
    const parent =
      row['parent_id'] ?? placed.at(-1)?.['id'] ?? (await lastMessageOf(String(row['chat_id']), service));
    placed.push({ ...row, parent_id: parent ?? row['id'] });
  }
  return placed;
}

async function encryptChanged({ table, query, body, history, cipher, service }: TableRequest) {
  const row = body as Row;
  const id = changedId(query);
  const hasText = columnsOf(table).some((column) => row[column] !== undefined && row[column] !== null);
  if (!hasText) return row;
  if (table === 'chat_history') await history.prepareChat(String(id), service);
  const { id: _, ...change } = await cipher.encrypt(table, { ...row, id });
  return change;
}

async function encryptNew({ table, history, cipher, service }: TableRequest, rows: readonly Row[]) {
  if (table === 'chat_history')
    return Promise.all(
      rows.map(async (row) => {
        const { envelope } = history.keys.create(String(row['id']));
        return { ...(await cipher.encrypt(table, row)), chat_key: await envelope };
      }),
    );
  if (table !== 'chat_messages') return Promise.all(rows.map((row) => cipher.encrypt(table, row)));
  for (const chatId of new Set(rows.map((row) => String(row['chat_id']))))
    await history.prepareChat(chatId, service);
  const placed = await withParents(rows, service);
  return Promise.all(placed.map((row) => cipher.encrypt(table, row)));
}

/** The body of a request with envelopes instead of texts. */
export async function encryptBody(request: TableRequest): Promise<unknown> {
  const { method, body } = request;
  if (method === 'PATCH') return encryptChanged(request);
  if (Array.isArray(body)) return encryptNew(request, body as Row[]);
  return (await encryptNew(request, [body as Row]))[0];
}
