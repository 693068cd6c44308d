import {
  draftKeys,
  type EncryptedStorage,
  instructionsKey,
  keysWithPrefix,
  localStorageIfAllowed,
  type StorageKey,
} from '../../../lib/storage.ts';
import type { DeviceCipher } from './device-cipher.ts';

export interface OpenedStorage extends EncryptedStorage {
  /** Resolves when all texts are stored. */
  readonly settled: () => Promise<void>;
  /** Stores the texts as plain text again, because the account is no longer encrypted. */
  readonly restore: () => void;
}

/** The name of local storage in the context of its envelopes. */
const store = 'local-storage';

/** The keys of an account in local storage whose values contain texts. */
const prefixesOf = (userId: string): readonly string[] => [
  draftKeys.of(userId, ''),
  `clover-operation:${userId}:`,
  `clover-unrequested:${userId}:`,
  `clover-shared-draft:${userId}:`,
  instructionsKey(userId),
];

/**
 * Opens the texts of an account in local storage: drafts, unsent changes, and the copy of its instructions. They are
 * read once, because local storage is read without waiting. Texts that are still plain are encrypted.
 */
export async function openEncryptedStorage(userId: string, cipher: DeviceCipher): Promise<OpenedStorage> {
  const texts = new Map<string, string>();
  const prefixes = prefixesOf(userId);
  const isOurs = (key: string): boolean => prefixes.some((prefix) => key.startsWith(prefix));
  const storage = localStorageIfAllowed();
  /** The newest write of each key, so that an earlier one doesn't overwrite it. */
  const writes = new Map<string, Promise<void>>();

  const write = (key: string, text: string): void => {
    const writing: Promise<void> = cipher.encrypt(store, key, text).then((envelope) => {
      if (writes.get(key) !== writing) return;
      try {
        storage?.setItem(key, envelope);
      } catch {
        // The storage is full. The text stays in memory.
      }
    });
    writes.set(key, writing);
  };

  const load = async (key: string): Promise<void> => {
    const stored = storage?.getItem(key);
    if (stored === null || stored === undefined) return void texts.delete(key);
    const text = await cipher.decrypt(store, key, stored);
    if (typeof text === 'string') texts.set(key, text);
    else if (!stored.startsWith('enc1.')) {
      texts.set(key, stored);
      write(key, stored);
    }
  };

  await Promise.all(
    keysWithPrefix('' as StorageKey)
      .filter(isOurs)
      .map(load),
  );
  const settled = async () => void (await Promise.all(writes.values()));
  await settled();
  // Another tab of this device has changed a text.
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && isOurs(key)) void load(key);
  });

  return {
    read: (key) => (isOurs(key) ? (texts.get(key) ?? null) : undefined),
    write: (key, value) => {
      if (!isOurs(key)) return false;
      if (value !== null) {
        texts.set(key, value);
        write(key, value);
        // The key is listed immediately, as for plain texts.
        if (storage && storage.getItem(key) === null)
          try {
            storage.setItem(key, '');
          } catch {
            return true;
          }
        return true;
      }
      texts.delete(key);
      writes.delete(key);
      storage?.removeItem(key);
      return true;
    },
    settled,
    restore: () => {
      writes.clear();
      for (const [key, text] of texts) storage?.setItem(key, text);
    },
  };
}
