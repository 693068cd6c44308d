import type { Vault } from '../vault/account-keys.ts';
import type { Key } from '../vault/crypto-key.ts';
import { VerificationError } from '../vault/verification-error.ts';
import { type ChatKeys, createChatKeys } from './chat-keys.ts';
import { createRowCipher, type Row, type RowCipher } from './rows.ts';
import type { HistoryService } from './service.ts';

export type HistoryState = 'turning_on' | 'on' | 'turning_off';

/** The encrypted history of an unlocked account, for the requests of this page. */
export interface History {
  readonly vault: Vault;
  readonly keys: ChatKeys;
  readonly state: () => HistoryState;
  readonly setState: (state: HistoryState) => void;
  /** The cipher for one request. */
  readonly cipherFor: (service: HistoryService) => RowCipher;
  /** Gives a chat that is still plain its key, before an encrypted text is added to it. */
  readonly prepareChat: (chatId: string, service: HistoryService) => Promise<void>;
}

export async function readState(accountId: string, service: HistoryService): Promise<HistoryState> {
  const [row] = await service.read('account_encryption', `select=state&user_id=eq.${accountId}`);
  const state = row?.['state'];
  return state === 'turning_on' || state === 'turning_off' ? state : 'on';
}

/** Longer lists of ids could exceed what a URL may contain. */
const keysPerRequest = 100;

/**
 * Reads the stored keys of chats. Those that are needed at the same time are read together, because a page of messages
 * may belong to many chats.
 */
function createEnvelopeReader(service: HistoryService): (chatId: string) => Promise<unknown> {
  const waiting = new Set<string>();
  let reading: Promise<ReadonlyMap<unknown, unknown>> | null = null;
  const readAll = async () => {
    // The other rows of the page follow synchronously.
    await Promise.resolve();
    const ids = [...waiting];
    waiting.clear();
    reading = null;
    const requests = Array.from({ length: Math.ceil(ids.length / keysPerRequest) }, (_, page) => {
      const listed = ids.slice(page * keysPerRequest, (page + 1) * keysPerRequest).join();
      return service.read('chat_history', `select=id,chat_key&id=in.(${listed})`);
    });
    const rows = (await Promise.all(requests)).flat();
    return new Map(rows.map((row) => [row['id'], row['chat_key']]));
  };
  return async (chatId) => {
    waiting.add(chatId);
    reading ??= readAll();
    return (await reading).get(chatId);
  };
}

export function createHistory(vault: Vault, first: HistoryState): History {
  const keys = createChatKeys(vault);
  let state = first;

  const readChat = async (chatId: string, service: HistoryService): Promise<Row | undefined> =>
    (await service.read('chat_history', `select=id,title,parameters,chat_key&id=eq.${chatId}`))[0];

  const cipherFor = (service: HistoryService): RowCipher => {
    const readEnvelope = createEnvelopeReader(service);
    const findKey = async (chatId: string, given: string | null): Promise<Key> => {
      const known = keys.get(chatId);
      if (known) return known.key;
      const envelope = given ?? (await readEnvelope(chatId));
      if (typeof envelope === 'string') return keys.open(chatId, envelope);
      throw new VerificationError({ kind: 'chat-key', accountId: vault.accountId, chatId }, 'damaged');
    };
    return createRowCipher(vault, findKey, () => state !== 'on');
  };

  return {
    vault,
    keys,
    state: () => state,
    setState: (next) => {
      state = next;
    },
    cipherFor,
    prepareChat: async (chatId, service) => {
      if (state === 'on' || keys.get(chatId)) return;
      const chat = await readChat(chatId, service);
      if (!chat || chat['chat_key'] !== null) return;
      await service.call('convert_chats', { chats: [await encryptChat(chat, keys, cipherFor(service))] });
    },
  };
}

/** A plain chat as it is stored in an encrypted history. */
export async function encryptChat(chat: Row, keys: ChatKeys, cipher: RowCipher): Promise<Row> {
  const { envelope } = keys.create(String(chat['id']));
  return { ...(await cipher.encrypt('chat_history', chat)), chat_key: await envelope };
}
