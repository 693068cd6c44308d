import { createChatKey } from '../vault/account-keys.ts';
import type { Key } from '../vault/crypto-key.ts';
import { encryptChat, type History, type WritableChat } from './history.ts';
import { columnsOf, neededFor, type Row, type RowCipher } from './rows.ts';
import { busy, chatNotFound, type HistoryService, noRows } from './service.ts';

/** A request that writes rows of one table. */
export interface TableRequest {
  readonly table: string;
  readonly method: string;
  readonly query: URLSearchParams;
  /** The rows to insert, or the changed columns. */
  readonly body: unknown;
  readonly history: History;
  readonly cipher: RowCipher;
  readonly service: HistoryService;
}

/** Splits a list of columns only at its top level, because embedded tables have separate lists. */
const splitColumns = (list: string): string[] => list.match(/[^,(]+(?:\([^)]*\))?/g) ?? [];

/** Matches files that are embedded in their messages. */
const embeddedFiles = /^((?:\w+:)?message_attachments)\((.*)\)$/;

/** Adds the columns to which the texts of embedded files are bound and which their messages don't have. */
function withFileColumns(column: string): string {
  const [, name, list = ''] = embeddedFiles.exec(column) ?? [];
  if (name === undefined) return column;
  const listed = list.split(',').map((part) => part.trim());
  const added = ['id', 'object_path'].filter((needed) => !listed.includes(needed));
  return `${name}(${[...listed, ...added].join()})`;
}

/**
 * Adds the columns to which the selected texts are bound.
 *
 * @returns the added columns
 */
export function addNeededColumns(table: string, query: URLSearchParams): readonly string[] {
  const selected = query.get('select');
  if (selected === null || selected === '*') return [];
  const columns = splitColumns(selected).map(withFileColumns);
  if (!columns.some((column) => columnsOf(table).includes(column) || embeddedFiles.test(column))) return [];
  const added = neededFor(table).filter((column) => !columns.includes(column));
  query.set('select', [...columns, ...added].join());
  return added;
}

/** The number of rows to read for a search by title. The service can't compare envelopes. */
const searchedRows = 1_000;

/** Removes a filter for the start or a part of a text from the query. Returns it as a function. */
export function takeTextFilter(table: string, query: URLSearchParams): ((row: Row) => boolean) | null {
  for (const column of columnsOf(table)) {
    const filter = query.get(column);
    if (!filter?.startsWith('ilike.')) continue;
    query.delete(column);
    query.set('limit', String(searchedRows));
    // Unescaped wildcards are syntax, escaped ones are text.
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

/** Returns the id of the row to change, from the query. */
const changedId = (query: URLSearchParams): string | undefined =>
  /^eq\.(.+)$/.exec(query.get('id') ?? '')?.[1];

/**
 * Sets the parents of new messages: envelopes are bound to them, so the service would set them too late. The rows of
 * one insert follow each other.
 */
function withParents(rows: readonly Row[], chat: WritableChat): Row[] {
  const placed: Row[] = [];
  for (const row of rows) {
    const previous = row['parent_id'] ?? placed.at(-1)?.['id'];
    // The service also refuses plain messages then, because message and reply would be on different branches.
    if (previous === undefined && chat.isBusy) throw busy();
    placed.push({ ...row, parent_id: previous ?? chat.activeMessageId ?? row['id'] });
  }
  return placed;
}

async function encryptChanged({ table, query, body, history, cipher, service }: TableRequest) {
  const row = body as Row;
  const id = changedId(query);
  const hasText = columnsOf(table).some((column) => row[column] !== undefined && row[column] !== null);
  if (!hasText) return row;
  const encrypt = async (key: Key) => {
    const { id: _, ...change } = await cipher.encrypt(table, { ...row, id }, key);
    return change;
  };
  if (table !== 'chat_history') {
    await history.refresh(service);
    return history.writesPlain() ? row : encrypt(history.vault.accountKey);
  }
  const chat = await history.prepareChat(String(id), service);
  if (!chat) throw noRows();
  return chat.key ? encrypt(chat.key.key) : row;
}

async function encryptAttachments(
  chatId: string,
  rows: readonly Row[],
  { history, cipher, service }: TableRequest,
): Promise<readonly Row[]> {
  const chat = await history.prepareChat(chatId, service);
  if (!chat) throw chatNotFound();
  const { key } = chat;
  if (!key) return rows;
  return Promise.all(rows.map((row) => cipher.encrypt('message_attachments', row, key.key)));
}

async function encryptMessages(
  chatId: string,
  rows: readonly Row[],
  { history, cipher, service }: TableRequest,
): Promise<readonly Row[]> {
  const chat = await history.prepareChat(chatId, service);
  if (!chat) throw chatNotFound();
  const { key } = chat;
  if (!key) return rows;
  return Promise.all(withParents(rows, chat).map((row) => cipher.encrypt('chat_messages', row, key.key)));
}

async function encryptNew(request: TableRequest, rows: readonly Row[]): Promise<readonly Row[]> {
  const { table, history, cipher, service } = request;
  if (table === 'chat_messages' || table === 'message_attachments') {
    const encrypt = table === 'chat_messages' ? encryptMessages : encryptAttachments;
    const chats = Map.groupBy(rows, (row) => String(row['chat_id']));
    const encrypted = await Promise.all([...chats].map(([id, those]) => encrypt(id, those, request)));
    return encrypted.flat();
  }
  // Not needed for a new chat: storing its first message reads the state and the keys.
  if (table !== 'chat_history') await history.refresh(service);
  if (history.writesPlain()) return rows;
  const { vault } = history;
  // Choose the id now, because envelopes are bound to it.
  const named = neededFor(table).includes('id')
    ? rows.map((row) => ({ ...row, id: row['id'] ?? crypto.randomUUID() }))
    : rows;
  return Promise.all(
    named.map(async (row: Row) =>
      table === 'chat_history'
        ? encryptChat(row, await createChatKey(vault, String(row['id'])), cipher)
        : cipher.encrypt(table, row, vault.accountKey),
    ),
  );
}

/** Returns the request's body with envelopes instead of texts. */
export async function encryptBody(request: TableRequest): Promise<unknown> {
  const { method, body } = request;
  if (method === 'PATCH') return encryptChanged(request);
  if (Array.isArray(body)) return encryptNew(request, body as Row[]);
  return (await encryptNew(request, [body as Row]))[0];
}
