/** An account has two databases on this device: its chats, and the contents of attached files. */
export const accountDatabase = (userId: string): string => `clover-${userId}`;
export const fileDatabase = (userId: string): string => `clover-files-${userId}`;

/** Resolves when the databases are deleted, or if the browser has none. */
export async function deleteAccountDatabase(userId: string): Promise<void> {
  await Promise.all([accountDatabase(userId), fileDatabase(userId)].map(deleteDatabase));
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
