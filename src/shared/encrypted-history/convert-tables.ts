import type { Key } from '../vault/crypto-key.ts';
import { isEnvelope } from '../vault/envelope.ts';
import { VerificationError } from '../vault/verification-error.ts';
import type { ConversionService } from './conversion-service.ts';
import { columnsOf, type Row, type RowCipher } from './rows.ts';

/** Tables whose rows are read together. Chats, messages and the account's instructions are converted separately. */
const tables = ['shared_drafts', 'personas', 'saved_prompts', 'projects', 'memories'] as const;

/** Tables that are read in pages, because their rows may be large or many. */
const largeTables = ['project_files', 'reply_passages'] as const;

/** The maximum number of prompts with one name. While names are encrypted, the database can't compare them. */
const maxDuplicates = 1_000;
/** The maximum length of a prompt's name, in characters. */
const longestName = 60;

/** Returns `about`, `about-2`, `about-3` and so on. */
function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const suffix = `-${number}`;
  return `${Array.from(name)
    .slice(0, longestName - suffix.length)
    .join('')}${suffix}`;
}

export interface TableConversion {
  readonly service: ConversionService;
  readonly cipher: RowCipher;
  readonly accountKey: Key;
  /** True to encrypt, false to decrypt. */
  readonly isOn: boolean;
}

/** Returns the converted value, or undefined if none is needed, e.g. because another device converted it. */
async function convertColumn(
  { cipher, accountKey, isOn }: TableConversion,
  table: string,
  row: Row,
  column: string,
): Promise<unknown> {
  const texts = [row[column]].flat().filter((value) => typeof value === 'string' && value !== '');
  const envelopes = texts.filter((value) => isEnvelope(String(value)));
  const others = columnsOf(table).filter((name) => name !== column);
  const only = Object.fromEntries(Object.entries(row).filter(([name]) => !others.includes(name)));
  if (!isOn) return envelopes.length === 0 ? undefined : (await cipher.decryptOrThrow(table, only))[column];
  if (envelopes.length === texts.length) return undefined;
  return (await cipher.encrypt(table, only, accountKey))[column];
}

/** Returns the columns that need conversion, with their stored and converted values. */
async function convertRow(conversion: TableConversion, table: string, row: Row) {
  const columns = columnsOf(table);
  const values = await Promise.all(columns.map((column) => convertColumn(conversion, table, row, column)));
  const changed = columns.flatMap((column, index) =>
    values[index] === undefined ? [] : [[column, values[index]] as const],
  );
  return {
    // While encrypted history is being turned on, the database refuses changes to plain text.
    stored: conversion.isOn ? null : Object.fromEntries(changed.map(([column]) => [column, row[column]])),
    converted: Object.fromEntries(changed),
    isChanged: changed.length > 0,
  };
}

/** Replaces a row. If another device has changed it meanwhile, the next round replaces it. */
async function replaceRow(
  service: ConversionService,
  table: string,
  id: unknown,
  { stored, converted }: Awaited<ReturnType<typeof convertRow>>,
): Promise<void> {
  for (let number = 1; number <= maxDuplicates; number += 1) {
    const { name } = converted;
    const named = typeof name === 'string' ? { ...converted, name: numbered(name, number) } : converted;
    if ((await service.replace(table, id, stored, named)) !== 'duplicate') return;
  }
}

/**
 * Converts texts outside chats.
 *
 * @returns the ids of rows whose texts can't be decrypted; they stay unchanged
 */
export async function convertTables(conversion: TableConversion): Promise<readonly unknown[]> {
  const { service } = conversion;
  const unreadable: unknown[] = [];
  const convert = async (table: string, row: Row) => {
    try {
      return await convertRow(conversion, table, row);
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      unreadable.push(row['id'] ?? table);
      return null;
    }
  };
  const replace = async (table: string, row: Row) => {
    const change = await convert(table, row);
    if (change?.isChanged) await replaceRow(service, table, row['id'], change);
  };
  for (const table of tables) for (const row of await service.readAll(table)) await replace(table, row);
  for (const table of largeTables)
    for (let after: string | null = null; ;) {
      const rows: readonly Row[] = await service.readSome(table, after);
      for (const row of rows) await replace(table, row);
      const last = rows.at(-1);
      if (!last) break;
      after = String(last['id']);
    }
  for (const row of await service.readAll('account_instructions')) {
    const change = await convert('account_instructions', row);
    if (!change?.isChanged) continue;
    const { about, style, is_used, revision } = { ...row, ...change.converted } as Row;
    await service.call('save_account_instructions', { about, style, is_used, known_revision: revision });
  }
  return unreadable;
}
