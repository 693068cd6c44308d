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

export function createHistory(vault: Vault, first: HistoryState): History {
  const keys = createChatKeys(vault);
  let state = first;

  const readChat = async (chatId: string, service: HistoryService): Promise<Row | undefined> =>
    (await service.read('chat_history', `select=id,title,parameters,chat_key&id=eq.${chatId}`))[0];

  const findKey = async (service: HistoryService, chatId: string, given: string | null): Promise<Key> => {
    const known = keys.get(chatId);
    if (known) return known.key;
    const envelope = given ?? (await readChat(chatId, service))?.['chat_key'];
    if (typeof envelope === 'string') return keys.open(chatId, envelope);
    throw new VerificationError({ kind: 'chat-key', accountId: vault.accountId, chatId }, 'damaged');
  };

  const cipherFor = (service: HistoryService): RowCipher =>
    createRowCipher(
      vault,
      (chatId, envelope) => findKey(service, chatId, envelope),
      () => state !== 'on',
    );

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
