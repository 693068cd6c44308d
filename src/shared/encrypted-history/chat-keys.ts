import { type ChatKey, openChatKey, type Vault } from '../vault/account-keys.ts';

/**
 * The decrypted keys of an account's chats. Contains only keys that the service has returned: a key that this device
 * created may not be the stored one, because another device may have stored its key first.
 */
export interface ChatKeys {
  /** Decrypts the key that is stored with a chat, and caches it. Rejects with VerificationError. */
  readonly open: (chatId: string, envelope: string) => Promise<ChatKey>;
  /**
   * Returns undefined if the key is not cached and must be read from the service. Another device may have renewed a
   * cached key.
   */
  readonly get: (chatId: string) => Promise<ChatKey> | undefined;
}

export function createChatKeys(vault: Vault): ChatKeys {
  const opened = new Map<string, { readonly envelope: string; readonly key: Promise<ChatKey> }>();
  return {
    open: (chatId, envelope) => {
      const known = opened.get(chatId);
      if (known?.envelope === envelope) return known.key;
      const entry = { envelope, key: openChatKey(vault, chatId, envelope) };
      opened.set(chatId, entry);
      // Don't cache a failure, because the correct key may be returned later.
      entry.key.catch(() => {
        if (opened.get(chatId) === entry) opened.delete(chatId);
      });
      return entry.key;
    },
    get: (chatId) => opened.get(chatId)?.key,
  };
}
