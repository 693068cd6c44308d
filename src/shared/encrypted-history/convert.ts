import { isEncrypted } from '../vault/envelope.ts';
import { VerificationError } from '../vault/verification-error.ts';
import { encryptChat, type History } from './history.ts';
import { columnsOf, type Row, type RowCipher } from './rows.ts';

/** The service as the conversion calls it. Nothing is encrypted or decrypted on the way. */
export interface ConversionService {
  readonly call: (name: string, parameters: Row) => Promise<unknown>;
  /** All of the account's rows of a table. */
  readonly readAll: (table: string) => Promise<readonly Row[]>;
  /** Changes columns of the row with this id. */
  readonly change: (table: string, id: unknown, columns: Row) => Promise<void>;
}

export interface ConversionProgress {
  /** Converted messages. */
  readonly done: number;
  readonly total: number;
}

/** Texts that don't open can't be turned into plain text. They stay as they are. */
export class UnreadableTexts extends Error {
  override readonly name = 'UnreadableTexts';
  readonly count: number;
  constructor(count: number) {
    super(`${count} texts failed verification`);
    this.count = count;
  }
}

interface Batch {
  readonly chats: readonly Row[];
  readonly messages: readonly Row[];
  readonly remaining: number;
  readonly total: number;
}

interface Finish {
  readonly ok: boolean;
  readonly remaining: readonly string[];
}

/** Tables besides chats and messages. */
const otherTables = ['shared_drafts', 'personas', 'saved_prompts', 'projects'] as const;

/** How often to check again while the account has rows that another request has just stored. */
const maxRounds = 20;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** In code points, as the database counts them: a pair of surrogates is one. */
const charactersOf = (text: string): number => text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '.').length;

type Convert = (table: string, row: Row) => Promise<Row | null>;

function converterOf(cipher: RowCipher, isOn: boolean, onUnreadable: () => void): Convert {
  if (isOn) return (table, row) => cipher.encrypt(table, row);
  return async (table, row) => {
    try {
      return await cipher.decryptOrThrow(table, row);
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      onUnreadable();
      return null;
    }
  };
}

const hasTextToConvert = (row: Row, columns: readonly string[], isOn: boolean): boolean =>
  columns.some((column) =>
    [row[column]]
      .flat()
      .some((value) => typeof value === 'string' && value !== '' && isEncrypted(value) !== isOn),
  );

async function convertTables(service: ConversionService, convert: Convert, isOn: boolean): Promise<void> {
  for (const table of otherTables) {
    const columns = columnsOf(table);
    for (const row of await service.readAll(table)) {
      if (!hasTextToConvert(row, columns, isOn)) continue;
      const converted = await convert(table, row);
      if (converted)
        await service.change(
          table,
          row['id'],
          Object.fromEntries(columns.map((column) => [column, converted[column]])),
        );
    }
  }
  const [instructions] = await service.readAll('account_instructions');
  if (!instructions || !hasTextToConvert(instructions, columnsOf('account_instructions'), isOn)) return;
  const converted = await convert('account_instructions', instructions);
  if (!converted) return;
  const { about, style, is_used, revision } = converted;
  await service.call('save_account_instructions', { about, style, is_used, known_revision: revision });
}

/**
 * Encrypts the existing history of an account, or decrypts it if encrypted history is turned off. Can be interrupted at
 * any time and continued, also on another device: converted rows are not listed again. Resolves once the service has
 * checked that nothing is left.
 */
export async function convertHistory(
  { keys, state, setState, cipherFor }: Pick<History, 'keys' | 'state' | 'setState' | 'cipherFor'>,
  service: ConversionService,
  onProgress: (progress: ConversionProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const isOn = state() === 'turning_on';
  const unreadable = new Set<unknown>();
  const cipher = cipherFor({
    read: () => Promise.reject(new TypeError('The keys of all chats are known')),
    call: service.call,
  });
  const convertMessage = async ({ chat_key, ...row }: Row): Promise<Row[]> => {
    await keys.open(String(row['chat_id']), String(chat_key)).catch(() => {});
    const convert = converterOf(cipher, isOn, () => unreadable.add(row['id']));
    const converted = await convert('chat_messages', row);
    if (!converted) return [];
    const { id, content, reasoning, parameters } = converted;
    return [{ id, content, reasoning, parameters, length: charactersOf(String(row['content'])) }];
  };
  const convertChat = async (chat: Row): Promise<Row[]> => {
    if (isOn) return [await encryptChat(chat, keys, cipher)];
    await keys.open(String(chat['id']), String(chat['chat_key'])).catch(() => {});
    const convert = converterOf(cipher, isOn, () => unreadable.add(chat['id']));
    const converted = await convert('chat_history', chat);
    return converted ? [{ ...converted, chat_key: null }] : [];
  };

  for (let round = 0; ; round += 1) {
    for (;;) {
      signal.throwIfAborted();
      const batch = (await service.call('list_unconverted', {})) as Batch;
      onProgress({ done: batch.total - batch.remaining, total: batch.total });
      const chats = (await Promise.all(batch.chats.map(convertChat))).flat();
      const messages = (await Promise.all(batch.messages.map(convertMessage))).flat();
      if (chats.length > 0) await service.call('convert_chats', { chats });
      if (messages.length > 0) await service.call('convert_messages', { messages });
      if (chats.length + messages.length === 0) break;
    }
    await convertTables(
      service,
      converterOf(cipher, isOn, () => unreadable.add({})),
      isOn,
    );
    const finish = (await service.call(isOn ? 'finish_turning_on' : 'finish_turning_off', {})) as Finish;
    if (finish.ok) {
      if (isOn) setState('on');
      return;
    }
    if (unreadable.size > 0) throw new UnreadableTexts(unreadable.size);
    if (round === maxRounds) throw new Error(`Not converted: ${finish.remaining.join(', ')}`);
    // A reply that began before encryption was turned on is still being written.
    await wait(1_000);
  }
}
