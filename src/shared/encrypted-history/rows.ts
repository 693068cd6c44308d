import { encryptedColumns } from '../database/text-columns.ts';
import type { Vault } from '../vault/account-keys.ts';
import type { Context } from '../vault/context.ts';
import type { Key } from '../vault/crypto-key.ts';
import { decryptText, encryptText, fileOverhead, isEnvelope, textBytes } from '../vault/envelope.ts';
import { decryptContent, decryptReasoning } from '../vault/reply-texts.ts';
import { VerificationError } from '../vault/verification-error.ts';
import { noPath } from './objects.ts';
import { sentences } from './sentences.ts';

export type Row = Readonly<Record<string, unknown>>;

/**
 * Finds the keys of a chat, newest first. `envelope` is the chat's stored key, if the row contains it. `isFresh`: the
 * cached key did not decrypt the row.
 */
export type FindKeys = (chatId: string, envelope: string | null, isFresh: boolean) => Promise<readonly Key[]>;

export interface RowCipher {
  /**
   * Replaces the texts of a row with envelopes. The row must contain the columns to which they are bound.
   *
   * @param key the chat's key for chats and messages, otherwise the account's
   */
  readonly encrypt: (table: string, row: Row, key: Key) => Promise<Row>;
  /**
   * Replaces the envelopes of a row with their texts. An envelope that fails verification is replaced with a sentence
   * that says so, or with null if the sentence would be treated as content.
   */
  readonly decrypt: (table: string, row: Row) => Promise<Row>;
  /** Like `decrypt`, but rejects with VerificationError if an envelope fails verification. */
  readonly decryptOrThrow: (table: string, row: Row) => Promise<Row>;
}

/** The columns to which the envelopes of each table are bound, besides the account. */
const neededColumns: Readonly<Record<string, readonly string[]>> = {
  chat_history: ['id', 'chat_key'],
  chat_messages: ['id', 'chat_id', 'parent_id', 'role'],
  message_attachments: ['id', 'chat_id', 'message_id', 'object_path'],
  shared_drafts: ['chat_id'],
  account_instructions: [],
  personas: ['id'],
  saved_prompts: ['id'],
  projects: ['id'],
  memories: ['id'],
  project_files: ['id'],
  reply_passages: ['id'],
};

export const columnsOf = (table: string): readonly string[] => encryptedColumns[`public.${table}`] ?? [];

export const neededFor = (table: string): readonly string[] => neededColumns[table] ?? [];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Names the row in the context of its columns. A draft uses its chat's id, because the service chooses the draft's id.
 */
function rowName(table: string, row: Row): string {
  if (table === 'shared_drafts') return text(row['chat_id']) || 'new';
  return table === 'account_instructions' ? 'account' : text(row['id']);
}

function contextOf(accountId: string, table: string, row: Row, column: string): Context {
  const id = text(row['id']);
  if (table === 'chat_history')
    return { kind: column === 'title' ? 'title' : 'parameters', accountId, chatId: id };
  if (table === 'chat_messages' && column !== 'parameters') {
    const message = { accountId, chatId: text(row['chat_id']), messageId: id };
    if (column === 'reasoning') return { kind: 'reasoning', ...message };
    const parent = text(row['parent_id']);
    // The first message of a chat is stored with its own id as its parent.
    const parentId = parent === '' || parent === id ? null : parent;
    return { kind: 'message', ...message, parentId, role: text(row['role']) };
  }
  if (table === 'message_attachments')
    return {
      kind: 'attachment',
      accountId,
      chatId: text(row['chat_id']),
      messageId: text(row['message_id']),
      attachmentId: id,
      path: text(row['object_path']),
      column,
    };
  return { kind: 'column', accountId, table, row: rowName(table, row), column };
}

const chatTables = new Set(['chat_history', 'chat_messages', 'message_attachments']);
const isChatTable = (table: string): boolean => chatTables.has(table);
const isJson = (table: string, column: string): boolean => isChatTable(table) && column === 'parameters';

/** The names under which a message's row may contain its files. */
const attachmentLists = ['attachments', 'message_attachments'];

/** Returns the plain sizes. The service computes sizes from envelopes. The text length is an estimate: its bytes. */
function plainSizes(row: Row): Row {
  const { size, text_length: length } = row;
  if (!isEnvelope(text(row['media_type']))) return {};
  return {
    ...(typeof size === 'number' && { size: size - fileOverhead }),
    ...(typeof length === 'number' && { text_length: Math.max(0, textBytes(length)) }),
  };
}

/** Throws if the decrypted type contradicts the row's kind, which decides how the file is shown. */
function requireKind(accountId: string, row: Row): void {
  const { kind, media_type: type } = row;
  if (kind === undefined || type === undefined || (kind === 'image') === text(type).startsWith('image/'))
    return;
  throw new VerificationError(contextOf(accountId, 'message_attachments', row, 'media_type'), 'wrong');
}

const failedAttachment = (row: Row): Row => ({
  ...('name' in row && { name: sentences().failedFile }),
  ...('text' in row && { text: sentences().failedText }),
  ...('media_type' in row && {
    media_type: row['kind'] === 'image' ? 'image/png' : 'application/octet-stream',
  }),
  object_path: noPath,
});

const failedProjectFile = (column: string): string =>
  column === 'name' ? sentences().failedFile : 'application/octet-stream';

/**
 * @param acceptsPlain true while encrypted history is being turned on or off, because some rows are still plain.
 * Otherwise, the account has stored no plain text
 */
export function createRowCipher(
  vault: Vault,
  findKeys: FindKeys,
  acceptsPlain: () => Promise<boolean>,
): RowCipher {
  const { accountId, accountKeys, pairs } = vault;

  const keysOf = (table: string, row: Row, stored: string, isFresh: boolean): Promise<readonly Key[]> => {
    // Other envelopes are encrypted to the account's public key.
    if (!isChatTable(table) || !stored.startsWith('enc1.k.')) return Promise.resolve(accountKeys);
    const chatId = text(row[table === 'chat_history' ? 'id' : 'chat_id']);
    return findKeys(chatId, text(row['chat_key']) || null, isFresh);
  };

  async function decryptColumn(table: string, row: Row, column: string, stored: string): Promise<unknown> {
    // An empty text reveals nothing, so it is not encrypted.
    if (stored === '') return '';
    const context = contextOf(accountId, table, row, column);
    if (!isEnvelope(stored) || row['content_format'] === 'plain') {
      if (await acceptsPlain()) return stored;
      throw new VerificationError(context, 'damaged');
    }
    const decryptWith = async (isFresh: boolean): Promise<string> => {
      const keys = { key: await keysOf(table, row, stored, isFresh), pair: pairs };
      if (context.kind === 'message') return decryptContent(keys, context, stored);
      if (context.kind === 'reasoning') return decryptReasoning(keys, context, stored);
      return decryptText(keys, context, stored);
    };
    const opened = await decryptWith(false).catch(async (error: unknown) => {
      if (!(error instanceof VerificationError)) throw error;
      // Another device may have changed the account's keys, which rejects, or have renewed the chat's key.
      await acceptsPlain();
      return decryptWith(true);
    });
    return isJson(table, column) ? (JSON.parse(opened) as unknown) : opened;
  }

  const sentenceFor = (table: string, column: string): string | null => {
    if (column === 'parameters') return null;
    if (table === 'project_files' && column !== 'text') return failedProjectFile(column);
    // The app would send the sentence to models as the file's text.
    if (table === 'project_files' || table === 'reply_passages') return null;
    if (column === 'content' || column === 'reasoning') return sentences().failed;
    return column === 'title' || column === 'name' ? sentences().failedTitle : sentences().failedText;
  };

  /** Decrypts a row. Never rejects because of a text: one damaged row must not hide the others. */
  async function decryptOrExplain(
    table: string,
    row: Row,
    column: string,
    value: unknown,
    isStrict: boolean,
  ): Promise<unknown> {
    if (Array.isArray(value))
      return Promise.all(
        value.map((item, index) => decryptOrExplain(table, row, `${column}.${index}`, item, isStrict)),
      );
    // Plain parameters are an object.
    if (typeof value !== 'string')
      return value === null || value === undefined || (await acceptsPlain())
        ? value
        : sentenceFor(table, column);
    try {
      return await decryptColumn(table, row, column, value);
    } catch (error) {
      if (!isStrict && (error instanceof VerificationError || error instanceof SyntaxError))
        return sentenceFor(table, column);
      throw error;
    }
  }

  async function encryptValue(
    key: Key,
    table: string,
    row: Row,
    column: string,
    value: unknown,
  ): Promise<unknown> {
    if (value === null || value === undefined || value === '') return value;
    if (Array.isArray(value))
      return Promise.all(
        value.map((item, index) => encryptValue(key, table, row, `${column}.${index}`, item)),
      );
    const context = contextOf(accountId, table, row, column);
    const plain = isJson(table, column) ? JSON.stringify(value) : text(value);
    return encryptText(key, context, plain);
  }

  const changed = async (
    table: string,
    row: Row,
    change: (column: string, value: unknown) => Promise<unknown>,
  ): Promise<Row> => {
    const columns = columnsOf(table).filter((column) => column in row);
    const values = await Promise.all(columns.map((column) => change(column, row[column])));
    return { ...row, ...Object.fromEntries(columns.map((column, index) => [column, values[index]])) };
  };

  /** Decrypts a file. If one of its texts fails verification, so does the file, because they describe its bytes. */
  async function decryptAttachment(row: Row, isStrict: boolean): Promise<Row> {
    try {
      const opened = await changed('message_attachments', row, (column, value) =>
        decryptOrExplain('message_attachments', row, column, value, true),
      );
      requireKind(accountId, opened);
      return { ...opened, ...plainSizes(row) };
    } catch (error) {
      if (isStrict || !(error instanceof VerificationError)) throw error;
      return { ...row, ...failedAttachment(row) };
    }
  }

  const decryptAttachments = async (message: Row, isStrict: boolean): Promise<Row> => {
    const lists = attachmentLists.filter((name) => Array.isArray(message[name]));
    const decrypted = lists.map((name) =>
      Promise.all(
        (message[name] as readonly Row[]).map((row) => {
          const { chat_id, chat_key, id: message_id } = message;
          return decryptAttachment({ chat_key, ...row, chat_id, message_id }, isStrict);
        }),
      ),
    );
    const opened = await Promise.all(decrypted);
    return Object.fromEntries(lists.map((name, index) => [name, opened[index]]));
  };

  const decryptRow = async (table: string, row: Row, isStrict: boolean): Promise<Row> =>
    table === 'message_attachments' ? decryptAttachment(row, isStrict) : decryptTexts(table, row, isStrict);

  const decryptTexts = async (table: string, row: Row, isStrict: boolean): Promise<Row> => ({
    ...(await changed(table, row, (column, value) => decryptOrExplain(table, row, column, value, isStrict))),
    // The decrypted row may be stored again after encrypted history was turned off.
    ...('content_format' in row && { content_format: 'plain' }),
    ...(table === 'chat_messages' && (await decryptAttachments(row, isStrict))),
  });

  return {
    encrypt: async (table, row, key) => ({
      ...(await changed(table, row, (column, value) => encryptValue(key, table, row, column, value))),
      ...(table === 'chat_messages' && 'content' in row && { content_format: 'encrypted' }),
    }),
    decrypt: (table, row) => decryptRow(table, row, false),
    decryptOrThrow: (table, row) => decryptRow(table, row, true),
  };
}
