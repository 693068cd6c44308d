/**
 * The names of an account's databases on this device: its chats, the contents of attached files, its prompts and
 * personas, and the search index and the key of its encrypted history.
 */
export const accountDatabase = (userId: string): string => `clover-${userId}`;
export const fileDatabase = (userId: string): string => `clover-files-${userId}`;
export const libraryDatabase = (userId: string): string => `clover-prompts-${userId}`;
export const vaultDatabase = (userId: string): string => `clover-vault-${userId}`;
export const searchDatabase = (userId: string): string => `clover-search-${userId}`;

/** Resolves when the databases are deleted, or if the browser has none. */
export async function deleteAccountDatabase(userId: string): Promise<void> {
  await Promise.all(
    [accountDatabase, fileDatabase, libraryDatabase, vaultDatabase, searchDatabase].map((nameOf) =>
      deleteDatabase(nameOf(userId)),
    ),
  );
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
    } catch {
      resolve();
    }
  });
}

/** The channel for the ids of accounts to lock, between tabs and inside a page. */
export const lockChannel = 'clover-vault';

/** Locks an account in all tabs of this device, without loading the code of encrypted history. */
export function signalLock(accountId: string): void {
  const channel = new BroadcastChannel(lockChannel);
  channel.postMessage(accountId);
  channel.close();
}

/** Locks an account on this device and deletes the key that the device keeps. Never rejects. */
export async function lockAccount(accountId: string): Promise<void> {
  signalLock(accountId);
  await deleteDatabase(vaultDatabase(accountId));
}
