import { openChatKey, type Vault } from '../vault/account-keys.ts';
import type { Key } from '../vault/crypto-key.ts';

/** The key of a chat and its envelope, which is stored with the chat. */
export interface ChatKey {
  readonly key: Key;
  readonly envelope: string;
}

/**
 * The opened keys of an account's chats. Only keys that the service has returned: a new key may not have been stored,
 * because another device was faster.
 */
export interface ChatKeys {
  /** Opens the key that is stored with a chat, and forgets another one. Rejects with VerificationError. */
  readonly open: (chatId: string, envelope: string) => Promise<Key>;
  /** Undefined if the key must be read from the service. */
  readonly get: (chatId: string) => Promise<ChatKey> | undefined;
}

export function createChatKeys(vault: Vault): ChatKeys {
  const opened = new Map<string, { readonly envelope: string; readonly key: Promise<Key> }>();
  return {
    open: (chatId, envelope) => {
      const known = opened.get(chatId);
      if (known?.envelope === envelope) return known.key;
      const entry = { envelope, key: openChatKey(vault, chatId, envelope) };
      opened.set(chatId, entry);
      // A key that fails may be replaced by the right one.
      entry.key.catch(() => {
        if (opened.get(chatId) === entry) opened.delete(chatId);
      });
      return entry.key;
    },
    get: (chatId) => {
      const known = opened.get(chatId);
      return known?.key.then((key) => ({ key, envelope: known.envelope }));
    },
  };
}
