import type { KeyBinding } from './binding.ts';
import type { EncryptedKey } from './key-encryption.ts';

/** A stored key: encrypted, with its binding in plain text. */
export interface KeyEntry {
  readonly name: string;
  readonly binding: KeyBinding;
  readonly sealed: EncryptedKey;
}

/** A user's keys and the wrapping key that decrypts them. All methods reject if storage is unavailable. */
export interface KeyDatabase {
  readonly wrappingKey: (userId: string) => Promise<CryptoKey | null>;
  /** Stores the user's wrapping key, unless another tab has already stored one. Returns the stored one. */
  readonly keepWrappingKey: (userId: string, wrapping: CryptoKey) => Promise<CryptoKey>;
  readonly entries: (userId: string) => Promise<readonly KeyEntry[]>;
  readonly put: (entry: KeyEntry) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  readonly clear: (userId: string) => Promise<void>;
}

const DATABASE = 'clover-keys';
const ENTRIES = 'entries';
const WRAPPING = 'wrapping';

export function openKeyDatabase(): KeyDatabase {
  let opening: Promise<IDBDatabase> | null = null;

  /** Runs `act` in one transaction, and resolves when it is committed. */
  const run = async <Result>(
    mode: IDBTransactionMode,
    act: (store: (name: string) => IDBObjectStore) => IDBRequest<Result> | null,
  ): Promise<Result | null> => {
    opening ??= open();
    try {
      const transaction = (await opening).transaction([ENTRIES, WRAPPING], mode);
      const request = act((name) => transaction.objectStore(name));
      await whenCommitted(transaction);
      return request?.result ?? null;
    } catch (error) {
      opening = null;
      throw error;
    }
  };
  const entries = async (userId: string) => {
    const all = await run<KeyEntry[]>(
      'readonly',
      (store) => store(ENTRIES).getAll() as IDBRequest<KeyEntry[]>,
    );
    return (all ?? []).filter(({ binding }) => binding.userId === userId);
  };
  const wrappingKey = (userId: string) =>
    run<CryptoKey>('readonly', (store) => store(WRAPPING).get(userId) as IDBRequest<CryptoKey>);

  return {
    wrappingKey,
    keepWrappingKey: async (userId, wrapping) => {
      await run('readwrite', (store) => {
        const stored = store(WRAPPING).get(userId) as IDBRequest<CryptoKey | undefined>;
        stored.addEventListener('success', () => {
          if (!stored.result) store(WRAPPING).put(wrapping, userId);
        });
        return null;
      });
      return (await wrappingKey(userId)) ?? wrapping;
    },
    entries,
    put: async (entry) => void (await run('readwrite', (store) => store(ENTRIES).put(entry))),
    remove: async (name) => void (await run('readwrite', (store) => store(ENTRIES).delete(name))),
    clear: async (userId) => {
      const names = (await entries(userId)).map(({ name }) => name);
      await run('readwrite', (store) => {
        for (const name of names) store(ENTRIES).delete(name);
        store(WRAPPING).delete(userId);
        return null;
      });
    },
  };
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(ENTRIES, { keyPath: 'name' });
      request.result.createObjectStore(WRAPPING);
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('No storage')));
    request.addEventListener('blocked', () => reject(new Error('Another page blocks the storage')));
  });

const whenCommitted = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('error', () => reject(transaction.error ?? new Error('Not written')));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not written')));
  });
