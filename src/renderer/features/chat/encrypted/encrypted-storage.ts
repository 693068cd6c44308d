import {
  type EncryptedStorage,
  isDeviceEnvelope,
  keysWithPrefix,
  localStorageIfAllowed,
  type StorageKey,
} from '../../../lib/storage.ts';
import { isTextKey } from '../../../lib/closed-storage.ts';
import type { DeviceCipher } from './device-cipher.ts';

export interface OpenedStorage extends EncryptedStorage {
  /** Resolves when all texts are stored. */
  readonly settled: () => Promise<void>;
  /** Stores the texts as plain text again, because the account is no longer encrypted. */
  readonly restore: () => void;
  /** Stops following other tabs. */
  readonly close: () => void;
}

/** Identifies local storage in the context of its envelopes. */
const store = 'local-storage';

/** Stored under a new key until its text is encrypted, so that the key is listed immediately. Other tabs ignore it. */
const placeholder = `enc1.k.${'A'.repeat(38)}`;

/**
 * Opens the texts of an account in local storage: drafts, unsent changes, and the copy of its instructions. They are
 * decrypted in advance, because local storage is read synchronously. Texts that are still plain are encrypted.
 */
export async function openEncryptedStorage(userId: string, cipher: DeviceCipher): Promise<OpenedStorage> {
  const texts = new Map<string, string>();
  const isOurs = (key: string): boolean => isTextKey(userId, key);
  const storage = localStorageIfAllowed();
  /** The newest write of each key. An earlier one must not overwrite it. */
  const writes = new Map<string, Promise<void>>();

  const keep = (key: string, value: string): void => {
    try {
      storage?.setItem(key, value);
    } catch {
      // The storage is full. The text stays in memory.
    }
  };
  const write = (key: string, text: string): void => {
    const writing: Promise<void> = cipher.encrypt(store, key, text).then((envelope) => {
      if (writes.get(key) === writing) keep(key, envelope);
    });
    writes.set(key, writing);
  };

  /** Loads the stored text. Resolves with false if it was changed meanwhile, here or in another tab. */
  const load = async (key: string): Promise<boolean> => {
    const storedText = storage?.getItem(key) ?? null;
    if (storedText === placeholder) return false;
    const writing = writes.get(key);
    const text =
      storedText === null || !isDeviceEnvelope(storedText)
        ? storedText
        : await cipher.decrypt(store, key, storedText);
    if (writes.get(key) !== writing || (storage?.getItem(key) ?? null) !== storedText) return false;
    if (typeof text === 'string') texts.set(key, text);
    else texts.delete(key);
    return true;
  };

  const keys = keysWithPrefix('' as StorageKey).filter(isOurs);
  await Promise.all(keys.map(load));
  for (const key of keys) {
    const text = texts.get(key);
    if (text !== undefined && storage?.getItem(key) === text) write(key, text);
  }
  const settled = async () => void (await Promise.all(writes.values()));
  await settled();

  /** Another tab's change as an event with texts. The original event contains envelopes. */
  let repeated: StorageEvent | null = null;
  const follow = async (key: string): Promise<void> => {
    const before = texts.get(key) ?? null;
    if (!(await load(key))) return;
    const after = texts.get(key) ?? null;
    if (before === after) return;
    repeated = new StorageEvent('storage', { key, oldValue: before, newValue: after });
    window.dispatchEvent(repeated);
    repeated = null;
  };
  const onStorage = (event: StorageEvent) => {
    const { key } = event;
    if (event === repeated || key === null || !isOurs(key)) return;
    event.stopImmediatePropagation();
    void follow(key);
  };
  // Must run before the drafts' listeners.
  window.addEventListener('storage', onStorage, { capture: true });

  return {
    account: userId,
    read: (key) => (isOurs(key) ? (texts.get(key) ?? null) : undefined),
    write: (key, value) => {
      if (!isOurs(key)) return false;
      if (value === null) {
        texts.delete(key);
        writes.delete(key);
        storage?.removeItem(key);
        return true;
      }
      texts.set(key, value);
      write(key, value);
      // Encrypting takes time, so a placeholder makes the storage key exist immediately, as for plain text.
      if (storage?.getItem(key) === null) keep(key, placeholder);
      return true;
    },
    settled,
    restore: () => {
      writes.clear();
      for (const [key, text] of texts) keep(key, text);
    },
    close: () => window.removeEventListener('storage', onStorage, { capture: true }),
  };
}
