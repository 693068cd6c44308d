import { createChatKey } from '../vault/account-keys.ts';
import { VerificationError } from '../vault/verification-error.ts';
import type { ConversionService } from './conversion-service.ts';
import { convertFiles } from './convert-files.ts';
import { convertImages } from './convert-images.ts';
import { convertTables } from './convert-tables.ts';
import { encryptChat, type History } from './history.ts';
import type { Row } from './rows.ts';

export interface ConversionProgress {
  /** The number of converted messages. */
  readonly done: number;
  readonly total: number;
}

/** Thrown if texts can't be decrypted. They stay unchanged. */
export class UnreadableTexts extends Error {
  override readonly name = 'UnreadableTexts';
  readonly count: number;
  constructor(count: number) {
    super(`${count} texts failed verification`);
    this.count = count;
  }
}

/** Thrown if other requests kept storing texts that had to be converted. */
export class UnfinishedConversion extends Error {
  override readonly name = 'UnfinishedConversion';
  constructor(remaining: readonly string[]) {
    super(`Not converted: ${remaining.join(', ')}`);
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

/** The conversion is repeated, because other requests may store new rows meanwhile. */
const maxRounds = 20;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Counts code points, like the database: a surrogate pair counts once. */
const charactersOf = (text: string): number => text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '.').length;

/**
 * Encrypts the existing history of an account, or decrypts it if encrypted history is being turned off. Can be
 * interrupted at any time and continued, even on another device, because converted rows are not listed again. Resolves
 * once the service has confirmed that nothing is left.
 */
export async function convertHistory(
  {
    vault,
    keys,
    state,
    setState,
    cipherFor,
  }: Pick<History, 'vault' | 'keys' | 'state' | 'setState' | 'cipherFor'>,
  service: ConversionService,
  onProgress: (progress: ConversionProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const isOn = state() === 'turning_on';
  const unreadable = new Set<unknown>();
  // No reads are needed, because the rows contain the keys of their chats.
  const cipher = cipherFor({ read: async () => [], call: service.call });
  const convertAllFiles = async () => {
    const conversion = { service, cipher, vault, keys, isOn, signal };
    for (const id of await convertFiles(conversion)) unreadable.add(id);
    for (const id of await convertImages(conversion)) unreadable.add(id);
  };
  /** Leaves texts that can't be decrypted unchanged. */
  const unlessUnreadable = async (id: unknown, convert: () => Promise<Row>): Promise<Row[]> => {
    try {
      return [await convert()];
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      unreadable.add(id);
      return [];
    }
  };
  const convertMessage = ({ chat_key: envelope, ...row }: Row): Promise<Row[]> =>
    unlessUnreadable(row['id'], async () => {
      const { id, content, reasoning, parameters } = isOn
        ? await cipher.encrypt(
            'chat_messages',
            row,
            (await keys.open(String(row['chat_id']), String(envelope))).key,
          )
        : await cipher.decryptOrThrow('chat_messages', { ...row, chat_key: envelope });
      return { id, content, reasoning, parameters, length: charactersOf(String(row['content'])) };
    });
  const convertChat = (chat: Row): Promise<Row[]> =>
    unlessUnreadable(chat['id'], async () => {
      const converted = isOn
        ? await encryptChat(chat, await createChatKey(vault, String(chat['id'])), cipher)
        : { ...(await cipher.decryptOrThrow('chat_history', chat)), chat_key: null };
      // While encrypted history is being turned on, the database refuses changes to plain text.
      return {
        ...converted,
        ...(!isOn && { stored: { title: chat['title'], parameters: chat['parameters'] } }),
      };
    });

  const convertChats = async () => {
    for (;;) {
      signal.throwIfAborted();
      const batch = (await service.call('list_unconverted', {})) as Batch;
      onProgress({ done: batch.total - batch.remaining, total: batch.total });
      const chats = (await Promise.all(batch.chats.map(convertChat))).flat();
      const messages = (await Promise.all(batch.messages.map(convertMessage))).flat();
      if (chats.length > 0) await service.call('convert_chats', { chats });
      if (messages.length > 0) await service.call('convert_messages', { messages });
      if (chats.length + messages.length === 0) return;
    }
  };

  for (let round = 0; ; round += 1) {
    unreadable.clear();
    await convertChats();
    await convertAllFiles();
    // Now that the files are plain, the chats no longer need their keys.
    if (!isOn) await convertChats();
    const { accountKey } = vault;
    for (const id of await convertTables({ service, cipher, accountKey, isOn })) unreadable.add(id);
    const finish = (await service.call(isOn ? 'finish_turning_on' : 'finish_turning_off', {})) as Finish;
    if (finish.ok) {
      setState(isOn ? 'on' : 'off');
      return;
    }
    if (unreadable.size > 0) throw new UnreadableTexts(unreadable.size);
    if (round === maxRounds) throw new UnfinishedConversion(finish.remaining);
    // A reply is still being written, or another device has changed a text meanwhile.
    await wait(1_000);
  }
}
