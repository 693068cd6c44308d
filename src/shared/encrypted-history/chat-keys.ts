import { createChatKey, openChatKey, type Vault } from '../vault/account-keys.ts';
import type { Key } from '../vault/crypto-key.ts';

/** The key of a chat and its envelope, which is stored with the chat. */
interface ChatKey {
  readonly key: Promise<Key>;
  readonly envelope: Promise<string>;
}

/** The opened keys of an account's chats. */
export interface ChatKeys {
  /** Opens the key that is stored with a chat. Rejects with VerificationError. */
  readonly open: (chatId: string, envelope: string) => Promise<Key>;
  /** The key of a chat that was opened or created. Undefined if it must be read from the service. */
  readonly get: (chatId: string) => ChatKey | undefined;
  /** The key of a new chat. Creating it again returns the same key, because a request may be repeated. */
  readonly create: (chatId: string) => ChatKey;
}

export function createChatKeys(vault: Vault): ChatKeys {
  const opened = new Map<string, ChatKey>();
  return {
    open: (chatId, envelope) => {
      const known = opened.get(chatId);
      if (known) return known.key;
      const key = openChatKey(vault, chatId, envelope);
      opened.set(chatId, { key, envelope: Promise.resolve(envelope) });
      // A key that fails may be replaced by the right one.
      key.catch(() => opened.delete(chatId));
      return key;
    },
    get: (chatId) => opened.get(chatId),
    create: (chatId) => {
      const known = opened.get(chatId);
      if (known) return known;
      const created = createChatKey(vault, chatId);
      const key = { key: created.then((chat) => chat.key), envelope: created.then((chat) => chat.envelope) };
      opened.set(chatId, key);
      return key;
    },
  };
}
