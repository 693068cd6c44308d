import { type ChatKey, createChatKey, type Vault } from '../vault/account-keys.ts';
import { type HistoryClaim, type HistoryState, toClaim } from '../vault/history-claim.ts';
import { VerificationError } from '../vault/verification-error.ts';
import { type ChatKeys, createChatKeys } from './chat-keys.ts';
import { confirmClaim, readClaim } from './confirm-claim.ts';
import { renewChatKeys } from './renew-chat-keys.ts';
import { createRowCipher, type FindKeys, type Row, type RowCipher } from './rows.ts';
import { keysChanged, type TextService } from './service.ts';

export type { HistoryState } from '../vault/history-claim.ts';

/** A chat to which a text will be added. */
export interface WritableChat {
  /** Null if the chat is plain, because encrypted history is off or being turned off. */
  readonly key: ChatKey | null;
  /** The message before the next one. Null if there is none. */
  readonly activeMessageId: string | null;
  /** Whether a reply to the active message is running. */
  readonly isBusy: boolean;
}

/** The encrypted history of an unlocked account, shared by all requests of this page. */
export interface History {
  readonly vault: Vault;
  readonly keys: ChatKeys;
  readonly state: () => HistoryState;
  readonly setState: (state: HistoryState) => void;
  /** Returns whether new texts are stored as plain text, because encrypted history is off or being turned off. */
  readonly writesPlain: () => boolean;
  /**
   * Reads the state again, because another device may have changed it. Rejects with ServiceRefusal if the keys have
   * changed, or if this device can't confirm the service's claim.
   */
  readonly refresh: (service: TextService) => Promise<void>;
  /** Returns whether the account may have stored plain text. False while encrypted history is on. */
  readonly acceptsPlain: (service: TextService) => Promise<boolean>;
  /** Creates the cipher for one request. */
  readonly cipherFor: (service: TextService) => RowCipher;
  /**
   * Reads a chat's current key before a text is added. A chat that is still plain while encrypted history is being
   * turned on gets a key, and a chat whose key is from before the account's keys were changed gets a new one. Null if
   * there is no such chat.
   */
  readonly prepareChat: (chatId: string, service: TextService) => Promise<WritableChat | null>;
}

const readConfirmed = async (vault: Vault, service: TextService): Promise<HistoryClaim> =>
  confirmClaim(vault, service, await readClaim(vault, service));

export const readState = async (vault: Vault, service: TextService): Promise<HistoryState> =>
  (await readConfirmed(vault, service)).state;

/** More ids could exceed the maximum length of a URL. */
const keysPerRequest = 100;

/**
 * Reads the stored keys of chats. The messages of one page may belong to many chats, so keys that are needed at the
 * same time are read together.
 */
function createEnvelopeReader(service: TextService): (chatId: string) => Promise<unknown> {
  const waiting = new Set<string>();
  let reading: Promise<ReadonlyMap<unknown, unknown>> | null = null;
  const readAll = async () => {
    // Wait for the other rows of the page, which are added synchronously.
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

/** Encrypts a plain chat for storing. */
export const encryptChat = async (
  chat: Row,
  { key, envelope }: Pick<ChatKey, 'key' | 'envelope'>,
  cipher: RowCipher,
): Promise<Row> => ({ ...(await cipher.encrypt('chat_history', chat, key)), chat_key: envelope });

/**
 * The maximum number of attempts to give a chat a key, or a new one. Another device may do so first, or rename the chat.
 */
const maxAttempts = 3;

interface Prepared {
  readonly state: unknown;
  readonly public_key: unknown;
  readonly chat: Row | null;
}

export function createHistory(vault: Vault, first: HistoryState): History {
  const { accountId } = vault;
  const keys = createChatKeys(vault);
  let state = first;

  const writesPlain = () => state === 'turning_off' || state === 'off';
  /** Throws if another device has turned it off and on again, because texts under the old keys would be unreadable. */
  const follow = (claim: HistoryClaim) => {
    state = claim.state;
    if (state !== 'off' && claim.publicKey !== vault.publicKey) throw keysChanged();
  };
  const refresh = async (service: TextService) => follow(await readConfirmed(vault, service));

  const acceptsPlain = async (service: TextService) => {
    if (state === 'on') await refresh(service);
    return state !== 'on';
  };

  const cipherFor = (service: TextService): RowCipher => {
    const readEnvelope = createEnvelopeReader(service);
    const findKeys: FindKeys = async (chatId, given, isFresh) => {
      if (given !== null) return (await keys.open(chatId, given)).keys;
      const known = isFresh ? undefined : await keys.get(chatId);
      if (known) return known.keys;
      const envelope = await readEnvelope(chatId);
      if (typeof envelope === 'string') return (await keys.open(chatId, envelope)).keys;
      throw new VerificationError({ kind: 'chat-key', accountId, chatId }, 'damaged');
    };
    let reading: Promise<boolean> | null = null;
    // The state is read once for all rows.
    return createRowCipher(vault, findKeys, () => (reading ??= acceptsPlain(service)));
  };

  const prepareChat = async (chatId: string, service: TextService): Promise<WritableChat | null> => {
    for (let attempt = 1; ; attempt += 1) {
      const prepared = (await service.call('prepare_chat', { chat: chatId })) as Prepared | null;
      if (!prepared?.chat) return null;
      const { chat } = prepared;
      follow(await confirmClaim(vault, service, toClaim(prepared.state, prepared.public_key)));
      const writable = {
        activeMessageId: (chat['active_message_id'] ?? null) as string | null,
        isBusy: chat['is_busy'] === true,
      };
      const envelope = chat['chat_key'];
      if (typeof envelope === 'string') {
        const key = await keys.open(chatId, envelope);
        if (state !== 'on' || !key.isOutdated) return { ...writable, key };
      }
      if (writesPlain()) return { ...writable, key: null };
      if (attempt > maxAttempts)
        throw new VerificationError({ kind: 'chat-key', accountId, chatId }, 'damaged');
      if (typeof envelope === 'string') {
        await renewChatKeys(vault, service, [{ id: chatId, chat_key: envelope }]);
        continue;
      }
      const { id, title, parameters } = chat;
      const newKey = await createChatKey(vault, chatId);
      const encrypted = await encryptChat({ id, title, parameters }, newKey, cipherFor(service));
      // If another device has stored a key first, this has no effect, and the next attempt reads that key.
      await service.call('convert_chats', { chats: [encrypted] });
    }
  };

  return {
    vault,
    keys,
    state: () => state,
    setState: (next) => {
      state = next;
    },
    writesPlain,
    refresh,
    acceptsPlain,
    cipherFor,
    prepareChat,
  };
}
